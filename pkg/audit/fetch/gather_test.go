package fetch

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGatherReadsTheImportantPages(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.text("/llms.txt", "# Example\n\n> A business.\n\n- [About]("+s.url+"/about)\n")
	f := gather(t, s.url+"/", Options{Pages: 12})
	same(t, "pages in order of choice", pathsRead(f), []string{
		"/", "/about", "/contact", "/services/", "/services/boilers", "/pricing", "/faq", "/blog/winter",
		"/privacy", "/blog/", "/services/drains", "/blog/spring",
	})
	want := []page.Kind{
		page.KindHome, page.KindAbout, page.KindContact, page.KindService, page.KindService, page.KindPricing, page.KindFAQ, page.KindArticle,
		page.KindLegal, page.KindListing, page.KindService, page.KindArticle,
	}
	for i, p := range f.Pages {
		if p.Kind != want[i] {
			t.Errorf("%s is %s, want %s", p.URL, p.Kind, want[i])
		}
	}
	if f.Main().Titles[0] != "Page /" || f.Main().Response.Status != 200 || f.Host != strings.TrimPrefix(s.url, "http://") || f.Domain != "127.0.0.2" {
		t.Errorf("main %q, status %d, host %s, domain %s", f.Main().Titles, f.Main().Response.Status, f.Host, f.Domain)
	}
	if !f.Robots.OK() || f.Robots.Value.Status != 200 || !f.LLMs.OK() || !f.LLMs.Value.Present() || len(f.Sitemaps) != 1 || f.Sitemaps[0].From != "robots" {
		t.Errorf("robots %+v, llms %+v, sitemaps %+v", f.Robots, f.LLMs, f.Sitemaps)
	}
	if f.TLS.Reason != page.NotApplicable || f.Plain.Reason != page.NotApplicable || f.Sibling.Reason != page.NotApplicable {
		t.Errorf("an http site on an address has no TLS %q, plain %q, sibling %q", f.TLS.Reason, f.Plain.Reason, f.Sibling.Reason)
	}
	if len(f.Failures) > 0 || len(f.Notes) > 0 || f.Truncated {
		t.Errorf("failures %v, notes %v, truncated %t on a site without faults", f.Failures, f.Notes, f.Truncated)
	}
}

// Pages are parsed in goroutines: what a page breaks there must not end the process with all other audits in it.
func TestAPanicReachesWhoeverReadsTheSite(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	defer func() {
		if p, ok := recover().(*join.Panic); !ok || p.Value != "broken by a page" {
			t.Errorf("%v", p)
		}
	}()
	facts, err := Gather(t.Context(), target(t, s.url), localConfig(), Options{Pages: 3, Parse: func(context.Context, int) (func(), bool) { panic("broken by a page") }})
	t.Errorf("%v, %v", facts, err)
}

func TestGatherKeepsToItsBudget(t *testing.T) {
	for _, pages := range []int{1, 2, 5, 12, 14, 40} {
		s := business(t, "127.0.0.2:0")
		s.before = func(http.ResponseWriter, *http.Request) bool { time.Sleep(2 * time.Millisecond); return false }
		f := gather(t, s.url+"/", Options{Pages: pages})
		asked := s.paths()
		if len(asked) > pages+4 {
			t.Errorf("%d requests for %d pages: %v", len(asked), pages, asked)
		}
		if s.peak > 4 {
			t.Errorf("%d requests at once", s.peak)
		}
		if want := min(pages, 14); len(f.Pages) != want {
			t.Errorf("read %d of %d pages", len(f.Pages), want)
		}
	}
}

func TestGatherChoosesTheSameWhateverComesFirst(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.pages["/about"] = document("About", nil, []string{"/missing A link that leads nowhere"})
	s.before = func(w http.ResponseWriter, _ *http.Request) bool {
		time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
		w.Header().Set("X-Request-Id", time.Now().String())
		w.Header().Set("Content-Security-Policy", "script-src 'nonce-"+time.Now().String()+"'")
		http.SetCookie(w, &http.Cookie{Name: "session", Value: time.Now().String()})
		return false
	}
	opt := Options{Pages: 13, Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }}
	first := gather(t, s.url+"/", opt)
	if len(first.Failures) != 1 {
		t.Fatalf("failures %+v", first.Failures)
	}
	for range 4 {
		again := gather(t, s.url+"/", opt)
		if diff := cmp.Diff(first, again, cmpopts.IgnoreTypes(page.Timing{}), cmpopts.IgnoreUnexported(page.Robots{})); diff != "" {
			t.Fatalf("the same site gave other facts:\n%s", diff)
		}
	}
}

