package fix_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/fix"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
)

const address = "https://www.example.com/"

// site makes a site of one page and a robots.txt, as an audit would have read them.
func site(body, robots string) fix.Site {
	header := map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}
	p := pagetest.Parse(page.Document{URL: address, Header: header, Body: []byte(body)})
	p.URL, p.FinalURL, p.Kind, p.Response = address, address, page.KindHome, page.Response{Status: 200, Header: header, Encoding: "gzip"}
	at := address + "robots.txt"
	f := &page.Facts{
		URL: address, FinalURL: address, Host: "www.example.com", Domain: "example.com", ReadAt: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Pages: []*page.Page{p},
		Robots: page.Known(page.ParseRobots(at, 200, "text/plain", []byte(robots), false)), LLMs: page.Known(page.ParseLLMs(address+"llms.txt", 404, "", nil, false)),
		TLS: page.Unknown[page.TLS](page.Unread, ""), Plain: page.Unknown[page.Plain](page.Unread, ""), Preflight: page.Unknown[page.Preflight](page.Unread, ""),
		Sibling: page.Unknown[page.Sibling](page.Unread, ""), Control: page.Unknown[page.Control](page.Unread, ""), Crawlers: page.Crawlers(),
		Sitemaps: []page.Sitemap{{URL: address + "sitemap.xml", From: "default", Status: 200, Form: "urlset", Count: 1, Entries: []page.SitemapEntry{{URL: address}}}},
	}
	return fix.Site{Facts: f, Report: pipeline.Judge(f, check.All(), audit.English), Served: map[string][]byte{at: []byte(robots)}}
}

const plainPage = `<!doctype html><html lang="en"><head><title>Piano tuning in Leeds</title></head><body><main><h1>Piano tuning</h1><p>` +
	`We tune pianos at home in Leeds and look after old instruments with patience and good tools every day of the week.</p></main></body></html>`

// file gives what was written at a path, empty where nothing was.
func file(files []fix.File, path string) string {
	for _, f := range files {
		if f.Path == path {
			return string(f.Content)
		}
	}
	return ""
}

func TestRobotsIsChangedAsLittleAsCanBe(t *testing.T) {
	for _, c := range []struct{ name, robots, want string }{
		{
			"a crawler's own group goes, and the general rules hold for it again",
			"# Ours\r\nUser-agent: *\r\nDisallow: /admin # keep\r\n\r\nUser-agent: OAI-SearchBot\r\nDisallow: /\r\n\r\n# The end\r\nSitemap: https://www.example.com/sitemap.xml\r\n",
			"# Ours\r\nUser-agent: *\r\nDisallow: /admin # keep\r\n\r\n# The end\r\nSitemap: https://www.example.com/sitemap.xml\r\n",
		},
		{
			"of a shared group only the crawler that answers leaves",
			"User-agent: GPTBot\nUser-agent: PerplexityBot\nUser-agent: CCBot\nDisallow: /\n",
			"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n",
		},
		{
			"a file without an end of line at its end",
			"User-agent: *\nDisallow: /admin\nUser-agent: Claude-SearchBot\nAllow: /", "User-agent: *\nDisallow: /admin\n",
		},
		{"a leftover from before the launch", "User-agent: *\nDisallow: /\n", "User-agent: *\nDisallow:\n"},
		{
			"a group that lacks a general rule gets it, and keeps its own",
			"User-agent: *\nDisallow: /admin\nDisallow: /cart\n\nUser-agent: Bingbot\nDisallow: /cart\nDisallow: /slow\n",
			"User-agent: *\nDisallow: /admin\nDisallow: /cart\n\nUser-agent: Bingbot\nDisallow: /cart\nDisallow: /slow\nDisallow: /admin\n",
		},
		{
			"misspelt lines", "Useragent: *\nDissallow: /admin\nSitemap: /sitemap.xml\nNonsense: 1\n",
			"User-agent: *\nDisallow: /admin\nSitemap: https://www.example.com/sitemap.xml\n# Nonsense: 1\n",
		},
		{"a rule above all groups stays without effect", "Disallow: /\nUser-agent: *\nDisallow: /admin\n", "# Disallow: /\nUser-agent: *\nDisallow: /admin\n"},
		{"a long pause", "User-agent: *\nCrawl-delay: 120 # please\nDisallow: /admin\n", "User-agent: *\nCrawl-delay: 10 # please\nDisallow: /admin\n"},
		{"a renamed crawler", "User-agent: anthropic-ai\nDisallow: /\n", "User-agent: ClaudeBot\nDisallow: /\n"},
		{"a page closed to a training crawler too", "User-agent: GPTBot\nUser-agent: OAI-SearchBot\nDisallow: /$\n", ""},
		{"a page closed to one crawler", "User-agent: OAI-SearchBot\nDisallow: /?\nDisallow: /$\n", "User-agent: OAI-SearchBot\nDisallow: /?\nDisallow: /$\nAllow: /$\n"},
		{"a policy against training", "User-agent: GPTBot\nDisallow: /\n\nUser-agent: CCBot\nDisallow: /\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := site(plainPage, c.robots)
			files, _ := fix.Files(s, audit.English)
			got := file(files, "robots.txt")
			if got != c.want {
				t.Errorf("robots.txt is %q,\nwant %q", got, c.want)
			}
			if got != "" {
				patched(t, c.robots, file(files, "robots.txt.diff"), got)
			}
		})
	}
}

