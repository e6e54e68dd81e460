package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoSoft404(t *testing.T) {
	verdicts(t, seoSoft404(), []verdict{
		{"404", site(func(f *page.Facts) { f.Control = page.Known(page.Control{URL: "https://example.com/zz", Status: 404}) }), audit.Pass, "", ""},
		{"410", site(func(f *page.Facts) { f.Control = page.Known(page.Control{URL: "https://example.com/zz", Status: 410}) }), audit.Pass, "", ""},
		{"200 for anything", site(func(f *page.Facts) {
			f.Control = page.Known(page.Control{URL: "https://example.com/zz", Status: 200, FinalURL: "https://example.com/zz", Title: "Oops", Confirmed: true})
		}), audit.Fail, "", "Oops"},
		{"sent to the front page", site(func(f *page.Facts) {
			f.Control = page.Known(page.Control{URL: "https://example.com/zz", Status: 200, FinalURL: "https://example.com/", Confirmed: true})
		}), audit.Fail, "", "redirected"},
		{
			"200 once", site(func(f *page.Facts) { f.Control = page.Known(page.Control{URL: "https://example.com/zz", Status: 200}) }),
			audit.NotAssessed, page.Unread, "",
		},
		{
			"a server error", site(func(f *page.Facts) { f.Control = page.Known(page.Control{URL: "https://example.com/zz", Status: 500}) }),
			audit.Warn, "", "500",
		},
		{
			"turned away", site(func(f *page.Facts) { f.Control = page.Known(page.Control{URL: "https://example.com/zz", Status: 403}) }),
			audit.NotAssessed, page.Blocked, "",
		},
		{"unread", site(func(f *page.Facts) { f.Control = page.Unknown[page.Control](page.Unread, "") }), audit.NotAssessed, page.Unread, ""},
	})
}
