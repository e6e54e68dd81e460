package passes

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

const maxPlace = 40 // characters of a town's or a region's name

// prompt puts the question as a customer would, with nothing that leads: who is asked knows the language and where the customer is, no more.
func prompt(b citation.Business, lang, question string) engine.Prompt {
	system := "Answer in the language of the question"
	if plain(lang) {
		system += " (" + lang + ")"
	}
	system += "."
	var where []string
	for _, part := range []string{b.City, b.Region, b.Country} {
		if plain(part) {
			where = append(where, part)
		}
	}
	if len(where) > 0 {
		system += " The user is in " + strings.Join(where, ", ") + "."
	}
	return engine.Prompt{System: system, User: question, MaxTokens: maxTokens}
}

// located puts the question from where the business's customers are. The country is always set.
func located(b citation.Business, lang, text string) engine.Question {
	place := engine.Place{Country: country(b, lang)}
	if plain(b.City) {
		place.City = b.City
	}
	if plain(b.Region) {
		place.Region = b.Region
	}
	return engine.Question{Text: text, Lang: lang, Place: place, MaxTokens: maxTokens}
}

// plain says that the text can be the name of a place or a language: sites write it, and it goes into prompts.
func plain(text string) bool {
	if text == "" || utf8.RuneCountInString(text) > maxPlace {
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -.'’()/·", r)
	}) < 0
}

// homes are where most people live who search in a language, for a business whose country nobody knows.
var homes = map[string]string{
	"en": "US", "fr": "FR", "de": "DE", "es": "ES", "it": "IT", "pt": "PT", "nl": "NL", "ja": "JP", "ar": "EG", "pl": "PL", "sv": "SE", "da": "DK", "nb": "NO",
	"no": "NO", "fi": "FI", "cs": "CZ", "sk": "SK", "sl": "SI", "hr": "HR", "hu": "HU", "ro": "RO", "bg": "BG", "el": "GR", "tr": "TR", "uk": "UA", "ru": "RU",
	"et": "EE", "lv": "LV", "lt": "LT", "zh": "CN", "ko": "KR", "he": "IL", "hi": "IN", "th": "TH", "vi": "VN", "id": "ID",
}

// country is the business's, else that of the market's language; US, as services have it, where nothing is known.
func country(b citation.Business, lang string) string {
	language, rest, _ := strings.Cut(lang, "-")
	region := ""
	for part := range strings.SplitSeq(rest, "-") {
		if len(part) == 2 {
			region = strings.ToUpper(part)
		}
	}
	return cmp.Or(strings.ToUpper(b.Country), region, homes[strings.ToLower(language)], "US")
}
