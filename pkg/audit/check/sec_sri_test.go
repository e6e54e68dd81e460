package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSRI(t *testing.T) {
	scripts := func(all ...page.ScriptTag) *page.Facts {
		return site(onMainPage(func(p *page.Page) { p.ScriptTags, p.ScriptsTotal = all, len(all) }))
	}
	verdicts(t, secSRI(), []verdict{
		{name: "own scripts only", facts: scripts(page.ScriptTag{Src: "https://cdn.example.com/a.js"}, page.ScriptTag{Src: "/b.js"}), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "pinned", facts: scripts(page.ScriptTag{Src: "https://cdn.other.net/a.js", Integrity: true}), want: audit.Pass},
		{
			name: "not pinned", facts: scripts(page.ScriptTag{Src: "https://cdn.other.net/a.js"}, page.ScriptTag{Src: "https://b.net/b.js", Integrity: true}), want: audit.Warn,
			says: "integrity attribute: 1 of 2",
		},
		{name: "over plain http", facts: scripts(page.ScriptTag{Src: "http://cdn.other.net/a.js", Integrity: true}), want: audit.Fail, says: "http://cdn.other.net/a.js"},
	})
}
