package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoHowToSteps(t *testing.T) {
	verdicts(t, aeoHowToSteps(), []verdict{
		{name: "an ordered list", facts: home(`<title>How to bleed a radiator</title><main><ol><li>Close<li>Open<li>Wait</ol>` +
			filler(160) + `</main>`), want: audit.Pass},
		{
			name: "numbered headings",
			facts: home(`<title>Mode d'emploi</title><main><h2>Étape 1</h2><p>a</p><h2>Étape 2</h2><p>b</p><h2>Étape 3</h2>` + filler(160) +
				`</main>`), want: audit.Pass,
		},
		{name: "running text", facts: home(`<title>How to bleed a radiator</title><main><h1>x</h1>` + filler(160) + `</main>`), want: audit.Warn},
		{name: "no instructions", facts: home(clinic), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
