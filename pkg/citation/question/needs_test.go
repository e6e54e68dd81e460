package question

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/citation"
)

func TestNeedsAreInTheMarketsLanguage(t *testing.T) {
	for _, c := range []struct {
		business citation.Business
		want     string
	}{
		{citation.Business{Trade: "bakery", Type: "local", Country: "GB", Language: "en"}, "sourdough bread"},
		{citation.Business{Trade: "bakery", Type: "local", Country: "FR", Language: "en"}, "du pain au levain"},
		{citation.Business{Trade: "bakery", Type: "local", Country: "FI", Language: "fi"}, ""},
		{citation.Business{Country: "GB", Language: "en"}, ""},
	} {
		needs := Needs(c.business)
		if c.want == "" && len(needs) > 0 || c.want != "" && !slices.Contains(needs, c.want) {
			t.Errorf("%+v: needs %q", c.business, needs)
		}
	}
}
