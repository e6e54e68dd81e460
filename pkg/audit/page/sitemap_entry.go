package page

import (
	"slices"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
)

// add takes an entry whose addresses are as written.
func (p *sitemapParser) add(e SitemapEntry) error {
	if p.sitemap.Count == maxSitemapEntries {
		p.problem(SitemapOver50000)
		return errSitemapFull
	}
	p.sitemap.Count++
	if e.LastMod != "" {
		var ok bool
		if e.Modified, ok = lastModified(p.sitemap.Form, e.LastMod); !ok {
			p.problem(SitemapBadLastMod)
		}
	}
	if e.URL == "" {
		p.problem(SitemapEmptyLoc)
		return nil
	}
	index := p.sitemap.Form == "sitemapindex"
	kept := index && len(p.sitemap.Children) < maxSitemapChildren || !index && len(p.sitemap.Entries) < p.bounds.Entries
	kept = kept && p.keeps(len(e.URL)+len(e.LastMod))
	if !kept && p.knownOrigin(e.URL) {
		return nil
	}
	u, ok := p.resolve(e.URL)
	switch {
	case !ok || !kept:
	case index:
		p.room -= len(u)
		p.sitemap.Children = append(p.sitemap.Children, u)
	default:
		e.URL = u
		p.room -= len(u) + len(e.LastMod)
		for i := range e.Alternates {
			if p.base != nil {
				a, _ := p.base.Resolve(e.Alternates[i].Href)
				e.Alternates[i].URL = a.Href
			}
		}
		p.sitemap.Entries = append(p.sitemap.Entries, e)
	}
	return nil
}

// keeps reports whether there is room for so many bytes more. Once there isn't, nothing more is kept, so that what is kept is the
// beginning of the file.
func (p *sitemapParser) keeps(bytes int) bool {
	if p.room < bytes {
		p.room = 0
	}
	return p.room > 0
}

// knownOrigin says whether an address is absolute and of an origin that was looked at before, without the cost of parsing it.
func (p *sitemapParser) knownOrigin(loc string) bool {
	for _, origin := range p.origins {
		if strings.HasPrefix(loc, origin) && len(loc) > len(origin) && loc[len(origin)] == '/' {
			return true
		}
	}
	return false
}

// serialised says whether an address whose origin is stands as the URL standard writes it, which the addresses of most sitemaps do. It knows only the
// characters that are never encoded, and none that may begin a dot segment.
func serialised(loc string) bool {
	for i := range len(loc) {
		switch c := loc[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '.' || c == '%':
			if loc[i-1] == '/' {
				return false
			}
		case strings.IndexByte("/-_~?&=+,;:@!$()*", c) < 0:
			return false
		}
	}
	return len(loc) <= weburl.MaxLength
}

// resolve gives the whole address without fragment, and notes what is wrong with how it is written.
func (p *sitemapParser) resolve(loc string) (string, bool) {
	if p.knownOrigin(loc) && serialised(loc) {
		return loc, true
	}
	u, err := weburl.Parse(loc)
	if err != nil && p.base != nil {
		var ok bool
		if u, ok = p.base.Resolve(loc); ok && u.Web() {
			p.problem(SitemapRelativeLoc)
			return u.Page(), true
		}
	}
	if !u.Web() {
		p.problem(SitemapBadLoc)
		return "", false
	}
	if p.host != "" && u.HostPort() != p.host {
		p.problem(SitemapOtherHost)
	}
	if origin := u.Origin(); len(p.origins) < 8 && !slices.Contains(p.origins, origin) {
		p.origins = append(p.origins, origin)
	}
	return u.Page(), true
}

func (p *sitemapParser) problem(kind string) {
	if !slices.Contains(p.sitemap.Problems, kind) {
		p.sitemap.Problems = append(p.sitemap.Problems, kind)
	}
}

// The dates of W3C-DTF (www.w3.org/TR/NOTE-datetime), which sitemaps.org and Atom use, and of RFC 822, which RSS uses. Go reads fractions of a second
// with any of them.
var (
	w3cDates = []string{"2006-01-02", time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01", "2006"}
	rssDates = []string{
		time.RFC1123Z, time.RFC1123, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05 -0700",
		"2 Jan 2006 15:04:05 MST",
	}
)

func lastModified(form, date string) (time.Time, bool) {
	layouts := w3cDates
	if form == "rss" {
		layouts = rssDates
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, date); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
