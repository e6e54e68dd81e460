package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoRobotsBlocksPage(t *testing.T) {
	verdicts(t, seoRobotsBlocksPage(), []verdict{
		{"allowed", site(robotsTxt("User-agent: *\nDisallow: /private\n")), audit.Pass, "", ""},
		{"everything barred", site(robotsTxt("User-agent: *\nDisallow: /\n")), audit.Fail, "", "Disallow: /"},
		{"Bing barred", site(robotsTxt("User-agent: bingbot\nDisallow: /\n")), audit.Fail, "", "bingbot"},
		{"another agent barred", site(robotsTxt("User-agent: GPTBot\nDisallow: /\n")), audit.Pass, "", ""},
		{"another page barred", site(robotsTxt("User-agent: Googlebot\nDisallow: /a\n"), further("/a")), audit.Warn, "", "https://example.com/a"},
		{"the file fails", site(func(f *page.Facts) { f.Robots.Value.Status = 500 }), audit.NotAssessed, page.Unread, ""},
		{"unread", site(func(f *page.Facts) { f.Robots = page.Unknown[page.Robots](page.Blocked, "") }), audit.NotAssessed, page.Blocked, ""},
	})
}
