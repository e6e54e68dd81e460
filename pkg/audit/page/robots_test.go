package page

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestRobotsLinesAndProblems(t *testing.T) {
	r := robotsOf(`disallow: /early
User-agent: GPTBot/1.0   # theirs
Crawl-delay: 2.5
Crawl-delay: soon
Disallow: private
Disallow: /a$b
dissallow: /c
disallow /d
what is this
Noindex: /n
Foo: bar
Sitemap: https://site.test/a.xml
Sitemap: /b.xml
Content-Signal: search=yes, ai-train=no
Content-Signal: /blog/ ai-input=no
Content-Signal: ai-train=maybe
License: https://site.test/license.xml
User-agent:
Disallow: /` + "\xff\n")
	if len(r.Groups) != 2 {
		t.Fatalf("%d groups", len(r.Groups))
	}
	g := r.Groups[0]
	if want := []RobotsLine{{2, "GPTBot/1.0"}}; !slices.Equal(g.Agents, want) {
		t.Errorf("agents %v", g.Agents)
	}
	if want := []RobotsRule{{5, false, "private"}, {6, false, "/a$b"}, {7, false, "/c"}, {8, false, "/d"}}; !slices.Equal(g.Rules, want) {
		t.Errorf("rules %v", g.Rules)
	}
	if want := []RobotsLine{{12, "https://site.test/a.xml"}, {13, "/b.xml"}}; !slices.Equal(r.Sitemaps, want) {
		t.Errorf("sitemaps %v", r.Sitemaps)
	}
	if len(r.Signals) != 3 || r.Signals[1] != (RobotsLine{15, "/blog/ ai-input=no"}) {
		t.Errorf("signals %v", r.Signals)
	}
	if want := []RobotsLine{{17, "https://site.test/license.xml"}}; !slices.Equal(r.Licenses, want) {
		t.Errorf("licenses %v", r.Licenses)
	}
	var got []string
	for _, p := range r.Problems {
		got = append(got, fmt.Sprint(p.Line, " ", p.Problem))
	}
	want := []string{
		"1 rule_before_group", "4 bad_crawl_delay", "5 path_without_slash", "6 dollar_not_last", "7 unknown_directive", "8 no_colon",
		"9 no_colon", "11 unknown_directive", "13 sitemap_not_absolute", "16 bad_signal", "18 empty_user_agent", "19 bad_utf8",
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems\n got %q\nwant %q", got, want)
	}
	if text := r.Problems[len(r.Problems)-1].Text; text != "Disallow: /\uFFFD" {
		t.Errorf("text of the invalid line is %q", text)
	}
}

func TestRobotsVerdictSaysWhatDecides(t *testing.T) {
	r := robotsOf("User-agent: GPTBot/1.1\nDisallow: /private\nAllow: /private/ok\n\nUser-agent: *\nDisallow: /*?\nAllow: /shop/index.html\n" +
		"User-agent: AI2Bot\nDisallow: /ai\nUser-agent: archive.org_bot\nDisallow: /old\nUser-agent: gptbot\nDisallow: /later\n" +
		"User-agent: Googlebot\nDisallow: /apple\n")
	for _, c := range []struct {
		agent, path string
		want        RobotsVerdict
	}{
		{"GPTBot", "/private/x", RobotsVerdict{false, 2, "Disallow: /private", "gptbot"}},
		{"gptbot", "/private/ok", RobotsVerdict{true, 3, "Allow: /private/ok", "gptbot"}},
		{"GPTBot", "/later/on", RobotsVerdict{false, 13, "Disallow: /later", "gptbot"}},
		{"GPTBot", "/?q", RobotsVerdict{true, 0, "no rule matches", "gptbot"}},
		{"Bingbot", "/?q", RobotsVerdict{false, 6, "Disallow: /*?", "*"}},
		{"Bingbot", "/shop/", RobotsVerdict{true, 7, "Allow: /shop/index.html (Google reads an index page as its folder)", "*"}},
		{"AI2Bot", "/ai", RobotsVerdict{false, 9, "Disallow: /ai", "ai2bot"}},
		{"AI2Bot-Dolma", "/?q", RobotsVerdict{false, 6, "Disallow: /*?", "*"}},
		{"archive.org_bot", "/old", RobotsVerdict{false, 11, "Disallow: /old", "archive.org_bot"}},
		{"Applebot", "/apple", RobotsVerdict{false, 15, "Disallow: /apple", "googlebot"}},
		{"Applebot-Extended", "/apple", RobotsVerdict{true, 0, "no rule matches", "*"}},
		{"GPTBot", "/robots.txt", RobotsVerdict{true, 0, "robots.txt itself is always allowed", ""}},
	} {
		if got := r.Verdict(c.agent, c.path); got != c.want {
			t.Errorf("%s %s\n got %+v\nwant %+v", c.agent, c.path, got, c.want)
		}
	}
	if v := robotsOf("User-agent: foobot\nDisallow: /\n"); v.Verdict("barbot", "/") != (RobotsVerdict{Allowed: true, Rule: "no group"}) {
		t.Errorf("without a group: %+v", v.Verdict("barbot", "/"))
	}
}

