package fetch

import (
	"strings"
	"testing"
)

func TestWhatBoundsCutIsNoted(t *testing.T) {
	for name, row := range map[string]struct {
		change func(s *fakeSite)
		note   string
		whole  bool // nothing that was asked for was cut
	}{
		"nothing": {change: func(*fakeSite) {}, whole: true},
		"robots.txt": {change: func(s *fakeSite) {
			s.text("/robots.txt", "User-agent: *\nAllow: /\n"+strings.Repeat("# padding\n", 60_000)+"User-agent: GPTBot\nDisallow: /\n")
		}, note: "512 KiB"},
		"llms.txt": {change: func(s *fakeSite) { s.text("/llms.txt", "# Title\n"+strings.Repeat("- [a](/a)\n", 30_000)) }, note: "llms.txt"},
		"sitemap": {change: func(s *fakeSite) {
			s.text("/sitemap.xml", "<urlset>"+strings.Repeat("<url><loc>"+s.url+"/a</loc></url>", 50_001)+"</urlset>")
		}, note: "only the first 50000 entries"},
		"sitemap files": {change: func(s *fakeSite) {
			s.index("/sitemap.xml", "/a.xml", "/b.xml", "/c.xml", "/d.xml", "/d.xml")
		}, note: "not read, to ask little of the site: 3", whole: true},
		"attributes": {change: func(s *fakeSite) { s.pages["/"] = "<title>t</title><p" + strings.Repeat(" a", 1_000_000) + ">text" }, note: "more tags or attributes"},
		"nesting":    {change: func(s *fakeSite) { s.pages["/"] = strings.Repeat("<div>", 600) + "text" }, note: "nests elements"},
		"links":      {change: func(s *fakeSite) { s.pages["/"] = strings.Repeat("<a href=/a>a</a> ", 2001) }, note: "of 2001 links on the submitted page, the first 2000"},
		"images":     {change: func(s *fakeSite) { s.pages["/"] = strings.Repeat("<img src=/a>", 1001) }, note: "of 1001 images"},
	} {
		t.Run(name, func(t *testing.T) {
			s := business(t, "127.0.0.2:0")
			row.change(s)
			f := gather(t, s.url, Options{Pages: 3})
			if row.note != "" && !noted(f, row.note) {
				t.Errorf("notes %q say nothing of %q", f.Notes, row.note)
			}
			if f.Truncated == row.whole {
				t.Errorf("truncated %v, notes %q", f.Truncated, f.Notes)
			}
		})
	}
}
