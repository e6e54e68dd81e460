package fetch

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// probes gives the agents that were asked as one by one.
func probes(f *page.Facts) []string {
	var out []string
	for _, p := range f.Probes {
		if !p.Screening {
			out = append(out, p.Agents[0])
		}
	}
	return out
}

func TestOneRequestIsControlAndScreening(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	f := gather(t, s.url, Options{Pages: 5})
	if !f.Control.OK() || f.Control.Value.Status != 404 || f.Control.Value.Title != "Not found" || f.Control.Value.Words == 0 || f.Control.Value.Confirmed {
		t.Errorf("control %+v", f.Control)
	}
	if len(f.Probes) != 1 || !f.Probes[0].Screening || f.Probes[0].Status != 404 {
		t.Fatalf("probes %+v", f.Probes)
	}
	same(t, "agents screened", f.Probes[0].Agents, []string{"ChatGPT-User", "OAI-SearchBot", "YouBot"})
	controls := 0
	for _, a := range s.asked {
		if !strings.HasPrefix(a.path, "/auditctl-control-") {
			continue
		}
		controls++
		if !strings.Contains(a.agent, "OAI-SearchBot/") || !strings.Contains(a.agent, "auditctl") || strings.Contains(a.agent, "Google") {
			t.Errorf("asked as %q", a.agent)
		}
		if s.url+a.path != f.Control.Value.URL {
			t.Errorf("control is %s, asked was %s", f.Control.Value.URL, a.path)
		}
	}
	if controls != 1 {
		t.Errorf("asked %d control paths of a site that says not found", controls)
	}
}

func TestASiteThatTurnsAgentsAwayIsAskedAsEach(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.UserAgent(), "GPT") && !strings.Contains(r.UserAgent(), "OAI") {
			return false
		}
		w.WriteHeader(http.StatusForbidden)
		return true
	}
	f := gather(t, s.url, Options{Pages: 3})
	if f.Probes[0].Status != 403 || !f.Control.OK() || f.Control.Value.Status != 404 {
		t.Errorf("screening %+v, control %+v: the control is what the reader itself is told", f.Probes[0], f.Control)
	}
	same(t, "agents", probes(f), []string{"OAI-SearchBot", "ChatGPT-User", "GPTBot", "YouBot"})
	for _, p := range f.Probes[1:] {
		want := http.StatusForbidden
		if p.Agents[0] == "YouBot" {
			want = http.StatusOK
		}
		if p.Status != want || p.URL != f.FinalURL {
			t.Errorf("%s was answered %d for %s", p.Agents[0], p.Status, p.URL)
		}
	}
	if you := f.Probes[len(f.Probes)-1]; you.Words != f.Main().Text.Visible || you.Bytes != f.Main().Response.Bytes {
		t.Errorf("the same page has %d words for an agent and %d for us", you.Words, f.Main().Text.Visible)
	}
}

func TestAgentsThatRobotsForbidsAreNotPlayed(t *testing.T) {
	for _, probing := range []Probing{ProbeSearch, ProbeAll} {
		for _, ignored := range []bool{false, true} {
			s := business(t, "127.0.0.2:0")
			s.text("/robots.txt",
				"User-agent: GPTBot\nUser-agent: OAI-SearchBot\nUser-agent: Googlebot\nDisallow: /\nAllow: /robots.txt\n\n"+
					"User-agent: *\nAllow: /\n")
			s.text("/llms.txt", "# Example\n\n> A business.\n")
			f := gather(t, s.url, Options{Pages: 30, Probing: probing, IgnoreRobots: ignored})
			played := 0
			for _, a := range s.asked {
				forbidden := strings.Contains(a.agent, "GPTBot") || strings.Contains(a.agent, "OAI-SearchBot") ||
					strings.Contains(a.agent, "Googlebot")
				if a.path != "/robots.txt" && forbidden {
					played++
				}
			}
			if (played > 0) != ignored {
				t.Errorf("%s, robots.txt ignored %t: played %d times", probing, ignored, played)
			}
			if len(probes(f)) < 2 {
				t.Errorf("%s, robots.txt ignored %t: the others aren't played: %v", probing, ignored, probes(f))
			}
		}
	}
}

func TestAWallForAgentsIsNamed(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.UserAgent(), "OAI-SearchBot") {
			return false
		}
		w.Header().Set("Cf-Mitigated", "challenge")
		w.WriteHeader(http.StatusForbidden)
		return true
	}
	f := gather(t, s.url, Options{Pages: 2})
	if f.Probes[0].Wall != "Cloudflare" || f.Probes[1].Wall != "Cloudflare" || f.Probes[2].Wall != "" {
		t.Errorf("probes %+v", f.Probes)
	}
}

