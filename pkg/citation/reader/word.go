package reader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// script is the writing a word belongs to, as far as it matters for where words and names end.
type script uint8

const (
	latin   script = iota // and every other with spaces between words
	arabic                // with words that take one-letter prefixes
	han                   // Japanese and Chinese: every character is a word here
	kana                  // hiragana: particles and endings
	katana                // katakana: borrowed words
	numeral               // digits only
)

// word is a piece of a line that names are compared by.
type word struct {
	key        string // folded: lower case, without accents
	alt        string // folded with ae for ä and the like; key where that is the same
	start, end int    // bytes of the line's text
	script     script
	capital    bool // begins with a capital letter
	caps       bool // has capitals only, two at least
	acronym    bool // the same, perhaps with the s of the plural
	sentence   int  // number of the sentence in the line, from 0
	first      bool // the first of its sentence
	inside     bool // within round brackets
	apart      bool // a mark other than a hyphen or an apostrophe stands before it
}

// maxSentence is how many words a sentence has at most. Nobody writes longer ones to a customer, and what is said of a name is looked for in its sentence.
const maxSentence = 120

// split divides a text into words. Apostrophes, hyphens and all other marks divide; full stops within an abbreviation (S.r.l.) do not, nor do those within
// an address of the web, which is one word.
func split(text string) []word {
	var words []word
	sentence, first, depth, n := 0, true, 0, 0
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !wordy(r) && r != '&' && r != '+' {
			if ends(text, at, r, words) {
				sentence++
				first, n = true, 0
			}
			switch r {
			case '(', '（':
				depth++
			case ')', '）':
				depth = max(depth-1, 0)
			}
			first = first || r == ':' || r == '：' // what stands behind a colon may be a sentence
			at += size
			continue
		}
		end := at + size
		switch s := scriptOf(r); {
		case r == '&' || r == '+':
		case s == han || s == kana || s == katana:
		default:
			end = wordEnd(text, at)
		}
		w := newWord(text[at:end])
		w.start, w.end, w.sentence, w.first, w.inside = at, end, sentence, first, depth > 0
		if w.key != "" {
			if n++; n > maxSentence {
				sentence, n = sentence+1, 0
				w.sentence = sentence
			}
			w.apart = len(words) > 0 && strings.ContainsAny(text[words[len(words)-1].end:at], ",;:!?()。、，：；！？（）،؛؟") || first && len(words) > 0
			words = append(words, w)
			first = false
		}
		at = end
	}
	return words
}

// splitMarked divides a text into words, and where a mark begins or ends within one, as in Arabic after "and", there too.
func splitMarked(text string, marks []mark) []word {
	words := split(text)
	for _, m := range marks {
		for _, at := range []int{m.start, m.end} {
			i, _ := slices.BinarySearchFunc(words, at, func(w word, at int) int { return w.end - at })
			if i >= len(words) || words[i].start >= at || words[i].end <= at || strings.Contains(text[words[i].start:words[i].end], ".") {
				continue
			}
			w := words[i]
			left, right := newWord(text[w.start:at]), newWord(text[at:w.end])
			left.start, left.end, left.sentence, left.first, left.inside = w.start, at, w.sentence, w.first, w.inside
			right.start, right.end, right.sentence, right.inside = at, w.end, w.sentence, w.inside
			words = slices.Replace(words, i, i+1, left, right)
		}
	}
	return words
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) }

func scriptOf(r rune) script {
	switch {
	case unicode.Is(unicode.Hiragana, r):
		return kana
	case unicode.Is(unicode.Katakana, r), r == 'ー':
		return katana
	case unicode.Is(unicode.Han, r), r == '々', r == '〆', r == 'ヶ':
		return han
	case unicode.Is(unicode.Arabic, r):
		return arabic
	}
	return latin
}

// wordEnd is where the word that begins at the position ends.
func wordEnd(text string, at int) int {
	if end := hostEnd(text, at); end > at {
		return end
	}
	if end := abbreviationEnd(text, at); end > at {
		return end
	}
	begin, _ := utf8.DecodeRuneInString(text[at:])
	end := at
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !wordy(r) || scriptOf(r) != scriptOf(begin) && !unicode.IsDigit(r) && !unicode.IsDigit(begin) && !unicode.Is(unicode.M, r) {
			break
		}
		if s := scriptOf(r); end > at && (s == han || s == kana || s == katana) {
			break
		}
		end += size
	}
	return end
}

// abbreviationEnd is where single letters with full stops (S.r.l., D.D.S., S. L.) end; at where there are none.
func abbreviationEnd(text string, at int) int {
	end, letters := at, 0
	for p := at; ; {
		r, size := utf8.DecodeRuneInString(text[p:])
		if size == 0 || !unicode.IsLetter(r) || p+size >= len(text) || text[p+size] != '.' {
			break
		}
		p += size + 1
		end, letters = p, letters+1
	}
	if letters < 2 {
		return at
	}
	return end
}

// hostEnd is where a bare host name with its path ends; at where there is none.
func hostEnd(text string, at int) int {
	end, dots, label := at, 0, 0
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if r == '.' {
			next, _ := utf8.DecodeRuneInString(text[end+size:])
			if label == 0 || end+size >= len(text) || !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				break
			}
			dots, label = dots+1, 0
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || unicode.Is(unicode.M, r) {
			label++
		} else {
			break
		}
		end += size
	}
	if dots == 0 || !topLevel(text[at:end]) {
		return at
	}
	if end < len(text) && (text[end] == '/' || text[end] == '?') {
		for end < len(text) && !strings.ContainsRune(" \t()[]<>\"'，。、）", runeAt(text, end)) {
			_, size := utf8.DecodeRuneInString(text[end:])
			end += size
		}
		end -= len(text[:end]) - len(strings.TrimRight(text[:end], ".,;:!?"))
	}
	return end
}

