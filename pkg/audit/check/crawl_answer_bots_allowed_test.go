package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAnswerBotsAllowed(t *testing.T) {
	verdicts(t, crawlAnswerBotsAllowed(), []verdict{
		{name: "open to all", facts: ruled("User-agent: *", "Disallow: /admin/"), want: audit.Pass, says: "all 4 search"},
		{name: "no robots.txt", facts: ruledBy(404, ""), want: audit.Pass},
		{name: "an HTML page in its place", facts: ruledBy(200, "<!doctype html><title>x</title><h1>x</h1>"), want: audit.Pass},
		{name: "only a training crawler kept out", facts: ruled("User-agent: GPTBot", "Disallow: /"), want: audit.Pass},
		{
			name: "naming a crawler to block it earns nothing", facts: ruled("User-agent: OAI-SearchBot", "Disallow: /"), want: audit.Fail,
			says: "OAI-SearchBot (OpenAI, line 2: Disallow: /)",
		},
		{name: "the product that is lost", facts: ruled("User-agent: bingbot", "Disallow: /"), want: audit.Fail, says: "not found by Bing and Copilot"},
		{name: "in French", facts: ruled("User-agent: bingbot", "Disallow: /"), want: audit.Fail, says: "1 robot de recherche ou de réponse sur 4"},
		{name: "obedience not documented", facts: ruled("User-agent: PhindBot", "Disallow: /"), want: audit.Warn, says: "PhindBot"},
		{name: "Baidu for an English site", facts: ruled("User-agent: Baiduspider", "Disallow: /"), want: audit.Warn},
		{name: "Baidu for a Chinese site", facts: changed(ruled("User-agent: Baiduspider", "Disallow: /"), onMainPage(func(p *page.Page) { p.Lang = "zh-CN" })), want: audit.Fail},
		{name: "everything closed", facts: ruled("User-agent: *", "Disallow: /"), want: audit.Fail, says: "line 2, User-agent: *"},
		{name: "server error", facts: ruledBy(503, ""), want: audit.Fail, says: "can't be read"},
		{
			name: "another page closed", facts: changed(ruled("User-agent: bingbot", "Disallow: /shop"), alsoRead("https://example.com/shop/")), want: audit.Warn,
			says: "https://example.com/shop/",
		},
		{name: "unread", facts: site(noRobots), want: audit.NotAssessed, reason: page.Unread},
	})
}
