package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoQuotations(t *testing.T) {
	verdicts(t, geoQuotations(), []verdict{
		{
			name:  "with its speaker",
			facts: home(`<main><blockquote><p>They were careful and kind to our daughter.</p><cite>Noor B.</cite></blockquote></main>`),
			want:  audit.Pass,
		},
		{
			name: "without", facts: home(`<main><blockquote><p>They were careful and kind to our daughter.</p></blockquote></main>`),
			want: audit.Warn, says: "careful",
		},
		{name: "with a dash and a name below", facts: home(`<main><blockquote><p>Rapide, propre, et très gentil avec nous.</p></blockquote>
<p>— Claire D., Rezé</p></main>`), want: audit.Pass},
		{
			name: "with its speaker in the line before", facts: home(`<main><p>Guido wrote of it:</p><blockquote><p>It was careful and kind to our daughter.</p></blockquote></main>`),
			want: audit.Pass,
		},
		{name: "none", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
