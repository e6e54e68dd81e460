package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/weburl"
)

// The cases here and in TestRobotsAgreesWithGoogle stand for every case of robots_test.cc and reporting_robots_test.cc in github.com/google/robotstxt as of
// commit 22b355f, written anew. Of one function's cases only a part is asked: the addresses without a scheme of GetPathParamsQuery, since nothing here reads
// such an address.

func TestRobotsNamesAndAgentsHaveNoCase(t *testing.T) {
	for _, agent := range []string{"FOO BAR", "foo bar", "FoO bAr", "FOO", "foo", "fOo"} {
		for _, names := range [][3]string{{"USER-AGENT", "ALLOW", "DISALLOW"}, {"user-agent", "allow", "disallow"}, {"uSeR-aGeNt", "AlLoW", "dIsAlLoW"}} {
			r := robotsOf(names[0] + ": " + agent + "\n" + names[1] + ": /x/\n" + names[2] + ": /\n")
			for _, asked := range []string{"Foo", "foo"} {
				if !r.Verdict(asked, "/x/y").Allowed || r.Verdict(asked, "/a/b").Allowed {
					t.Errorf("%s %q doesn't hold for %s", names[0], agent, asked)
				}
			}
		}
	}
}

// Unlike Google's, names with digits and dots hold as a whole too, since crawlers are called AI2Bot and archive.org_bot; so would a name like "ツ".
func TestRobotsAgentNamesThatCanBeObeyed(t *testing.T) {
	for value, valid := range map[string]bool{
		"Foobot": true, "Foobot-Bar": true, "Foo_Bar": true, "": false, "Foobot*": false, " Foobot ": false, "Foobot/2.1": false, "Foobot Bar": false,
	} {
		names := agentNames(value)
		if got := len(names) == 1 && names[0] == strings.ToLower(value); got != valid {
			t.Errorf("%q answers to %q", value, names)
		}
	}
	// What follows such a name is no part of it.
	r := robotsOf("user-agent: *\ndisallow: /\nuser-agent: foobot/2.1\nallow: /\nuser-agent: barbot*\nallow: /\n")
	for _, agent := range []string{"foobot", "barbot"} {
		if v := r.Verdict(agent, "/x"); !v.Allowed || v.Group != agent {
			t.Errorf("%s: %+v", agent, v)
		}
	}
}

func TestRobotsGroupsEndWhereGoogleEndsThem(t *testing.T) {
	r := robotsOf(strings.ReplaceAll(groups, "|", "\n"))
	for _, agent := range []string{"foobot", "barbot", "bazbot"} {
		if v := r.Verdict(agent, "/foo/bar/"); v.Allowed {
			t.Errorf("%s may fetch what only a rule before every group allows: %+v", agent, v)
		}
	}
}

func TestRobotsLinesAreCountedWhateverEndsThem(t *testing.T) {
	for name, end := range map[string][6]string{
		"Unix":           {"\n", "\n", "\n", "\n", "\n", "\n"},
		"DOS":            {"\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n"},
		"Mac":            {"\r", "\r", "\r", "\r", "\r", "\r"},
		"no end of line": {"\n", "\n", "\n", "\n", "\n", ""},
		"mixed":          {"\n", "\r\n", "\n", "\r\n", "\n", ""},
	} {
		var b strings.Builder
		for i, line := range []string{"User-Agent: foo", "Allow: /some/path", "User-Agent: bar", "", "", "Disallow: /"} {
			b.WriteString(line + end[i])
		}
		r := robotsOf(b.String())
		if n, last := directives(&r); n != 4 || last != 6 || len(r.Problems) > 0 {
			t.Errorf("%s: %d directives, the last on line %d, problems %v", name, n, last, r.Problems)
		}
	}
}

// directives counts the lines that crawlers act on, and gives the last of them.
func directives(r *Robots) (n, last int) {
	for _, g := range r.Groups {
		for _, a := range g.Agents {
			n, last = n+1, max(last, a.Line)
		}
		for _, rule := range g.Rules {
			n, last = n+1, max(last, rule.Line)
		}
	}
	for _, s := range r.Sitemaps {
		n, last = n+1, max(last, s.Line)
	}
	return n, last
}

func TestRobotsByteOrderMark(t *testing.T) {
	for _, c := range []struct {
		name, text       string
		directives, lost int
	}{
		{"whole", "\xef\xbb\xbfUser-Agent: foo\nAllow: /AnyValue\n", 2, 0},
		{"two bytes of it", "\xef\xbbUser-Agent: foo\nAllow: /AnyValue\n", 2, 0},
		{"one byte of it", "\xefUser-Agent: foo\nAllow: /AnyValue\n", 2, 0},
		{"broken", "\xef\x11\xbfUser-Agent: foo\nUser-Agent: bar\nAllow: /AnyValue\n", 2, 1},
		{"in the middle", "User-Agent: foo\n\xef\xbb\xbfAllow: /AnyValue\n", 1, 1},
	} {
		r := robotsOf(c.text)
		lost := 0
		for _, p := range r.Problems {
			if p.Problem == RobotsUnknownDirective {
				lost++
			}
		}
		if n, _ := directives(&r); n != c.directives || lost != c.lost {
			t.Errorf("%s: %d directives and %d unknown, want %d and %d", c.name, n, lost, c.directives, c.lost)
		}
	}
	// Google counts an Allow before every group as a directive, though it holds for nobody.
	r := robotsOf("\xef\x11\xbfUser-Agent: foo\nAllow: /AnyValue\n")
	if n, _ := directives(&r); n != 0 || len(r.Problems) == 0 {
		t.Errorf("%d directives, problems %v", n, r.Problems)
	}
}

