package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/industry"
)

const (
	maxFigures   = 8 << 10 // bytes of what a summary may rest on: ten scores and maxChanges changes
	maxCountLine = 48      // bytes of a count among the facts, of which there are eight, and nine of things on the screen
)

// Call is what a model is asked of each site.
type Call struct {
	For    string        // vote, look at the screenshot, business, summary
	Prompt engine.Prompt // as long as any can be
	Schema engine.Schema
	Sees   bool // a picture goes with it
	Times  int  // where every answer keeps to the schema
	AtMost int  // where none does
}

// Plan says what the model is asked of each site, before there is one; nothing where there is no model.
func (m Model) Plan() []Call {
	if m.Engine == nil {
		return nil
	}
	votes := min(cmp.Or(max(m.Votes, 0), defaultVotes), maxVotes) | 1
	text := engine.Data(strings.Repeat(".", maxSent))
	facts := 17 * maxCountLine
	for _, c := range check.All() {
		facts += len(fmt.Sprintf("%s: %s (%s)\n", c.ID, audit.NotAssessed, c.Title.EN))
	}
	var keys strings.Builder
	for i := range industry.All() {
		keys.WriteString(industry.All()[i].Key + ", ")
	}
	vote := "Criteria:\n" + writeAll() + "\nFacts:\n" + strings.Repeat(".", facts) + "\nText of the site:\n" + text
	business := "Keys of industry: " + keys.String() + "\nText of the site:\n" + text
	calls := []Call{
		// once without the text
		{
			For: askedVote, Prompt: engine.Prompt{System: votePrompt, MaxTokens: maxAnswer, User: vote}, Schema: voteSchema(), Times: votes,
			AtMost: (votes + 1) * attempts,
		},
		{For: askedBusiness, Prompt: engine.Prompt{System: businessPrompt, User: business}, Schema: businessSchema(), Times: 1, AtMost: attempts},
		{For: askedSummary, Prompt: engine.Prompt{System: summaryPrompt, User: strings.Repeat(".", maxFigures)}, Schema: summarySchema(), Times: 1, AtMost: attempts},
	}
	if m.Viewer != nil {
		calls[0].AtMost = (2*votes + 3) * attempts // design by text, where the screenshot didn't help
		look := engine.Prompt{System: lookPrompt, MaxTokens: maxAnswer, User: vote}
		calls = slices.Insert(calls, 1, Call{For: askedLook, Prompt: look, Schema: voteSchema(), Sees: true, Times: votes, AtMost: votes * attempts})
	}
	return calls
}
