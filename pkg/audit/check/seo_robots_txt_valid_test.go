package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoRobotsTxtValid(t *testing.T) {
	verdicts(t, seoRobotsTxtValid(), []verdict{
		{"rules", site(robotsTxt("User-agent: *\nDisallow: /private\n")), audit.Pass, "", "1 group"},
		{"an empty file", site(robotsTxt("")), audit.Pass, "", ""},
		{"none", site(func(f *page.Facts) { f.Robots.Value.Status = 404 }), audit.Pass, "", "404"},
		{"the server fails", site(func(f *page.Facts) { f.Robots.Value.Status = 503 }), audit.Fail, "", "503"},
		{"no answer", site(func(f *page.Facts) { f.Robots.Value.Status = 0 }), audit.Fail, "", ""},
		{"too many requests", site(func(f *page.Facts) { f.Robots.Value.Status = 429 }), audit.NotAssessed, page.Blocked, ""},
		{"a page in its place", site(func(f *page.Facts) { f.Robots.Value.HTML = true }), audit.Fail, "", "HTML"},
		{"longer than Google reads", site(func(f *page.Facts) { f.Robots.Value.Bytes = 600 << 10 }), audit.Fail, "", ""},
		{"a line that nobody knows", site(robotsTxt("User-agent: *\nDisalow: /private\n")), audit.Warn, "", "Disalow"},
		{"unread", site(func(f *page.Facts) { f.Robots = page.Unknown[page.Robots](page.Unread, "") }), audit.NotAssessed, page.Unread, ""},
	})
}
