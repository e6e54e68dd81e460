package page

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// countdown is a context whose deadline passes after so many questions for its error.
type countdown struct {
	context.Context
	left, after int // questions before the deadline, and since
}

func (c *countdown) Err() error {
	if c.left--; c.left >= 0 {
		return nil
	}
	c.after++
	return context.DeadlineExceeded
}

func TestParsersEndWithTheirContext(t *testing.T) {
	html := func(body string) func(context.Context) (any, error) {
		return func(ctx context.Context) (any, error) {
			p, err := ParseHTML(ctx, Document{URL: "https://a.example/", Body: []byte(body)})
			if p == nil {
				return nil, err
			}
			return p, err
		}
	}
	sitemap := func(text string) func(context.Context) (any, error) {
		return func(ctx context.Context) (any, error) {
			s, err := ParseSitemap(ctx, strings.NewReader(text), sitemapURL, SitemapBounds{Entries: 100})
			if s.Count == 0 {
				return nil, err
			}
			return s, err
		}
	}
	for name, parse := range map[string]func(context.Context) (any, error){
		"links":     html(strings.Repeat("<a href=/a>a</a>", 20_000)),
		"text":      html("<p>" + strings.Repeat("word ", 100_000)),
		"lines":     html(strings.Repeat("<p>1 June 2026, call 01 42 68 53 00", 5000)),
		"nesting":   html(strings.Repeat("<div>", 20_000)),
		"microdata": html("<div itemscope>" + strings.Repeat("<p itemprop=name>a", 4000)),
		"rdfa":      html("<div typeof=Thing vocab=https://schema.org/>" + strings.Repeat("<p property=name>a", 4000)),
		"urlset":    sitemap("<urlset>" + strings.Repeat("<url><loc>https://a.example/</loc></url>", 20_000) + "</urlset>"),
		"addresses": sitemap(strings.Repeat("https://a.example/\n", 20_000)),
	} {
		t.Run(name, func(t *testing.T) {
			whole := &countdown{Context: t.Context(), left: 1 << 30}
			if got, err := parse(whole); got == nil || err != nil {
				t.Fatalf("without a deadline: %v, %v", got, err)
			}
			asked := 1<<30 - whole.left
			if asked < 5 {
				t.Errorf("the parser asked %d times whether its time was over", asked)
			}
			for left := 0; left < asked; left += max(1, asked/8) {
				c := &countdown{Context: t.Context(), left: left}
				got, err := parse(c)
				if got != nil || !errors.Is(err, context.DeadlineExceeded) {
					t.Fatalf("after %d of %d: %v, %v", left, asked, got != nil, err)
				}
				if c.after > 20 {
					t.Errorf("after %d of %d: asked %d times more", left, asked, c.after)
				}
			}
		})
	}
}
