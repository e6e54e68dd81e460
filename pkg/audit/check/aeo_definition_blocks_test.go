package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoDefinitionBlocks(t *testing.T) {
	verdicts(t, aeoDefinitionBlocks(), []verdict{
		{
			name:  "two sentences",
			facts: home(`<main><p>An implant is a screw of titanium.</p><p>Une couronne est un capuchon de céramique.</p></main>`),
			want:  audit.Pass, says: "titanium",
		},
		{name: "a definition list", facts: home(`<main><dl><dt>Implant<dd>A screw<dt>Crown<dd>A cap</dl></main>`), want: audit.Pass},
		{
			name: "what begins with it, there or ce defines nothing",
			facts: home(`<main><p>It is a pleasure.</p><p>There is a garden.</p><p>C’est un plaisir.</p><p>This is the place.</p>` +
				filler(150) + `</main>`),
			want: audit.Warn,
			says: "0 definitions",
		},
		{name: "no text", facts: home(`<img src=a.png>`), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a language whose verbs we don't know", facts: home(german), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