func TestRobotsSitemapsStandAnywhere(t *testing.T) {
	const sitemap, rest = "Sitemap: https://site.test/sitemap.xml\n", "User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\n"
	for _, text := range []string{rest + sitemap, sitemap + rest} {
		if r := robotsOf(text); len(r.Sitemaps) != 1 || r.Sitemaps[0].Value != "https://site.test/sitemap.xml" {
			t.Errorf("%q: %v", text, r.Sitemaps)
		}
	}
}

func TestRobotsPathOfAnAddress(t *testing.T) {
	for address, want := range map[string]string{
		"http://www.example.test": "/", "http://www.example.test/": "/", "http://www.example.test/a": "/a", "http://www.example.test/a/": "/a/",
		"http://www.example.test/a/b?c=http://d.e/": "/a/b?c=http://d.e/", "http://www.example.test/a/b?c=d&e=f#fragment": "/a/b?c=d&e=f",
		"http://www.example.test/a;b#c": "/a;b", "http://www.example.test?a": "/?a", "http://www.example.test//a/b": "//a/b",
	} {
		u, err := weburl.Parse(address)
		if err != nil || u.RequestPath() != want {
			t.Errorf("%s: %q, %v", address, u.RequestPath(), err)
		}
	}
}

func TestRobotsPatternsAreEscaped(t *testing.T) {
	for pattern, want := range map[string]string{
		"http://www.example.test": "http://www.example.test", "/a/b/c": "/a/b/c", "á": "%C3%A1", "%aa": "%AA", "%a": "%a", "%zz": "%zz", "/%c3%a1ü": "/%C3%A1%C3%BC",
	} {
		if got := escapePattern(pattern); got != want {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}

// TestRobotsLineByLine holds what is said of each line to what Google's parser reports of it: whether it acts on the line, and whether it had to guess.
// "noarchive" is one that Google knows and ignores; here it is unknown, as no crawler documents it for robots.txt.
func TestRobotsLineByLine(t *testing.T) {
	lines := []struct{ text, problem string }{
		{"User-Agent: foo", ""},
		{"Allow: /some/path", ""},
		{"User-Agent bar # no", RobotsNoColon},
		{"absolutely random line", RobotsNoColon},
		{"#so comment, much wow", ""},
		{"", ""},
		{"unicorns: /extinct", RobotsUnknownDirective},
		{"noarchive: /some", RobotsUnknownDirective},
		{"Disallow: /", ""},
		{"Error #and comment", RobotsNoColon},
		{"useragent: baz", RobotsUnknownDirective},
		{"disallaw: /some", RobotsUnknownDirective},
		{"site-map: https://e.test/s.xml #comment", RobotsUnknownDirective},
		{"sitemap: https://e.test/t.xml", ""},
		{"Noarchive: /someCapital", RobotsUnknownDirective},
	}
	for _, end := range []string{"\n", "\r\n", "\r"} {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(l.text + end)
		}
		r := robotsOf(b.String())
		if n, last := directives(&r); n != 8 || last != 14 {
			t.Errorf("%q: %d directives, the last on line %d", end, n, last)
		}
		said := map[int]string{}
		for _, p := range r.Problems {
			said[p.Line] = p.Problem
		}
		for i, l := range lines {
			if said[i+1] != l.problem {
				t.Errorf("%q: line %d, %q: %q, want %q", end, i+1, l.text, said[i+1], l.problem)
			}
		}
	}
}

func TestRobotsSaysThatALineIsTooLong(t *testing.T) {
	r := robotsOf("user-agent: foo\ndisallow: /x/" + strings.Repeat("a", 2084*8) + "\nallow: /\n")
	if n, last := directives(&r); n != 3 || last != 3 {
		t.Errorf("%d directives, the last on line %d", n, last)
	}
	if len(r.Problems) != 1 || r.Problems[0].Line != 2 || r.Problems[0].Problem != RobotsLineTooLong {
		t.Errorf("problems %v", r.Problems)
	}
	if n := len(r.Groups[0].Rules[0].Path); n != maxRobotsLine-len("disallow: ") {
		t.Errorf("%d bytes of the path are read", n)
	}
}

// TestRobotsOfHalfAMebibyte: RFC 9309, 2.5 has crawlers read at least 500 kibibytes.
func TestRobotsOfHalfAMebibyte(t *testing.T) {
	const last = "User-agent: *\nDisallow: /last\n"
	text := strings.Repeat("# 2\n", (500<<10-len(last))/4) + last
	r := robotsOf(text)
	if v := r.Verdict("foobot", "/last"); v.Allowed || v.Line != strings.Count(text, "\n") {
		t.Errorf("of %d bytes: %+v", len(text), v)
	}
}

func TestRobotsNULBytesEndALine(t *testing.T) {
	r := robotsOf("User-agent: *\nDisallow: /a\x00 b\n\x00\nDisallow\x00: /c\nDisallow: /d\n")
	var paths []string
	for _, g := range r.Groups {
		for _, rule := range g.Rules {
			paths = append(paths, rule.Path)
		}
	}
	if want := []string{"/a", "/d"}; !slices.Equal(paths, want) {
		t.Errorf("paths %q, want %q", paths, want)
	}
}
