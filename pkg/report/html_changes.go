package report

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/compare"
)

// htmlChanges is what changed since the audit before.
type htmlChanges struct {
	Since     string
	Notes     []string // what makes the two hard to compare
	Scores    []htmlScoreChange
	Unchanged bool // no score and no check is another
	Lists     []htmlCheckChanges
	Passes    []htmlPassChange
}

type htmlScoreChange struct {
	Name     string
	Was, Is  int
	By       string // the difference
	Tiers    string // where the tier is another
	Up, Down bool
	Parts    []htmlPart
	More     int
}

type htmlPart struct{ Points, Cause string }

type htmlCheckChanges struct {
	Name   string
	Checks []compare.CheckChange
	More   int
	Folded bool
}

type htmlPassChange struct{ Name, Was, Is, Change string }

// mostParts is how many causes of a metric's change are shown.
const mostParts = 12

// earlier fills in what earlier audits of the site tell: what changed since the one before, and a line over time.
func (v *htmlAudit) earlier(before *audit.Audit, history []audit.Audit) {
	lang := audit.Lang(v.htmlWords)
	if before != nil && finished(*before) {
		v.Changes = newHTMLChanges(compare.Audits(before, &v.Audit, nil), v.Checks, lang)
		if len(history) == 0 {
			history = []audit.Audit{*before}
		}
	}
	v.Line = newHTMLLine(history, v.Audit, lang)
}

func newHTMLChanges(c compare.Comparison, checks []audit.Check, lang audit.Lang) *htmlChanges {
	v := &htmlChanges{
		Since: fmt.Sprintf(labelSince.In(lang), longDate(c.Was.AuditedAt, lang), c.Was.AuditID), Notes: newShownComparison(c, lang).Notes, Unchanged: c.Unchanged(),
	}
	titles := map[string]string{}
	for _, k := range c.Checks {
		titles[k.ID] = k.Title
	}
	for _, k := range checks {
		titles[k.ID] = k.Title
	}
	for _, s := range c.Scores {
		row := htmlScoreChange{Name: MetricName(s.Metric, lang), Was: s.Was, Is: s.Is, By: difference(s), Up: s.Is > s.Was, Down: s.Is < s.Was}
		if s.TierWas != s.TierIs {
			row.Tiers = tierNames[s.TierWas].In(lang) + " → " + tierNames[s.TierIs].In(lang)
		}
		parts, more := atMost(telling(s), mostParts)
		for _, p := range parts {
			row.Parts = append(row.Parts, htmlPart{decimal(p.Points.String(), lang), explained(p, titles, lang)})
		}
		row.More = more
		v.Scores = append(v.Scores, row)
	}
	for _, kind := range changeKinds {
		list, more := atMost(c.Of(kind.verdicts...), mostListed)
		if len(list) > 0 {
			v.Lists = append(v.Lists, htmlCheckChanges{Name: kind.name.In(lang), Checks: list, More: more, Folded: kind.folded})
		}
	}
	for _, p := range c.Citations {
		v.Passes = append(v.Passes, htmlPassChange{passName(p, lang), passState(p.Was, lang), passState(p.Is, lang), answered(p, lang)})
	}
	return v
}
