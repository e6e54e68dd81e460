package report

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
)

// findings gives the failures and warnings, what costs most first: by weight, failures before warnings, then in the catalogue's order.
func findings(checks []audit.Check) []audit.Check {
	var list []audit.Check
	for _, c := range checks {
		if c.Status == audit.Fail || c.Status == audit.Warn {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b audit.Check) int { return cost(b) - cost(a) })
	return list
}

// cost is twice the weight for a failure and once for a warning, as scores count them, with a failure before a warning of equal cost.
func cost(c audit.Check) int {
	weight := c.Weight
	for _, s := range c.Also {
		weight += s.Weight
	}
	if c.Status == audit.Fail {
		return 4*weight + 1
	}
	return 2 * weight
}

// ofMetric gives the checks of one metric's own group.
func ofMetric(checks []audit.Check, m audit.Metric) []audit.Check {
	var list []audit.Check
	for _, c := range checks {
		if c.Metric == m {
			list = append(list, c)
		}
	}
	return list
}
