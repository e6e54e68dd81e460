package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func seoTwitterCard() Check {
	return Check{
		ID:     "seo.twitter-card",
		Level:  Standard,
		Source: "X developer platform, cards markup; reported, not scored, since X falls back to Open Graph",
		Title:  text("Card for X (Twitter)", "Carte pour X (Twitter)"),
		Why: text("twitter:card chooses the large preview on X; words and image come from Open Graph.",
			"twitter:card choisit le grand aperçu sur X ; textes et image viennent d'Open Graph."),
		Fix: text("Add meta name=twitter:card with content=summary_large_image.",
			"Ajoutez la balise meta name=twitter:card avec content=summary_large_image."),
		Run: runTwitterCard,
	}
}

func runTwitterCard(f *page.Facts) Finding {
	p := f.Main()
	card := metaContent(p.Twitter, "twitter:card")
	switch {
	case card != "":
		return passed("The page asks for a card of the kind %s.",
			"La page demande une carte de type %s.", card).seen(p.FinalURL, "meta[name=twitter:card]", card)
	case p.Response.Truncated != "" || p.ParseError != "":
		return unsure(p)
	}
	return warned("The page has no twitter:card; X then shows a small preview at most.",
		"La page n'a pas de twitter:card ; X n'affiche alors au mieux qu'un petit aperçu.").seen(p.FinalURL, "meta[name=twitter:card]", "none")
}
