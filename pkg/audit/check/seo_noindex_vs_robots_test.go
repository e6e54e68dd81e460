package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoNoindexVsRobots(t *testing.T) {
	verdicts(t, seoNoindexVsRobots(), []verdict{
		{"noindex that can be read", site(further("/a", noindexed)), audit.Pass, "", ""},
		{"noindex behind a ban", site(further("/a", noindexed), robotsTxt("User-agent: Googlebot\nDisallow: /a\n")), audit.Fail, "", "Disallow: /a"},
		{"no noindex", site(), audit.NotAssessed, page.NotApplicable, ""},
		{
			"robots.txt unread", site(submitted(noindexed), func(f *page.Facts) { f.Robots = page.Unknown[page.Robots](page.Unread, "") }),
			audit.NotAssessed, page.Unread, "",
		},
	})
}
