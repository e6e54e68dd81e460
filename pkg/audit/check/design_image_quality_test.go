package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignImageQuality(t *testing.T) {
	verdicts(t, designImageQuality(), []verdict{
		{name: "with srcset", facts: home(`<main><img src=a.jpg width=600 height=400 srcset="a.jpg 1x, b.jpg 2x"></main>`), want: audit.Pass},
		{name: "without", facts: home(`<main><img src=a.jpg width=600 height=400></main>`), want: audit.Warn, says: "1 of 1 large images"},
		{
			name:  "small and vector images need none",
			facts: home(`<main><img src=a.jpg width=64 height=64><img src=a.svg width=600 height=400></main>`), want: audit.NotAssessed,
			reason: page.NotApplicable,
		},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
