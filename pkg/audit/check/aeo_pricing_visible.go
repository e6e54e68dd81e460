package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoPricingVisible fails only a page of prices that shows none: many trades quote on request, and say so.
func aeoPricingVisible() Check {
	return Check{
		ID: "aeo.pricing-visible", Weight: 5, Level: Standard,
		Source: "Google Search Central, Product and merchant listing structured data (price visible); own rule for services",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/product",
		Title:  text("Prices can be read", "Des prix lisibles"),
		Why: text("“How much does it cost?” is the question before every purchase. Without a figure, an assistant quotes a rival's, or an average.",
			"« Combien ça coûte ? » précède tout achat. Sans chiffre, l'assistant donne celui d'un concurrent, ou une moyenne."),
		Fix: text("Show prices, or at least “from” prices or typical ranges, as text in the HTML.",
			"Affichez vos prix, ou au moins des prix « à partir de » ou des fourchettes, en texte dans le HTML."),
		Needs: []Need{Content},
		Run:   runPricingVisible,
	}
}

func runPricingVisible(f *page.Facts) Finding {
	if !commercial(f) {
		return unassessed(page.NotApplicable, "The site doesn't seem to sell anything.", "Le site ne semble rien vendre.")
	}
	var priced *page.Page
	marked, onRequest := "", ""
	for _, p := range f.Pages {
		if len(p.Prices) > 0 && p.Kind != page.KindLegal {
			return passed("The pages show prices, for instance %s.", "Les pages affichent des prix, par exemple %s.",
				p.Prices[0]).seen(p.FinalURL, "body", p.Prices[0])
		}
		if p.Kind == page.KindPricing {
			priced = p
		}
		for i := range p.Graph.Nodes {
			n := &p.Graph.Nodes[i]
			for _, prop := range []string{"price", "lowPrice", "priceRange"} {
				if v := p.Graph.Text(n, prop); v != "" && marked == "" {
					marked = v
				}
			}
		}
		if onRequest == "" {
			onRequest = quoteLine(p)
		}
	}
	switch {
	case marked != "":
		return warned("A price stands only in the markup (%s), not in the text.",
			"Un prix ne figure que dans le balisage (%s), pas dans le texte.", marked).seen(f.FinalURL, "offers, priceRange", marked)
	case priced != nil && whole(priced):
		return failed("The page of prices shows none in its HTML.",
			"La page de tarifs n'en montre aucun dans son HTML.").seen(priced.FinalURL, "main", "")
	case onRequest != "":
		return warned("Prices only on request.", "Prix seulement sur demande.").seen(f.FinalURL, "body", onRequest)
	}
	return warned("No price on %v.", "Aucun prix sur %v.", ofPages(len(f.Pages), f)).seen(f.FinalURL, "body", "")
}

// quoteLine gives the first line that offers a quote.
func quoteLine(p *page.Page) string {
	for _, b := range p.Text.Blocks {
		if b.Words > 40 {
			continue
		}
		s := folded(b.Text)
		if slices.ContainsFunc([]string{"on request", "free quote", "free estimate", "request a quote", "get a quote", "sur devis",
			"devis gratuit", "demander un devis", "sur demande"},
			func(w string) bool { return strings.Contains(s, w) }) {
			return excerptOf(b.Text)
		}
	}
	return ""
}
