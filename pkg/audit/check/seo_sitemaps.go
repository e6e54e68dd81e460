package check

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// sitemapEntries goes through the addresses of every sitemap read.
func sitemapEntries(f *page.Facts) iter.Seq[*page.SitemapEntry] {
	return func(yield func(*page.SitemapEntry) bool) {
		for i := range f.Sitemaps {
			for j := range f.Sitemaps[i].Entries {
				if !yield(&f.Sitemaps[i].Entries[j]) {
					return
				}
			}
		}
	}
}

// listing gives the sitemap's entry for each of the addresses that has one.
func listing(f *page.Facts, addresses []string) map[string]*page.SitemapEntry {
	wanted := make(map[string]bool, len(addresses))
	for _, a := range addresses {
		wanted[a] = true
	}
	found := make(map[string]*page.SitemapEntry, len(addresses))
	for e := range sitemapEntries(f) {
		if wanted[e.URL] && found[e.URL] == nil {
			found[e.URL] = e
		}
	}
	return found
}

// wholeSitemaps says that every sitemap, and every file that an index names, was read to its end, so that what isn't listed is missing.
func wholeSitemaps(f *page.Facts) bool {
	read := map[string]bool{}
	for i := range f.Sitemaps {
		s := &f.Sitemaps[i]
		if s.Form == "" {
			continue
		}
		if s.Truncated != "" || s.ParseError != "" || s.Form != "sitemapindex" && s.Count > len(s.Entries) {
			return false
		}
		read[s.URL] = true
	}
	for i := range f.Sitemaps {
		s := &f.Sitemaps[i]
		if s.Form == "sitemapindex" && s.Count > len(s.Children) || slices.ContainsFunc(s.Children, func(c string) bool { return !read[c] }) {
			return false
		}
	}
	return len(read) > 0
}

// declared says that robots.txt or an index names the file; without that it was a guess at the usual place.
func declared(s *page.Sitemap) bool { return s.From != "default" && s.From != "" }

// refused says that the file may well be there, but not for us: no answer, or a status that turns machines away.
func refused(s *page.Sitemap) bool {
	return slices.Contains([]int{0, 401, 403, 429, 503}, s.Status)
}

// answeredWith says in a few words what stands in a sitemap's place.
func answeredWith(s *page.Sitemap) string {
	switch {
	case s.Status == 0:
		return s.Code
	case s.HTML:
		return fmt.Sprintf("HTTP %d, HTML", s.Status)
	case s.ParseError != "":
		return fmt.Sprintf("HTTP %d, %s", s.Status, s.ParseError)
	}
	if s.Code == "" || s.Status >= 400 {
		return fmt.Sprintf("HTTP %d", s.Status)
	}
	return fmt.Sprintf("HTTP %d, %s", s.Status, strings.ReplaceAll(s.Code, "_", " "))
}
