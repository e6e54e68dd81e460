package report

import (
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Gate is what a CI job holds audits to. It looks only at metrics of its tiers, so that a build never breaks on an estimate that nobody asked it to
// trust; the zero Gate looks at nothing.
type Gate struct {
	Tiers  []audit.Tier
	Floors map[audit.Metric]int // 0 to 100: the score that a metric has to reach
	// Passed are the ids of the checks that passed in the baseline, by domain; nil where there is no baseline.
	Passed map[string]map[string]bool
}

// Compared says whether the baseline has an audit of the domain; without a baseline there is nothing to miss.
func (g Gate) Compared(domain string) bool { return g.Passed == nil || g.Passed[domain] != nil }

// Misses gives a line, in English, for each thing that the gate doesn't let through: a score below its floor, a check that passed in the baseline and
// fails now. What isn't done misses nothing.
func (g Gate) Misses(audits []audit.Audit) []string {
	var missed []string
	for _, a := range audits {
		if a.Status != audit.Done || a.Report == nil {
			continue
		}
		domain := audit.Printable(a.Domain)
		for _, m := range audit.Metrics() {
			floor, set := g.Floors[m]
			if s := a.Scores[m]; set && g.trusts(a, m) && s.Value < floor {
				missed = append(missed, fmt.Sprintf("%s: %s is %d, below %d", domain, m, s.Value, floor))
			}
		}
		for _, c := range a.Checks {
			if c.Status == audit.Fail && g.Passed[a.Domain][c.ID] && g.trusts(a, c.Metric) {
				missed = append(missed, fmt.Sprintf("%s: %s passed in the baseline and fails now: %s", domain, c.ID, audit.Printable(c.Detail)))
			}
		}
	}
	return missed
}

// fails says whether a check counts as a failure: where there is a baseline of the site, only what passed in it, else every failure that the tiers include.
func (g Gate) fails(a audit.Audit, c audit.Check) bool {
	return c.Status == audit.Fail && g.trusts(a, c.Metric) && (g.Passed[a.Domain] == nil || g.Passed[a.Domain][c.ID])
}

func (g Gate) trusts(a audit.Audit, m audit.Metric) bool {
	return slices.Contains(g.Tiers, a.Scores[m].Tier)
}
