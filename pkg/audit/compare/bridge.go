package compare

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/judge"
)

// supposed is the report that the old site would have had by the new rules, as far as two reports tell: with the checks and weights of now and the verdicts
// of then. Of a check that is new the verdict of now is taken, so that the site has no part in its coming.
func supposed(was, is *audit.Report) *audit.Report {
	outcomes := make(map[string]audit.Outcome, len(was.Checks))
	for _, c := range was.Checks {
		outcomes[c.ID] = c.Status
	}
	made := &audit.Report{Scores: map[audit.Metric]audit.Score{}, References: was.References, RulesVersion: is.RulesVersion}
	for _, c := range is.Checks {
		if then, known := outcomes[c.ID]; known {
			c.Status = then
		}
		made.Checks = append(made.Checks, c)
	}
	return made
}

// bridge gives the reading between two others: of the report that somebody made for it, or of the supposed one.
func bridge(made *audit.Report, was, is *reading, catalogue map[string]*check.Check) *reading {
	suppose := made == nil
	if suppose {
		made = supposed(was.report, is.report)
	}
	b := read(made, catalogue)
	for m, a := range b.metrics {
		if suppose {
			a.value, a.counts = a.rubric+a.shut, a.assessed
		}
		a.adopt(was.metrics[m])
	}
	if before, ok := mean(b.shares()); ok && (suppose || b.adopted()) {
		held, _ := b.bounded(before)
		b.overall = rounded(held)
	}
	return b
}

// adopt takes over what a page-speed tool or a language model said then: no other rules change that.
func (a *account) adopt(was *account) {
	switch {
	case was.tool && !a.tool:
		a.tool, a.counts, a.value, a.adopted = true, true, was.value, true
	case was.model && !a.model && a.assessed:
		value := was.value + (a.rubric-was.rubric)*(1-judge.ModelShare/100.)
		if a.shutBy != "" {
			value = min(value, a.rubric+a.shut)
		}
		a.model, a.value, a.adopted = true, min(max(value, 0), 100), true
	}
}

func (d *reading) adopted() bool {
	for _, a := range d.metrics {
		if a.adopted {
			return true
		}
	}
	return false
}
