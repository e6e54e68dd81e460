package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoCitableBlocks(t *testing.T) {
	verdicts(t, aeoCitableBlocks(), []verdict{
		{name: "five", facts: home("<main><h1>x</h1>" + strings.Repeat(filler(60), 5) + "</main>"), want: audit.Pass, says: "5 passages"},
		{name: "one", facts: home(clinic), want: audit.Warn, says: "Harbour Lane Dental Clinic is"},
		{name: "slogans only", facts: home("<main><h1>x</h1>" + strings.Repeat("<p>Better. Faster. Stronger.</p>", 60) + "</main>"), want: audit.Fail},
		{name: "one that needs the text before it", facts: home("<main><h1>x</h1><p>They also " + filler(160)[3:] + "</main>"), want: audit.Fail},
		{name: "no text", facts: home(`<img src=a.png>`), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
