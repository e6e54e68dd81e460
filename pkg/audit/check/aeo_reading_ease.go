package check

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoReadingEase is reported and never scored: what is easy enough depends on whom a page is for.
func aeoReadingEase() Check {
	return Check{
		ID: "aeo.reading-ease", Weight: 0, Level: Folklore,
		Source: "Flesch, A new readability yardstick (1948), for English; Kandel and Moles (1958), for French; own number: 50 and more; reported, not scored",
		Title:  text("Reading ease", "Facilité de lecture"),
		Why: text("Short sentences and common words are understood by more readers, and lose less when a passage is quoted alone.",
			"Des phrases courtes et des mots courants sont compris par plus de lecteurs, et perdent moins à être cités isolément."),
		Fix: text("Split long sentences, and use the word that your customers use.",
			"Coupez les phrases longues, et employez les mots de vos clients."),
		Needs: []Need{Content},
		Run:   runReadingEase,
	}
}

func runReadingEase(f *page.Facts) Finding {
	main := f.Main()
	lang := languageOf(main)
	if lang != "en" && lang != "fr" {
		return otherLanguage()
	}
	words, said, syllables := 0, 0, 0
	for _, b := range main.Text.Blocks {
		if b.Kind != page.Paragraph || b.Words < 8 {
			continue
		}
		for range sentences(b.Text) {
			said++
		}
		for w := range strings.FieldsSeq(b.Text) {
			if n := syllablesOf(w, lang); n > 0 {
				words++
				syllables += n
			}
		}
	}
	if words < 100 || said < 5 {
		return noProse()
	}
	ease := readingEase(lang, words, said, syllables)
	if ease < 50 {
		return warned("The text is hard to read: its reading ease is %d of 100.", "Le texte est difficile à lire : sa facilité de lecture est de %d sur 100.", ease).
			seen(main.FinalURL, "main content", fmt.Sprintf("%d words, %d sentences", words, said))
	}
	return passed("The reading ease of the text is %d of 100.", "La facilité de lecture du texte est de %d sur 100.", ease)
}

// readingEase is 0 to 100 by Flesch's formula, for French with the constants of Kandel and Moles.
func readingEase(lang string, words, sentences, syllables int) int {
	base, weight := 206.835, 84.6
	if lang == "fr" {
		base, weight = 207, 73.6
	}
	ease := base - 1.015*float64(words)/float64(sentences) - weight*float64(syllables)/float64(words)
	return int(max(0, min(100, ease)))
}

// syllablesOf estimates by groups of vowels; an e that isn't spoken at the end of the word counts for none. A word without letters has no syllable.
func syllablesOf(word, lang string) int {
	written := strings.ToLower(strings.TrimFunc(word, isMark))
	plain := written
	if strings.ContainsFunc(written, func(r rune) bool { return r < 'a' || r > 'z' }) {
		plain = folded(written)
	}
	if plain == "" || hasDigit(plain) {
		return 0
	}
	groups, vowel := 0, false
	for i := range len(plain) {
		is := isVowel(plain[i])
		if is && !vowel {
			groups++
		}
		vowel = is
	}
	if groups > 1 && silentEnding(written, lang) {
		groups--
	}
	return max(groups, 1)
}

// isMark says of what stands around words that it is no letter and no figure.
func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func isVowel(c byte) bool {
	return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y'
}

// silentEnding says whether a word ends in a consonant and an e that isn't spoken: cake, cakes, baked; chambre, chambres, parlent.
func silentEnding(word, lang string) bool {
	endings, spoken := []string{"e", "es", "ed"}, []string{"le", "les", "ted", "ded", "ses", "ces", "ges"}
	if lang == "fr" {
		endings, spoken = []string{"e", "es", "ent"}, []string{"ment"}
	}
	for _, s := range spoken {
		if stem, ok := strings.CutSuffix(word, s); ok && (s[0] != 'l' || stem != "" && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1]))) {
			return false
		}
	}
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(word, e); ok && stem != "" {
			return !isVowel(stem[len(stem)-1])
		}
	}
	return false
}