func TestRobotsThatCannotBeHad(t *testing.T) {
	const denyAll = "User-agent: *\nDisallow: /\n"
	for _, c := range []struct {
		status  int
		body    string
		allowed bool
		rule    string
	}{
		{200, denyAll, false, "Disallow: /"},
		{204, "", true, "no group"},
		{200, "<!DOCTYPE html>\n<title>User-agent: *</title>\nDisallow: /\n", true, "robots.txt is an HTML page"},
		{404, denyAll, true, "robots.txt is 404"},
		{403, denyAll, true, "robots.txt is 403"},
		{429, denyAll, true, "robots.txt is 429"},
		{301, "", true, "robots.txt is 301"},
		{503, "", false, "robots.txt is 503"},
		{0, "", false, "robots.txt can't be reached"},
	} {
		r := ParseRobots("https://site.test/robots.txt", c.status, "", []byte(c.body), false)
		if v := r.Verdict("Googlebot", "/x"); v.Allowed != c.allowed || v.Rule != c.rule {
			t.Errorf("status %d: %+v", c.status, v)
		}
	}
}

func TestRobotsOddBytes(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		line int // of the rule that denies /x; 0 where nothing does
	}{
		"CRLF":                    {"User-agent: *\r\n\r\nDisallow: /x\r\n", 3},
		"CR":                      {"User-agent: *\r\rDisallow: /x\r", 3},
		"mixed, no end":           {"User-agent: *\r\n\n\rDisallow: /x", 4},
		"byte order mark":         {"\xef\xbb\xbfUser-agent: *\nDisallow: /x\n", 2},
		"beginning of one":        {"\xef\xbbUser-agent: *\nDisallow: /x\n", 2},
		"one in the middle":       {"User-agent: *\n\xef\xbb\xbfDisallow: /x\n", 0},
		"NUL ends a line's value": {"User-agent: *\nDisallow: /x\x00y\n", 2},
		"tabs":                    {"\tUser-agent\t:\t*\t\n Disallow :/x \n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			r := robotsOf(c.body)
			if v := r.Verdict("foobot", "/x"); v.Line != c.line || v.Allowed != (c.line == 0) {
				t.Errorf("%+v", v)
			}
		})
	}
}

func TestRobotsTruncatedForgetsTheHalfLine(t *testing.T) {
	r := ParseRobots("", 200, "", []byte("User-agent: *\nDisallow: /a\nDisallow: /"), true)
	if v := r.Verdict("foobot", "/b"); !v.Allowed || !r.Truncated {
		t.Errorf("half a line decides: %+v", v)
	}
	if v := r.Verdict("foobot", "/a"); v.Allowed {
		t.Errorf("a whole line before the cut doesn't: %+v", v)
	}
}

func TestCrawlDelayHoldsForTheAgentsAboveIt(t *testing.T) {
	r := robotsOf("User-agent: *\nCrawl-delay: 20\nUser-agent: Googlebot\nDisallow: /x\nUser-agent: a\nUser-agent: b\nDisallow: /\nCrawl-delay: 5\n")
	for agent, want := range map[string]float64{"Bingbot": 20, "Googlebot": -1, "a": 5, "b": 5} {
		got, ok := r.CrawlDelay(agent)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%s waits %v seconds, want %v", agent, got, want)
		}
	}
	if v := r.Verdict("Bingbot", "/x"); v.Allowed {
		t.Error("Crawl-delay ended the group that Disallow: /x belongs to")
	}
}

func TestRobotsAnswersAlikeAfterJSON(t *testing.T) {
	r := robotsOf("User-agent: a\nDisallow: /x\nSitemap: https://site.test/s.xml\nfoo: bar\n")
	data, err := json.Marshal(Known(r))
	if err != nil {
		t.Fatal(err)
	}
	var back Found[Robots]
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back.Value, r) {
		t.Errorf("\n got %+v\nwant %+v", back.Value, r)
	}
	byHand := Robots{Status: 200, Groups: r.Groups}
	for _, path := range []string{"/x", "/y"} {
		want := r.Verdict("a", path)
		if got := back.Value.Verdict("a", path); got != want {
			t.Errorf("after JSON %s: %+v, want %+v", path, got, want)
		}
		if got := byHand.Verdict("a", path); got != want {
			t.Errorf("made by hand %s: %+v, want %+v", path, got, want)
		}
	}
}

