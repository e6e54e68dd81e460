package compare

import "github.com/auditctl/auditctl/pkg/audit"

// Between compares two finished reports that have their checks. bridge is what was read for the first, judged by the rules of the second; nil where nobody
// did, and not needed where the rules are the same.
func Between(was, is, bridge *audit.Report) Comparison {
	c := Comparison{Was: side(was), Is: side(is), Bridge: SameRules, Scores: []ScoreChange{}, Checks: []CheckChange{}, Citations: []PassChange{}}
	for _, m := range audit.Metrics() {
		a, b := was.Scores[m], is.Scores[m]
		c.Scores = append(c.Scores, ScoreChange{Metric: m, Was: a.Value, Is: b.Value, TierWas: a.Tier, TierIs: b.Tier, Parts: []Part{}})
	}
	return c
}

func side(r *audit.Report) Side {
	return Side{FinalURL: r.FinalURL, AuditedAt: r.AuditedAt, RulesVersion: r.RulesVersion, Pages: len(r.Pages)}
}
