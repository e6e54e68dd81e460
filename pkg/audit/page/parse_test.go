package page

import (
	"context"
	"io"
)

// parseHTML parses a document without a deadline.
func parseHTML(d Document) *Page {
	p, err := ParseHTML(context.Background(), d)
	if err != nil {
		panic(err)
	}
	return p
}

// parseSitemap parses a sitemap without a deadline.
func parseSitemap(r io.Reader, url string, keep int) Sitemap {
	s, err := ParseSitemap(context.Background(), r, url, SitemapBounds{Entries: keep, Alternates: 1000, Layers: 2})
	if err != nil {
		panic(err)
	}
	return s
}

func forever() *pulse { return &pulse{ctx: context.Background()} }
