package check

import (
	"fmt"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoTopicDepth(t *testing.T) {
	// guides adds n pages of a folder, each with a link, at a place of the page, to the next one.
	guides := func(n int, folder, place string) func(*page.Facts) {
		return func(f *page.Facts) {
			for i := range n {
				further(fmt.Sprintf("%s/%d", folder, i), linking(page.Link{URL: fmt.Sprintf("https://example.com%s/%d", folder, (i+1)%n), Place: place}))(f)
			}
		}
	}
	cutOffAll := func(f *page.Facts) {
		for _, p := range f.Pages {
			cutOff(p)
		}
	}
	verdicts(t, geoTopicDepth(), []verdict{
		{"pages that lead to each other", site(guides(3, "/guides", "main")), audit.Pass, "", "/guides/"},
		{"below a language", site(guides(3, "/fr-CA/guides", "main")), audit.Pass, "", "/guides/"},
		{"one folder of two", site(guides(3, "/a", "footer"), guides(3, "/b", "main")), audit.Pass, "", "/b/"},
		{"joined by the front page", site(guides(3, "/guides", "nav"), submitted(linking(
			page.Link{URL: "https://example.com/guides/0", Place: "main"}, page.Link{URL: "https://example.com/guides/1", Place: "main"},
		))), audit.Pass, "", "/guides/"},
		{"joined by the menu alone", site(guides(3, "/guides", "nav")), audit.Warn, "", "/guides/2"},
		{"of which the ends weren't read", site(guides(3, "/guides", "nav"), cutOffAll), audit.Pass, "", ""},
		{"two pages", site(guides(2, "/guides", "main")), audit.NotAssessed, page.TooFewPages, ""},
		{"all at the root", site(guides(12, "", "main")), audit.NotAssessed, page.NotApplicable, ""},
	})
}
