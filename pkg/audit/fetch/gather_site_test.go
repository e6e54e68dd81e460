package fetch

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// fakeSite is a web site on loopback that remembers what it was asked.
type fakeSite struct {
	url     string
	pages   map[string]string           // HTML by path and query; what isn't there is 404
	answers map[string]http.HandlerFunc // instead of pages, by path and query
	before  func(http.ResponseWriter, *http.Request) bool

	mu       sync.Mutex
	asked    []asked
	inFlight int
	peak     int
}

type asked struct {
	path, agent string
	at          time.Time
}

// newSite listens on addr, such as 127.0.0.2:0.
func newSite(t *testing.T, addr string) *fakeSite {
	t.Helper()
	s := &fakeSite{pages: make(map[string]string), answers: make(map[string]http.HandlerFunc)}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(s)
	_ = server.Listener.Close()
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *fakeSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, asked{r.URL.RequestURI(), r.UserAgent(), time.Now()})
	s.inFlight++
	s.peak = max(s.peak, s.inFlight)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.inFlight--
		s.mu.Unlock()
	}()
	if s.before != nil && s.before(w, r) {
		return
	}
	if answer := s.answers[r.URL.RequestURI()]; answer != nil {
		answer(w, r)
		return
	}
	if html, ok := s.pages[r.URL.RequestURI()]; ok {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(html))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write([]byte("<!doctype html><title>Not found</title><p>There is nothing here."))
}

// paths are what was asked for in order, the control paths as "control".
func (s *fakeSite) paths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, a := range s.asked {
		if strings.HasPrefix(a.path, "/auditctl-control-") {
			a.path = "control"
		}
		out = append(out, a.path)
	}
	return out
}

func (s *fakeSite) text(path, text string) {
	s.answers[path] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = w.Write([]byte(text))
	}
}

func (s *fakeSite) status(path string, status int) {
	s.answers[path] = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}

func (s *fakeSite) redirect(path, to string) {
	s.answers[path] = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusMovedPermanently) }
}

