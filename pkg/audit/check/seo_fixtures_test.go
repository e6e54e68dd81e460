package check

import (
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// submitted spoils the submitted page.
func submitted(spoil ...func(*page.Page)) func(*page.Facts) {
	return func(f *page.Facts) {
		for _, s := range spoil {
			s(f.Main())
		}
	}
}

// further adds a healthy page at a path of the same site, spoilt.
func further(path string, spoil ...func(*page.Page)) func(*page.Facts) {
	return func(f *page.Facts) {
		p := *f.Main()
		p.URL = "https://" + f.Host + path
		p.FinalURL, p.Kind, p.Response.Redirects = p.URL, page.KindOther, nil
		p.Titles = []string{"Another page of the site: " + path}
		for _, s := range spoil {
			s(&p)
		}
		f.Pages = append(f.Pages, &p)
	}
}

// builtByScript makes a page an empty shell that JavaScript fills.
func builtByScript(p *page.Page) {
	p.Shell, p.Text, p.Titles = "root", page.Text{Visible: 3, Chars: 20}, nil
	p.Scripts = []page.Script{{Src: "https://example.com/app.js"}}
}

func cutOff(p *page.Page) { p.Response.Truncated = "decoded_limit" }

// told adds robots directives: "noindex", or "googlebot: max-snippet: 0" for one agent.
func told(source string, all ...page.Directive) func(*page.Page) {
	return func(p *page.Page) {
		for _, d := range all {
			d.Source = source
			p.Robots = append(p.Robots, d)
		}
	}
}

func noindexed(p *page.Page) {
	p.Robots = append(p.Robots, page.Directive{Agent: "robots", Name: "noindex", Source: "meta"})
}

// canonical sets the canonical link as written in the head; it resolves against the site.
func canonical(href string) func(*page.Page) {
	return func(p *page.Page) {
		url := href
		if !strings.Contains(href, "://") {
			url = "https://example.com" + href
		}
		p.Canonicals = append(p.Canonicals, page.Reference{Href: href, URL: url, Source: "html"})
	}
}

// robotsTxt gives the site a robots.txt.
func robotsTxt(body string) func(*page.Facts) {
	return func(f *page.Facts) {
		f.Robots = page.Known(page.ParseRobots("https://example.com/robots.txt", 200, "text/plain", []byte(body), false))
	}
}

// mapped gives the site a sitemap that lists the addresses.
func mapped(addresses ...string) func(*page.Facts) {
	return func(f *page.Facts) {
		s := page.Sitemap{URL: "https://example.com/sitemap.xml", From: "robots", Status: 200, Form: "urlset", Count: len(addresses)}
		for _, a := range addresses {
			s.Entries = append(s.Entries, page.SitemapEntry{URL: a})
		}
		f.Sitemaps = append(f.Sitemaps, s)
	}
}

func failing(x page.Failure) func(*page.Facts) {
	return func(f *page.Facts) { f.Failures = append(f.Failures, x) }
}

// linking adds links of the site, as a parser reads them.
func linking(links ...page.Link) func(*page.Page) {
	return func(p *page.Page) {
		p.Links = nil
		for _, l := range links {
			l.Internal, l.Crawlable, l.Scheme = true, true, "https"
			p.Links = append(p.Links, l)
		}
		p.LinksTotal = len(p.Links)
	}
}

// readOn is the day of reading in tests of dates.
var readOn = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func daysBefore(n int) time.Time { return readOn.AddDate(0, 0, -n) }
