// Package text prepares texts for comparing and for showing.
package text

import (
	"unicode"
	"unicode/utf8"
)

// accents are the letters with accents of the languages that the vocabularies and country names are in.
var accents = map[rune]string{
	'à': "a", 'â': "a", 'ä': "a", 'á': "a", 'ã': "a", 'å': "a", 'æ': "ae", 'ç': "c", 'é': "e", 'è': "e", 'ê': "e", 'ë': "e", 'î': "i", 'ï': "i", 'í': "i",
	'ñ': "n", 'ô': "o", 'ö': "o", 'ó': "o", 'õ': "o", 'ø': "o", 'œ': "oe", 'ù': "u", 'û': "u", 'ü': "u", 'ú': "u", 'ÿ': "y", 'ß': "ss",
}

// Fold lowers the case, takes accents off, and turns everything but letters and digits into single spaces, with one at each end, so that whole words
// can be looked for.
func Fold(text string) string {
	b := make([]byte, 0, len(text)+2)
	b = append(b, ' ')
	space := true
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf { // most of a text
			switch {
			case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
				b, space = append(b, c), false
			case c >= 'A' && c <= 'Z':
				b, space = append(b, c+'a'-'A'), false
			case !space:
				b, space = append(b, ' '), true
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			r = unicode.ToLower(r)
			if plain, ok := accents[r]; ok {
				b = append(b, plain...)
			} else {
				b = utf8.AppendRune(b, r)
			}
			space = false
		case unicode.Is(unicode.Mn, r): // an accent of its own
		case !space:
			b, space = append(b, ' '), true
		}
	}
	if !space {
		b = append(b, ' ')
	}
	return string(b)
}
