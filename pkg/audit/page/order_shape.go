package page

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	leastSpaced  = 12      // letters that stand alone
	leastEncoded = 24      // characters of text in base64 or hexadecimal
	maxEncoded   = 4 << 10 // characters of one that are decoded
	maxDecoded   = 8       // such texts in one that are decoded
)

// findShape looks for what makes text an order to a model in whatever language: signs of a conversation with one, words of a few senses in
// one sentence, and both behind an encoding.
func findShape(text string, decode bool) (excerpt string, found bool) {
	if len(text) < 12 {
		return "", false
	}
	lower := foldForSearch(text)
	if i := dialogIn(lower); i >= 0 {
		return around(lower, i), true
	}
	if sentence, ok := ordersIn(plainMarks(lower)); ok {
		return cut(strings.TrimSpace(sentence), excerptLength), true
	}
	if !decode {
		return "", false
	}
	for plain := range strings.SplitSeq(decodings(text), "\n") {
		if excerpt, ok := findShape(plain, false); ok {
			return excerpt, true
		}
		if plain != "" && firstOf(foldForSearch(plain), orders) >= 0 {
			return cut(plain, excerptLength), true
		}
	}
	return "", false
}

// dialogIn returns the offset of a sign of a conversation with a model, or of the lines that package engine puts around a text. It returns
// -1 if there is none.
func dialogIn(lower string) int {
	if strings.ContainsAny(lower, dialogSigns) {
		for _, mark := range dialogMarks {
			if i := strings.Index(lower, mark); i >= 0 {
				return i
			}
		}
		if i := strings.Index(lower, `"criterion"`); i >= 0 && strings.Contains(lower, `"level"`) {
			return i
		}
	}
	if i := strings.Index(lower, "end data "); i >= 0 {
		if code, _, _ := strings.Cut(lower[i+len("end data "):], " "); len(code) == 26 {
			return i
		}
	}
	return -1
}

// decodings returns what the text may hide in encodings, by lines: letters of other alphabets that look like Latin ones, digits for
// letters, letters with spaces between, base64, hexadecimal.
func decodings(text string) string {
	var lines []string
	if !ascii(text) {
		if plain := strings.Map(looksLike, norm.NFKD.String(text)); plain != text {
			lines = append(lines, plain)
		}
	}
	if hasLeet(text) {
		lines = append(lines, leet.Replace(strings.ToLower(text)))
	}
	short, long := wordLengths(text)
	if short >= leastSpaced {
		if joined := unspaced(text); joined != "" {
			lines = append(lines, joined)
		}
	}
	if long < leastEncoded {
		return strings.Join(lines, "\n")
	}
	tried := 0
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || !inBase64(byte(r)) }) { // of few texts
		if len(word) < leastEncoded || tried >= maxDecoded {
			continue
		}
		tried++
		word = word[:min(len(word), maxEncoded)]
		if plain, err := hex.DecodeString(word[:len(word)&^1]); err == nil && readable(plain) {
			lines = append(lines, oneLine(string(plain)))
			continue
		}
		word = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(word, "="))
		if plain, err := base64.RawStdEncoding.DecodeString(word[:len(word)-len(word)%4]); err == nil && readable(plain) {
			lines = append(lines, oneLine(string(plain)))
		}
	}
	return strings.Join(lines, "\n")
}

// plainMarks writes punctuation beyond ASCII as a space, and as a line feed where it ends a sentence.
func plainMarks(text string) string {
	if ascii(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf:
			return r
		case strings.ContainsRune("。！？।؟۔", r):
			return '\n'
		case unicode.IsPunct(r), unicode.IsSpace(r), unicode.IsSymbol(r):
			return ' '
		}
		return r
	}, text)
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// wordLengths returns how many words of one byte there are, and the length of the longest word in base64's alphabet.
func wordLengths(text string) (short, long int) {
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && inBase64(text[i]) && text[i] != '-' && text[i] != '_' {
			continue
		}
		if i-start == 1 {
			short++
		}
		long = max(long, i-start)
		start = i + 1
	}
	return short, long
}

// hasLeet reports whether a digit or sign stands between letters.
func hasLeet(text string) bool {
	for i := 1; i+1 < len(text); i++ {
		if b := text[i]; (b >= '0' && b <= '9' || b == '@' || b == '$') && isLetter(text[i-1]) && isLetter(text[i+1]) {
			return true
		}
	}
	return false
}

func inBase64(b byte) bool {
	return isLetter(b) || b >= '0' && b <= '9' || b == '+' || b == '/' || b == '=' || b == '-' || b == '_'
}

// readable reports whether bytes are text with words.
func readable(plain []byte) bool {
	s := strings.ToValidUTF8(string(plain), "")
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsSpace(r) {
			letters++
		}
	}
	return len(s) >= len(plain)-3 && letters*10 >= utf8.RuneCountInString(s)*7
}

var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s")

