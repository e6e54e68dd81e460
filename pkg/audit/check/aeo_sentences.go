package check

import (
	"iter"
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// languageOf is the language of a page's text, ISO 639-1: as detected, else as declared; empty where neither says.
func languageOf(p *page.Page) string {
	if p.Detected.OK() && p.Detected.Value != "" {
		return p.Detected.Value
	}
	lang, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(p.Lang, "_", "-")), "-")
	return lang
}

// speaksOther says that the submitted page is in another language than English and French. A page whose language is unknown isn't.
func speaksOther(f *page.Facts) bool {
	lang := languageOf(f.Main())
	return lang != "en" && lang != "fr" && lang != ""
}

// otherLanguage is the answer of checks whose rules exist for English and French only.
func otherLanguage() Finding {
	return unassessed(page.NotApplicable, "The rules of this check exist for English and French only.",
		"Les règles de ce contrôle n'existent que pour l'anglais et le français.")
}

// abbreviations end with a full stop that ends no sentence, folded.
var abbreviations = wordSet("mr mrs ms dr st m mme mlle me pr prof no nr etc vs eg ie cf ex av bd env tel p art inc ltd co jr sr approx rte ste")

// sentences divides a passage after . ! ? and … where a capital, a figure or nothing follows; an abbreviation or an initial ends none.
func sentences(passage string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for i, r := range passage {
			if r != '.' && r != '!' && r != '?' && r != '…' {
				continue
			}
			end := i + utf8.RuneLen(r)
			rest := strings.TrimLeft(passage[end:], " \u00a0\u202f»\"”)")
			if rest != "" && len(rest) == len(passage[end:]) {
				continue // inside a number, an address, or a run of marks
			}
			next, _ := utf8.DecodeRuneInString(rest)
			if rest != "" && !unicode.IsUpper(next) && !unicode.IsDigit(next) && !strings.ContainsRune("«\"“(¿¡", next) {
				continue
			}
			if r == '.' {
				word := folded(passage[max(strings.LastIndexAny(passage[:i], " \u00a0"), 0):i])
				if abbreviations[word] || utf8.RuneCountInString(word) == 1 && !unicode.IsDigit(rune(word[0])) {
					continue
				}
			}
			if !yield(strings.TrimSpace(passage[start:end])) {
				return
			}
			start = end
		}
		if rest := strings.TrimSpace(passage[start:]); rest != "" && strings.ContainsFunc(rest, unicode.IsLetter) {
			yield(rest)
		}
	}
}

// pronouns refer to something said before when a passage begins with them; demonstratives only before a verb ("this is", but not "this service").
// Impersonal openers ("it is", « il faut ») refer to nothing and aren't meant.
var pronouns = wordSet("he she they these those such elle elles ils cela ca ceci")

var demonstratives = wordSet("this that it")

var referringVerbs = wordSet("means meant can will includes covers allows ensures makes helps has also gives shows explains applies starts comes")

// referringOpenings are of these, and of celui-ci and celle-ci.
var referringOpenings = func() openings {
	set := openingsOf(maps.Keys(pronouns))
	maps.Copy(set, openingsOf(maps.Keys(demonstratives)))
	return set
}()

// startsWithPronoun says whether a passage can't be understood without the one before it.
func startsWithPronoun(passage string) bool {
	if !referringOpenings.mayBegin(passage) {
		return false
	}
	words := strings.Fields(folded(cutRunes(passage, 80)))
	if len(words) < 2 {
		return false
	}
	if words[0] == "this" || words[0] == "that" {
		return referringVerbs[words[1]] || words[1] == "is" || words[1] == "was"
	}
	if words[1] == "ci" { // celui-ci, celle-ci
		return true
	}
	return pronouns[words[0]] || demonstratives[words[0]] && referringVerbs[words[1]]
}

// cutRunes is at most the first n characters.
func cutRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
