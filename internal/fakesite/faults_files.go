package fakesite

import (
	"fmt"
	"net/http"
	"strings"
)

// headers is what faults change.
type headers = http.Header

// frontPageAlone excuses checks for which the front page alone, the only one that may then be read, is too little.
func frontPageAlone(ids ...string) map[string]string {
	why := map[string]string{}
	for _, id := range ids {
		why[id] = "robots.txt leaves the front page as the only one read"
	}
	return why
}

// robotsFaults spoil robots.txt.
func robotsFaults() []Fault {
	group := func(token string) func(*Site) {
		return func(s *Site) { s.write("/robots.txt", "User-agent: "+token+"\nDisallow: /\n\n"+s.files["/robots.txt"]) }
	}
	return []Fault{
		{Name: "answer-bot-blocked", Site: "tuner", Expect: []string{"crawl.answer-bots-allowed"}, plant: group("OAI-SearchBot")},
		{Name: "assistant-blocked", Site: "shop", Expect: []string{"crawl.user-fetchers-allowed"}, plant: group("Claude-User")},
		{
			Name: "all-ai-bots-blocked", Site: "software", Expect: []string{"crawl.answer-bots-allowed", "crawl.user-fetchers-allowed", "crawl.archive-bots"},
			plant: func(s *Site) {
				for _, token := range strings.Fields(`GPTBot OAI-SearchBot ChatGPT-User ClaudeBot Claude-SearchBot Claude-User
				PerplexityBot Perplexity-User CCBot Google-Extended Bytespider`) {
					group(token)(s)
				}
			},
		},
		{
			Name: "everything-disallowed", Site: "bakery", Expect: []string{
				"seo.robots-blocks-page", "crawl.answer-bots-allowed", "crawl.all-agents-blocked", "crawl.user-fetchers-allowed",
				"crawl.archive-bots",
			},
			Allow: frontPageAlone("local.opening-hours", "aeo.citable-blocks", "design.cta-clarity"), plant: func(s *Site) {
				s.write("/robots.txt", "User-agent: *\nDisallow: /\n")
			},
		},
		{Name: "robots-missing", Site: "tuner", plant: func(s *Site) { delete(s.files, "/robots.txt") }},
		{
			Name: "robots-failing", Site: "docs", Expect: []string{"seo.robots-txt-valid", "crawl.answer-bots-allowed", "crawl.all-agents-blocked", "crawl.user-fetchers-allowed"},
			Allow: frontPageAlone("aeo.definition-blocks", "aeo.citable-blocks"), plant: func(s *Site) { s.status("/robots.txt", http.StatusInternalServerError) },
		},
		{Name: "robots-is-html", Site: "journal", Expect: []string{"seo.robots-txt-valid"}, plant: func(s *Site) {
			s.answer("/robots.txt", func(w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprint(w, "<!doctype html><html lang=\"fr\"><title>Carnet</title><body><p>Bienvenue</p></body></html>")
				return true
			})
		}},
		{Name: "robots-too-large", Site: "shop", Expect: []string{"seo.robots-txt-valid"}, plant: func(s *Site) {
			s.write("/robots.txt", s.files["/robots.txt"]+strings.Repeat("# a line that says nothing at all\n", 20_000))
		}},
		{Name: "named-group-drops-protection", Site: "shop", Expect: []string{"crawl.named-group-drops-protection"}, plant: func(s *Site) {
			s.write("/robots.txt", "User-agent: OAI-SearchBot\nAllow: /\n\n"+s.files["/robots.txt"])
		}},
		{Name: "long-crawl-delay", Site: "bakery", Expect: []string{"crawl.crawl-delay"}, plant: func(s *Site) {
			s.waits = true
			s.edit(`Disallow: /commande`, "Disallow: /commande\nCrawl-delay: 60", "/robots.txt")
		}},
	}
}

// fileFaults spoil sitemaps and llms.txt.
func fileFaults() []Fault {
	return []Fault{
		{Name: "sitemap-missing", Site: "journal", Expect: []string{"seo.sitemap-found"}, plant: func(s *Site) { delete(s.files, "/sitemap.xml") }},
		{
			Name: "sitemap-broken", Site: "tuner", Expect: []string{"seo.sitemap-valid"},
			plant: func(s *Site) { s.edit(`</url>\n</urlset>`, "<loc", "/sitemap.xml") },
		},
		{Name: "sitemap-stamped-today", Site: "shop", Expect: []string{"seo.sitemap-lastmod-honest"}, plant: func(s *Site) {
			var b strings.Builder
			for _, at := range s.paths {
				fmt.Fprintf(&b, "<url><loc>{{.Origin}}%s</loc><lastmod>{{ago 0}}</lastmod></url>\n", at)
			}
			for n := range 14 {
				fmt.Fprintf(&b, "<url><loc>{{.Origin}}/basket?%d</loc><lastmod>{{ago 0}}</lastmod></url>\n", n)
			}
			s.edit(`<url>.*</url>`, b.String(), "/sitemap.xml")
		}},
		{Name: "sitemap-of-another-host", Site: "docs", Expect: []string{"seo.sitemap-valid", "seo.sitemap-coverage"}, plant: func(s *Site) {
			s.edit(`\{\{\$\.Origin\}\}`, "https://staging.docs.example", "/sitemap.xml")
		}},
		{Name: "sitemap-with-dead-address", Site: "bakery", Expect: []string{"seo.sitemap-live-urls"}, plant: func(s *Site) {
			s.edit(`</urlset>`, "<url><loc>{{.Origin}}/tarifs</loc></url></urlset>", "/sitemap.xml")
		}},
		{Name: "llms-is-html", Site: "software", Expect: []string{"crawl.llms-txt-valid"}, plant: func(s *Site) {
			s.answer("/llms.txt", func(w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprint(w, "<!doctype html><html lang=\"en\"><title>Threefold</title><body><p>Welcome to our home page</p></body></html>")
				return true
			})
		}},
		{Name: "stylesheet-dead", Site: "tuner", plant: func(s *Site) { delete(s.files, "/style.css") }},
	}
}
