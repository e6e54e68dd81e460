package check

import "unicode"

// displayLength is the room that a text takes in a result list, in Latin letters: characters, not bytes; combining marks take none, and
// Chinese, Japanese and Korean characters take two (Unicode Standard Annex 11).
func displayLength(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), r >= 0xFF01 && r <= 0xFF60, r >= 0x3000 && r <= 0x303F:
			n += 2
		default:
			n++
		}
	}
	return n
}

// first gives the first text that isn't empty, or nothing.
func first(texts []string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
