package pipeline

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// directory is a site of n pages beside its front page, with these faults: two pages of one title, two of one text, one that no link leads to, one whose
// translation doesn't name it, one with a dead link, canonical addresses with https on an eighth of all, a second telephone on two fifths, a sitemap that
// lacks a sixth of them and was dated when it was sent.
func directory(t *testing.T, n int) *httptest.Server {
	t.Helper()
	const orphan = 460
	path := func(i int) string { return fmt.Sprintf("/guide/%c%c%c", 'a'+i/676, 'a'+i/26%26, 'a'+i%26) }
	listed := func(i int) bool { return i%6 != 1 }
	words := strings.Fields("roof gutter chimney slate timber mortar brick window garden copper marble kitchen boiler radiator carpet plaster joist rafter lintel survey quote")
	text := func(seed int) string {
		r := rand.New(rand.NewPCG(7, uint64(seed)))
		var b strings.Builder
		for range 20 {
			b.WriteString("<p>")
			for range 12 {
				b.WriteString("the " + words[r.IntN(len(words))] + " ")
			}
			b.WriteString("</p>")
		}
		return b.String()
	}
	html := func(i int, host string) string {
		title, canonical, head, more, seed := fmt.Sprintf("Guide number %d to the roofs of Bristol", i), "http://"+host+path(i), "", "", i
		phone := "+44 117 946 0001"
		if i%5 < 2 {
			phone = "+44 117 946 0002"
		}
		if i%8 == 3 {
			canonical = "https://" + host + path(i)
		}
		switch i {
		case 481:
			title = fmt.Sprintf("Guide number %d to the roofs of Bristol", 480)
		case 471:
			seed = 470
		case 440:
			head = fmt.Sprintf(`<link rel="alternate" hreflang="fr" href="http://%s%s"><link rel="alternate" hreflang="en" href="http://%s%s">`, host, path(441), host, path(440))
		case 430:
			more = `<a href="/gone">Prices</a>`
		}
		for d := 1; d <= 3; d++ { // each links to the next ones
			if next := (i + d) % n; next != orphan {
				more += fmt.Sprintf(`<a href="%s">Guide %d</a> `, path(next), next)
			}
		}
		return fmt.Sprintf(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>%s</title><link rel="canonical" href="%s">%s
			<script type="application/ld+json">{"@context":"https://schema.org","@type":"RoofingContractor","name":"Hill Roofers","telephone":"%s",
			"address":{"@type":"PostalAddress","streetAddress":"1 Hill Street","addressLocality":"Bristol","postalCode":"BS1 5TR","addressCountry":"GB"}}</script>
			</head><body><nav><a href="/">Home</a></nav><main><h1>%s</h1>%s%s</main><footer>Hill Roofers, <a href="tel:%s">%s</a></footer></body></html>`,
			title, canonical, head, phone, title, text(seed), more, strings.ReplaceAll(phone, " ", ""), phone)
	}
	at := map[string]int{}
	for i := range n {
		at[path(i)] = i
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i, ok := at[r.URL.Path]
		switch {
		case ok:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = fmt.Fprint(w, html(i, r.Host))
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>Hill Roofers, roofs of slate in Bristol</title></head><body><main><h1>Hill Roofers</h1>%s<a href="%s">Guides</a></main></body></html>`,
				text(-1), path(0))
		case r.URL.Path == "/robots.txt":
			_, _ = fmt.Fprintf(w, "User-agent: *\nAllow: /\nSitemap: http://%s/sitemap.xml\n", r.Host)
		case r.URL.Path == "/sitemap.xml":
			w.Header().Set("Content-Type", "application/xml")
			_, _ = fmt.Fprintf(w, `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://%s/</loc></url>`, r.Host)
			for i := range n {
				if listed(i) {
					_, _ = fmt.Fprintf(w, "<url><loc>http://%s%s</loc><lastmod>2026-05-31T18:00:00Z</lastmod></url>", r.Host, path(i))
				}
			}
			_, _ = fmt.Fprint(w, "</urlset>")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestFaultsOfASiteAreFoundAmongHundredsOfPages(t *testing.T) {
	s := directory(t, 495)
	report, err := local(Config{Pages: 500, Timeout: 2 * time.Minute}).Run(t.Context(), target(t, s.URL), audit.English, nil, func(audit.Stage, string) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Pages) != 496 {
		t.Fatalf("%d pages were read: %v", len(report.Pages), report.Notes)
	}
	by := map[string]audit.Check{}
	for _, c := range report.Checks {
		by[c.ID] = c
	}
	for id, says := range map[string]string{
		"seo.title-unique": "/guide/asm", "seo.duplicate-content": "/guide/asc", "seo.internal-links": "/guide/ars", "seo.canonical-form-drift": "https:",
		"seo.hreflang": "/guide/aq", "seo.broken-links": "/gone", "local.nap-consistent": "", "seo.sitemap-coverage": "", "seo.sitemap-lastmod-honest": "",
	} {
		c := by[id]
		if c.Status != audit.Warn && c.Status != audit.Fail {
			t.Errorf("%s: %s (%s) %s", id, c.Status, c.Reason, c.Detail)
			continue
		}
		cited := c.Detail
		for _, e := range c.Evidence {
			cited += " " + e.URL + " " + e.Where + " " + e.Excerpt
		}
		if !strings.Contains(cited, says) {
			t.Errorf("%s doesn't cite %s: %s", id, says, cited)
		}
	}
}
