package compare

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/citation"
)

// passOf is a citation pass under the name that a report has for it; nil where it didn't run.
type passOf struct {
	name string
	pass *citation.Pass
}

// passes gives the four, in the specification's order.
func passes(r *audit.Report) []passOf {
	list := []passOf{{name: "ai_citation"}, {name: "grounded_citation"}, {name: "search_ai_mode"}, {name: "live_citation"}}
	if r.AICitation != nil {
		list[0].pass = &r.AICitation.Pass
	}
	if r.GroundedCitation != nil {
		list[1].pass = &r.GroundedCitation.Pass
	}
	if r.SearchAIMode != nil {
		list[2].pass = &r.SearchAIMode.Pass
	}
	if r.LiveCitation != nil {
		list[3].pass = &r.LiveCitation.Pass
	}
	return list
}

func passChanges(was, is *audit.Report) []PassChange {
	changes := []PassChange{}
	before := passes(was)
	for i, now := range passes(is) {
		then := before[i]
		if then.pass == nil && now.pass == nil {
			continue
		}
		c := PassChange{Pass: now.name, Was: passState(then.pass), Is: passState(now.pass)}
		if then.pass != nil && now.pass != nil {
			c.SameEngine = then.pass.Engine == now.pass.Engine
			c.SameQuestions = slices.Equal(questions(then.pass), questions(now.pass))
		}
		c.Change = c.verdict()
		changes = append(changes, c)
	}
	return changes
}

func passState(p *citation.Pass) *PassState {
	if p == nil {
		return nil
	}
	s := p.Samples
	return &PassState{
		Engine: p.Engine, Named: s.Named, Answers: s.Answers, Low: s.Low, High: s.High, NamedIn: p.NamedIn, Questions: p.QuestionsAnswered, BestRank: p.BestRank,
	}
}

func questions(p *citation.Pass) []string {
	var texts []string
	for _, q := range p.Questions {
		texts = append(texts, q.Question)
	}
	slices.Sort(texts)
	return texts
}

func (c PassChange) verdict() PassVerdict {
	had, has := c.Was != nil && c.Was.Answers > 0, c.Is != nil && c.Is.Answers > 0
	switch {
	case !had && !has:
		return Unanswered
	case !had:
		return Began
	case !has:
		return Ended
	case c.Was.Named*c.Is.Answers == c.Is.Named*c.Was.Answers:
		return Same
	case c.Is.Low > c.Was.High:
		return More
	case c.Is.High < c.Was.Low:
		return Less
	}
	return Unclear
}
