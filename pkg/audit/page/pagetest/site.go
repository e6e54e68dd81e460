// Package pagetest makes the facts of small sites for tests.
package pagetest

import (
	"context"
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Site gives the facts of pages of https://host, each "/path" and its HTML with a space between them. Those at / and under /blog/ have the kinds
// home and article.
func Site(host string, pages ...string) *page.Facts {
	f := &page.Facts{URL: "https://" + host + "/", Host: host, Domain: strings.TrimPrefix(host, "www.")}
	for _, p := range pages {
		path, html, _ := strings.Cut(p, " ")
		parsed := Parse(page.Document{URL: "https://" + host + path, Body: []byte(html)})
		parsed.URL, parsed.Kind, parsed.Response.Status = parsed.FinalURL, page.KindOther, 200
		switch {
		case path == "/":
			parsed.Kind = page.KindHome
		case strings.HasPrefix(path, "/blog/"):
			parsed.Kind = page.KindArticle
		}
		f.Pages = append(f.Pages, parsed)
	}
	f.FinalURL = f.Pages[0].FinalURL
	return f
}

// Parse reads a page.
func Parse(d page.Document) *page.Page {
	p, err := page.ParseHTML(context.Background(), d)
	if err != nil {
		panic(err)
	}
	return p
}

// HTML writes a page.
func HTML(lang, title, description, body string) string {
	return fmt.Sprintf(`<!doctype html><html lang=%q><head><title>%s</title><meta name=description content=%q></head><body>%s</body></html>`,
		lang, title, description, body)
}

// JSONLD writes structured data.
func JSONLD(text string) string { return `<script type="application/ld+json">` + text + `</script>` }
