package fix

import (
	"bytes"
	"context"
	"encoding/xml"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

var sitemapChecks = []string{"seo.sitemap-found", "seo.sitemap-valid", "seo.sitemap-live-urls", "seo.sitemap-lastmod-honest", "seo.sitemap-coverage"}

// sitemapAddress is where the site's sitemap belongs: at the first address of its own that robots.txt names, else at the usual one.
func (w *work) sitemapAddress() string {
	if w.Facts.Robots.OK() && !w.Facts.Robots.Value.HTML {
		for _, line := range w.Facts.Robots.Value.Sitemaps {
			if u, err := weburl.Parse(line.Value); err == nil && u.Web() && u.Origin() == w.origin() && u.Query == "" && !strings.HasSuffix(u.Path, ".gz") {
				return u.Page()
			}
		}
	}
	return w.origin() + "/sitemap.xml"
}

// dateOnly is a day as sitemaps write it.
const dateOnly = "2006-01-02"

// entry is an address of a sitemap.
type entry struct{ url, lastmod string }

// sitemap writes a sitemap of the pages that may be indexed: those that the old one lists, as far as nothing is known against them, and those read.
func sitemap(w *work) []proposal {
	if !w.wants(sitemapChecks...) {
		return nil
	}
	for i := range w.Facts.Sitemaps {
		s := &w.Facts.Sitemaps[i]
		versions := slices.ContainsFunc(s.Entries, func(e page.SitemapEntry) bool { return len(e.Alternates) > 0 })
		if len(s.Children) > 0 || s.Truncated != "" || s.Count > len(s.Entries) || s.Form == "rss" || s.Form == "atom" || s.News || versions {
			for _, id := range sitemapChecks {
				w.leave(id, "The site has several sitemaps, or one too large or too rich to be written anew; correct it where it is made.",
					"Le site a plusieurs sitemaps, ou un trop grand ou trop riche pour être récrit ; corrigez-le là où il est produit.")
			}
			return nil
		}
	}
	entries := w.entries()
	if len(entries) == 0 {
		return nil
	}
	at := w.sitemapAddress()
	content := writeSitemap(entries)
	note := text("It holds the pages that this audit read and those that the old file listed. A sitemap that your system makes of all pages is better.",
		"Il contient les pages lues par cet audit et celles que listait l'ancien fichier. Un sitemap produit par votre système à partir de toutes les pages est préférable.")
	p := proposal{answers: w.among(sitemapChecks...), files: []draft{{
		path: "sitemap.xml", content: content, note: note, where: text("at "+at, "à l'adresse "+at),
	}}, place: func(f *page.Facts) {
		s, err := page.ParseSitemap(context.Background(), bytes.NewReader(content), at, page.SitemapBounds{Entries: len(entries)})
		if err != nil {
			panic(err) // only a context that ends makes one
		}
		s.From, s.Status = "default", 200
		f.Sitemaps = []page.Sitemap{s}
	}}
	return []proposal{p}
}

func (w *work) entries() []entry {
	var list []entry
	seen := map[string]bool{}
	against := map[string]bool{} // addresses that don't stand in an index by themselves
	dates := map[string]string{}
	for i := range w.Facts.Failures {
		against[w.Facts.Failures[i].URL] = true
	}
	for _, p := range w.Facts.Pages {
		if !w.indexable(p) {
			against[p.URL], against[p.FinalURL] = true, true
			continue
		}
		if p.URL != p.FinalURL {
			against[p.URL] = true
		}
		dates[p.FinalURL] = changed(p)
	}
	add := func(address, lastmod string) {
		u, err := weburl.Parse(address)
		if err != nil || !u.Web() {
			return
		}
		if at := u.Page(); u.Origin() == w.origin() && !seen[at] && !against[at] {
			seen[at] = true
			list = append(list, entry{at, lastmod})
		}
	}
	dated := !w.wants("seo.sitemap-lastmod-honest")
	for i := range w.Facts.Sitemaps {
		for _, e := range w.Facts.Sitemaps[i].Entries {
			lastmod, read := dates[e.URL]
			if !read && dated && !e.Modified.IsZero() {
				lastmod = e.Modified.UTC().Format(dateOnly)
			}
			add(e.URL, lastmod)
		}
	}
	for _, p := range w.Facts.Pages {
		add(p.FinalURL, dates[p.FinalURL])
	}
	return list
}

// indexable says that a page may stand in a search index by itself.
func (w *work) indexable(p *page.Page) bool {
	for _, d := range p.Robots {
		if (d.Agent == "robots" || d.Agent == "googlebot" || d.Agent == "bingbot") && (d.Name == "noindex" || d.Name == "none") {
			return false
		}
	}
	for _, c := range p.Canonicals {
		if c.URL != "" && !c.InBody {
			return samePage(c.URL, p.FinalURL)
		}
	}
	return true
}

// samePage says whether two addresses differ at most in fragment and a trailing slash.
func samePage(a, b string) bool {
	cut := func(s string) string {
		s, _, _ = strings.Cut(s, "#")
		return strings.TrimSuffix(s, "/")
	}
	return cut(a) == cut(b)
}

// changed is the day of the last change that the page declares to machines, empty where it declares none.
func changed(p *page.Page) string {
	for _, d := range p.Dates {
		if d.Role == "modified" && d.Valid && (d.Source == "jsonld" || d.Source == "meta") && !d.Time.IsZero() {
			return d.Time.Format(dateOnly)
		}
	}
	return ""
}

func writeSitemap(entries []entry) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, e := range entries {
		b.WriteString("<url><loc>")
		xml.EscapeText(&b, []byte(e.url)) //nolint:errcheck // a buffer takes everything
		b.WriteString("</loc>")
		if e.lastmod != "" {
			b.WriteString("<lastmod>" + e.lastmod + "</lastmod>")
		}
		b.WriteString("</url>\n")
	}
	b.WriteString("</urlset>\n")
	return b.Bytes()
}
