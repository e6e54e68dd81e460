package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoOutboundCitations(t *testing.T) {
	verdicts(t, geoOutboundCitations(), []verdict{
		{
			name:  "with a source",
			facts: read(post("", `<p>See the <a href="https://www.who.int/x">WHO report</a> for the figures of last year.</p>`)), want: audit.Pass,
		},
		{name: "links within the site are no sources", facts: read(post("", `<p>See <a href="/prices">our prices</a> for more.</p>`)), want: audit.Warn},
		{name: "no article", facts: home(clinic), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
