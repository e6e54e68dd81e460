package check

import (
	"fmt"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoCanonicalFormDrift(t *testing.T) {
	verdicts(t, seoCanonicalFormDrift(), []verdict{
		{"one form", site(tenPages(0)), audit.Pass, "", "10"},
		{"one deviates", site(tenPages(1)), audit.Pass, "", "http://example.com"},
		{"three deviate", site(tenPages(3)), audit.Warn, "", "7"},
		{"one page", site(submitted(canonical("/"))), audit.NotAssessed, page.TooFewPages, ""},
	})
}

// tenPages gives ten pages with canonical links, some of them over http.
func tenPages(deviant int) func(*page.Facts) {
	return func(f *page.Facts) {
		f.Pages = nil
		for i := range 10 {
			p := &page.Page{FinalURL: fmt.Sprintf("https://example.com/%d", i)}
			scheme := "https"
			if i < deviant {
				scheme = "http"
			}
			canonical(fmt.Sprintf("%s://example.com/%d", scheme, i))(p)
			f.Pages = append(f.Pages, p)
		}
	}
}
