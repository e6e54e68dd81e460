package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoWWWConsolidation(t *testing.T) {
	verdicts(t, seoWWWConsolidation(), []verdict{
		{"leads here", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: true, Status: 301, FinalURL: "https://example.com/", Redirects: []page.Redirect{{From: "https://www.example.com/", Status: 301, To: "https://example.com/"}}})
		}), audit.Pass, "", "301"},
		{"no such name", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: false})
		}), audit.Pass, "", ""},
		{"both serve the site", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: true, Status: 200, FinalURL: "https://www.example.com/"})
		}), audit.Fail, "", "no canonical link"},
		{"both serve it, one is canonical", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: true, Status: 200, FinalURL: "https://www.example.com/"})
		}, submitted(canonical("https://example.com/"))), audit.Warn, "", ""},
		{"leads elsewhere", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: true, Status: 301, FinalURL: "https://parking.example.net/", Redirects: []page.Redirect{{Status: 301, To: "https://parking.example.net/"}}})
		}), audit.Warn, "", "parking.example.net"},
		{"missing page", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: true, Status: 404, FinalURL: "https://www.example.com/"})
		}), audit.Warn, "", "404"},
		{"no certificate for it", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: true})
		}), audit.Warn, "", "https"},
		{"turned away", site(func(f *page.Facts) {
			f.Sibling = page.Known(page.Sibling{URL: "https://www.example.com/", Exists: true, Status: 403})
		}), audit.NotAssessed, page.Blocked, ""},
		{
			"an IP address", site(func(f *page.Facts) { f.Sibling = page.Unknown[page.Sibling](page.NotApplicable, "") }),
			audit.NotAssessed, page.NotApplicable, "",
		},
	})
}
