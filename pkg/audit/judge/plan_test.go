package judge

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/engine"
)

// A model that breaks its form is asked as often as can be, about a site that has more text than is sent.
func TestNothingIsAskedThatThePlanDoesNotHave(t *testing.T) {
	for _, lang := range []audit.Lang{audit.English, audit.French} {
		for name, vote := range map[string]func(engine.Prompt, int) (string, error){
			"broken votes": func(engine.Prompt, int) (string, error) { return "nonsense", nil },
			"honest votes": func(p engine.Prompt, _ int) (string, error) { return honest(t, p), nil },
		} {
			model := &seeing{scripted: &scripted{vote: vote}, look: func(p engine.Prompt, _ engine.Image) (string, error) { return vote(p, 0) }}
			m := Model{Engine: model, Viewer: model, Votes: 5}
			site := bakerySite("", "", strings.Repeat(prose, 200))
			site.Look = seen("").Look
			site.Look.Text = site.Main().Text.Main
			judgedBy(t, m, site, lang)
			asked := map[string]int{}
			longest := map[string]int{}
			for _, p := range append(model.prompts, model.looked...) {
				asked[p.System]++
				longest[p.System] = max(longest[p.System], len(p.User))
			}
			calls := 0
			for _, c := range m.Plan() {
				n, length := asked[c.Prompt.System], longest[c.Prompt.System]
				calls += n
				if n > c.AtMost || length > len(c.Prompt.User) || n == c.AtMost && name == "honest votes" && c.For == askedVote {
					t.Errorf("%s, %s: %d calls of %d bytes, planned %d of %d", name, c.For, n, length, c.AtMost, len(c.Prompt.User))
				}
				if c.For == askedVote && len(c.Prompt.User) > length*5/4 {
					t.Errorf("the plan has %d bytes for a vote, far above %d", len(c.Prompt.User), length)
				}
			}
			if calls != len(model.prompts)+len(model.looked) {
				t.Errorf("%s: %d calls, the plan knows %d of them", name, len(model.prompts), calls)
			}
		}
	}
}
