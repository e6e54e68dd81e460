package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
)

// bakery is a small site on loopback, with a robots.txt, a sitemap, and markup.
func bakery(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	html := func(path, title, body string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = fmt.Fprintf(w, `<!doctype html><html lang=en><head><meta charset=utf-8><title>%s | Hill Street Bakery</title><meta name=description content="Sourdough bread in Bristol."></head>
				<body><header><nav><a href="/">Home</a> <a href="/about">About us</a> <a href="/bread">Our bread</a> <a href="/gone">Offers</a></nav></header><main>%s</main>
				<footer>© Hill Street Bakery, 1 Hill Street, Bristol BS1 5TR, <a href="tel:+441179460001">+44 117 946 0001</a></footer></body></html>`, title, body)
		})
	}
	prose := strings.Repeat("<p>Our bakery bakes sourdough bread every morning from flour of the region, and sells it from seven.</p>", 8)
	html("/{$}", "Home", `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Bakery","name":"Hill Street Bakery","telephone":"+44 117 946 0001",
		"address":{"@type":"PostalAddress","streetAddress":"1 Hill Street","addressLocality":"Bristol","postalCode":"BS1 5TR","addressCountry":"GB"}}</script><h1>Hill Street Bakery</h1>`+prose)
	html("/about", "About us", "<h1>About us</h1>"+prose)
	html("/bread", "Our bread", "<h1>Our bread</h1>"+prose)
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /admin\n\nSitemap: %s/sitemap.xml\n", s.URL)
	})
	mux.HandleFunc("GET /sitemap.xml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		_, _ = fmt.Fprintf(w, `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>%[1]s/</loc></url><url><loc>%[1]s/about</loc></url></urlset>`, s.URL)
	})
	return s
}

// local reads sites on loopback, at a fixed time.
func local(c Config) *Pipeline {
	c.Fetch = fetch.Config{AllowPrivate: true, AllowSubmittedPort: true}
	c.Now = func() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }
	return New(c)
}

