package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoYMYLCare(t *testing.T) {
	written := func(lang, head, lead, text, more string) *page.Facts {
		return spoken(lang, read(doc{page.KindArticle, "/blog/a", `<!doctype html><html lang="` + lang + `"><head><title>An article</title>` + head +
			`</head><body><main><article><h1>An article</h1>` + lead + `<p>` + text + `</p>` + filler(200) + more + `</article></main></body></html>`}))
	}
	const (
		illness = "The symptoms of this disease are pain and fever; the treatment is a dose of antibiotics, and patients recover."
		malady  = "Les symptômes de cette maladie sont la douleur et la fièvre ; le traitement est un antibiotique, sur ordonnance."
		garden  = "The treatment of old wood takes a dose of oil and some patience, and a roof has no pain."
		by      = `<p>By Ada Lovelace</p><p><time datetime="2026-05-03">3 May 2026</time></p>`
		source  = `<p>See the <a href="https://who.example.org/report">report of the institute</a> for the figures behind this.</p>`
		declare = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"An article","datePublished":"2026-05-03",` +
			`"author":{"@type":"Person","name":"Ada Lovelace"}}</script>`
	)
	verdicts(t, geoYMYLCare(), []verdict{
		{"with all three", written("en", declare, by, illness, source), audit.Pass, "", ""},
		{"without sources", written("en", declare, by, illness, ""), audit.Warn, "", "missing: sources"},
		{"with none", written("en", "", "", illness, ""), audit.Fail, "", "missing: author, date, sources"},
		{"French, with none", written("fr", "", "", malady, ""), audit.Fail, "", "health"},
		{"about a roof", written("en", "", "", garden, ""), audit.NotAssessed, page.NotApplicable, ""},
		{"in a language without a list", written("pl", "", "", illness, ""), audit.NotAssessed, page.NotApplicable, "words"},
		{"no article", site(), audit.NotAssessed, page.NotApplicable, ""},
	})
}
