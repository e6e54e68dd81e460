package check

import (
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoKeywordStuffing asks for two signs at once, over the page and within 100 words, and leaves the name of the business alone. Other tools use 3 %
// and 5 repeats, which an honest page about one subject reaches; ours are higher.
func geoKeywordStuffing() Check {
	return Check{
		ID: "geo.keyword-stuffing", Weight: 1, Level: Standard,
		Source: "Google Search Central, spam policies (keyword stuffing); own numbers: 5% of the words and 8 in any 100 words",
		Link:   "https://developers.google.com/search/docs/essentials/spam-policies",
		Title:  text("No excessive repetition of a word", "Absence de répétition excessive d'un mot"),
		Why: text("Repetition for its own sake is against Google's spam policies, and in the GEO study of 2024 it lowered visibility in AI answers.",
			"La répétition gratuite enfreint les règles de Google contre le spam et, dans l'étude GEO de 2024, elle a réduit la visibilité dans les réponses d'IA."),
		Fix: text("Rewrite the passage for readers: name the subject once and go on with details.",
			"Réécrivez le passage pour les lecteurs : nommez le sujet une fois et poursuivez avec des détails."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			name := wordSet(folded(siteName(f)))
			judged := 0
			found := faults(f, func(p *page.Page) (string, string, bool) {
				if p.Text.Words < 200 || p.Kind == page.KindLegal {
					return "", "", false
				}
				judged++
				word, said := repeatedWord(p.Text.Main, name)
				return "main", said, word != ""
			})
			if judged == 0 {
				return unassessed(page.NotApplicable, "No page read has 200 words of content.", "Aucune page lue n'atteint 200 mots de contenu.")
			}
			verdict := warned("One word makes up more than 5%% of the beginning of the text on %v.", "Un mot forme plus de 5 %% du début du texte sur %v.", ofPages(len(found), f))
			return siteWide(f, found, passed("No word stands out by repetition (%v).", "Aucun mot ne ressort par sa répétition (%v).",
				count(judged, "page judged", "pages judged", "page examinée", "pages examinées")), verdict, verdict)
		},
	}
}

// stuffedBytes bounds how much of a page is looked at: what is written for engines stands at the beginning.
const stuffedBytes = 8 << 10

// repeatedWord gives a word of four letters or more that is over the two limits, and how often it stands.
func repeatedWord(text string, except map[string]bool) (word, said string) {
	text = folded(strings.ToValidUTF8(text[:min(len(text), stuffedBytes)], ""))
	// Words are counted by a few of their bytes first: where no such count is over the limit, none of a word is, and that is so on most pages.
	var alike [1 << 10]int
	total, most := 0, 0
	for w := range strings.SplitSeq(text, " ") {
		if total++; len(w) >= 4 {
			n := &alike[(int(w[0])*31+int(w[1])*7+int(w[2])+int(w[len(w)-1])*63+len(w))%len(alike)]
			*n++
			most = max(most, *n)
		}
	}
	if most*20 <= total {
		return "", ""
	}
	times := make(map[string]int)
	for w := range strings.SplitSeq(text, " ") {
		if len(w) >= 4 {
			times[w]++
		}
	}
	maps.DeleteFunc(times, func(w string, n int) bool {
		return n*20 <= total || utf8.RuneCountInString(w) < 4 || except[w] || commonWords[w]
	})
	if len(times) == 0 {
		return "", ""
	}
	words := strings.Fields(text)
	for _, w := range words { // in the order of the text, so that the answer is always the same
		if times[w] == 0 {
			continue
		}
		if crowded(words, w) {
			return w, fmt.Sprintf("“%s”: %d of %d words", w, times[w], total)
		}
		delete(times, w) // looked at once, however often it stands
	}
	return "", ""
}

// crowded says whether any 100 words in a row hold the word 8 times.
func crowded(words []string, word string) bool {
	var at []int
	for i, w := range words {
		if w == word {
			if at = append(at, i); len(at) >= 8 && i-at[len(at)-8] < 100 {
				return true
			}
		}
	}
	return false
}

// commonWords are words of four letters or more that texts are full of, folded.
var commonWords = wordSet(`that this with from have your will they their what when which there about more also than them been were would could should into
	some only other these those over such just like most very then where each does here make many much dans pour avec vous nous votre notre plus sont cette
	mais tout tous leur leurs comme etre fait faire aussi sans elle ils elles nos vos chez entre apres avant lors dont ainsi tres bien peut peuvent selon
	eine einen einem einer oder nicht auch sich sind wird werden ihre unsere haben para como esta este pero mais sobre nuestro nuestra sono della delle nella
	voor niet zijn naar deze`)
