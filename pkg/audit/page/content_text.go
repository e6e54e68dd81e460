package page

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// textBuffer gathers text with its white space collapsed, and counts it on the way.
//
// Words are what white space divides. Scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) count half a word for each
// character, about what a word of them takes; so the buffer counts halves.
type textBuffer struct {
	b      []byte
	halves int // half words
	chars  int // characters but white space
	commas int
	unseen int  // characters without a shape, dropped or joiners
	word   bool // in the midst of a word
}

// add appends text as a browser would show it: runs of white space are one space, control and formatting characters that nobody sees are dropped.
func (t *textBuffer) add(s string) {
	t.commas += strings.Count(s, ",")
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			i += t.addRune(s[i:])
		case c > ' ' && c != 0x7f:
			start := i
			for i++; i < len(s) && s[i] > ' ' && s[i] < 0x7f; i++ {
			}
			t.addASCII(s[start:i])
		default:
			t.space()
			i++
		}
	}
}

func (t *textBuffer) addASCII(word string) {
	if !t.word {
		t.halves += 2
		t.word = true
	}
	t.chars += len(word)
	t.b = append(t.b, word...)
}

func (t *textBuffer) addRune(s string) (size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == 0xA0 || r >= 0x1680 && unicode.IsSpace(r) || r == 0x85:
		t.space()
	case r == 0x200C || r == 0x200D: // joiners: they shape Persian words and emoji, unless they stand in runs
		t.unseen++
		if t.word && !strings.HasSuffix(string(t.b[max(0, len(t.b)-3):]), s[:size]) {
			t.b = append(t.b, s[:size]...)
		}
	case unseen(r):
		t.unseen++
	case spaceless(r):
		t.b = append(t.b, s[:size]...)
		t.halves, t.chars, t.word = t.halves+1, t.chars+1, true
	default:
		if !t.word {
			t.halves += 2
			t.word = true
		}
		t.b = append(t.b, s[:size]...)
		t.chars++
	}
	return size
}

// unseen says whether a character has no shape: soft hyphens, zero-width characters, bidirectional controls, tag characters.
func unseen(r rune) bool {
	return r == 0xAD || r == 0xFEFF || r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x2069 || tagCharacter(r) ||
		r >= 0x80 && r < 0xA0
}

