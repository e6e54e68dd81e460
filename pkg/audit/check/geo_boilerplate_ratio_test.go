package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoBoilerplateRatio(t *testing.T) {
	verdicts(t, geoBoilerplateRatio(), []verdict{
		{name: "mostly content", facts: home(`<nav>a b c</nav><main>` + filler(200) + `</main>`), want: audit.Pass},
		{name: "mostly frame", facts: home(`<main><p>Welcome to us.</p></main><footer>` + filler(200) + `</footer>`), want: audit.Warn},
		{name: "next to no text", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