// patched holds that patch(1) makes the file of the diff.
func patched(t *testing.T, was, diff, want string) {
	t.Helper()
	tool, err := exec.LookPath("patch")
	if err != nil {
		t.Log("there is no patch on this machine")
		return
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"robots.txt": was, "robots.txt.diff": diff} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), tool, "--binary", "robots.txt", "robots.txt.diff")
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, said, diff)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "robots.txt")); err != nil || string(got) != want {
		t.Errorf("patched: %q, want %q (%v)", got, want, err)
	}
}

func TestWhatIsClosedOnPurposeStaysClosed(t *testing.T) {
	for _, robots := range []string{
		"User-agent: GPTBot\nUser-agent: OAI-SearchBot\nUser-agent: ClaudeBot\nUser-agent: Claude-User\nDisallow: /\n",
		"User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n",
		"User-agent: CCBot\nDisallow: /\nUser-agent: *\nDisallow: /private\nCrawl-delay: 90\nUser-agent: PerplexityBot\nDisallow: /\n",
	} {
		s := site(plainPage, robots)
		files, _ := fix.Files(s, audit.English)
		now := page.ParseRobots(address+"robots.txt", 200, "text/plain", []byte(file(files, "robots.txt")), false)
		for _, c := range page.Crawlers() {
			was, is := s.Facts.Robots.Value.Verdict(c.Token, "/"), now.Verdict(c.Token, "/")
			switch {
			case (c.Answers() || c.Fetches() && c.HonoursRobots != "no") && !is.Allowed:
				t.Errorf("%s is still kept out of\n%s", c.Token, file(files, "robots.txt"))
			case !c.Answers() && !c.Fetches() && !was.Allowed && is.Allowed:
				t.Errorf("%s (%s) is let in by\n%s", c.Token, c.Class, file(files, "robots.txt"))
			}
		}
		if v := now.Verdict("PerplexityBot", "/private"); strings.Contains(robots, "/private") && v.Allowed {
			t.Error("what the general rules protect is open")
		}
	}
}

// steering are what ends a place in HTML, JSON, Markdown, XML, robots.txt or a server's configuration, and what turns text around.
const steering = "</title></script><script>alert(1)</script>\"'>\r\nUser-agent: *\r\nDisallow: /\u202e\u200b\x1b[31m`](javascript:x)--> ${x} {http.request} %{ENV} ]]> #x; \\"

