package fix_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakesite"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/fix"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
)

var today = time.Now().UTC().Truncate(24 * time.Hour)

// read audits a site as a fix finds it: facts and report, and the files as they came.
func read(t *testing.T, s *fakesite.Site, how fetch.Probing) fix.Site {
	t.Helper()
	authority, err := fakesite.NewAuthority(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	v, err := fakesite.Serve(t.Context(), s, authority)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	target, fault := audit.ParseTarget("https://" + s.Host + "/")
	if fault != nil {
		t.Fatal(fault)
	}
	keeper := evidence.NewKeeper(0)
	record := keeper.Begin(nil)
	config := fetch.Config{AllowPrivate: true, Roots: authority.Pool(), Resolve: v.Resolve}
	facts, err := fetch.Gather(t.Context(), target, config, fetch.Options{Pages: 10, Deadline: 30 * time.Second, IgnoreRobots: true, Probing: how, Crawlers: page.Crawlers(), Record: record})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := record.Bytes(evidence.Beside{})
	if err != nil {
		t.Fatal(err)
	}
	log, err := evidence.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
	served := map[string][]byte{}
	for _, x := range log.Exchanges {
		if x.Body != nil && (strings.HasSuffix(x.URL, "/robots.txt") || strings.HasSuffix(x.URL, "/llms.txt")) {
			if served[x.URL], err = log.Content(x.Body); err != nil {
				t.Fatal(err)
			}
		}
	}
	return fix.Site{Facts: facts, Report: pipeline.Judge(facts, check.All(), audit.English), Served: served}
}

func outcomes(r *audit.Report) map[string]audit.Check {
	all := map[string]audit.Check{}
	for _, c := range r.Checks {
		all[c.ID] = c
	}
	return all
}

var rank = map[audit.Outcome]int{audit.Warn: 1, audit.Fail: 2}

// generatable are the faults for which something is generated, with the checks that then pass.
var generatable = map[string]string{
	"title-missing": "seo.title-present", "title-too-long": "seo.title-length", "titles-alike": "seo.title-unique",
	"description-missing": "seo.meta-description", "descriptions-alike": "seo.meta-description-unique",
	"language-missing": "seo.html-lang", "language-wrong": "seo.html-lang", "viewport-missing": "design.viewport", "zoom-forbidden": "design.viewport",
	"preview-missing": "seo.open-graph", "charset-undeclared": "seo.charset", "doctype-missing": "seo.doctype",
	"hreflang-not-returned": "seo.hreflang", "hreflang-invalid": "seo.hreflang",
	"canonical-missing": "seo.canonical-valid", "canonical-elsewhere": "seo.canonical-valid", "canonical-conflicting": "seo.canonical-valid",
	"canonical-to-redirect": "seo.canonical-valid", "canonical-to-front-page": "seo.canonical-valid seo.sitemap-live-urls",
	"town-not-in-title":  "local.city-in-title",
	"answer-bot-blocked": "crawl.answer-bots-allowed", "assistant-blocked": "crawl.user-fetchers-allowed",
	"all-ai-bots-blocked":   "crawl.answer-bots-allowed crawl.user-fetchers-allowed",
	"everything-disallowed": "seo.robots-blocks-page crawl.answer-bots-allowed crawl.all-agents-blocked crawl.user-fetchers-allowed",
	"robots-failing":        "seo.robots-txt-valid crawl.answer-bots-allowed crawl.all-agents-blocked crawl.user-fetchers-allowed",
	"robots-is-html":        "seo.robots-txt-valid", "named-group-drops-protection": "crawl.named-group-drops-protection",
	"long-crawl-delay": "crawl.crawl-delay", "invented-agent": "crawl.stale-tokens", "signal-unknown": "crawl.content-signal seo.robots-txt-valid",
	"sitemap-missing": "seo.sitemap-found", "sitemap-broken": "seo.sitemap-valid", "sitemap-stamped-today": "seo.sitemap-lastmod-honest",
	"sitemap-of-another-host": "seo.sitemap-valid seo.sitemap-coverage", "sitemap-with-dead-address": "seo.sitemap-live-urls",
	"llms-is-html":             "crawl.llms-txt-valid",
	"security-headers-missing": "sec.hsts sec.csp sec.x-frame sec.nosniff sec.permissions-policy", "loose-referrer": "sec.referrer-policy",
	"mixed-content": "sec.mixed-content", "uncompressed": "perf.compression",
	"markup-missing": "geo.organization-schema local.localbusiness-schema local.opening-hours", "telephone-not-a-link": "local.tel-click",
}

// unsaid are the checks that then judge what wasn't there before, and find that the site doesn't say something.
var unsaid = map[string]string{"markup-missing": "seo.rich-results"} // of the range of prices and the coordinates

func TestEveryGeneratedFixPassesItsCheckInTheSiteAndNothingGetsWorse(t *testing.T) {
	tried := 0
	for _, fault := range fakesite.Faults() {
		want, ok := generatable[fault.Name]
		if !ok {
			continue
		}
		tried++
		t.Run(fault.Name, func(t *testing.T) {
			t.Parallel()
			s := fakesite.New(fault.Site, 1, today)
			fault.Plant(s)
			before := read(t, s, fetch.ProbeSearch)
			files, left := fix.Files(before, audit.English)
			answered := map[string]bool{}
			for _, f := range files {
				for _, id := range f.Checks {
					answered[id] = true
				}
			}
			for id := range strings.FieldsSeq(want) {
				if !answered[id] {
					t.Errorf("no file for %s: %v", id, slices.Collect(maps.Keys(answered)))
				}
			}
			for _, l := range left {
				if answered[l.Check] {
					t.Errorf("%s is both answered and left", l.Check)
				}
			}
			was := outcomes(before.Report)
			for _, server := range servers(files) {
				mended := fakesite.New(fault.Site, 1, today)
				fault.Plant(mended)
				mend(t, mended, files, server)
				now := outcomes(read(t, mended, fetch.ProbeSearch).Report)
				for id := range answered {
					if rank[now[id].Status] > 0 {
						t.Errorf("%s: %s is %s: %s %v\n%s", server, id, now[id].Status, now[id].Detail, now[id].Evidence, show(files, id))
					}
				}
				for id, c := range now {
					if rank[c.Status] > rank[was[id].Status] && !(was[id].Status == audit.NotAssessed && unsaid[fault.Name] == id) {
						t.Errorf("%s: %s got worse: %s %s %v", server, id, c.Status, c.Detail, c.Evidence)
					}
				}
			}
		})
	}
	if tried != len(generatable) {
		t.Errorf("%d of %d faults were tried; the others have no such name", tried, len(generatable))
	}
}

// show gives the files that answer a check.
func show(files []fix.File, id string) string {
	var b strings.Builder
	for _, f := range files {
		if slices.Contains(f.Checks, id) {
			fmt.Fprintf(&b, "--- %s %s\n%s", f.Path, f.Page, f.Content)
		}
	}
	return b.String()
}

// servers gives the servers whose configurations are to be tried: one where none has any.
func servers(files []fix.File) []string {
	for _, f := range files {
		if strings.Contains(f.Where, "only:") {
			return []string{"nginx.conf", "apache.conf", "Caddyfile"}
		}
	}
	return []string{"nginx.conf"}
}

// mend puts the files into the site, as they say where they go.
func mend(t *testing.T, s *fakesite.Site, files []fix.File, server string) {
	t.Helper()
	at := map[string][]byte{}            // files by path
	snippets := map[string][]fix.File{}  // by path of the page
	var everywhere []fix.File            // for the text of every page
	var configuration []serverDirectives // of the server
	for _, f := range files {
		switch _, name, folder := strings.Cut(f.Path, "/"); {
		case f.Path == "robots.txt", f.Path == "llms.txt":
			at["/"+f.Path] = f.Content
		case f.Path == "sitemap.xml":
			_, address, _ := strings.Cut(f.Where, "https://"+s.Host)
			at[address] = f.Content
		case f.Path == "telephone.html":
			everywhere = append(everywhere, f)
		case f.Page != "":
			where := strings.TrimPrefix(f.Page, "https://"+s.Host)
			snippets[where] = append(snippets[where], f)
		case folder && name == server:
			configuration = append(configuration, parseServer(t, server, string(f.Content)))
		}
	}
	s.Around(func(site http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if content, ok := at[r.URL.Path]; ok {
				w.Header().Set("Content-Type", "text/plain; charset=utf-8")
				if strings.HasSuffix(r.URL.Path, ".xml") {
					w.Header().Set("Content-Type", "application/xml")
				}
				w.Write(content)
				return
			}
			asked := r.Clone(r.Context())
			asked.Header.Del("Accept-Encoding")
			answer := httptest.NewRecorder()
			site.ServeHTTP(answer, asked)
			body := answer.Body.String()
			if strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") && answer.Code == 200 {
				for _, f := range everywhere {
					body = linkTelephones(body, string(f.Content))
				}
				for _, f := range snippets[r.URL.Path] {
					body = insert(t, body, f)
				}
			}
			for name, values := range answer.Header() {
				w.Header()[name] = values
			}
			zip := !strings.Contains(fmt.Sprint(files), "compression/") // as the site did by itself
			for _, c := range configuration {
				for _, name := range c.hidden {
					w.Header().Del(name)
				}
				for name, value := range c.sent {
					w.Header().Add(name, value)
				}
				zip = zip || c.zip
			}
			w.Header().Del("Content-Length")
			if strings.HasPrefix(w.Header().Get("Content-Type"), "text/") && zip {
				body = zipped(w, body)
			}
			w.WriteHeader(answer.Code)
			io.WriteString(w, body)
		})
	})
}

