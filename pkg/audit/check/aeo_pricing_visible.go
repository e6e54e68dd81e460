package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoPricingVisible fails only a page of prices that shows none: many trades quote on request, and say so.
func aeoPricingVisible() Check {
	return Check{
		ID: "aeo.pricing-visible", Weight: 3, Level: Folklore,
		Source: "own rule: a price in the text of a site that sells; Google Search Central, Product structured data (price)",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/product",
		Title:  text("Readable prices", "Prix lisibles"),
		Why: text("“How much does it cost?” comes before most purchases. Without a figure of yours, an assistant can only quote somebody else's.",
			"« Combien ça coûte ? » précède la plupart des achats. Sans chiffre de votre part, un assistant ne peut citer que celui d'un autre."),
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
			return passed("The pages read show prices, for instance %s.", "Les pages lues affichent des prix, par exemple %s.",
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
		return warned("A price was found only in the structured data (%s), not in the text.",
			"Un prix n'a été trouvé que dans les données structurées (%s), pas dans le texte.", marked).seen(f.FinalURL, "offers, priceRange", marked)
	case priced != nil && whole(priced):
		return failed("The page of prices shows no price in its HTML.",
			"La page de tarifs n'affiche aucun prix dans son HTML.").seen(priced.FinalURL, "price", "none")
	case onRequest != "":
		return warned("Prices are given on request only.", "Les prix ne sont donnés que sur demande.").seen(f.FinalURL, "body", onRequest)
	}
	return warned("No price was found on %v.", "Aucun prix n'a été trouvé sur %v.", anyPage(f)).seen(f.FinalURL, "price", "none")
}

// quoteLine gives the first line that offers a quote.
func quoteLine(p *page.Page) string {
	for _, b := range p.Text.Blocks {
		if b.Words > 40 {
			continue
		}
		s := folded(b.Text)
		if slices.ContainsFunc([]string{
			"on request", "free quote", "free estimate", "request a quote", "get a quote", "sur devis",
			"devis gratuit", "demander un devis", "sur demande",
		},
			func(w string) bool { return strings.Contains(s, w) }) {
			return excerptOf(b.Text)
		}
	}
	return ""
}