func TestGatherSaysWhyThePageCouldNotBeRead(t *testing.T) {
	s := newSite(t, "127.0.0.2:0")
	html := func(status int, header, value, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set(header, value)
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	s.answers["/gone"] = html(410, "X", "", "gone")
	s.answers["/broken"] = html(500, "X", "", "broken")
	s.answers["/password"] = html(401, "X", "", "password")
	s.answers["/wall"] = html(403, "Cf-Mitigated", "challenge", "Just a moment")
	s.answers["/wall-200"] = html(200, "Cf-Mitigated", "challenge", "Just a moment")
	s.answers["/busy"] = html(503, "Retry-After", "3600", "busy")
	s.answers["/empty"] = html(200, "X", "", " \n")
	s.answers["/plain"] = html(200, "Content-Type", "text/plain", "<!doctype html><title>x</title>")
	s.answers["/pdf"] = html(200, "Content-Type", "application/pdf", "%PDF-1.7")
	s.redirect("/circle", "/circle")
	for _, row := range []struct {
		path string
		code audit.Code
		says string
	}{
		{"/gone", audit.CodeHTTPError, "410 Gone"},
		{"/broken", audit.CodeHTTPError, "500 Internal Server Error"},
		{"/password", audit.CodeHTTPError, "--header"},
		{"/nowhere", audit.CodeHTTPError, "404 Not Found"},
		{"/wall", audit.CodeBlockedBySite, "Cloudflare"},
		{"/wall-200", audit.CodeBlockedBySite, "Cloudflare"},
		{"/busy", audit.CodeHTTPError, "503"},
		{"/empty", audit.CodeEmptyPage, "without any content"},
		{"/plain", audit.CodeNotHTML, "text/plain"},
		{"/pdf", audit.CodeNotHTML, "application/pdf"},
		{"/circle", audit.CodeRedirectLoop, ""},
	} {
		code, message := gatherError(t.Context(), t, s.url+row.path, localConfig())
		if code != row.code || !strings.Contains(message, row.says) {
			t.Errorf("%s: %s, %q; want %s with %q", row.path, code, message, row.code, row.says)
		}
	}
	for _, path := range s.paths() {
		if path != "/robots.txt" && path != "/llms.txt" && s.answers[path] == nil && path != "/nowhere" {
			t.Errorf("asked for %s of a site whose page could not be read", path)
		}
	}
}

func TestGatherComesBackWhenABusyServerSaysWhen(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	var first time.Time
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/" || !first.IsZero() {
			return false
		}
		first = time.Now()
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	f := gather(t, s.url, Options{Pages: 1})
	if len(f.Pages) != 1 || time.Since(first) < time.Second {
		t.Errorf("%d pages after %s", len(f.Pages), time.Since(first))
	}
}

func TestABareHostIsReadOverHTTPWhereNothingSpeaksTLS(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	f := gather(t, strings.TrimPrefix(s.url, "http://"), Options{Pages: 3})
	if !f.SchemeFallback || f.FinalURL != s.url+"/" || f.Main().URL != s.url+"/" || !f.Robots.OK() || len(f.Pages) != 3 {
		t.Errorf("fallback %t, final %s, asked %s, robots %+v, pages %v", f.SchemeFallback, f.FinalURL, f.Main().URL, f.Robots, pathsRead(f))
	}
	code, _ := gatherError(t.Context(), t, "https"+strings.TrimPrefix(s.url, "http"), localConfig())
	if code != audit.CodeTLSError {
		t.Errorf("https as submitted: %s; http is tried only where no scheme was given", code)
	}
}

func TestTheFilesOfTheFinalHostAreRead(t *testing.T) {
	s, old := business(t, "127.0.0.2:0"), newSite(t, "127.0.0.3:0")
	old.redirect("/", s.url+"/")
	old.text("/robots.txt", "User-agent: *\nDisallow: /\n")
	cfg := localConfig()
	cfg.AllowPorts = []uint16{portOf(t, s.url)}
	f, err := Gather(t.Context(), target(t, old.url), cfg, Options{Pages: 4})
	if err != nil {
		t.Fatal(err)
	}
	if f.Robots.Value.URL != s.url+"/robots.txt" || f.FinalURL != s.url+"/" || f.URL != old.url+"/" || len(f.Pages) != 4 {
		t.Errorf("robots of %s, final %s, submitted %s, pages %v", f.Robots.Value.URL, f.FinalURL, f.URL, pathsRead(f))
	}
	if len(f.Main().Response.Redirects) != 1 {
		t.Errorf("redirects %+v", f.Main().Response.Redirects)
	}
}

