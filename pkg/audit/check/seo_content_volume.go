package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// The words of main content under which a page is thin, and under which it is at least short.
const (
	thinContent  = 200
	shortContent = 300
)

func seoContentVolume() Check {
	return Check{
		ID:     "seo.content-volume",
		Weight: 2,
		Level:  Folklore,
		Source: "common practice of SEO tools: 200 and 300 words; Google names no minimum (creating helpful content)",
		Link:   "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
		Title:  text("Amount of text", "Volume de texte"),
		Why: text("A few sentences seldom answer a question in full, and leave engines little text to match or quote.",
			"Quelques phrases répondent rarement à une question en entier et laissent peu de matière à reprendre aux moteurs."),
		Fix: text("Answer in text what visitors ask of this page: what, for whom, how, where, at what price.",
			"Répondez par écrit à ce que les visiteurs attendent de cette page : quoi, pour qui, comment, où, à quel prix."),
		Needs: []Need{Content},
		Run:   runContentVolume,
	}
}

// Contact and legal pages are short by nature and pages of unknown kind are often lists, so besides the submitted page only pages that are there to
// be read are judged.
func runContentVolume(f *page.Facts) Finding {
	main := f.Main()
	switch {
	case main.Kind == page.KindContact || main.Kind == page.KindLegal:
		return unassessed(page.NotApplicable, "The submitted page is a contact or legal page, which is short by nature.", "La page soumise est une page de contact ou une page légale, courte par nature.")
	case !whole(main):
		return unsure(main)
	case unspaced(main):
		return unassessed(page.NotApplicable, "Words can't be counted in a script without spaces.",
			"Les mots ne se comptent pas dans une écriture sans espaces.")
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		toRead := p == main || p.Kind == page.KindArticle || p.Kind == page.KindService || p.Kind == page.KindProduct
		words := count(p.Text.Words, "word", "words", "mot", "mots")
		return "main content", words.EN, toRead && whole(p) && p.Text.Words < thinContent
	})
	words := count(main.Text.Words, "word", "words", "mot", "mots")
	healthy := passed("The main content has %v.", "Le contenu principal compte %v.", words)
	if main.Text.Words < shortContent {
		healthy = passed("The main content has %v, which is rather short.", "Le contenu principal compte %v, ce qui est plutôt court.", words)
	}
	return siteWide(f, found, healthy,
		warned("The main content has only %v.", "Le contenu principal ne compte que %v.", words),
		warned("Articles, service or product pages have fewer than 200 words: %v.",
			"Des articles, pages de services ou de produits comptent moins de 200 mots : %v.", notMain(len(found), f)))
}

// unspaced says that the page's language is written without spaces between words.
func unspaced(p *page.Page) bool {
	switch languageFamily(first([]string{p.Detected.Value, p.Lang})) {
	case "zh", "ja", "th", "lo", "km", "my", "bo":
		return true
	}
	return false
}
