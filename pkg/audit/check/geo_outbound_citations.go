package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func geoOutboundCitations() Check {
	return Check{
		ID: "geo.outbound-citations", Weight: 1, Level: OneStudy,
		Source: "Aggarwal et al., GEO (KDD 2024), contested by C-SEO Bench (NeurIPS 2025); own number: one link in 500 words",
		Link:   "https://arxiv.org/abs/2311.09735",
		Title:  text("Links from articles to their sources", "Liens des articles vers leurs sources"),
		Why: text("A claim with a source can be checked, by readers and by models. The measured effect on AI citations is small and contested.",
			"Une affirmation sourcée peut être vérifiée, par les lecteurs comme par les modèles. L'effet mesuré sur les citations par l'IA est faible et contesté."),
		Fix: text("Link figures and claims of others to the pages they come from.",
			"Accompagnez les chiffres et affirmations d'autrui d'un lien vers la page d'où ils viennent."),
		Run: runOutboundCitations,
	}
}

func runOutboundCitations(f *page.Facts) Finding {
	read := longArticles(f)
	if len(read) == 0 {
		return noArticle()
	}
	var few []fault
	for _, p := range read {
		links := 0
		for _, b := range p.Text.Blocks {
			links += b.Links
		}
		if links*500 < p.Text.Words && links < 5 {
			few = append(few, fault{p, "main content", count(links, "external link", "external links", "lien externe", "liens externes").EN})
		}
	}
	verdict := warned("Long articles with fewer than one external link in 500 words: %d of %d.", "Articles longs avec moins d'un lien externe pour 500 mots : %d sur %d.", len(few), len(read))
	return siteWide(f, few, passed("Long articles link to other sites (%s).", "Les articles longs renvoient à d'autres sites (%s).",
		count(len(read), "article read", "articles read", "article lu", "articles lus")), verdict, verdict)
}

// longArticles are the articles that have room for evidence: 300 words and more.
func longArticles(f *page.Facts) []*page.Page {
	var out []*page.Page
	for _, p := range articles(f) {
		if p.Text.Words >= 300 {
			out = append(out, p)
		}
	}
	return out
}