func TestTheDeadlineCutsWhatIsNotReadYet(t *testing.T) {
	t.Parallel()
	s := business(t, "127.0.0.2:0")
	s.before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/" && !strings.HasSuffix(r.URL.Path, ".txt") && r.URL.Path != "/sitemap.xml" {
			<-r.Context().Done()
		}
		return false
	}
	f := gather(t, s.url, Options{Pages: 6, Deadline: 3 * time.Second})
	if len(f.Pages) != 1 || len(f.Failures) > 0 || !noted(f, "reading ended after 3s") || !noted(f, "were not read") {
		t.Errorf("pages %v, failures %v, notes %q", pathsRead(f), f.Failures, f.Notes)
	}
	if f.Control.Reason != page.Unread || len(f.Probes) > 0 {
		t.Errorf("control %+v, probes %+v: our own deadline says nothing about the site", f.Control, f.Probes)
	}
}

func TestCancellationLeavesNothingBehind(t *testing.T) {
	for _, hanging := range []string{"/", "/robots.txt", "/sitemap.xml", "/about", "/llms.txt"} {
		s := business(t, "127.0.0.2:0")
		ctx, cancel := context.WithCancel(t.Context())
		s.before = func(_ http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == hanging {
				time.AfterFunc(20*time.Millisecond, cancel)
				<-r.Context().Done()
			}
			return false
		}
		if code, _ := gatherError(ctx, t, s.url, localConfig()); code != audit.CodeInterrupted {
			t.Errorf("%s hangs: %s", hanging, code)
		}
		var stacks strings.Builder
		_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1)
		if strings.Contains(stacks.String(), "fetch.(*gatherer)") {
			t.Errorf("%s hangs: a goroutine outlives Gather:\n%s", hanging, stacks.String())
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s := business(t, "127.0.0.2:0")
	s.before = func(_ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true }
	if code, _ := gatherError(ctx, t, s.url, localConfig()); code != audit.CodeTimeout {
		t.Errorf("the caller's deadline: %s", code)
	}
}

func TestParsingKeepsToTheSlots(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	slots := make(chan struct{}, 1)
	parse := func(ctx context.Context, _ int) (func(), bool) {
		select {
		case slots <- struct{}{}:
			return func() { <-slots }, true
		case <-ctx.Done():
			return nil, false
		}
	}
	if f := gather(t, s.url, Options{Pages: 8, Parse: parse}); len(f.Pages) != 8 || len(slots) != 0 {
		t.Errorf("%d pages, %d slots still taken", len(f.Pages), len(slots))
	}
	slots <- struct{}{} // never freed
	_, err := Gather(t.Context(), target(t, s.url), localConfig(), Options{Parse: parse, Deadline: 100 * time.Millisecond})
	if audit.CodeOf(err) != audit.CodeTimeout {
		t.Errorf("without a slot: %v", err)
	}
}

// What a parser hasn't read to its end by the deadline is no fact: of the submitted page, the audit ends; of a further page or a file, it
// isn't there.
func TestTheDeadlineEndsParsers(t *testing.T) {
	const large = 50_000
	late := func(ctx context.Context, bytes int) (func(), bool) { // begins to parse what is large when the time is over
		if bytes > large {
			<-ctx.Done()
		}
		return func() {}, true
	}
	padding := strings.Repeat("<p>text ", large)
	s := business(t, "127.0.0.2:0")
	read := func() *page.Facts {
		return gather(t, s.url, Options{Pages: 8, Parse: late, Deadline: time.Second}) // replays it too
	}
	whole := read()

	s.text("/sitemap.xml", "<urlset>"+strings.Repeat("<url><loc>"+s.url+"/a</loc></url>", large)+"</urlset>")
	if f := read(); f.Sitemaps[0].Code != string(audit.CodeTimeout) || f.Sitemaps[0].Count != 0 {
		t.Errorf("a sitemap: %+v", f.Sitemaps)
	}
	delete(s.answers, "/sitemap.xml")
	last := pathOf(whole.Pages[len(whole.Pages)-1].URL)
	s.pages[last] += padding
	if f := read(); slices.Contains(pathsRead(f), last) || !noted(f, "reading ended after 1s") {
		t.Errorf("a further page: %q, notes %q", pathsRead(f), f.Notes)
	}
	s.pages["/"] += padding
	if _, err := Gather(t.Context(), target(t, s.url), localConfig(), Options{Parse: late, Deadline: time.Second}); audit.CodeOf(err) != audit.CodeTimeout {
		t.Errorf("the submitted page: %v", err)
	}
}

func TestFactsSurviveJSON(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	f := gather(t, s.url, Options{Pages: 6})
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var back page.Facts
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if again, _ := json.Marshal(&back); !slices.Equal(data, again) {
		t.Error("facts read back are other facts")
	}
}