// alike are letters of other alphabets by the Latin ones that they look like.
var alike = func() map[rune]rune {
	m := map[rune]rune{}
	other, latin := []rune("аеорсухіјѕԁԛԝһпгтмнквАЕОРСУХІЈЅТМНКВαοενρτικυνωΑΕΟΡΤΙΚΜΝΗΧΥΖ"),
		[]rune("aeopcyxijsdqwhnrtmhkbAEOPCYXIJSTMHKBaoevptikuvwAEOPTIKMNHXYZ")
	for i, r := range other {
		m[r] = latin[i]
	}
	return m
}()

func looksLike(r rune) rune {
	if unicode.Is(unicode.Mn, r) {
		return -1
	}
	if latin, ok := alike[r]; ok {
		return latin
	}
	return r
}

// unspaced joins single letters if there are many in a row.
func unspaced(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '.' || r == '-' || r == '_' || r == '*' })
	run, most := 0, 0
	for _, w := range words {
		if utf8.RuneCountInString(w) == 1 {
			run++
			most = max(most, run)
		} else {
			run = 0
		}
	}
	if most < leastSpaced {
		return ""
	}
	joined := strings.ToLower(strings.Join(words, ""))
	for _, pair := range [][2]string{
		{"ignore", "instruction"}, {"disregard", "instruction"}, {"ignor", "instruc"}, {"ignorier", "anweisung"},
	} {
		if strings.Contains(joined, pair[0]) && strings.Contains(joined, pair[1]) {
			return "ignore all instructions"
		}
	}
	return ""
}

// ordersIn reports whether a sentence of lower-case text has all that an order needs.
func ordersIn(text string) (sentence string, found bool) {
	m := stems()
	state, senses, before := m.next[0][m.class[' ']], sense(0), sense(0)
	start, previousStart := 0, 0
	for i := 0; i <= len(text); i++ {
		b := byte(' ')
		if i < len(text) {
			b = text[i]
		}
		if b < utf8.RuneSelf && !isLetter(b) && (b < '0' || b > '9') {
			if senses != 0 &&
				(i == len(text) || (b == '\n' || strings.IndexByte(".!?;", b) >= 0 && (i+1 == len(text) || isSpace(text[i+1])))) {
				senses |= m.senses[m.next[state][m.class[' ']]]
				if isOrder(senses, before) {
					return text[previousStart:min(i+1, len(text))], true
				}
				before, senses, previousStart, start = senses, 0, start, i+1
			}
			b = ' '
		}
		state = m.next[state][m.class[b]]
		senses |= m.senses[state]
	}
	return "", false
}

// isOrder judges the senses of a sentence, and of the one before.
func isOrder(s, before sense) bool {
	all := func(in, of sense) bool { return in&of == of }
	switch {
	case all(s, sIgnore|sOrders) && s&(sAll|sPrevious) != 0, all(s, sForget|sOrders|sPrevious), all(s, sIgnoreEncoded|sOrdersEncoded):
		return true
	}
	return all(s|before, sModel|sScore|sBest|sSite) && s&(sScore|sBest) != 0
}

// automaton finds all stems in one pass (Aho and Corasick), over classes of bytes.
type automaton struct {
	class  [256]uint8
	next   [][]uint16
	senses []sense
}

var stems = sync.OnceValue(func() *automaton {
	m := &automaton{}
	classes := 1
	words := map[string]sense{}
	for s, list := range orderStems {
		for _, stem := range list {
			words[stem] |= s
			if s == sIgnore && stem[0] == ' ' || s == sOrders && stem[0] == ' ' {
				encoded := sIgnoreEncoded
				if s == sOrders {
					encoded = sOrdersEncoded
				}
				words[rot13(stem)] |= encoded
				words[reversed(stem)] |= encoded
			}
		}
	}
	for word := range words {
		for i := range len(word) {
			if m.class[word[i]] == 0 {
				m.class[word[i]] = uint8(classes)
				classes++
			}
		}
	}
	grow := func() uint16 {
		m.next = append(m.next, make([]uint16, classes))
		m.senses = append(m.senses, 0)
		return uint16(len(m.next) - 1)
	}
	grow()
	for word, s := range words {
		at := uint16(0)
		for i := range len(word) {
			c := m.class[word[i]]
			if m.next[at][c] == 0 {
				to := grow()
				m.next[at][c] = to
			}
			at = m.next[at][c]
		}
		m.senses[at] |= s
	}
	m.link(classes)
	return m
})

// link completes the automaton: from each state, the longest suffix that is a state too goes on.
func (m *automaton) link(classes int) {
	fail := make([]uint16, len(m.next))
	var queue []uint16
	for c := range classes {
		if to := m.next[0][c]; to != 0 {
			queue = append(queue, to)
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		m.senses[at] |= m.senses[fail[at]]
		for c := range classes {
			to := m.next[at][c]
			if to == 0 {
				m.next[at][c] = m.next[fail[at]][c]
				continue
			}
			fail[to] = m.next[fail[at]][c]
			queue = append(queue, to)
		}
	}
}

func rot13(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return 'a' + (r-'a'+13)%26
		}
		return r
	}, s)
}

func reversed(s string) string {
	runes := []rune(s)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}
