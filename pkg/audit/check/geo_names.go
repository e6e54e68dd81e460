package check

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// folding takes the accents off Latin letters.
var folding = map[rune]string{
	'à': "a", 'á': "a", 'â': "a", 'ã': "a", 'ä': "a", 'å': "a", 'ā': "a", 'ă': "a", 'ą': "a", 'æ': "ae", 'ç': "c", 'ć': "c", 'č': "c", 'ď': "d",
	'đ': "d", 'è': "e", 'é': "e", 'ê': "e", 'ë': "e", 'ē': "e", 'ę': "e", 'ě': "e", 'ğ': "g", 'ì': "i", 'í': "i", 'î': "i", 'ï': "i", 'ī': "i",
	'ı': "i", 'ł': "l", 'ñ': "n", 'ń': "n", 'ň': "n", 'ò': "o", 'ó': "o", 'ô': "o", 'õ': "o", 'ö': "o", 'ø': "o", 'ő': "o", 'œ': "oe", 'ř': "r",
	'ś': "s", 'š': "s", 'ş': "s", 'ș': "s", 'ß': "ss", 'ť': "t", 'ţ': "t", 'ț': "t", 'ù': "u", 'ú': "u", 'û': "u", 'ü': "u", 'ū': "u", 'ů': "u",
	'ű': "u", 'ý': "y", 'ÿ': "y", 'ź': "z", 'ż': "z", 'ž': "z",
}

// folded is a text without case, accents and punctuation, its words divided by single spaces. An apostrophe and the full stops of an abbreviation
// vanish: "L’Atelier S.A.S." is "latelier sas".
func folded(s string) string {
	var room [256]byte // of headings and beginnings of sentences, most of what is folded
	b := room[:0]
	if len(s) > len(room) {
		b = make([]byte, 0, len(s))
	}
	gap, run := false, 0 // run: letters since the last gap
	for i := 0; i < len(s); {
		if plain := plainForm[s[i]]; plain != 0 { // most of a text
			if gap {
				b, gap = append(b, ' '), false
			}
			start := i
			for {
				b = append(b, plain)
				if i++; i == len(s) {
					break
				}
				if plain = plainForm[s[i]]; plain == 0 {
					break
				}
			}
			run += i - start
			continue
		}
		if s[i] < utf8.RuneSelf {
			switch {
			case s[i] == '\'':
			case s[i] == '.' && run == 1:
				run = 0
			default:
				gap, run = len(b) > 0, 0
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == '’', r == 'ʼ', unicode.Is(unicode.Mn, r):
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			gap, run = len(b) > 0, 0
			continue
		}
		if gap {
			b, gap = append(b, ' '), false
		}
		run++
		r = unicode.ToLower(r)
		if plain, ok := folding[r]; ok {
			b = append(b, plain...)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}

// plainForm is what an ASCII letter or digit folds to; 0 for all else.
var plainForm = func() (forms [256]byte) {
	for c := range utf8.RuneSelf {
		switch c := byte(c); {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			forms[c] = c
		case 'A' <= c && c <= 'Z':
			forms[c] = c + 'a' - 'A'
		}
	}
	return forms
}()

// openings are the first two letters that folded words begin with; a word of one letter has a space for the second.
type openings map[[2]byte]bool

func openingsOf(words iter.Seq[string]) openings {
	set := openings{}
	for w := range words {
		set[[2]byte{w[0], (w + " ")[1]}] = true
		set[[2]byte{w[0]}] = true
	}
	return set
}

// mayBegin says whether the first word of a text, folded, can be one of the words. It costs less than folding.
func (set openings) mayBegin(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return true
		}
		first := plainForm[text[i]]
		if first == 0 {
			continue
		}
		second := byte(' ')
		if i+1 < len(text) && text[i+1] != ' ' {
			second = plainForm[text[i+1]] // 0: an accent, an apostrophe or the like, which says too little
		}
		return set[[2]byte{first, second}]
	}
	return false
}

// legalForms are words that say how a company is registered and nothing of who it is.
var legalForms = wordSet(`inc incorporated llc ltd limited plc corp corporation co company cie gmbh ag kg ug ohg sa sas sasu sarl eurl snc sci scop
	scs srl spa bv nv ab oy as aps pty pte lp llp ltee limitee enr senc sencrl vof sl slu lda kft zoo`)

// joiners are words that one writes or leaves out.
var joiners = wordSet("and et und y e the le la les der die das el il lo l de du des of")

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// nameWords are the words of a name that tell it from others.
func nameWords(name string) []string {
	all := strings.Fields(folded(name))
	words := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return joiners[w] || legalForms[w] })
	if len(words) == 0 {
		return all
	}
	return words
}

// sameName says whether two texts name the same, or one holds the name that the other is: legal form, accents, case, a city or a trade added to one of
// them, spaces and initials make no other name. Half of the shorter one's words in common are enough, where that is more than one, so that a doubt is no
// finding.
func sameName(a, b string) bool {
	wa, wb := nameWords(a), nameWords(b)
	if len(wa) > len(wb) {
		wa, wb = wb, wa
	}
	if len(wa) == 0 {
		return false
	}
	ja, jb := strings.Join(wa, ""), strings.Join(wb, "")
	if ja == jb || min(len(ja), len(jb)) >= 5 && (strings.Contains(ja, jb) || strings.Contains(jb, ja)) {
		return true
	}
	if initials(wb) == ja && len(ja) > 1 || initials(wa) == jb && len(jb) > 1 {
		return true
	}
	da, db := distinct(wa), distinct(wb)
	common := 0
	for w := range da {
		if db[w] {
			common++
		}
	}
	shorter := min(len(da), len(db))
	return common*2 > shorter || common*2 == shorter && common > 1
}

func distinct(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

func initials(words []string) string {
	var b strings.Builder
	for _, w := range words {
		for _, r := range w {
			b.WriteRune(r)
			break
		}
	}
	return b.String()
}

// says whether a running text holds the name, word by word; "and" and its like may stand or be left out.
func says(text, name string) bool {
	words, ready := nameWords(name), folded(text)
	spoken := strings.Join(words, " ")
	switch {
	case len(words) == 0 || !strings.Contains(ready, words[0]):
		return false
	case strings.Contains(" "+ready+" ", " "+spoken+" "):
		return true
	case folded(name) == spoken && !strings.Contains(name, "&"):
		return false
	}
	return strings.Contains(" "+strings.Join(nameWords(ready), " ")+" ", " "+spoken+" ")
}

// passages makes a running text ready to be searched for passages, whatever their case, accents and punctuation.
func passages(texts ...string) string { return " " + folded(strings.Join(texts, " ")) + " " }

// holds says whether a text that passages made ready has the passage.
func holds(ready, passage string) bool {
	passage = folded(passage)
	return passage != "" && strings.Contains(ready, " "+passage+" ")
}