func (s *fakeSite) sitemap(path string, locs ...string) {
	s.answers[path] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		_, _ = fmt.Fprint(w, `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, loc := range locs {
			_, _ = fmt.Fprintf(w, "<url><loc>%s%s</loc></url>", s.url, loc)
		}
		_, _ = fmt.Fprint(w, "</urlset>")
	}
}

// document is a page with navigation and main content, each link "path text".
func document(title string, nav, main []string) string {
	var b strings.Builder
	list := func(links []string) {
		for _, link := range links {
			path, text, _ := strings.Cut(link, " ")
			_, _ = fmt.Fprintf(&b, `<a href="%s">%s</a> `, path, text)
		}
	}
	_, _ = fmt.Fprintf(&b, `<!doctype html><html lang="en"><head><title>%s</title></head><body><nav>`, title)
	list(nav)
	_, _ = fmt.Fprintf(&b, "</nav><main><h1>%s</h1><p>This page says something about %s that is worth a visit.</p>", title, title)
	list(main)
	b.WriteString("</main></body></html>")
	return b.String()
}

// business is a site without faults: every page stands in navigation and sitemap.
func business(t *testing.T, addr string) *fakeSite {
	s := newSite(t, addr)
	nav := []string{"/ Home", "/services/ Services", "/about About", "/contact Contact", "/pricing Pricing", "/faq FAQ", "/blog/ Blog"}
	all := []string{
		"/", "/services/", "/about", "/contact", "/pricing", "/faq", "/blog/", "/privacy",
		"/services/boilers", "/services/drains", "/blog/winter", "/blog/spring", "/gallery", "/team-day",
	}
	for _, path := range all {
		s.pages[path] = document("Page "+path, nav, []string{
			"/services/boilers Boilers", "/services/drains Drains", "/blog/winter Winter",
			"/blog/spring Spring", "/gallery Gallery", "/team-day Day", "/privacy Privacy",
		})
	}
	s.sitemap("/sitemap.xml", all...)
	s.text("/robots.txt", "User-agent: *\nAllow: /\nSitemap: "+s.url+"/sitemap.xml\n")
	return s
}

var testAgents = []page.Crawler{
	{Token: "Googlebot", Operator: "Google", Class: "both"},
	{Token: "Google-CloudVertexBot", Operator: "Google", Class: "search"},
	{Token: "GPTBot", Operator: "OpenAI", Class: "train"},
	{Token: "ChatGPT-User", Operator: "OpenAI", Class: "user"},
	{Token: "OAI-SearchBot", Operator: "OpenAI", Class: "search"},
	{Token: "YouBot", Operator: "You.com", Class: "search"},
}

func target(t *testing.T, raw string) audit.Target {
	t.Helper()
	parsed, fault := audit.ParseTarget(raw)
	if fault != nil {
		t.Fatal(fault)
	}
	return parsed
}

func localConfig() Config {
	return Config{AllowPrivate: true, AllowSubmittedPort: true}
}

// gather fails the test where the site can't be read.
func gather(t *testing.T, address string, opt Options) *page.Facts {
	t.Helper()
	if opt.Crawlers == nil {
		opt.Crawlers = testAgents
	}
	opt.Record = evidence.NewKeeper(0).Begin(nil)
	facts, err := Gather(t.Context(), target(t, address), localConfig(), opt)
	if err != nil {
		t.Fatalf("%s: %v", audit.CodeOf(err), err)
	}
	if !opt.KeepMarkdown { // what is inspected isn't kept
		replayed(t, facts, opt)
	}
	return facts
}

// replayed holds that the evidence gives the same facts as the site did, with no site to ask.
func replayed(t *testing.T, facts *page.Facts, opt Options) {
	t.Helper()
	again, err := Replay(t.Context(), kept(t, opt.Record), opt.Crawlers)
	if err != nil {
		t.Fatalf("replayed: %v", err)
	}
	sameFacts(t, facts, again)
}

func sameFacts(t *testing.T, facts, again *page.Facts) {
	t.Helper()
	want, err := json.MarshalIndent(facts, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(again, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); d != "" {
		t.Errorf("replayed: read (-), replayed (+)\n%s", d)
	}
}

// kept opens what was recorded.
func kept(t *testing.T, r *evidence.Recorder) *evidence.Log {
	t.Helper()
	data, err := r.Bytes(evidence.Beside{})
	if err != nil {
		t.Fatal(err)
	}
	log, err := evidence.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// gatherError gives the code and message of an audit that can't begin.
func gatherError(ctx context.Context, t *testing.T, address string, cfg Config) (audit.Code, string) {
	t.Helper()
	record := evidence.NewKeeper(0).Begin(nil)
	facts, err := Gather(ctx, target(t, address), cfg, Options{Crawlers: testAgents, Record: record})
	if err == nil {
		t.Fatalf("%s was read: %d pages", address, len(facts.Pages))
	}
	if log := kept(t, record); ctx.Err() == nil && len(log.Exchanges) > 0 {
		if _, again := Replay(ctx, log, testAgents); audit.CodeOf(again) != audit.CodeOf(err) || again.Error() != err.Error() {
			t.Errorf("%s: replayed: %v, want %v", address, again, err)
		}
	}
	return audit.CodeOf(err), err.Error()
}

// pathsRead gives the paths of the pages, as asked for.
func pathsRead(f *page.Facts) []string {
	var out []string
	for _, p := range f.Pages {
		out = append(out, pathOf(p.URL))
	}
	return out
}

func pathOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return rest[strings.IndexByte(rest, '/'):]
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, " "), strings.Join(want, " "))
	}
}

func noted(f *page.Facts, part string) bool {
	return slices.ContainsFunc(f.Notes, func(note page.Note) bool { return strings.Contains(note.EN, part) && note.FR != "" })
}
