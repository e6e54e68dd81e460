package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// fewCrawlers is a table with one row of each kind, so that the tests don't move with the registry.
var fewCrawlers = []page.Crawler{
	{Token: "OAI-SearchBot", Operator: "OpenAI", Class: "search", HonoursRobots: "yes", Effect: "not cited in ChatGPT search"},
	{Token: "Bingbot", Operator: "Microsoft", Class: "both", HonoursRobots: "yes", Effect: "not found by Bing and Copilot"},
	{Token: "PhindBot", Operator: "Phind", Class: "search", HonoursRobots: "unclear"},
	{Token: "Baiduspider", Operator: "Baidu", Class: "search", HonoursRobots: "yes"},
	{Token: "Claude-User", Operator: "Anthropic", Class: "user", HonoursRobots: "yes", Effect: "Claude can't open the page"},
	{Token: "Perplexity-User", Operator: "Perplexity", Class: "user", HonoursRobots: "no"},
	{Token: "GPTBot", Operator: "OpenAI", Class: "train", HonoursRobots: "yes"},
	{Token: "CCBot", Operator: "Common Crawl", Class: "archive", HonoursRobots: "yes"},
	{Token: "facebookexternalhit", Operator: "Meta", Class: "preview", HonoursRobots: "partly"},
	{Token: "anthropic-ai", Operator: "Anthropic", Class: "legacy", HonoursRobots: "unclear"},
}

// ruled gives a healthy site with this robots.txt.
func ruled(lines ...string) *page.Facts { return ruledBy(200, strings.Join(lines, "\n")) }

func ruledBy(status int, body string) *page.Facts {
	return site(func(f *page.Facts) {
		f.Robots = page.Known(page.ParseRobots("https://example.com/robots.txt", status, "text/plain", []byte(body), false))
		f.Crawlers = fewCrawlers
	})
}

// changed spoils facts that were made otherwise.
func changed(f *page.Facts, spoil ...func(*page.Facts)) *page.Facts {
	for _, s := range spoil {
		s(f)
	}
	return f
}

// alsoRead adds a page that answered.
func alsoRead(url string, spoil ...func(*page.Page)) func(*page.Facts) {
	return func(f *page.Facts) {
		p := &page.Page{
			URL: url, FinalURL: url, Kind: page.KindOther, Response: page.Response{Status: 200, Proto: "HTTP/2.0", Bytes: 9000, Encoding: "gzip"},
			Text: page.Text{Visible: 300, Words: 250, Chars: 1500},
		}
		for _, s := range spoil {
			s(p)
		}
		f.Pages = append(f.Pages, p)
	}
}

// onMainPage spoils the submitted page.
func onMainPage(spoil func(*page.Page)) func(*page.Facts) {
	return func(f *page.Facts) { spoil(f.Main()) }
}

func noRobots(f *page.Facts) { f.Robots = page.Unknown[page.Robots](page.Unread, "") }

func emptyShell(p *page.Page) {
	p.Shell, p.Text = "app", page.Text{}
	p.Scripts = []page.Script{{Src: "https://example.com/app.js"}}
}

func TestRulesAreGivenForTheEmbeddedRegistryWhereTheAuditBroughtNone(t *testing.T) {
	f := ruled("User-agent: *", "Disallow: /")
	f.Crawlers = nil
	c := crawlAnswerBotsAllowed()
	if got := c.Assess(f); !strings.Contains(got.Detail.EN, "Googlebot (Google, line 2: Disallow: /)") {
		t.Errorf("the registry's own rows are not judged: %s", got.Detail.EN)
	}
}

func TestManyNamesAreCountedNotListed(t *testing.T) {
	got := firstOf([]string{"a", "b", "c"}, 2)
	if got.EN != "a, b and 1 more" || got.FR != "a, b et 1 autre" {
		t.Errorf("got %q, %q", got.EN, got.FR)
	}
}
