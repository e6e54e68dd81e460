package judge

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	maxFigures   = 8 << 10 // bytes of what a summary may rest on: ten scores and maxChanges changes
	maxCountLine = 48      // bytes of a count among the facts, of which there are eight
)

// Call is what a model is asked of each site.
type Call struct {
	For    string        // vote, business, summary
	Prompt engine.Prompt // as long as any can be
	Schema engine.Schema
	Times  int // where every answer keeps to the schema
	AtMost int // where none does
}

// Plan says what the model is asked of each site, before there is one; nothing where there is no model.
func (m Model) Plan() []Call {
	if m.Engine == nil {
		return nil
	}
	votes := min(cmp.Or(max(m.Votes, 0), defaultVotes), maxVotes) | 1
	text := m.marked(strings.Repeat(".", maxSent))
	facts := 8 * maxCountLine
	for _, c := range check.All() {
		facts += len(fmt.Sprintf("%s: %s (%s)\n", c.ID, audit.NotAssessed, c.Title.EN))
	}
	var keys strings.Builder
	for i := range Trades() {
		keys.WriteString(Trades()[i].Key + ", ")
	}
	vote := "Criteria:\n" + writeCriteria(0) + "\nFacts:\n" + strings.Repeat(".", facts) + "\nText of the site:\n" + text
	business := "Keys of industry: " + keys.String() + "\nText of the site:\n" + text
	return []Call{
		{askedVote, engine.Prompt{System: votePrompt, MaxTokens: maxAnswer, User: vote}, voteSchema(), votes, votes * attempts},
		{askedBusiness, engine.Prompt{System: businessPrompt, User: business}, businessSchema(), 1, attempts},
		{askedSummary, engine.Prompt{System: summaryPrompt, User: strings.Repeat(".", maxFigures)}, summarySchema(), 1, attempts},
	}
}
