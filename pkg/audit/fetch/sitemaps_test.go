package fetch

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// index serves a sitemap index.
func (s *fakeSite) index(path string, children ...string) {
	s.answers[path] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		_, _ = fmt.Fprint(w, `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, child := range children {
			_, _ = fmt.Fprintf(w, "<sitemap><loc>%s%s</loc></sitemap>", s.url, child)
		}
		_, _ = fmt.Fprint(w, "</sitemapindex>")
	}
}

func TestAnIndexIsFollowedWithinTheBudget(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.index("/sitemap.xml", "/posts.xml", "/products.xml", "/wp-sitemap-page-1.xml", "/authors.xml")
	s.sitemap("/posts.xml", "/blog/winter", "/blog/spring")
	s.sitemap("/wp-sitemap-page-1.xml", "/", "/about", "/contact")
	f := gather(t, s.url, Options{Pages: 10})
	var got []string
	for _, file := range f.Sitemaps {
		got = append(got, fmt.Sprintf("%s %s %d", pathOf(file.URL), file.Form, file.Count))
	}
	same(t, "files", got, []string{"/sitemap.xml sitemapindex 4", "/wp-sitemap-page-1.xml urlset 3", "/posts.xml urlset 2"})
	if f.Sitemaps[1].From != s.url+"/sitemap.xml" {
		t.Errorf("from %s", f.Sitemaps[1].From)
	}
	if asked := s.paths(); len(asked) > 14 || len(f.Pages) != 8 {
		t.Errorf("%d requests, %d pages: further files take the place of pages", len(asked), len(f.Pages))
	}
}

func TestAnIndexIsNotFollowedForever(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.index("/sitemap.xml", "/a.xml", "/sitemap.xml")
	s.index("/a.xml", "/b.xml")
	s.index("/b.xml", "/c.xml")
	if f := gather(t, s.url, Options{Pages: 10}); len(f.Sitemaps) != 2 {
		t.Errorf("read %d files: depth is two, and no file is read twice", len(f.Sitemaps))
	}
}

func TestSitemapsThatCannotBeRead(t *testing.T) {
	for name, row := range map[string]struct {
		answer http.HandlerFunc
		status int
		code   audit.Code
	}{
		"missing": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, 404, audit.CodeHTTPError},
		"aborted": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0, audit.CodeMalformedResponse},
		"walled": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cf-Mitigated", "challenge")
			w.WriteHeader(403)
		}, 403, audit.CodeBlockedBySite},
	} {
		s := business(t, "127.0.0.2:0")
		s.text("/robots.txt", "")
		s.answers["/sitemap.xml"] = row.answer
		f := gather(t, s.url, Options{Pages: 3})
		if len(f.Sitemaps) != 1 || f.Sitemaps[0].From != "default" || f.Sitemaps[0].Status != row.status || f.Sitemaps[0].Code != string(row.code) {
			t.Errorf("%s: %+v", name, f.Sitemaps)
		}
		if f.ReadSitemap() != nil || len(f.Pages) != 3 {
			t.Errorf("%s: read %v", name, pathsRead(f))
		}
	}
}

func TestACutSitemapIsNoBrokenOne(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	cfg := localConfig()
	cfg.MaxSitemap = 300
	f, err := Gather(t.Context(), target(t, s.url), cfg, Options{Pages: 3})
	if err != nil {
		t.Fatal(err)
	}
	if file := f.Sitemaps[0]; file.Truncated == "" || file.ParseError != "" || file.Count == 0 {
		t.Errorf("truncated %q, parse error %q, %d entries", file.Truncated, file.ParseError, file.Count)
	}
}
