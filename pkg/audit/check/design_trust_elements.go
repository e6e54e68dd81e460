package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// trustSigns are folded pieces of headings and lines that show the trust of others.
var trustSigns = []string{"testimonial", "reviews", "what our clients say", "what our customers say", "case stud", "certified",
	"certification", "accredited", "award",
	"guarantee", "warranty", "member of", "insured", "trusted by", "our clients", "iso 9001", "temoignage", "avis clients", "avis de nos",
	"ils nous font confiance",
	"nos references", "etude de cas", "certifie", "label ", "garantie", "assurance decennale", "prix du", "membre de", "nos clients",
	"satisfait", "certifie rge",
	"bewertungen", "kundenstimmen", "referenzen"}

// designTrustElements finds words and markup; pictures of seals stay unseen, so it never fails.
func designTrustElements() Check {
	return Check{
		ID: "design.trust-elements", Weight: 3, Level: Folklore, Source: "own rule: reviews, references, certificates or guarantees on any page read",
		Title: text("The trust of others is shown", "La confiance des autres est montrée"),
		Why: text("Reviews, references and certificates are what visitors look for before they act, and what an assistant gives as its reason.",
			"Avis, références et certifications sont ce que les visiteurs cherchent avant d'agir, et ce qu'un assistant donne pour raison."),
		Fix: text("Show dated reviews with names, references, certificates or a guarantee, as text and near the call to action.",
			"Montrez des avis datés et signés, des références, des certifications ou une garantie, en texte et près de l'appel à l'action."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			if !commercial(f) {
				return unassessed(page.NotApplicable, "The site doesn't seem to sell anything.", "Le site ne semble rien vendre.")
			}
			for _, p := range f.Pages {
				if len(p.Graph.OfType("Review", "AggregateRating")) > 0 {
					return passed("Reviews are on the site.", "Des avis figurent sur le site.").seen(p.FinalURL, "Review, AggregateRating", "")
				}
				for _, b := range p.Text.Blocks {
					if b.Kind == page.Quote && b.Cited {
						return passed("A quotation with its author is on the site.",
							"Une citation signée figure sur le site.").seen(p.FinalURL, "blockquote", excerptOf(b.Text))
					}
					line := ""
					if b.Words <= 40 {
						line = folded(b.Text)
					}
					if slices.ContainsFunc(trustSigns, func(w string) bool { return strings.Contains(line, w) }) {
						return passed("A sign of trust is on the site.", "Un signe de confiance figure sur le site.").seen(p.FinalURL,
							string(b.Kind), excerptOf(b.Text))
					}
				}
			}
			return warned("No reviews, references, certificates or guarantee in the text of %v.",
				"Ni avis, ni références, ni certification, ni garantie dans le texte : %v.",
				ofPages(len(f.Pages), f)).seen(f.FinalURL, "main", "")
		},
	}
}
