package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLocalIntent(t *testing.T) {
	footer := `<footer><address>548 Market Street, San Francisco, CA 94104</address></footer>`
	for name, row := range map[string]struct {
		facts *page.Facts
		want  bool
	}{
		"a clinic":                    {home(clinic), true},
		"a bakery":                    {home(bakery), true},
		"without markup":              {home(swapped(clinic, "application/ld+json", "text/plain")), true},
		"documentation":               {home(manual), false},
		"an address and nothing else": {home(`<h1>Cloud</h1>` + footer), false},
		"an online shop with an address": {home(`<h1>Shop</h1>` + footer + `<a href="tel:+14155550101">call</a>` +
			graph(`{"@context":"https://schema.org","@type":"OnlineStore","name":"Shop"}`)), false},
		"an address in a legal notice": {read(doc{page.KindHome, "/", manual},
			doc{page.KindLegal, "/mentions-legales", `<p>Éditeur</p>` + footer + `<a href="tel:+33123456789">tel</a>`}), false},
		"somebody else's local business": {
			home(graph(`{"@context":"https://schema.org","@type":"Restaurant","name":"Chez Max","url":"https://chezmax.test/"}`)),
			false,
		},
		"a reviewed restaurant on a blog": {
			home(graph(`{"@context":"https://schema.org","@type":"Review","itemReviewed":{"@type":"Restaurant","name":"Chez Max"}}`)),
			false,
		},
	} {
		if got := localIntent(row.facts); got != row.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
