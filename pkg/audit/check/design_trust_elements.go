package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// trustSigns are folded pieces of headings and lines that show the trust of others.
var trustSigns = []string{
	"testimonial", "reviews", "what our clients say", "what our customers say", "case stud", "certified",
	"certification", "accredited", "award",
	"guarantee", "warranty", "member of", "insured", "trusted by", "our clients", "iso 9001", "temoignage", "avis clients", "avis de nos",
	"ils nous font confiance",
	"nos references", "etude de cas", "certifie", "label ", "garantie", "assurance decennale", "prix du", "membre de", "nos clients",
	"satisfait", "certifie rge",
	"bewertungen", "kundenstimmen", "referenzen",
}

// designTrustElements finds words and markup; pictures of seals stay unseen, so it never fails.
func designTrustElements() Check {
	return Check{
		ID: "design.trust-elements", Weight: 2, Level: Folklore, Source: "own rule: reviews, references, certificates or guarantees on any page read",
		Title: text("Reviews, references and guarantees", "Avis, références et garanties"),
		Why: text("Visitors look for reviews, references and certificates before they act, and an assistant can only repeat those that stand in the text.",
			"Les visiteurs cherchent avis, références et certifications avant d'agir, et un assistant ne peut reprendre que ceux qui figurent dans le texte."),
		Fix: text("Show dated reviews with names, references, certificates or a guarantee, as text and near the call to action.",
			"Montrez des avis datés et signés, des références, des certifications ou une garantie, en texte et près de l'appel à l'action."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			if !commercial(f) {
				return unassessed(page.NotApplicable, "The site doesn't seem to sell anything.", "Le site ne semble rien vendre.")
			}
			for _, p := range f.Pages {
				if len(p.Graph.OfType("Review", "AggregateRating")) > 0 {
					return passed("The structured data contains reviews or a rating.", "Les données structurées contiennent des avis ou une note.").
						seen(p.FinalURL, "structured data", "Review, AggregateRating")
				}
				for _, b := range p.Text.Blocks {
					if b.Kind == page.Quote && b.Cited {
						return passed("A quotation with its author was found.",
							"Une citation signée a été trouvée.").seen(p.FinalURL, "blockquote", excerptOf(b.Text))
					}
					line := ""
					if b.Words <= 40 {
						line = folded(b.Text)
					}
					if slices.ContainsFunc(trustSigns, func(w string) bool { return strings.Contains(line, w) }) {
						return passed("A review, reference, certificate or guarantee was found.", "Un avis, une référence, une certification ou une garantie a été trouvé.").seen(p.FinalURL,
							string(b.Kind), excerptOf(b.Text))
					}
				}
			}
			if !worded(f) {
				return unknownWords()
			}
			return warned("No review, reference, certificate or guarantee was found in the text of %v.",
				"Aucun avis, référence, certification ni garantie n'a été trouvé dans le texte sur %v.",
				anyPage(f)).seen(f.FinalURL, "main content", "none")
		},
	}
}
