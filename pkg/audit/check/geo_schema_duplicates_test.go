package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoSchemaDuplicates(t *testing.T) {
	verdicts(t, geoSchemaDuplicates(), []verdict{
		{name: "once each", facts: home(bakery), want: audit.Pass},
		{
			name: "two organisations of the site",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Organization","name":"Acme","url":"https://example.com/"}`) +
				graph(`{"@context":"https://schema.org","@type":"Organization","name":"Acme Inc","logo":"https://example.com/l.png"}`)),
			want: audit.Warn, says: "Organization",
		},
		{
			name: "a partner's organisation beside it",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Organization","name":"Acme","url":"https://example.com/"}`) +
				graph(`{"@context":"https://schema.org","@type":"Organization","name":"Globex","url":"https://globex.test/"}`)), want: audit.Pass,
		},
		{
			name:  "two lists of questions",
			facts: home(graph(`[{"@context":"https://schema.org","@type":"FAQPage","name":"a","url":"/"},{"@context":"https://schema.org","@type":"FAQPage","name":"b","url":"/"}]`)),
			want:  audit.Warn, says: "FAQPage",
		},
		{name: "no markup", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
