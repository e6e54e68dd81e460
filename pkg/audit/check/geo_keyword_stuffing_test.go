package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoKeywordStuffing(t *testing.T) {
	verdicts(t, geoKeywordStuffing(), []verdict{
		{name: "ordinary text", facts: home("<main>" + filler(250) + "</main>"), want: audit.Pass},
		{
			name: "stuffed", facts: home("<main>" + filler(200) + "<p>" + strings.Repeat("cheap dentist leeds and ", 16) + "</p></main>"),
			want: audit.Warn, says: "cheap",
		},
		{
			name: "the name of the business may be repeated",
			facts: home(`<meta property="og:site_name" content="Zubrowka"><main><h1>Zubrowka</h1>` + filler(200) + "<p>" +
				strings.Repeat("Zubrowka and ", 16) +
				"</p></main>"), want: audit.Pass,
		},
		{name: "short words of another script", facts: home("<main>" + filler(200) + "<p>" + strings.Repeat("на я и ", 16) + "</p></main>"), want: audit.Pass},
		{name: "too short", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
