package page

import (
	"strings"
	"testing"
)

// TestRobotsAgreesWithGoogle holds the matcher to what Google publishes of its own parser's behaviour, where the RFC says nothing or something else too.
func TestRobotsAgreesWithGoogle(t *testing.T) {
	long := "/x/" + strings.Repeat("a", maxRobotsLine-len("disallow: /x/"))
	cases := []struct {
		name, robots, agent string
		allowed, denied     string // paths, divided by spaces
	}{
		{"empty file", "", "foobot", "/ /x", ""},
		{"no agent", "user-agent: foobot|disallow: /", "", "/", ""},
		{"no path is the root", "user-agent: foobot|disallow: /", "foobot", "", "/"},

		{"names with colons", "user-agent: foobot|disallow: /", "foobot", "", "/x/y"},
		{"names nobody knows", "foo: foobot|bar: /", "foobot", "/x/y", ""},
		{"forgotten colons", "user-agent foobot|disallow /", "foobot", "", "/x/y"},
		{"three words without a colon", "user-agent: foobot|disallow / x", "foobot", "/x/y", ""},

		{"several groups of one agent", groups, "foobot", "/x/b /z/d", "/y/c /foo/bar/"},
		{"a group in the middle", groups, "barbot", "/y/c /w/a", "/z/d /foo/bar/"},
		{"agents joined over blank lines", groups, "bazbot", "/z/d", "/foo/bar/"},
		{"sitemap doesn't end a group's agents", "user-agent: barbot|sitemap: https://foo.test/s|user-agent: *|disallow: /", "barbot", "", "/"},
		{"nor does it for *", "user-agent: barbot|sitemap: https://foo.test/s|user-agent: *|disallow: /", "foobot", "", "/"},
		{"an unknown line doesn't either", "user-agent: foobot|unheard-of: x|user-agent: *|disallow: /", "foobot", "", "/"},
		{"nor for *, again", "user-agent: foobot|unheard-of: x|user-agent: *|disallow: /", "barbot", "", "/"},

		{"upper-case names", "USER-AGENT: FooBot|ALLOW: /x/|DISALLOW: /", "foobot", "/x/y", "/a/b"},
		{"mixed-case names", "uSeR-aGeNt: FooBot|AlLoW: /x/|dIsAlLoW: /", "FOOBOT", "/x/y", "/a/b"},
		{"agent in capitals with more behind it", "user-agent: FOO BAR|allow: /x/|disallow: /", "foo", "/x/y", "/a/b"},
		{"agent's first word counts", "user-agent: *|disallow: /|user-agent: foo bar|allow: /x/|disallow: /", "foo", "/x/y", "/a"},
		{"an agent of two words has no group", "user-agent: *|disallow: /|user-agent: foo bar|allow: /x/|disallow: /", "foo bar", "", "/x/y"},

		{"named group before *", "user-agent: *|allow: /|user-agent: foobot|disallow: /", "foobot", "", "/x/y"},
		{"* for the others", "user-agent: *|allow: /|user-agent: foobot|disallow: /", "barbot", "/x/y", ""},
		{"no group for it", "user-agent: foobot|allow: /|user-agent: barbot|disallow: /|user-agent: bazbot|disallow: /", "quxbot", "/x/y", ""},
		{"* with words behind it", "user-agent: * all of you|disallow: /", "foobot", "", "/"},
		{"named groups inherit nothing", "user-agent: *|disallow: /x/|user-agent: foobot|disallow: /y/", "foobot", "/x/page", "/y/page"},

		{"paths have a case", "user-agent: foobot|disallow: /X/", "foobot", "/x/y", "/X/y"},
		{"longer disallow", "user-agent: foobot|disallow: /x/page.html|allow: /x/", "foobot", "/x/", "/x/page.html"},
		{"longer allow", "user-agent: foobot|allow: /x/page.html|disallow: /x/", "foobot", "/x/page.html", "/x/"},
		{"empty rules", "user-agent: foobot|disallow: |allow: ", "foobot", "/x/page.html", ""},
		{"tie of the root", "user-agent: foobot|disallow: /|allow: /", "foobot", "/x/page.html", ""},
		{"tie of a page", "user-agent: foobot|disallow: /x/page.html|allow: /x/page.html", "foobot", "/x/page.html", ""},
		{"folder and its slash", "user-agent: foobot|disallow: /x|allow: /x/", "foobot", "/x/", "/x"},
		{"stars count as length", "user-agent: foobot|allow: /page|disallow: /*.html", "foobot", "/page", "/page.html"},
		{"longer than the one with a star", "user-agent: foobot|allow: /x/page.|disallow: /*.html", "foobot", "/x/page.html", "/x/y.html"},

		{
			"address inside the query", "user-agent: foobot|disallow: /|allow: /foo/bar?qux=taz&baz=http://foo.test?tar&par", "foobot",
			"/foo/bar?qux=taz&baz=http://foo.test?tar&par", "/foo/bar",
		},
		{"characters beyond ASCII", "user-agent: foobot|disallow: /|allow: /foo/bar/ツ", "foobot", "/foo/bar/%E3%83%84", "/foo/bar/ツ"},
		{"percent-encoded characters", "user-agent: foobot|disallow: /|allow: /foo/bar/%e3%83%84", "foobot", "/foo/bar/%E3%83%84", "/foo/bar/ツ"},
		{"percent-encoded letters stay so", "user-agent: foobot|disallow: /|allow: /foo/bar/%62%61%7A", "foobot", "/foo/bar/%62%61%7A", "/foo/bar/baz"},

		{"star in the middle", "user-agent: foobot|disallow: /foo/bar/quz|allow: /foo/*/qux", "foobot", "/foo/quz /foo//quz /foo/bax/quz", "/foo/bar/quz"},
		{"end mark", "user-agent: foobot|disallow: /foo/bar$|allow: /foo/bar/qux", "foobot", "/foo/bar/qux /foo/bar/ /foo/bar/baz", "/foo/bar"},
		{"comments", "user-agent: foobot|# disallow: /|disallow: /foo/quz#qux|allow: /", "foobot", "/foo/bar", "/foo/quz"},
		{
			"an index page is its folder", "user-agent: *|allow: /slash/index.html|disallow: /", "foobot", "/slash/ /slash/index.html",
			"/slash/index.htm /other",
		},

		{"long line is cut", "user-agent: foobot|disallow: " + long + "/qux", "foobot", "/fux", long + "/fux"},
		{"long allow is cut", "user-agent: foobot|disallow: /|allow:    " + long + "/qux", "foobot", long + "/qux " + long + "/fux", "/ " + long[:99]},

		{
			"prefix", "user-agent: foobot|disallow: /|allow: /fish", "foobot",
			"/fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.html?id=anything", "/bar /Fish.asp /catfish /?id=fish",
		},
		{
			"star at the end", "user-agent: foobot|disallow: /|allow: /fish*", "foobot",
			"/fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.html?id=anything", "/bar /Fish.asp /catfish /?id=fish",
		},
		{
			"folder", "user-agent: foobot|disallow: /|allow: /fish/", "foobot",
			"/fish/ /fish/salmon /fish/?salmon /fish/salmon.html /fish/?id=anything", "/bar /fish /fish.html /Fish/Salmon.html",
		},
		{
			"ending anywhere", "user-agent: foobot|disallow: /|allow: /*.php", "foobot",
			"/filename.php /folder/filename.php /folder/filename.php?parameters //folder/any.php.file.html /filename.php/ /index?f=filename.php/",
			"/bar /php/ /index?php /windows.PHP",
		},
		{
			"ending at the end", "user-agent: foobot|disallow: /|allow: /*.php$", "foobot", "/filename.php /folder/filename.php",
			"/bar /filename.php?parameters /filename.php/ /filename.php5 /php/ /filename?php /aaaphpaaa //windows.PHP",
		},
		{
			"beginning and ending", "user-agent: foobot|disallow: /|allow: /fish*.php", "foobot",
			"/fish.php /fishheads/catfish.php?parameters", "/bar /Fish.PHP",
		},
		{"allow of one letter", "user-agent: foobot|allow: /p|disallow: /", "foobot", "/page", "/"},
		{"tie of a folder", "user-agent: foobot|allow: /folder|disallow: /folder", "foobot", "/folder/page", ""},
		{"dot htm", "user-agent: foobot|allow: /page|disallow: /*.htm", "foobot", "/page", "/page.htm"},
		{"only the front page", "user-agent: foobot|allow: /$|disallow: /", "foobot", "/", "/page.html"},
	}
	for _, misspelt := range []string{"dissallow", "dissalow", "disalow", "diasllow", "disallaw"} {
		cases = append(cases, struct {
			name, robots, agent string
			allowed, denied     string
		}{misspelt, "user-agent: foobot|" + misspelt + ": /x", "foobot", "/", "/x"})
	}
	for _, misspelt := range []string{"useragent", "user agent"} {
		cases = append(cases, struct {
			name, robots, agent string
			allowed, denied     string
		}{misspelt, misspelt + ": foobot|disallow: /x", "foobot", "/", "/x"})
	}
	asked, agreed := 0, 0
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := robotsOf(strings.ReplaceAll(c.robots, "|", "\n"))
			for allowed, paths := range map[bool]string{true: c.allowed, false: c.denied} {
				for _, path := range strings.Fields(paths) {
					asked++
					if v := r.Verdict(c.agent, path); v.Allowed != allowed {
						t.Errorf("%s: allowed %v by line %d, %q", path, v.Allowed, v.Line, v.Rule)
						continue
					}
					agreed++
				}
			}
		})
	}
	t.Logf("accuracy: Google's robots.txt parser, its published tests: %d cases, %d agree", asked, agreed)
}

const groups = "allow: /foo/bar/||user-agent: foobot|disallow: /|allow: /x/|user-agent: barbot|disallow: /|allow: /y/|||allow: /w/|user-agent: bazbot||" +
	"user-agent: foobot|allow: /z/|disallow: /"

func robotsOf(text string) Robots {
	return ParseRobots("https://site.test/robots.txt", 200, "text/plain", []byte(text), false)
}
