package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestLocalGeoTags(t *testing.T) {
	verdicts(t, localGeoTags(), []verdict{
		{
			name: "there", facts: home(swapped(clinic, "</head>", `<meta name="geo.placename" content="Leeds"></head>`)), want: audit.Pass,
			says: "geo.placename",
		},
		{name: "not there, which is no fault", facts: home(clinic), want: audit.Pass, says: "none are needed"},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
