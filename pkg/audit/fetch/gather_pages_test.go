package fetch

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func portOf(t *testing.T, address string) uint16 {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil {
		t.Fatal(err)
	}
	return uint16(port)
}

func TestRobotsHoldsForPagesThatWereNotSubmitted(t *testing.T) {
	for name, row := range map[string]struct {
		robots string
		status int
		ignore bool
		want   []string
		note   string
		asks   bool // for anything but the submitted page and the files
	}{
		"all":                {robots: "User-agent: *\nDisallow: /\n", want: []string{"/"}, note: "robots.txt forbids crawling"},
		"our own group":      {robots: "User-agent: *\nAllow: /\n\nUser-agent: auditctl\nDisallow: /\n", want: []string{"/"}, note: "robots.txt forbids crawling"},
		"another's group":    {robots: "User-agent: GPTBot\nDisallow: /\n", want: []string{"/", "/about", "/contact", "/services/"}, asks: true},
		"some":               {robots: "User-agent: *\nDisallow: /about\nDisallow: /services\n", want: []string{"/", "/contact", "/pricing", "/faq"}, asks: true},
		"ignored":            {robots: "User-agent: *\nDisallow: /\nCrawl-delay: 60\n", ignore: true, want: []string{"/", "/about", "/contact", "/services/"}, asks: true},
		"unavailable":        {status: 503, want: []string{"/"}, note: "answered 503"},
		"not there":          {status: 404, want: []string{"/", "/about", "/contact", "/services/"}, asks: true},
		"a path for control": {robots: "User-agent: *\nDisallow: /auditctl-control-\n", want: []string{"/", "/about", "/contact", "/services/"}, asks: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := business(t, "127.0.0.2:0")
			delete(s.answers, "/sitemap.xml") // so that the navigation alone decides
			s.text("/robots.txt", row.robots)
			if row.status != 0 {
				s.status("/robots.txt", row.status)
			}
			f := gather(t, s.url, Options{Pages: 4, IgnoreRobots: row.ignore})
			same(t, "pages", pathsRead(f), row.want)
			if row.note != "" && !noted(f, row.note) {
				t.Errorf("notes %q say nothing of %q", f.Notes, row.note)
			}
			for _, path := range s.paths() {
				if path == "control" && (!row.asks || name == "a path for control") || path == "/about" && !row.asks {
					t.Errorf("asked for %s against robots.txt", path)
				}
			}
		})
	}
}

func TestUnreachableRobotsForbidsAll(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.answers["/robots.txt"] = func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	f := gather(t, s.url, Options{Pages: 4})
	same(t, "pages", pathsRead(f), []string{"/"})
	if f.Robots.Reason != page.Unread || !noted(f, "robots.txt could not be read") {
		t.Errorf("robots %+v, notes %q", f.Robots, f.Notes)
	}
}

func TestRobotsBehindAWallIsUnknown(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.answers["/robots.txt"] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cf-Mitigated", "challenge")
		w.WriteHeader(http.StatusForbidden)
	}
	f := gather(t, s.url, Options{Pages: 4})
	if f.Robots.Reason != page.Blocked || len(f.Pages) != 1 {
		t.Errorf("robots %+v, pages %v", f.Robots, pathsRead(f))
	}
}

func TestCrawlDelayIsKept(t *testing.T) {
	t.Parallel()
	s := business(t, "127.0.0.2:0")
	s.text("/robots.txt", "User-agent: *\nCrawl-delay: 0.2\n")
	begun := time.Now()
	f := gather(t, s.url, Options{Pages: 4})
	if took := time.Since(begun); len(f.Pages) != 4 || took < 400*time.Millisecond {
		t.Errorf("%d pages in %s: there are two pauses between three further pages", len(f.Pages), took)
	}

	s.text("/robots.txt", "User-agent: *\nCrawl-delay: 1\n")
	f = gather(t, s.url, Options{Pages: 8, Deadline: 4500 * time.Millisecond})
	if len(f.Pages) != 4 || !noted(f, "robots.txt asks for 1s between requests") {
		t.Errorf("pages %v, notes %q: three pages fit into two thirds of the time", pathsRead(f), f.Notes)
	}
}

