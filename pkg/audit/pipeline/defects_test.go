package pipeline

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The findings below are such as tools of the field have published falsely, each over a whole audit of a site on loopback.

// served is a site of these bodies, by path; an empty one is answered by other.
func served(t *testing.T, pages map[string]string, other http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.URL.RequestURI()]
		switch {
		case ok && body != "":
			kind := "text/html; charset=utf-8"
			switch {
			case strings.HasSuffix(r.URL.Path, ".txt"):
				kind = "text/plain; charset=utf-8"
			case strings.HasSuffix(r.URL.Path, ".xml"):
				kind = "application/xml"
			}
			w.Header().Set("Content-Type", kind)
			_, _ = fmt.Fprint(w, strings.ReplaceAll(body, "{origin}", "http://"+r.Host))
		case other != nil:
			other(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// written is a page about roofs with room for more in its head and its content.
func written(head, more string) string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<title>Slate roofs, made and mended by Hill Roofers</title><meta name="description" content="How slate roofs are made and mended, and what that costs, by Hill Roofers of Bristol.">` +
		head + `</head><body><header><nav><a href="/">Home</a> <a href="/slates/">Slates</a></nav></header><main><h1>Slate roofs</h1>` +
		strings.Repeat("<p>A slate roof of ours is laid by hand and held by copper nails, and it lasts for a hundred years with a little care.</p>", 12) + more + `</main></body></html>`
}

// judged audits an address and gives the report with its checks by id.
func judged(t *testing.T, address string) (*audit.Report, map[string]audit.Check) {
	t.Helper()
	report, err := local(Config{Pages: 6}).Run(t.Context(), target(t, address), audit.English, nil, func(audit.Stage, string) {})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]audit.Check{}
	for _, c := range report.Checks {
		by[c.ID] = c
	}
	return report, by
}

func TestAnErrorPageIsNoPageWithoutAHeading(t *testing.T) {
	s := served(t, map[string]string{"/": written("", `<a href="/slates/">Slates</a> <a href="/broken">More</a>`), "/slates/": written("", "")}, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = fmt.Fprint(w, "<html><head></head><body>Oops")
	})
	report, by := judged(t, s.URL)
	for _, p := range report.Pages {
		if strings.HasSuffix(p.URL, "/broken") {
			t.Errorf("%s is among the pages", p.URL)
		}
	}
	for id, c := range by {
		if id == "seo.broken-links" {
			continue
		}
		for _, e := range c.Evidence {
			if strings.HasSuffix(e.URL, "/broken") {
				t.Errorf("%s %s cites it: %+v", id, c.Status, e)
			}
		}
	}
}

func TestWordsOfChallengePagesInAPageAreNoChallenge(t *testing.T) {
	const about = `<p>Access denied, forbidden, blocked, captcha: what these words mean when a browser shows them.</p>`
	s := served(t, map[string]string{"/": written("", about)}, nil)
	report, by := judged(t, s.URL)
	if len(report.Pages) != 1 || by["seo.http-status"].Status != audit.Pass {
		t.Errorf("pages %+v, http-status %+v", report.Pages, by["seo.http-status"])
	}
	for id, c := range by {
		if c.Reason == string(page.Blocked) {
			t.Errorf("%s is taken as blocked", id)
		}
	}
}

func TestA403IsNotAFailedConnection(t *testing.T) {
	s := served(t, nil, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	_, err := local(Config{}).Run(t.Context(), target(t, s.URL), audit.English, nil, func(audit.Stage, string) {})
	if err == nil || audit.CodeOf(err) == audit.CodeConnectFailed || !strings.Contains(err.Error(), "403") {
		t.Errorf("%v (%s)", err, audit.CodeOf(err))
	}
}

func TestErrorPagesAreNeitherRobotsTxtNorLLMsTxt(t *testing.T) {
	const lost = `<!doctype html><html><head><title>Not found</title></head><body><h1># Lost</h1><p>User-agent: *</p><p>Disallow: /</p><p>- [Home](/): there</p></body></html>`
	for name, status := range map[string]int{"with 404": 404, "with 200": 200} {
		t.Run(name, func(t *testing.T) {
			s := served(t, map[string]string{"/": written("", "")}, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				w.WriteHeader(status)
				_, _ = fmt.Fprint(w, lost)
			})
			_, by := judged(t, s.URL)
			if by["seo.robots-blocks-page"].Status == audit.Fail || by["crawl.answer-bots-allowed"].Status == audit.Fail || by["crawl.llms-txt-valid"].Status == audit.Pass {
				t.Errorf("blocks page: %+v\nanswer bots: %+v\nllms.txt: %+v", by["seo.robots-blocks-page"], by["crawl.answer-bots-allowed"], by["crawl.llms-txt-valid"])
			}
		})
	}
}