func tagCharacter(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

// spaceless says whether a character belongs to a script that is written without spaces.
func spaceless(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// space ends a word.
func (t *textBuffer) space() {
	if n := len(t.b); n > 0 && t.b[n-1] > ' ' {
		t.b = append(t.b, ' ')
	}
	t.word = false
}

// divide ends a line.
func (t *textBuffer) divide() {
	t.word = false
	n := len(t.b)
	if n == 0 {
		return
	}
	switch t.b[n-1] {
	case ' ', '\t':
		t.b[n-1] = '\n'
	case '\n':
	default:
		t.b = append(t.b, '\n')
	}
}

// cell ends a table cell with a tab, also an empty one.
func (t *textBuffer) cell() {
	t.word = false
	if n := len(t.b); n > 0 && t.b[n-1] == ' ' {
		t.b[n-1] = '\t'
		return
	}
	t.b = append(t.b, '\t')
}

// addLines appends preformatted text: lines stay as they are.
func (t *textBuffer) addLines(s string) {
	for line := range strings.Lines(s) {
		body := strings.TrimRight(line, "\r\n")
		indent := len(body) - len(strings.TrimLeft(body, " \t"))
		if n := len(t.b); n > 0 && t.b[n-1] == '\n' {
			t.b = append(t.b, strings.ReplaceAll(body[:indent], "\t", "    ")...)
		}
		t.add(body[indent:])
		if len(body) < len(line) {
			t.divide()
		}
	}
}

// maxExtract bounds the text that is taken of one heading, link or date, in bytes: elements inside one another may hold the whole page each.
const maxExtract = 4 << 10

// between is the text between two marks, on one line.
func (t *textBuffer) between(start, end int) string {
	if start >= end {
		return ""
	}
	if end-start > maxExtract {
		for end = start + maxExtract; !utf8.RuneStart(t.b[end]); end-- {
		}
	}
	return oneLine(string(t.b[start:end]))
}

func (t *textBuffer) since(start int) string { return t.between(start, len(t.b)) }

// oneLine trims text from a buffer and turns its line and cell ends into spaces.
func oneLine(s string) string {
	s = strings.Trim(s, " \n\t")
	if strings.ContainsAny(s, "\n\t") {
		s = strings.Join(strings.Fields(s), " ")
	}
	return s
}

func words(halves int) int { return (halves + 1) / 2 }

// collapse is text with runs of white space as one space.
func collapse(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == ' ' && (i == 0 || i == len(s)-1 || s[i+1] == ' ') {
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return s
}

// cut shortens text to at most n bytes, between two characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.Clone(s[:n])
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
	// minSimHash is how many words a text needs for its SimHash to say something.
	minSimHash = 30
)

// fingerprint hashes text with case and white space folded: 64-bit FNV-1a of its words' FNV-1a, in hexadecimal, and Charikar's SimHash over its word triples (STOC 2002),
// in which near-duplicates differ in few bits.
func fingerprint(s string, count int) (hash string, similar uint64) {
	whole, word := uint64(fnvOffset), uint64(fnvOffset)
	var last [2]uint64
	var triples votes
	seen := 0
	end := func() {
		if word == fnvOffset {
			return
		}
		whole = (whole ^ word) * fnvPrime
		if seen++; seen > 2 {
			triples.add(mix(last[0]*3 + bits.RotateLeft64(last[1], 21)*5 + word))
		}
		last[0], last[1], word = last[1], word, fnvOffset
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[i:])
			word = (word ^ uint64(unicode.ToLower(r))) * fnvPrime
			i += size - 1
			continue
		case c <= ' ':
			end()
			continue
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		word = (word ^ uint64(c)) * fnvPrime
	}
	end()
	if count >= minSimHash {
		similar = triples.majority()
	}
	return strconv.FormatUint(whole|1<<63, 16), similar
}

// mix spreads the bits of a sum over the word (the finalizer of MurmurHash3).
func mix(x uint64) uint64 {
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// votes counts how often each of 64 bits was set, in binary across words: bit k of planes[i] is digit i of the count for bit k. So a vote for all 64
// bits is one addition with carry, and four of them are three additions of three numbers each and one with carry (Harley and Seal's counter).
type votes struct {
	planes  [32]uint64
	total   int
	waiting [4]uint64 // the first total%4 of them
}

func (v *votes) add(x uint64) {
	v.waiting[v.total%4] = x
	if v.total++; v.total%4 != 0 {
		return
	}
	ones, one := addBits(v.planes[0], v.waiting[0], v.waiting[1])
	ones, other := addBits(ones, v.waiting[2], v.waiting[3])
	twos, carry := addBits(v.planes[1], one, other)
	v.planes[0], v.planes[1] = ones, twos
	v.carry(2, carry)
}

// addBits adds three numbers of one bit in each of 64 places.
func addBits(a, b, c uint64) (sum, carry uint64) {
	return a ^ b ^ c, a&b | (a^b)&c
}

// carry adds what has the value of the digit i.
func (v *votes) carry(i int, x uint64) {
	for ; x != 0; i++ {
		v.planes[i], x = v.planes[i]^x, v.planes[i]&x
	}
}

// majority has the bits that were set in more than half of the votes.
func (v votes) majority() (x uint64) {
	for _, last := range v.waiting[:v.total%4] {
		v.carry(0, last)
	}
	for k := range 64 {
		count := 0
		for i, plane := range v.planes {
			count += int(plane>>k&1) << i
		}
		if 2*count > v.total {
			x |= 1 << k
		}
	}
	return x
}
