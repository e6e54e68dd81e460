package check

import (
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// shortSnippet is the number of characters under which a snippet hardly says anything; own number.
const shortSnippet = 50

func seoSnippetEligible() Check {
	return Check{
		ID:     "seo.snippet-eligible",
		Weight: 4,
		Also:   []audit.Share{{Metric: audit.GSO, Weight: 8}},
		Level:  Standard,
		Source: "Google Search Central, robots meta tag (nosnippet, max-snippet); own number: 50 characters",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",
		Title:  text("Snippets allowed", "Extraits autorisés"),
		Why: text("Only text that may be shown as a snippet can be quoted in Google's AI Overviews and AI Mode, or in Bing's answers.",
			"Seul un texte autorisé en extrait peut être cité dans les réponses d'IA de Google (AI Overviews, AI Mode) ou de Bing."),
		Fix: text("Remove nosnippet, and set max-snippet to -1 or leave it out. Keep single passages back with data-nosnippet instead.",
			"Retirez nosnippet et mettez max-snippet à -1, ou supprimez-le. Pour n'exclure que certains passages, utilisez data-nosnippet."),
		Run: runSnippetEligible,
	}
}

func runSnippetEligible(f *page.Facts) Finding {
	if d, limit, ok := snippetLimit(f.Main()); ok {
		verdict := failed("The page forbids any snippet of its text.", "La page interdit tout extrait de son texte.")
		if limit > 0 {
			verdict = warned("The page allows snippets of %d characters at most.", "La page limite les extraits à %d caractères.", limit)
		}
		return verdict.seen(f.Main().FinalURL, stands(d), written(d))
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		d, _, ok := snippetLimit(p)
		return stands(d), written(d), ok
	})
	return siteWide(f, found,
		passed("Search engines may show snippets of the page.", "Les moteurs peuvent afficher des extraits de la page."),
		Finding{}, // decided above
		warned("Snippets are forbidden or limited on %v.", "Les extraits sont interdits ou limités sur %v.", notMain(len(found), f)))
}

// snippetLimit gives the directive that limits snippets the most, and the characters it leaves; ok is false where there is room enough.
func snippetLimit(p *page.Page) (strictest page.Directive, limit int, ok bool) {
	limit = shortSnippet
	for _, d := range directives(p, searchBots...) {
		left := shortSnippet
		switch d.Name {
		case "nosnippet":
			left = 0
		case "max-snippet":
			if n, err := strconv.Atoi(strings.TrimSpace(d.Value)); err == nil && n >= 0 { // -1 is no limit
				left = n
			}
		}
		if left < limit {
			strictest, limit, ok = d, left, true
		}
	}
	return strictest, limit, ok
}