func TestRobotsProblemsAreBounded(t *testing.T) {
	r := robotsOf(strings.Repeat("nonsense "+strings.Repeat("ü", 300)+"\n", 1000))
	if len(r.Problems) != maxRobotsProblems {
		t.Errorf("%d problems kept", len(r.Problems))
	}
	if n := len([]rune(r.Problems[0].Text)); n != maxProblemText {
		t.Errorf("text of %d characters kept", n)
	}
}

func TestRobotsVerdictsAtOnce(t *testing.T) {
	r := robotsOf(manyRules(500))
	var all sync.WaitGroup
	for _, c := range Crawlers() {
		all.Go(func() {
			for i := range 20 {
				if v := r.Verdict(c.Token, fmt.Sprintf("/folder-%d/page", i)); v.Allowed {
					t.Errorf("%s: %+v", c.Token, v)
				}
			}
		})
	}
	all.Wait()
}

// manyRules is a file with n rules for everybody, and a group of its own for one agent.
func manyRules(n int) string {
	var b strings.Builder
	b.WriteString("User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\n")
	for i := range n {
		fmt.Fprintf(&b, "Disallow: /folder-%d/\n", i)
	}
	return b.String()
}

func BenchmarkRobotsVerdicts(b *testing.B) {
	body := []byte(manyRules(40_000))
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			ParseRobots("", 200, "", body, false)
		}
	})
	crawlers := Crawlers()
	b.Run("all crawlers, new path", func(b *testing.B) {
		r := ParseRobots("", 200, "", body, false)
		for i := 0; b.Loop(); i++ {
			path := fmt.Sprint("/page/", i)
			for _, c := range crawlers {
				r.Verdict(c.Token, path)
			}
		}
	})
	b.Run("stars against a long path", func(b *testing.B) {
		r := robotsOf("User-agent: *\n" + strings.Repeat("Disallow: /*a*a*b\n", 29_000))
		path := "/" + strings.Repeat("a", 2000)
		for i := 0; b.Loop(); i++ {
			for _, c := range crawlers {
				r.Verdict(c.Token, path+fmt.Sprint(i))
			}
		}
	})
}

// FuzzRobots holds every rule's match against the same rule as a regular expression, and the file's verdict against a plain reading of its groups.
func FuzzRobots(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /*.php$\nAllow: /a*b*c\n", "/x.php")
	f.Add("user-agent a\rcrawl-delay: 1e400\r\nallow: /index.html\x00$\n", "/%c3%a9?q")
	f.Add("\xef\xbbuser-agent: *x\ndisallow: $\ndisallow: *$*\n", "/")
	f.Fuzz(func(t *testing.T, body, path string) {
		if len(body) > 4096 || len(path) > 1024 {
			return // the expressions would take most of the time
		}
		r := robotsOf(body)
		lines := 1 + strings.Count(body, "\n") + strings.Count(body, "\r")
		path = "/" + path
		for _, g := range r.Groups {
			for _, rule := range g.Rules {
				if rule.Line < 1 || rule.Line > lines {
					t.Fatalf("rule on line %d of %d", rule.Line, lines)
				}
				for _, m := range appendCompiled(nil, rule) {
					if want := matchesAsExpression(m, path); m.matches(path) != want {
						t.Fatalf("%+v against %q: %v, want %v", m, path, !want, want)
					}
				}
			}
		}
		v := r.Verdict("a", path)
		if again := r.Verdict("a", path); again != v {
			t.Fatalf("%+v, then %+v", v, again)
		}
		if byHand := (&Robots{Status: 200, HTML: r.HTML, Groups: r.Groups}); byHand.Verdict("a", path) != v {
			t.Fatalf("%+v, made by hand %+v", v, byHand.Verdict("a", path))
		}
	})
}

func matchesAsExpression(m matchRule, path string) bool {
	var pieces []string
	for piece := range strings.SplitSeq(m.pattern, "*") {
		// Byte by byte, since a pattern may be cut inside a character.
		var b strings.Builder
		for i := range len(piece) {
			fmt.Fprintf(&b, `\x{%02x}`, piece[i])
		}
		pieces = append(pieces, b.String())
	}
	expression := "(?s)^" + strings.Join(pieces, ".*")
	if m.anchor {
		expression += "$"
	}
	latin := make([]rune, len(path))
	for i := range len(path) {
		latin[i] = rune(path[i])
	}
	return regexp.MustCompile(expression).MatchString(string(latin))
}