func TestRobotsIsAskedBeforeThePage(t *testing.T) {
	for name, robots := range map[string]http.HandlerFunc{
		"a file": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "User-agent: *\nCrawl-delay: 0.3\n")
		},
		"none": http.NotFound,
		"silence": func(_ http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
		},
	} {
		s := business(t, "127.0.0.2:0")
		var answered atomic.Bool
		s.answers["/robots.txt"] = func(w http.ResponseWriter, r *http.Request) {
			robots(w, r)
			answered.Store(true)
		}
		early := ""
		s.before = func(_ http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/robots.txt" && !answered.Load() && name != "silence" {
				early = r.URL.Path
			}
			return false
		}
		cfg := localConfig()
		cfg.HeaderTimeout = 200 * time.Millisecond
		f, err := Gather(t.Context(), target(t, s.url), cfg, Options{Pages: 3})
		if err != nil || s.paths()[0] != "/robots.txt" || early != "" || f.Robots.OK() == (name == "silence") {
			t.Errorf("%s: %v, asked %v, %q before robots.txt had answered, %+v", name, err, s.paths(), early, f.Robots.Reason)
		}
		if name != "a file" {
			continue
		}
		var page, next time.Time
		for _, a := range s.asked {
			switch {
			case a.path == "/":
				page = a.at
			case s.pages[a.path] != "" && next.IsZero():
				next = a.at
			}
		}
		if next.Sub(page) < 250*time.Millisecond {
			t.Errorf("the second page is asked for %s after the first: the delay holds from the start", next.Sub(page))
		}
	}
}

func TestBrokenLinksAndStaleSitemapEntriesAreFound(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.pages["/contact"] = document("Contact", nil, []string{"/old-offer See our offer", "/about About"})
	s.sitemap("/sitemap.xml", "/", "/services/", "/about", "/contact", "/pricing", "/faq", "/blog/", "/privacy", "/services/boilers", "/services/drains",
		"/blog/winter", "/blog/spring", "/gallery", "/team-day", "/closed-shop")
	f := gather(t, s.url, Options{Pages: 10})
	if len(f.Failures) != 2 {
		t.Fatalf("failures %+v, pages %v", f.Failures, pathsRead(f))
	}
	link, entry := f.Failures[0], f.Failures[1]
	if link.URL != s.url+"/old-offer" || link.From != s.url+"/contact" || link.Text != "See our offer" || link.Status != 404 || link.Retried {
		t.Errorf("broken link %+v", link)
	}
	if entry.URL != s.url+"/closed-shop" || entry.From != "sitemap" || entry.Code != string(audit.CodeHTTPError) {
		t.Errorf("stale entry %+v", entry)
	}
	if asked := s.paths(); len(asked) > 14 {
		t.Errorf("%d requests: %v", len(asked), asked)
	}
}

func TestFaultsOfTheServerAreAskedTwice(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	s.status("/about", http.StatusInternalServerError)
	s.status("/pricing", http.StatusNotFound)
	var contact atomic.Int64
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/contact" || contact.Add(1) > 1 {
			return false
		}
		w.WriteHeader(http.StatusBadGateway)
		return true
	}
	s.answers["/faq"] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("{}"))
	}
	f := gather(t, s.url, Options{Pages: 9})
	got := make([]string, 0, len(f.Failures))
	for _, failure := range f.Failures {
		got = append(got, fmt.Sprintf("%s %d %s %t", pathOf(failure.URL), failure.Status, failure.Code, failure.Retried))
	}
	same(t, "failures", got, []string{"/about 500 http_error true", "/pricing 404 http_error false", "/faq 200 not_html false"})
	if f.Pages[1].URL != s.url+"/contact" {
		t.Errorf("pages %v: what was answered the second time is a page", pathsRead(f))
	}
}

func TestAHangingPageHoldsUpNothingElse(t *testing.T) {
	t.Parallel()
	s := business(t, "127.0.0.2:0")
	s.answers["/about"] = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	cfg := localConfig()
	cfg.HeaderTimeout = 3 * time.Second // is waited for, and long enough for the other pages
	f, err := Gather(t.Context(), target(t, s.url), cfg, Options{Pages: 6})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Pages) != 5 || len(f.Failures) != 1 || f.Failures[0].Code != string(audit.CodeResponseTimeout) || f.Failures[0].Retried {
		t.Errorf("pages %v, failures %+v", pathsRead(f), f.Failures)
	}
}

