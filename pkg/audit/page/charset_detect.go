package page

const (
	detectWindow = 64 << 10 // bytes that are looked at
	detectFewest = 12       // bytes beyond ASCII below which nothing can be told
)

// singleByte are the encodings of other scripts that are met undeclared, each with the bytes of the letters that are commonest in its language: these
// make up more than a third of a text. (о е а и н т in Russian, α ο ι ε τ σ ν in Greek, and so on.)
var singleByte = []struct{ name, common string }{
	{"windows-1251", "\xEE\xE5\xE0\xE8\xED\xF2"},
	{"koi8-r", "\xCF\xC5\xC1\xC9\xCE\xD4"},
	{"windows-1253", "\xE1\xEF\xE9\xE5\xF4\xF3\xED"},
	{"windows-1255", "\xE9\xE5\xE4\xEC\xE0\xF8\xFA\xEE"},
	{"windows-1256", "\xC7\xE1\xED\xE3\xE4\xE6\xCA\xD1"},
	{"windows-874", "\xD2\xB9\xC3\xCD\xA1\xE0\xA7\xE8\xE9\xD1"},
}

// detectCharset tells the encoding of undeclared bytes that are no UTF-8, as browsers do: by which pairs of bytes, or which letters, are common in a
// script. What looks like none of these is windows-1252.
func detectCharset(b []byte) string {
	b = b[:min(len(b), detectWindow)]
	high, inRuns := 0, 0
	var letters [256]int
	for i, c := range b {
		if c < 0x80 {
			continue
		}
		high++
		letters[c]++
		if i > 0 && b[i-1] >= 0x80 || i+1 < len(b) && b[i+1] >= 0x80 {
			inRuns++
		}
	}
	if high < detectFewest {
		return "windows-1252"
	}
	if name := detectPairs(b); name != "" {
		return name
	}
	if inRuns*4 < high*3 { // accents stand alone among letters of ASCII
		return "windows-1252"
	}
	best, most := "windows-1252", high*35/100
	for _, e := range singleByte {
		n := 0
		for _, c := range []byte(e.common) {
			n += letters[c]
		}
		if n > most {
			best, most = e.name, n
		}
	}
	return best
}

// doubleByte are the encodings with two bytes for a character. typical are the pairs that a text in its language is full of: kana in Japanese, the
// commoner of the two levels of characters in Chinese, syllables in Korean; share is how many in a hundred characters must be.
var doubleByte = []struct {
	name    string
	lead    func(c byte) bool
	trail   func(c byte) bool
	single  func(c byte) bool // a character of one byte
	typical func(lead, trail byte) bool
	share   int
}{
	{
		"shift_jis", func(c byte) bool { return 0x81 <= c && c <= 0x9F || 0xE0 <= c && c <= 0xFC },
		func(c byte) bool { return 0x40 <= c && c <= 0xFC && c != 0x7F }, func(c byte) bool { return 0xA1 <= c && c <= 0xDF },
		func(l, t byte) bool { return l == 0x82 && 0x9F <= t && t <= 0xF1 || l == 0x83 && t <= 0x96 }, 20,
	},
	{"euc-jp", in94, in94, nil, func(l, _ byte) bool { return l == 0xA4 || l == 0xA5 }, 20},
	{"euc-kr", in94, in94, nil, func(l, _ byte) bool { return 0xB0 <= l && l <= 0xC8 }, 85},
	{
		"big5", func(c byte) bool { return 0xA1 <= c && c <= 0xF9 }, func(c byte) bool { return 0x40 <= c && c <= 0x7E || in94(c) }, nil,
		func(l, _ byte) bool { return 0xA4 <= l && l <= 0xC6 || l == 0xA1 }, 85,
	},
	{
		"gbk", func(c byte) bool { return 0x81 <= c && c <= 0xFE }, func(c byte) bool { return 0x40 <= c && c <= 0xFE && c != 0x7F }, nil,
		func(l, t byte) bool { return in94(t) && (0xB0 <= l && l <= 0xD7 || l == 0xA1 || l == 0xA3) }, 80,
	},
}

func in94(c byte) bool { return 0xA1 <= c && c <= 0xFE }

// detectPairs names the first encoding of two bytes that the bytes are valid and typical in; empty where there is none.
func detectPairs(b []byte) string {
	for _, e := range doubleByte {
		chars, typical, bad := 0, 0, 0
		for i := 0; i < len(b); i++ {
			c := b[i]
			if c < 0x80 {
				continue
			}
			chars++
			switch {
			case e.single != nil && e.single(c):
			case !e.lead(c):
				bad++
			case i+1 == len(b): // cut in the middle
			case !e.trail(b[i+1]):
				bad++
			default:
				if e.typical(c, b[i+1]) {
					typical++
				}
				i++
			}
		}
		if bad*50 <= chars && typical*100 >= chars*e.share {
			return e.name
		}
	}
	return ""
}
