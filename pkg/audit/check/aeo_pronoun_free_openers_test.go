package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoPronounFreeOpeners(t *testing.T) {
	verdicts(t, aeoPronounFreeOpeners(), []verdict{
		{
			name: "subjects",
			facts: home("<main>" +
				strings.Repeat("<h2>Pipes</h2><p>Copper pipes last for fifty years in most houses of the city, as long as the water is soft.</p>",
					3) + "</main>"),
			want: audit.Pass,
		},
		{
			name: "pronouns", facts: home("<html lang=en><main>" +
				strings.Repeat("<h2>Pipes</h2><p>They last for fifty years in most houses of the city, as long as the water there is soft.</p>",
					3) + "</main>"),
			want: audit.Warn, says: "They last",
		},
		{name: "French pronouns", facts: home("<html lang=fr><main>" +
			strings.Repeat("<h2>Tuyaux</h2><p>Ils durent cinquante ans dans la plupart des maisons de la ville, pourvu que l’eau reste douce.</p>", 3) +
			"</main>"), want: audit.Warn, says: "Ils durent"},
		{name: "another language", facts: home("<html lang=de><main><p>Sie halten.</p></main>"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "too short", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