func target(t *testing.T, url string) audit.Target {
	t.Helper()
	target, err := audit.ParseTarget(url)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRunFromAddressToReport(t *testing.T) {
	s := bakery(t)
	var stages []audit.Stage
	report, err := local(Config{}).Run(t.Context(), target(t, s.URL), audit.English, nil, func(stage audit.Stage, _ string) {
		if len(stages) == 0 || stages[len(stages)-1] != stage {
			stages = append(stages, stage)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	want := audit.Business{
		Industry: "Bakery", Type: "local", Name: "Hill Street Bakery", Description: "Sourdough bread in Bristol.", City: "Bristol", Country: "GB",
		Language: "en", Phone: "+441179460001", Address: "1 Hill Street, BS1 5TR Bristol, GB",
	}
	if d := cmp.Diff(want, report.Business); d != "" {
		t.Errorf("business: want (-), got (+)\n%s", d)
	}
	if d := cmp.Diff([]audit.Stage{audit.StageReading, audit.StageJudging}, stages); d != "" {
		t.Errorf("stages: %s", d)
	}
	if len(report.Scores) != len(audit.Metrics()) || report.OverallAIReadiness != report.Scores[audit.AIReadiness].Value || report.OverallAIReadiness == 0 {
		t.Errorf("readiness %d, scores %v", report.OverallAIReadiness, report.Scores)
	}
	if len(report.Pages) != 3 || report.Pages[0].Kind != "home" || report.Pages[0].Title != "Home | Hill Street Bakery" || report.FinalURL != s.URL+"/" {
		t.Errorf("final %s, pages %+v", report.FinalURL, report.Pages)
	}
	if len(report.Checks) != len(check.All()) || report.RulesVersion != check.Version {
		t.Errorf("%d checks of rules %s", len(report.Checks), report.RulesVersion)
	}
	if !strings.HasPrefix(report.Summary, "Hill Street Bakery presents itself as a bakery in Bristol.") {
		t.Errorf("summary: %s", report.Summary)
	}
}

func TestAPanicIsTheFaultOfThatSite(t *testing.T) {
	p := New(Config{
		Fetch: fetch.Config{AllowPrivate: true, AllowSubmittedPort: true}, Now: func() time.Time { panic("divided by what a site wrote") },
	})
	_, err := p.Inspect(t.Context(), target(t, bakery(t).URL))
	if audit.CodeOf(err) != audit.CodeInternal || strings.Contains(err.Error(), "divided") || strings.Contains(err.Error(), "goroutine") {
		t.Errorf("%v", err)
	}
}

// Facts that were saved give the report that they gave when they were read.
func TestReplayFromSavedFacts(t *testing.T) {
	facts, err := local(Config{Pages: 5}).Inspect(t.Context(), target(t, bakery(t).URL))
	if err != nil {
		t.Fatal(err)
	}
	facts.Notes = append(facts.Notes, page.Note{EN: "a note", FR: "une remarque"})
	saved := asJSON(t, facts)
	for _, lang := range audit.Langs() {
		first := asJSON(t, Judge(facts, check.All(), lang))
		if again := asJSON(t, Judge(facts, check.All(), lang)); !bytes.Equal(first, again) {
			t.Errorf("%s: the same facts judged twice: %s", lang, cmp.Diff(string(first), string(again)))
		}
		var read page.Facts
		if err := json.Unmarshal(saved, &read); err != nil {
			t.Fatal(err)
		}
		if replayed := asJSON(t, Judge(&read, check.All(), lang)); !bytes.Equal(first, replayed) {
			t.Errorf("%s: judged from saved facts: %s", lang, cmp.Diff(string(first), string(replayed)))
		}
		note := map[audit.Lang]string{audit.English: `"a note"`, audit.French: `"une remarque"`}[lang]
		if !bytes.Contains(first, []byte(note)) {
			t.Errorf("%s: no note %s", lang, note)
		}
	}
	if again := asJSON(t, facts); !bytes.Equal(saved, again) {
		t.Errorf("judging changed the facts: %s", cmp.Diff(string(saved), string(again)))
	}
}

func TestLanguageChangesWordsOnly(t *testing.T) {
	facts, err := local(Config{}).Inspect(t.Context(), target(t, bakery(t).URL))
	if err != nil {
		t.Fatal(err)
	}
	english, french := Judge(facts, check.All(), audit.English), Judge(facts, check.All(), audit.French)
	if english.Summary == french.Summary || french.Business.Industry != "Boulangerie" {
		t.Errorf("industry %q, summary %s", french.Business.Industry, french.Summary)
	}
	for _, m := range audit.Metrics() {
		if english.Scores[m].Value != french.Scores[m].Value || english.Scores[m].Source == french.Scores[m].Source {
			t.Errorf("%s: %+v, %+v", m, english.Scores[m], french.Scores[m])
		}
	}
	for i := range english.Checks {
		e, f := english.Checks[i], french.Checks[i]
		if e.ID != f.ID || e.Status != f.Status || cmp.Diff(e.Evidence, f.Evidence) != "" {
			t.Errorf("%s is %s, %s is %s", e.ID, e.Status, f.ID, f.Status)
		}
	}
}

func TestFaultsOfReading(t *testing.T) {
	answers := func(h http.HandlerFunc) string {
		s := httptest.NewServer(h)
		t.Cleanup(s.Close)
		return s.URL
	}
	hangs := answers(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	for name, row := range map[string]struct {
		url     string
		config  Config
		context func() (context.Context, context.CancelFunc)
		code    audit.Code
	}{
		"not found":   {answers(http.NotFound), Config{}, nil, audit.CodeHTTPError},
		"out of time": {hangs, Config{Timeout: 200 * time.Millisecond}, nil, audit.CodeTimeout},
		"interrupted": {hangs, Config{}, func() (context.Context, context.CancelFunc) {
			c, cancel := context.WithCancel(t.Context())
			cancel()
			return c, cancel
		}, audit.CodeInterrupted},
		"no more time": {hangs, Config{}, func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(t.Context(), 100*time.Millisecond)
		}, audit.CodeTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if row.context != nil {
				c, cancel := row.context()
				defer cancel()
				ctx = c
			}
			report, err := local(row.config).Run(ctx, target(t, row.url), audit.English, nil, func(audit.Stage, string) {})
			if report != nil || audit.CodeOf(err) != row.code {
				t.Errorf("%v (%s), want %s", err, audit.CodeOf(err), row.code)
			}
		})
	}
}

func TestPrivateAddressesAreRefusedByDefault(t *testing.T) {
	s := bakery(t)
	p := New(Config{})
	if err := p.Validate(target(t, s.URL)); err == nil {
		t.Errorf("%s passes", s.URL)
	}
	if _, err := p.Run(t.Context(), target(t, s.URL), audit.English, nil, func(audit.Stage, string) {}); err == nil {
		t.Errorf("%s was read", s.URL)
	}
}

func BenchmarkJudge(b *testing.B) {
	html := "<!doctype html><html lang=en><title>Bread | Hill Street Bakery</title><h1>Bread</h1>" +
		strings.Repeat("<p>Our bakery bakes sourdough bread every morning from flour of the region, and sells it from seven.</p>", 200)
	f := &page.Facts{URL: "https://www.example.com/", FinalURL: "https://www.example.com/", Host: "www.example.com", Domain: "example.com"}
	for i := range 10 {
		p := pagetest.Parse(page.Document{URL: fmt.Sprintf("https://www.example.com/%d", i), Body: []byte(html)})
		p.URL, p.Response.Status = p.FinalURL, 200
		f.Pages = append(f.Pages, p)
	}
	checks := check.All()
	for b.Loop() {
		Judge(f, checks, audit.English)
	}
}