func TestASitesWordsStayWords(t *testing.T) {
	body := `<!doctype html><html><head><title></title><meta property="og:site_name" content="Evil ` + attribute(steering) + `">
<script src="https://a&quot;;add_header.example/x.js"></script><script src="https://a;script-src.example/x.js"></script><script src="https://a$b.example/x.js"></script>
<script src="https://a{b}.example/x.js"></script><script src="https://good.example/x.js"></script><link rel="alternate" hreflang="x&quot;><script>" href="/&quot;><script>">
<link rel="alternate" hreflang="fr" href="https://www.example.com/fr/?q=&quot;&gt;&lt;script&gt;)](x"></head>
<body><header><a href="/">Evil ` + attribute(steering) + `</a></header><main><h1>Bread ` + attribute(steering) + `</h1><p>We bake bread ` + attribute(steering) +
		` in the old town, every day but Sunday, and we deliver it to shops and homes all around.</p>
<address>Evil, 1 ` + attribute(steering) + ` Street, Bath BA1 1AA</address><p>Telephone 01225 496 000, open Monday to Friday 9:00 to 17:00</p></main></body></html>`
	s := site(body, "User-agent: *\nDisallow: /x\nUser-agent: OAI-SearchBot\nDisallow: /\n")
	s.Facts.LLMs = page.Known(page.ParseLLMs(address+"llms.txt", 200, "text/html", []byte("<!doctype html><html><body>x"), false))
	s.Facts.Sitemaps = []page.Sitemap{{URL: address + "sitemap.xml", From: "default", Status: 404}}
	s.Report = pipeline.Judge(s.Facts, check.All(), audit.English)
	s.Report.Business.Name, s.Report.Business.City, s.Report.Business.Country = "Evil "+steering, steering, steering
	files, left := fix.Files(s, audit.English)
	known := []string{
		"pages/01.html", "telephone.html", "structured-data/organization.html", "robots.txt", "robots.txt.diff", "sitemap.xml", "llms.txt", "headers/nginx.conf",
		"headers/apache.conf", "headers/Caddyfile", "content-security-policy/nginx.conf", "content-security-policy/apache.conf", "content-security-policy/Caddyfile",
	}
	for _, want := range known[:12] {
		if file(files, want) == "" && want != "telephone.html" {
			t.Errorf("%s wasn't written, so that nothing is held of it", want)
		}
	}
	readme := string(fix.Readme(address+"?"+steering, files, left, audit.English))
	for _, f := range append(files, fix.File{Path: "README.md", Content: []byte(readme)}) {
		content := string(f.Content)
		if strings.ContainsAny(content, "\x1b\u202e\u200b") || strings.Contains(content, "\r") {
			t.Errorf("%s steers: %q", f.Path, content)
		}
		if !slices.Contains(known, f.Path) && f.Path != "README.md" {
			t.Errorf("a path that nobody made: %q", f.Path)
		}
		switch {
		case strings.HasSuffix(f.Path, ".html"):
			read := pagetest.Parse(page.Document{URL: address, Body: []byte("<!doctype html><html><head>" + content)})
			if len(read.Scripts) > 0 || read.ScriptsTotal > strings.Count(content, `<script type="application/ld+json">`) || strings.Count(content, "</script>") != read.ScriptsTotal {
				t.Errorf("%s has a script: %s", f.Path, content)
			}
			if len(read.Graph.Errors) > 0 {
				t.Errorf("%s: %v\n%s", f.Path, read.Graph.Errors, content)
			}
		case strings.Contains(f.Path, "/"):
			parseServer(t, filepath.Base(f.Path), content)
			if strings.Contains(f.Path, "content-security") && (!strings.Contains(content, "https://good.example") || strings.Contains(content, "add_header.example") || strings.Contains(content, "b.example")) {
				t.Errorf("%s: %s", f.Path, content)
			}
		case f.Path == "llms.txt":
			for _, l := range page.ParseLLMs(address+"llms.txt", 200, "text/plain", f.Content, false).Links {
				if !strings.HasPrefix(l.URL, address) {
					t.Errorf("llms.txt links to %s", l.URL)
				}
			}
		case f.Path == "robots.txt":
			if content != "User-agent: *\nDisallow: /x\n" {
				t.Errorf("robots.txt is %q", content)
			}
		case f.Path == "README.md":
			if strings.Contains(content, "<script") || strings.Contains(strings.ReplaceAll(content, `\]`, ""), "](javascript") {
				t.Errorf("README.md: %s", content)
			}
		}
	}
}

// attribute escapes just enough that a text stands in an attribute and in a text.
func attribute(s string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(s)
}

func TestNothingIsWrittenThatTheSiteDoesNotSay(t *testing.T) {
	s := site(plainPage, "User-agent: *\nDisallow:\n")
	files, left := fix.Files(s, audit.English)
	if got := file(files, "structured-data/organization.html"); got != "" {
		t.Errorf("a page without a name got %s", got)
	}
	i := slices.IndexFunc(left, func(l fix.Left) bool { return l.Check == "geo.organization-schema" })
	if i < 0 || !strings.Contains(left[i].Why, "don't say the name") {
		t.Errorf("what is left doesn't say why: %v", left)
	}
	for _, f := range files {
		for _, check := range slices.Concat(f.Checks, f.Helps) {
			if slices.ContainsFunc(left, func(l fix.Left) bool { return l.Check == check }) && !slices.Contains(f.Helps, check) {
				t.Errorf("%s is answered by %s and left", check, f.Path)
			}
		}
	}
}

func TestACleanSiteGetsNoFile(t *testing.T) {
	s := site(plainPage, "User-agent: *\nDisallow:\n")
	s.Report.Checks = slices.DeleteFunc(slices.Clone(s.Report.Checks), func(c audit.Check) bool { return c.Status != audit.Pass })
	if files, left := fix.Files(s, audit.French); len(files)+len(left) > 0 {
		t.Errorf("%v %v", files, left)
	}
}

func TestBothLanguagesSayTheSame(t *testing.T) {
	s := site(strings.Replace(plainPage, "<title>Piano tuning in Leeds</title>", "", 1), "User-agent: *\nDisallow: /\n")
	english, leftEN := fix.Files(s, audit.English)
	french, leftFR := fix.Files(s, audit.French)
	if len(english) == 0 || len(english) != len(french) || len(leftEN) != len(leftFR) {
		t.Fatalf("%d and %d files, %d and %d left", len(english), len(french), len(leftEN), len(leftFR))
	}
	for i, en := range english {
		fr := french[i]
		if en.Path != fr.Path || string(en.Content) != string(fr.Content) || en.Where == fr.Where || (en.Note == "") != (fr.Note == "") || en.Note != "" && en.Note == fr.Note {
			t.Errorf("%s: %q %q, %s: %q %q", en.Path, en.Where, en.Note, fr.Path, fr.Where, fr.Note)
		}
	}
	if _, err := json.Marshal(english); err != nil {
		t.Error(err)
	}
	if got := string(fix.Readme(address, french, leftFR, audit.French)); !strings.HasPrefix(got, "# Correctifs pour https://www.example.com/\n") {
		t.Errorf("%s", got)
	}
}
