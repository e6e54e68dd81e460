package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestInspectionShowsWhatTheSitemapSaysOfThePage(t *testing.T) {
	f := &page.Facts{URL: "https://example.com/", FinalURL: "https://example.com/en/", Pages: []*page.Page{{
		Alternates: []page.Alternate{{Lang: "en", Href: "/en/", URL: "https://example.com/en/", Source: "html"}},
	}}}
	f.Sitemaps = []page.Sitemap{{Form: "urlset", Entries: []page.SitemapEntry{
		{URL: "https://example.com/other", Alternates: []page.Alternate{{Lang: "es", Source: "sitemap"}}},
		{URL: "https://example.com/en/", Alternates: []page.Alternate{{Lang: "de", URL: "https://example.com/de/", Source: "sitemap"}}},
	}}, {HTML: true, Status: 200, Truncated: "decoded_limit"}}
	v := Inspect(f)
	if len(v.Hreflang) != 2 || v.Hreflang[0].Lang != "en" || v.Hreflang[1].Lang != "de" || v.Hreflang[1].Source != "sitemap" {
		t.Errorf("hreflang %+v", v.Hreflang)
	}
	if len(f.Main().Alternates) != 1 {
		t.Error("the facts were changed")
	}
	if v.Sitemaps[1].Error == "" || v.Sitemaps[1].Truncated != "decoded_limit" {
		t.Errorf("sitemap %+v", v.Sitemaps[1])
	}
}

func TestInspectionSaysWhyAFileIsUnknown(t *testing.T) {
	f := &page.Facts{Pages: []*page.Page{{}}, Robots: page.Unknown[page.Robots](page.Unread, "no answer"), LLMs: page.Unknown[page.LLMs](page.Blocked, "a wall")}
	v := Inspect(f)
	if v.Robots.Error != "no answer" || v.LLMsTxt.Error != "a wall" || v.Robots.Found || v.LLMsTxt.Found || v.Robots.Agents == nil {
		t.Errorf("robots %+v, llms.txt %+v", v.Robots, v.LLMsTxt)
	}
}

func TestInspectionHasNoNullLists(t *testing.T) {
	p := &page.Page{Graph: page.Graph{Nodes: []page.Node{{Types: []string{"Thing"}, Format: "jsonld"}}}}
	out, err := json.Marshal(Inspect(&page.Facts{
		Pages: []*page.Page{p}, Sitemaps: []page.Sitemap{{}},
		TLS: page.Unknown[page.TLS](page.NotApplicable, "http"),
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, null := range []string{`:null`, `[null`} {
		if text := strings.ReplaceAll(string(out), `"tls":null`, ""); strings.Contains(text, null) {
			t.Errorf("%s in %s", null, text)
		}
	}
}
