package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoComparisonContent(t *testing.T) {
	verdicts(t, aeoComparisonContent(), []verdict{
		{
			name:  "with a table",
			facts: home(`<title>Acme vs Globex</title><main><table><tr><th>x<th>y</tr><tr><td>1<td>2</tr></table></main>`), want: audit.Pass,
		},
		{name: "without", facts: home(`<title>Comparatif des chaudières</title><main><h1>Chaudières</h1><p>Deux modèles.</p></main>`), want: audit.Warn},
		{name: "no comparison", facts: home(clinic), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