var (
	titles    = regexp.MustCompile(`(?s)<title>.*?</title>`)
	htmlTag   = regexp.MustCompile(`<html[^>]*>`)
	heads     = regexp.MustCompile(`<head[^>]*>`)
	metaName  = regexp.MustCompile(`^<meta (name|property)="([^"]*)"`)
	telephone = regexp.MustCompile(`<a href="tel:[^"]*">([^<]*)</a>`)
	jsonBlock = regexp.MustCompile(`(?s)(<script type="application/ld\+json">)(.*?)(</script>)`)
)

// insert does with a snippet what its words say.
func insert(t *testing.T, body string, f fix.File) string {
	text := string(f.Content)
	switch f.Path {
	case "structured-data/organization.html":
		return strings.Replace(body, "</head>", text+"</head>", 1)
	case "structured-data/additions.json":
		return jsonBlock.ReplaceAllStringFunc(body, func(block string) string {
			parts := jsonBlock.FindStringSubmatch(block)
			var item map[string]any
			if json.Unmarshal([]byte(parts[2]), &item) != nil {
				return block
			}
			if err := json.Unmarshal(f.Content, &item); err != nil {
				t.Error(err)
			}
			whole, _ := json.Marshal(item)
			return parts[1] + string(whole) + parts[3]
		})
	}
	remove := func(pattern string) { body = regexp.MustCompile(pattern).ReplaceAllString(body, "") }
	var put []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		name := metaName.FindStringSubmatch(line)
		switch {
		case line == "<!doctype html>":
			body = line + body
			continue
		case strings.HasPrefix(line, "<html"):
			body = htmlTag.ReplaceAllLiteralString(body, line)
			continue
		case strings.HasPrefix(line, "<title>"):
			body = titles.ReplaceAllString(body, "")
		case name != nil:
			remove(`<meta ` + name[1] + `="` + regexp.QuoteMeta(name[2]) + `"[^>]*>`)
		case strings.HasPrefix(line, "<meta charset"):
			remove(`<meta charset[^>]*>`)
		case strings.HasPrefix(line, `<link rel="canonical"`):
			remove(`<link rel="canonical"[^>]*>`)
		case strings.HasPrefix(line, `<link rel="alternate" hreflang`):
			if len(put) == 0 || !strings.HasPrefix(put[len(put)-1], `<link rel="alternate" hreflang`) {
				remove(`<link rel="alternate" hreflang[^>]*>`)
			}
		default:
			t.Errorf("%s: nobody knows where this goes: %s", f.Path, line)
		}
		put = append(put, line)
	}
	span := heads.FindStringIndex(body)
	if span == nil {
		t.Fatalf("the page has no head")
	}
	return body[:span[1]] + strings.Join(put, "\n") + body[span[1]:]
}

func linkTelephones(body, links string) string {
	for line := range strings.Lines(links) {
		number := telephone.FindStringSubmatch(line)[1]
		body = strings.ReplaceAll(body, number, strings.TrimSpace(line))
	}
	return body
}

func zipped(w http.ResponseWriter, body string) string {
	w.Header().Set("Content-Encoding", "gzip")
	return gzipped(body)
}
