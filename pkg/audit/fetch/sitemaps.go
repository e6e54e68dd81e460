package fetch

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const (
	maxSitemaps       = 3    // files read
	maxSitemapDepth   = 2    // an index and the files under it
	maxSitemapEntries = 5000 // kept of one file; a file may hold 50,000

	maxSitemapAlternates = 50_000   // kept of one file
	maxSitemapBytes      = 64 << 20 // decoded, of all files of an audit: one of the largest that may be, and some
	maxSitemapLayers     = 2        // of compression: a .gz file that the server compresses once more
)

const acceptAnything = "*/*"

// reply is what one request brought.
type reply struct {
	answer *Answer
	err    error
}

// readRobots gives /robots.txt of the site. early is the answer that came while the submitted page was read, used where it is this site's.
func (g *gatherer) readRobots(ctx context.Context, early reply) page.Found[page.Robots] {
	address := g.site.Origin() + "/robots.txt"
	r := g.unless(ctx, early, Request{URL: address, Accept: acceptAnything, MaxBytes: g.cfg.MaxRobots})
	if reason, detail := unknown(r); reason != "" {
		if code := audit.CodeOf(r.err); code != audit.CodeTooManyRedirects && code != audit.CodeRedirectLoop {
			return page.Unknown[page.Robots](reason, detail)
		}
		// RFC 9309, 2.3.1.2: a file behind too many redirects counts as not there.
		return page.Known(page.ParseRobots(address, 404, "", nil, false))
	}
	a := r.answer
	return page.Known(page.ParseRobots(a.URL, a.Response.Status, a.Response.Get("Content-Type"), a.Body, a.Response.Truncated != ""))
}

// readLLMs gives /llms.txt of the site.
func (g *gatherer) readLLMs(ctx context.Context, early reply) page.Found[page.LLMs] {
	r := g.unless(ctx, early, Request{URL: g.site.Origin() + "/llms.txt", Accept: acceptAnything, MaxBytes: g.cfg.MaxLLMs})
	if reason, detail := unknown(r); reason != "" {
		return page.Unknown[page.LLMs](reason, detail)
	}
	a := r.answer
	return page.Known(page.ParseLLMs(a.URL, a.Response.Status, a.Response.Get("Content-Type"), a.Body, a.Response.Truncated != ""))
}

// unless asks, unless an early answer came from the site where the submitted page turned out to be.
func (g *gatherer) unless(ctx context.Context, early reply, r Request) reply {
	if early.answer != nil && early.err == nil {
		if u, err := weburl.Parse(early.answer.URL); err == nil && u.Origin() == g.site.Origin() {
			return early
		}
	}
	if early.err != nil && g.early == g.site.Origin() {
		return early
	}
	answer, err := g.get(ctx, r)
	return reply{answer, err}
}

// unknown says why a file isn't known; reason is empty where it is.
func unknown(r reply) (reason page.Reason, detail string) {
	switch {
	case r.err != nil:
		return page.Unread, r.err.Error()
	case r.answer.Wall != "":
		return page.Blocked, r.answer.Wall
	default:
		return "", ""
	}
}

// readSitemaps reads the sitemaps that robots.txt names, else /sitemap.xml, and what an index lists; files of one level side by side.
// Every file after the first takes the place of a further page, so that a site gets no more requests for having an index.
func (g *gatherer) readSitemaps(ctx context.Context) []page.Sitemap {
	type source struct{ url, from string }
	var level []source
	if robots := &g.facts.Robots; robots.OK() {
		for _, line := range robots.Value.Sitemaps {
			if u, err := weburl.Parse(line.Value); err == nil && u.Web() {
				level = append(level, source{u.Page(), "robots"})
			}
		}
	}
	if len(level) == 0 {
		level = []source{{g.site.Origin() + "/sitemap.xml", "default"}}
	}
	room := min(maxSitemaps, 1+g.opt.Pages/3)
	var files []page.Sitemap
	decoded := int64(maxSitemapBytes) // left to decode
	asked, left := make(map[string]bool), make(map[string]bool)
	for depth := 1; depth <= maxSitemapDepth && len(level) > 0; depth++ {
		level = slices.DeleteFunc(level, func(s source) bool {
			if asked[s.url] {
				return true
			}
			if len(asked) == room {
				left[s.url] = true
				return true
			}
			asked[s.url] = true
			return false
		})
		answers, read := make([]reply, len(level)), make([]page.Sitemap, len(level))
		var group join.Group
		for i, s := range level {
			group.Go(func() {
				answers[i].answer, answers[i].err = g.get(ctx, Request{URL: s.url, Accept: acceptAnything, MaxBytes: g.cfg.MaxSitemap})
			})
		}
		group.Wait()
		for i, s := range level { // one after another, so that what is left for the next doesn't depend on which is done first
			read[i] = g.parseSitemap(ctx, s.url, s.from, answers[i], &decoded)
		}
		level = nil
		for i := range read {
			for _, child := range pagesFirst(read[i].Children) {
				level = append(level, source{child, read[i].URL})
			}
		}
		files = append(files, read...)
	}
	for _, s := range level { // indexes in indexes
		if !asked[s.url] {
			left[s.url] = true
		}
	}
	g.sitemapsLeft = len(left)
	return files
}

// pagesFirst moves files named after pages before files of posts, products, images and the like: they hold what a site says about itself.
func pagesFirst(children []string) []string {
	children = slices.Clone(children)
	slices.SortStableFunc(children, func(a, b string) int { return namedAfterPages(b) - namedAfterPages(a) })
	return children
}

func namedAfterPages(address string) int {
	if strings.Contains(address[strings.LastIndexByte(address, '/')+1:], "page") {
		return 1
	}
	return 0
}

// parseSitemap reads a sitemap file that was answered. left is how many bytes more may be decoded.
func (g *gatherer) parseSitemap(ctx context.Context, address, from string, r reply, left *int64) page.Sitemap {
	failed := func(status int, code audit.Code) page.Sitemap {
		return page.Sitemap{URL: address, From: from, Status: status, Code: string(code)}
	}
	a := r.answer
	switch {
	case r.err != nil:
		return failed(0, audit.CodeOf(r.err))
	case a.Wall != "":
		return failed(a.Response.Status, audit.CodeBlockedBySite)
	case !succeeded(a.Response.Status):
		return failed(a.Response.Status, audit.CodeHTTPError)
	}
	bounds := page.SitemapBounds{
		Entries: maxSitemapEntries, Alternates: maxSitemapAlternates, Bytes: max(1, *left),
		Layers: max(0, maxSitemapLayers-len(encodings([]string{a.Response.Encoding}))),
	}
	var s page.Sitemap
	parsed := g.inSlot(ctx, a, func() (err error) {
		s, err = page.ParseSitemap(ctx, bytes.NewReader(a.Body), address, bounds)
		return err
	})
	a.Body = nil
	if !parsed {
		return failed(0, audit.CodeTimeout)
	}
	*left -= s.Bytes
	s.From, s.Status = from, a.Response.Status
	if s.Truncated == "" && a.Response.Truncated != "" {
		// The fault that the parser saw at the end is the cut's, not the file's.
		s.Truncated, s.ParseError = a.Response.Truncated, ""
	}
	return s
}
