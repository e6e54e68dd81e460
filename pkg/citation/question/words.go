package question

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainLetters gives letters with marks, and ligatures, without them.
var plainLetters = strings.NewReplacer(
	"à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ā", "a", "ă", "a", "ą", "a", "æ", "ae", "ç", "c", "ć", "c", "č", "c", "ď", "d", "đ", "d",
	"ð", "d", "è", "e", "é", "e", "ê", "e", "ë", "e", "ē", "e", "ė", "e", "ę", "e", "ě", "e", "ğ", "g", "ģ", "g", "ì", "i", "í", "i", "î", "i", "ï", "i",
	"ī", "i", "į", "i", "ı", "i", "ķ", "k", "ĺ", "l", "ļ", "l", "ľ", "l", "ł", "l", "ñ", "n", "ń", "n", "ņ", "n", "ň", "n", "ò", "o", "ó", "o", "ô", "o",
	"õ", "o", "ö", "o", "ø", "o", "ő", "o", "ō", "o", "œ", "oe", "ŕ", "r", "ř", "r", "ś", "s", "ş", "s", "š", "s", "ș", "s", "ß", "ss", "ţ", "t", "ť", "t",
	"ț", "t", "þ", "th", "ù", "u", "ú", "u", "û", "u", "ü", "u", "ū", "u", "ů", "u", "ű", "u", "ų", "u", "ý", "y", "ÿ", "y", "ź", "z", "ż", "z", "ž", "z",
)

// spelledOut are the ways to write an umlaut without it; both are folded to the vowel alone, so that Müller, Mueller and Muller are one.
var spelledOut = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// joiners say "and": names are the same with any of them.
var joiners = []string{"and", "et", "und", "y", "e", "en"}

// words folds a text to its words: case, accents, punctuation, invisible characters and the words for "and" play no part; St is Saint.
func words(s string) []string {
	s = strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && unicode.In(r, unicode.Mn, unicode.Cf) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	s = spelledOut.Replace(plainLetters.Replace(s))
	all := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mc, r) })
	for i, w := range all {
		switch w {
		case "st":
			all[i] = "saint"
		case "ste":
			all[i] = "sainte"
		case "cie":
			all[i] = "compagnie"
		}
	}
	return slices.DeleteFunc(all, func(w string) bool { return slices.Contains(joiners, w) })
}

// unspaced says whether a text is in a script that doesn't put spaces between words.
func unspaced(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	})
}
