package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSameAddress(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"https://example.com/", "https://example.com/#top", true},
		{"https://example.com/a/", "https://example.com/a", true},
		{"https://example.com/a/index.html", "https://example.com/a/", true},
		{"https://example.com/a?x=1", "https://example.com/a/?x=1", true},
		{"https://example.com/a?x=1", "https://example.com/a?x=2", false},
		{"https://example.com/a", "http://example.com/a", false},
		{"https://example.com/a", "https://www.example.com/a", false},
		{"https://example.com/indexes", "https://example.com/", false},
	} {
		if got := sameAddress(row.a, row.b); got != row.want {
			t.Errorf("%s and %s: %v, want %v", row.a, row.b, got, row.want)
		}
	}
}

func TestDead(t *testing.T) {
	for status, want := range map[int]bool{404: true, 410: true, 500: false, 403: false, 429: false, 503: false, 0: false, 200: false} {
		if got := dead(&page.Failure{Status: status}); got != want {
			t.Errorf("%d, asked once: %v, want %v", status, got, want)
		}
	}
	if !dead(&page.Failure{Status: 500, Retried: true}) {
		t.Error("500 twice is dead")
	}
}

// Closing the submitted page to search weighs what it does in Lighthouse, however sound the rest is.
func TestClosedSiteReachesSixtyNine(t *testing.T) {
	all := AssessAll(group("seo"), site(submitted(noindexed)))
	for i := range all {
		if all[i].Check.ID != "seo.indexable" {
			all[i].Finding.Status = audit.Pass
		}
	}
	if w := Weigh(audit.SEO, all); w.Value != 69 || w.CappedBy != "seo.indexable" {
		t.Errorf("%d, capped by %q; want 69 by seo.indexable", w.Value, w.CappedBy)
	}
}
