package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoSchemaRichAttributes(t *testing.T) {
	verdicts(t, geoSchemaRichAttributes(), []verdict{
		{name: "rich", facts: home(clinic), want: audit.Pass},
		{
			name: "poor", facts: home(graph(`{"@context":"https://schema.org","@type":"Product","name":"Table","brand":"Oak","sku":"1"}`)),
			want: audit.Warn, says: "Table",
		},
		{name: "bare", facts: home(graph(`{"@context":"https://schema.org","@type":"Organization","name":"Acme"}`)), want: audit.Fail},
		{
			name: "breadcrumbs only", facts: home(graph(`{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[]}`)),
			want: audit.NotAssessed, reason: page.NotApplicable,
		},
	})
}