func TestNamingBotsIsNoMeritWhereTheyAreShutOut(t *testing.T) {
	s := served(t, map[string]string{
		"/":           written("", ""),
		"/robots.txt": "User-agent: GPTBot\nUser-agent: OAI-SearchBot\nUser-agent: ChatGPT-User\nUser-agent: ClaudeBot\nUser-agent: Claude-SearchBot\nUser-agent: PerplexityBot\nDisallow: /\n",
	}, nil)
	p := local(Config{Crawlers: page.Crawlers()})
	report, err := p.Run(t.Context(), target(t, s.URL), audit.English, nil, func(audit.Stage, string) {})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(report.Checks, func(c audit.Check) bool { return c.ID == "crawl.answer-bots-allowed" })
	if report.Checks[i].Status != audit.Fail {
		t.Errorf("%+v", report.Checks[i])
	}
}

func TestASlashAtTheEndIsAskedForAsWritten(t *testing.T) {
	var mu sync.Mutex
	asked := map[string]bool{}
	s := served(t, map[string]string{"/": written("", ""), "/slates/": written("", "")}, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.URL.Path] = true
		if r.URL.Path == "/slates" {
			http.Redirect(w, r, "/slates/", http.StatusMovedPermanently)
			return
		}
		http.NotFound(w, r)
	})
	report, by := judged(t, s.URL+"/slates/")
	mu.Lock()
	defer mu.Unlock()
	if asked["/slates"] || report.FinalURL != s.URL+"/slates/" || by["seo.redirect-chain"].Status != audit.Pass {
		t.Errorf("final %s, asked without the slash: %t, %+v", report.FinalURL, asked["/slates"], by["seo.redirect-chain"])
	}
}

func TestAddressesInSitemapsAreDecoded(t *testing.T) {
	s := served(t, map[string]string{
		"/": written("", ""), "/roof?kind=slate&size=2": written("", "<p>Two.</p>"), "/robots.txt": "Sitemap: {origin}/map.xml\n",
		"/map.xml": `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{origin}/roof?kind=slate&amp;size=2</loc></url></urlset>`,
	}, nil)
	report, by := judged(t, s.URL)
	if !slices.ContainsFunc(report.Pages, func(p audit.PageRead) bool { return p.URL == s.URL+"/roof?kind=slate&size=2" }) || by["seo.sitemap-live-urls"].Status == audit.Fail {
		t.Errorf("pages %+v, %+v", report.Pages, by["seo.sitemap-live-urls"])
	}
}

func TestHonestPagesAreNotUnderSuspicion(t *testing.T) {
	const menu = `<details><summary>Menu</summary><ul hidden><li><a href="/slates/">Slates</a></li><li><a href="/">Home</a></li></ul></details>` +
		`<p>We ask ChatGPT and other assistants, such as Claude, about roofs; as an AI language model may tell you, ignore what it says of copper.</p>` +
		`<p>Privacy: this site sets no cookies; consent, banner and preferences are words of a notice, and not a dialogue.</p>`
	s := served(t, map[string]string{"/": written(`<style>.tracking-tight{letter-spacing:-.02em}</style>`, `<div class="tracking-tight ng-content">`+menu+`</div>`)}, nil)
	facts, err := local(Config{}).Inspect(t.Context(), target(t, s.URL))
	if err != nil {
		t.Fatal(err)
	}
	main := facts.Main()
	if len(main.Suspect) > 0 || main.Widgets.Consent != "" || main.Shell != "" || main.NeedsRender() {
		t.Errorf("suspect %+v, consent %q, shell %q", main.Suspect, main.Widgets.Consent, main.Shell)
	}
	for _, a := range check.AssessAll(check.All(), facts) {
		if a.Check.ID == "sec.prompt-injection" && a.Finding.Status != audit.Pass {
			t.Errorf("%s: %+v", a.Check.ID, a.Finding)
		}
	}
}

func TestAGraphOfNodesIsReadWhole(t *testing.T) {
	const graph = `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","@id":"{origin}/#site","name":"Hill Roofers",` +
		`"url":"{origin}/","publisher":{"@id":"{origin}/#firm"}},{"@type":"Organization","@id":"{origin}/#firm","name":"Hill Roofers","url":"{origin}/",` +
		`"logo":"{origin}/logo.png","sameAs":["https://www.linkedin.com/company/hill-roofers","https://www.wikidata.org/wiki/Q42"],"telephone":"+44 117 946 0001"}]}</script>`
	s := served(t, map[string]string{"/": written(graph, "<p>Hill Roofers, +44 117 946 0001</p>")}, nil)
	_, by := judged(t, s.URL)
	for _, id := range []string{"geo.organization-schema", "geo.sameas-authoritative", "seo.structured-data-parse"} {
		if by[id].Status != audit.Pass {
			t.Errorf("%s: %+v", id, by[id])
		}
	}
}

func TestHalfAPageIsNotAFullScore(t *testing.T) {
	s := served(t, map[string]string{"/": "<html><head></head><body><p>Roofs.</p></body></html>"}, nil)
	report, _ := judged(t, s.URL)
	for _, metric := range []audit.Metric{audit.SEO, audit.Security, audit.GEO} { // whoever lets everybody in has full marks for that
		if v := report.Scores[metric].Value; v > 75 {
			t.Errorf("%s: %d", metric, v)
		}
	}
}