func runeAt(s string, at int) rune {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return r
}

// topLevel says whether the text ends like a host name: in two or more lower-case letters behind its last dot, after a label that isn't a number.
func topLevel(host string) bool {
	dot := strings.LastIndexByte(host, '.')
	tail := host[dot+1:]
	if len(tail) < 2 || dot < 2 {
		return false
	}
	for _, r := range tail {
		if !unicode.IsLower(r) || r > unicode.MaxASCII {
			return false
		}
	}
	return strings.IndexFunc(host[:dot], unicode.IsLetter) >= 0
}

func newWord(s string) word {
	w := word{key: fold(s, false)}
	w.alt = fold(s, true)
	switch s {
	case "à", "À": // the preposition is no verb: "a"
		w.key = "à"
	case "A": // French leaves the accents of capitals off
		w.alt = "à"
	}
	first, size := utf8.DecodeRuneInString(s)
	w.script, w.capital = scriptOf(first), unicode.IsUpper(first) || coined(s)
	w.caps = w.capital && len(s) > size && strings.IndexFunc(s, unicode.IsLower) < 0
	bare := strings.TrimSuffix(s, "s")
	w.acronym = w.capital && len(bare) > size && strings.IndexFunc(bare, unicode.IsLower) < 0
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0 {
		w.script = numeral
	}
	return w
}

// coined says whether a word begins small and has a capital right behind, or a single digit within: iPlace, tax4you.
func coined(s string) bool {
	first, size := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(first) || len(s) < 4 {
		return false
	}
	second, _ := utf8.DecodeRuneInString(s[size:])
	last, _ := utf8.DecodeLastRuneInString(s)
	digit := strings.IndexAny(s, "0123456789")
	single := digit > 0 && digit == strings.LastIndexAny(s, "0123456789") // tax2023form is none
	return unicode.IsUpper(second) && strings.IndexFunc(s[size:], unicode.IsLower) > 0 || single && len(s) > 5 && !strings.Contains(s, ".") && unicode.IsLower(last)
}

// fold gives the form in which words are compared. With spelled, ä becomes ae and so on.
func fold(s string, spelled bool) string {
	if plain(s) {
		return strings.ToLower(s)
	}
	var out strings.Builder
	for _, r := range norm.NFKC.String(s) {
		r = unicode.ToLower(r)
		switch {
		case spelled && strings.ContainsRune("äöüæœøå", r):
			out.WriteString(map[rune]string{'ä': "ae", 'ö': "oe", 'ü': "ue", 'æ': "ae", 'œ': "oe", 'ø': "oe", 'å': "aa"}[r])
		case r == 'ß', r == 'ẞ':
			out.WriteString("ss")
		case r == 'æ':
			out.WriteString("ae")
		case r == 'œ':
			out.WriteString("oe")
		case r == 'ø':
			out.WriteByte('o')
		case r == 'ł':
			out.WriteByte('l')
		case r == 'đ':
			out.WriteByte('d')
		case r == 'ı':
			out.WriteByte('i')
		case r == 'ς':
			out.WriteRune('σ')
		case strings.ContainsRune("أإآٱ", r):
			out.WriteRune('ا')
		case r == 'ى':
			out.WriteRune('ي')
		case r == 'ة':
			out.WriteRune('ه')
		case r == 'ـ', r == '.':
		default:
			bare(&out, r)
		}
	}
	return out.String()
}

// bare writes a letter without its accents. The marks of kana make another letter and stay.
func bare(out *strings.Builder, r rune) {
	if s := scriptOf(r); s == kana || s == katana {
		out.WriteRune(r)
		return
	}
	for _, part := range norm.NFD.String(string(r)) {
		if part >= 0x300 && part <= 0x36F || part >= 0x64B && part <= 0x652 || part == 0x670 {
			continue
		}
		out.WriteRune(part)
	}
}

func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || c == '.' {
			return false
		}
	}
	return true
}

// ends says whether a mark ends a sentence: a full stop followed by space and not behind an abbreviation or a number, or one of its kind.
func ends(text string, at int, r rune, words []word) bool {
	switch r {
	case '。', '！', '？', '؟', '!', '?', '\n', '…':
		return true
	case '.':
	default:
		return false
	}
	rest := text[at+1:]
	if rest == "" {
		return true
	}
	if rest[0] != ' ' && rest[0] != '\t' && !strings.HasPrefix(rest, "”") && rest[0] != '"' && rest[0] != ')' {
		return false
	}
	if len(words) == 0 || words[len(words)-1].end != at {
		return true
	}
	last := words[len(words)-1]
	if abbreviations[last.key] || last.script == latin && utf8.RuneCountInString(text[last.start:last.end]) == 1 && last.capital {
		return false
	}
	if last.script == numeral {
		next := runeAt(strings.TrimLeft(rest, " \t"), 0)
		return unicode.IsUpper(next) && last.end-last.start > 2
	}
	return true
}

// abbreviations take a full stop within a sentence.
var abbreviations = set("dr", "dra", "drs", "mr", "mrs", "ms", "st", "ste", "prof", "sr", "sra", "jr", "nr", "vs", "approx", "ca", "bzw", "ggf", "inkl",
	"str", "av", "avda", "sig", "dott", "avv", "ing", "arch", "rag", "me", "mme", "mlle", "ex", "env", "tel", "etc", "ave", "blvd", "rd",
	"evtl", "mind", "pza", "exmo", "mw", "dhr", "mevr", "mag", "dipl", "abt", "bd", "apr", "vgl", "sog", "ets")

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}
