package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoAuthorBylines(t *testing.T) {
	verdicts(t, geoAuthorBylines(), []verdict{
		{name: "visible and in markup", facts: read(doc{page.KindHome, "/", clinic}, post(signed, `<p>By Ada Okafor</p>`)), want: audit.Pass},
		{name: "visible with a link to the author", facts: read(doc{page.KindHome, "/", clinic},
			post("", `<p>Par <a rel=author href="/auteur/ada">Ada Okafor</a></p>`)), want: audit.Pass},
		{name: "in markup only", facts: read(doc{page.KindHome, "/", clinic}, post(signed, "")), want: audit.Warn, says: "Ada Okafor"},
		{name: "visible only", facts: read(doc{page.KindHome, "/", clinic}, post("", `<p>Écrit par Émile Durand</p>`)), want: audit.Warn},
		{name: "nobody", facts: read(doc{page.KindHome, "/", clinic}, post("", "")), want: audit.Fail},
		{
			name:  "a sentence that begins with By is no byline",
			facts: read(doc{page.KindHome, "/", clinic}, post("", `<p>By Monday we will know.</p>`)), want: audit.Fail,
		},
		{name: "no article", facts: home(clinic), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
