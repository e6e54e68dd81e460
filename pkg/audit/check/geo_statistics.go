package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func geoStatistics() Check {
	return Check{
		ID: "geo.statistics", Weight: 1, Level: OneStudy,
		Source: "Aggarwal et al., GEO (KDD 2024), contested by C-SEO Bench (NeurIPS 2025); own number: one figure in 300 words",
		Link:   "https://arxiv.org/abs/2311.09735",
		Title:  text("Concrete figures in the text", "Chiffres concrets dans le texte"),
		Why: text("Figures with units can be quoted; adjectives can't. The measured effect on AI citations is small and contested.",
			"Un chiffre avec son unité se cite ; un adjectif, non. L'effet mesuré sur les citations par l'IA est faible et contesté."),
		Fix: text("Replace vague words by the numbers you have: prices, durations, quantities, years, results.",
			"Remplacez les mots vagues par vos chiffres : prix, durées, quantités, années, résultats."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			if speaksOther(f) { // the words of units are known for these two
				return otherLanguage()
			}
			words, found := 0, 0
			for _, p := range f.Pages {
				if !p.Text.Clipped && p.Kind != page.KindLegal && p.Kind != page.KindContact {
					words += p.Text.Words
					found += figures(p.Text.Main)
				}
			}
			if words < 300 {
				return unassessed(page.NotApplicable, "The pages read have fewer than 300 words.", "Les pages lues comptent moins de 300 mots.")
			}
			said := count(found, "figure with a unit", "figures with units", "chiffre avec unité", "chiffres avec unité")
			if found*300 < words {
				return warned("The pages read give %s in %d words, fewer than one in 300.", "Les pages lues donnent %s pour %d mots, moins d'un pour 300.", said, words).
					seen(f.FinalURL, "main content", said.EN)
			}
			return passed("The pages read give %s in %d words.", "Les pages lues donnent %s pour %d mots.", said, words)
		},
	}
}

// units are words that make a number before them a quantity, folded, in English and French; symbols are the same everywhere.
var units = wordSet(`percent per pour euro euros dollar dollars usd eur gbp km kg cm mm m m2 g l kwh mw h min ms gb mb ha million millions billion billions milliard
	milliards thousand mille year years month months week weeks day days hour hours minute minutes second seconds an ans annee annees mois semaine semaines
	jour jours heure heures seconde secondes times fois people personnes customers clients`)

// figures counts the numbers of a text that have a currency, a per cent sign or a unit.
func figures(text string) int {
	n, number := 0, false
	for line := range strings.SplitSeq(text, "\n") {
		if !number && !hasDigit(line) { // most lines
			continue
		}
		for word := range strings.FieldsSeq(line) {
			digit := hasDigit(word)
			switch {
			case digit && strings.ContainsAny(word, "%$€£"), digit && units[strings.TrimLeft(folded(word), "0123456789 ")]:
				n++
				digit = false
			case number && !digit && (strings.ContainsAny(word[:1], "%$") || strings.HasPrefix(word, "€") || strings.HasPrefix(word, "£") ||
				units[folded(word)]):
				n++
			}
			number = digit
		}
	}
	return n
}

func hasDigit(word string) bool {
	for i := range len(word) {
		if word[i]-'0' <= 9 { // bytes below wrap around
			return true
		}
	}
	return false
}