func TestSmallSitesGetTheMatrixFromWhatIsLeftOver(t *testing.T) {
	s := newSite(t, "127.0.0.2:0")
	s.pages["/"] = document("Only page", nil, nil)
	f := gather(t, s.url, Options{Pages: 4})
	same(t, "agents", probes(f), []string{"OAI-SearchBot", "ChatGPT-User", "GPTBot"})
	if asked := s.paths(); len(asked) > 8 {
		t.Errorf("%d requests: %v", len(asked), asked)
	}
	s.text("/robots.txt", "User-agent: *\nCrawl-delay: 0.1\n")
	if f = gather(t, s.url, Options{Pages: 4}); len(probes(f)) > 0 {
		t.Errorf("asked as %v though the site asks for few requests", probes(f))
	}
}

func TestSoft404IsConfirmedUnderASecondPath(t *testing.T) {
	oops := func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasPrefix(r.URL.Path, "/auditctl-control-") {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(document("Oops", nil, []string{r.URL.Path + " We looked for this page"})))
		return true
	}
	t.Run("every path", func(t *testing.T) {
		s := business(t, "127.0.0.2:0")
		s.before = oops
		f := gather(t, s.url, Options{Pages: 2})
		if c := f.Control.Value; !f.Control.OK() || c.Status != 200 || !c.Confirmed || c.Title != "Oops" {
			t.Errorf("control %+v", f.Control)
		}
	})
	t.Run("to the home page", func(t *testing.T) {
		s := business(t, "127.0.0.2:0")
		s.before = func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasPrefix(r.URL.Path, "/auditctl-control-") {
				return false
			}
			http.Redirect(w, r, "/", http.StatusFound)
			return true
		}
		f := gather(t, s.url, Options{Pages: 2})
		if c := f.Control.Value; !c.Confirmed || c.FinalURL != f.FinalURL || c.Hash != f.Main().Text.Hash {
			t.Errorf("control %+v", f.Control)
		}
	})
	t.Run("for agents only", func(t *testing.T) {
		s := business(t, "127.0.0.2:0")
		s.before = func(w http.ResponseWriter, r *http.Request) bool {
			return strings.Contains(r.UserAgent(), "YouBot") && oops(w, r)
		}
		f := gather(t, s.url, Options{Pages: 2})
		if f.Control.Value.Confirmed {
			t.Errorf("control %+v: the second path is asked for under our own name", f.Control)
		}
	})
}

func TestControlPathsDifferFromSiteToSite(t *testing.T) {
	path := func(host, salt string) string {
		return (&gatherer{facts: &page.Facts{Host: host}}).controlPath(salt)
	}
	first := path("a.test", "1")
	if first != path("a.test", "1") || path("a.test", "1") == path("b.test", "1") || path("a.test", "1") == path("a.test", "2") {
		t.Error("a control path is one site's and always the same")
	}
}

// An agent gets the page that everybody gets, with a token that differs each time: only the beginning of it is read, and it counts as
// whole.
func TestALargePageIsDownloadedOnce(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	filler := strings.Repeat("<p>A line of a long page about boilers and drains.</p>\n", 40_000) // 2 MB
	s.answers["/"] = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, "<!doctype html><title>Long</title><h1>Long</h1><meta name=token content=%p>%s", r, filler)
	}
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.UserAgent(), "YouBot") || r.URL.Path != "/" {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<title>Long</title><h1>Nothing</h1>"+strings.Repeat("<!-- nothing for agents -->\n", 80_000))
		return true
	}
	opt := Options{Pages: 30, Crawlers: testAgents, Record: evidence.NewKeeper(0).Begin(nil)}
	f, err := Gather(t.Context(), target(t, s.url), localConfig(), opt)
	if err != nil || len(probes(f)) != 4 {
		t.Fatalf("%v, probes %v", err, probes(f))
	}
	log := kept(t, opt.Record)
	again, err := Replay(t.Context(), log, testAgents)
	if err != nil {
		t.Fatal(err)
	}
	sameFacts(t, f, again)
	downloads := 0
	for _, x := range log.Exchanges {
		if x.Request.URL == f.FinalURL && x.Body.Wire > 1<<20 {
			downloads++
		}
	}
	if downloads != 1 {
		t.Errorf("downloaded %d times", downloads)
	}
	own := f.Main()
	for _, p := range f.Probes[1:] {
		same := p.Words > own.Text.Visible*9/10 && p.Words < own.Text.Visible*11/10 && p.Bytes > own.Response.Bytes*9/10
		if same == (p.Agents[0] == "YouBot") {
			t.Errorf("%s: %d words and %d bytes; the reader's own answer has %d and %d", p.Agents[0], p.Words, p.Bytes, own.Text.Visible,
				own.Response.Bytes)
		}
	}
}