func TestASiteThatAsksForLessGetsLess(t *testing.T) {
	t.Run("429", func(t *testing.T) {
		s := business(t, "127.0.0.2:0")
		s.status("/about", http.StatusTooManyRequests)
		f := gather(t, s.url, Options{Pages: 14})
		if len(f.Failures) > 0 || len(f.Pages) > 8 || !noted(f, "the site asked for fewer requests") {
			t.Errorf("failures %+v, pages %v, notes %q", f.Failures, pathsRead(f), f.Notes)
		}
	})
	t.Run("wall", func(t *testing.T) {
		s := business(t, "127.0.0.2:0")
		s.answers["/about"] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cf-Mitigated", "challenge")
			w.WriteHeader(http.StatusForbidden)
		}
		f := gather(t, s.url, Options{Pages: 14})
		if len(f.Failures) != 1 || f.Failures[0].Code != string(audit.CodeBlockedBySite) || len(f.Pages) > 8 || !noted(f, "Cloudflare") {
			t.Errorf("failures %+v, pages %v, notes %q", f.Failures, pathsRead(f), f.Notes)
		}
	})
}

func TestAPageIsReadOnceWhateverItsAddresses(t *testing.T) {
	other := business(t, "127.0.0.3:0")
	s := newSite(t, "127.0.0.2:0")
	s.pages["/"] = document("Home", []string{"/about About", "/about-us About us", "/about/ About", "/partner Partner"}, nil)
	s.pages["/about"] = document("About", nil, nil)
	s.redirect("/about-us", "/about")
	s.redirect("/about/", "/about")
	s.redirect("/partner", other.url+"/")
	cfg := localConfig()
	cfg.AllowPorts = []uint16{portOf(t, other.url)}
	f, err := Gather(t.Context(), target(t, s.url), cfg, Options{Pages: 8})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "pages", pathsRead(f), []string{"/", "/about"})
	if len(f.Failures) > 0 {
		t.Errorf("failures %+v: a redirect is none, wherever it leads", f.Failures)
	}
}

func TestAFrenchSite(t *testing.T) {
	s := newSite(t, "127.0.0.2:0")
	nav := []string{"/fr/ Accueil", "/fr/prestations Prestations", "/fr/qui-sommes-nous L'entreprise", "/fr/tarifs Tarifs", "/fr/contact Contact", "/en/ English"}
	for _, path := range []string{
		"/fr/", "/fr/prestations", "/fr/qui-sommes-nous", "/fr/tarifs", "/fr/contact", "/fr/mentions-legales", "/fr/actualites/ouverture",
		"/fr/questions-frequentes", "/en/", "/en/contact",
	} {
		s.pages[path] = document(path, nav, []string{"/fr/actualites/ouverture Ouverture", "/fr/mentions-legales Mentions", "/fr/questions-frequentes Questions"})
	}
	s.redirect("/", "/fr/")
	f := gather(t, s.url, Options{Pages: 8})
	same(t, "pages", pathsRead(f), []string{
		"/", "/fr/qui-sommes-nous", "/fr/contact", "/fr/prestations", "/fr/tarifs", "/fr/questions-frequentes",
		"/fr/actualites/ouverture", "/fr/mentions-legales",
	})
	if f.Main().Kind != page.KindHome || f.Pages[6].Kind != page.KindArticle || f.Pages[7].Kind != page.KindLegal {
		t.Errorf("kinds %s, %s, %s", f.Main().Kind, f.Pages[6].Kind, f.Pages[7].Kind)
	}
}

func TestAMazeEnds(t *testing.T) {
	s := newSite(t, "127.0.0.2:0")
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, "/calendar/") {
			return false
		}
		var links []string
		for i := range 50 {
			links = append(links, fmt.Sprintf("/calendar/%d/%d x", len(r.URL.Path), i))
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(document("Calendar", nil, links)))
		return true
	}
	f := gather(t, s.url, Options{Pages: 30})
	if len(f.Pages) != 1+patternCap {
		t.Errorf("read %d pages of a calendar without end", len(f.Pages))
	}
}

// TestTheHomePageIsReadBesideAnyOtherPage also with room for one further page only. Whose site it is stands on the home page.
func TestTheHomePageIsReadBesideAnyOtherPage(t *testing.T) {
	s := business(t, "127.0.0.2:0")
	for _, pages := range []int{2, 3, 12} {
		f := gather(t, s.url+"/services/boilers", Options{Pages: pages})
		if read := pathsRead(f); !slices.Contains(read, "/") || f.Pages[1].Kind != page.KindHome {
			t.Errorf("with %d pages these were read: %v", pages, read)
		}
	}
}
