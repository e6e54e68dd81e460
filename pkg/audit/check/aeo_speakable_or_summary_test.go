package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoSpeakableOrSummary(t *testing.T) {
	verdicts(t, aeoSpeakableOrSummary(), []verdict{
		{name: "key points", facts: read(post("", `<h2>L’essentiel</h2><p>Un implant dure.</p>`)), want: audit.Pass, says: "L’essentiel"},
		{name: "none, which is no fault", facts: read(post("", "")), want: audit.Pass, says: "none is required"},
		{name: "no article", facts: home(clinic), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
