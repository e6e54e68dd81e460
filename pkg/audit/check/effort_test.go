package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestEffortsAreOfChecksThatThereAreAndNamedOnce(t *testing.T) {
	all, seen := All(), map[string]bool{}
	for _, name := range slices.Concat(smallEfforts, largeEfforts) {
		if seen[name] || !slices.ContainsFunc(all, func(c Check) bool {
			return c.ID == name || strings.HasSuffix(name, ".") && strings.HasPrefix(c.ID, name)
		}) {
			t.Errorf("%s stands twice, or isn't a check", name)
		}
		seen[name] = true
	}
}

func TestEffortsGoByWhatHasToBeTouched(t *testing.T) {
	efforts := map[string]audit.Effort{}
	for _, c := range All() {
		efforts[c.ID] = c.Effort()
	}
	for id, want := range map[string]audit.Effort{
		"crawl.answer-bots-allowed": audit.Small, "tls.protocols": audit.Small, "seo.image-alt": audit.Medium, "crawl.raw-html-content": audit.Large,
	} {
		if efforts[id] != want {
			t.Errorf("%s: %s, want %s", id, efforts[id], want)
		}
	}
}
