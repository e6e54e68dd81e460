package check

import (
	"math"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Assessed is a check and its finding.
type Assessed struct {
	Check   *Check
	Finding Finding
}

// AssessAll runs every check of the list, in its order.
func AssessAll(checks []Check, f *page.Facts) []Assessed {
	out := make([]Assessed, len(checks))
	for i := range checks {
		out[i] = Assessed{Check: &checks[i], Finding: checks[i].Assess(f)}
	}
	return out
}

// Weighed is what the checks of one metric come to.
type Weighed struct {
	Value       int     // 0 to 100
	Exact       float64 // Value before rounding
	Assessed    int     // weighted checks that gave a verdict
	NotAssessed int     // weighted checks that didn't
	Share       float64 // assessed weight by all weight, 0 to 1
	CappedBy    string  // ID of the failing check that holds Value down
}

// Weigh gives the weighted share of what was assessed: a pass counts whole, a warning half, a failure nothing, and what was not assessed is not in
// the denominator. Rounded half up. A failing check with a Cap bounds its own group's metric.
func Weigh(m audit.Metric, assessed []Assessed) Weighed {
	var w Weighed
	got, of, all, limit := 0, 0, 0, 100
	for _, a := range assessed {
		weight := a.Check.weightIn(m)
		if weight == 0 {
			continue
		}
		all += weight
		if a.Finding.Status == audit.NotAssessed {
			w.NotAssessed++
			continue
		}
		w.Assessed++
		of += 2 * weight
		switch a.Finding.Status {
		case audit.Pass:
			got += 2 * weight
		case audit.Warn:
			got += weight
		case audit.Fail:
			if c := a.Check.Cap; c > 0 && c < limit && a.Check.Metric() == m {
				limit, w.CappedBy = c, a.Check.ID
			}
		}
	}
	if of == 0 {
		return w
	}
	w.Share = float64(of) / float64(2*all)
	w.Exact = float64(got) * 100 / float64(of)
	if w.Exact <= float64(limit) {
		w.CappedBy = ""
	}
	w.Exact = min(w.Exact, float64(limit))
	w.Value = int(math.Floor(w.Exact + 0.5))
	return w
}

// weightIn is the check's weight in a metric.
func (c *Check) weightIn(m audit.Metric) int {
	if c.Metric() == m {
		return c.Weight
	}
	for _, s := range c.Also {
		if s.Metric == m {
			return s.Weight
		}
	}
	return 0
}

// In writes the verdict in one language, as a report has it.
func (a Assessed) In(lang audit.Lang) audit.Check {
	c, f := a.Check, a.Finding
	out := audit.Check{
		ID: c.ID, Metric: c.Metric(), Status: f.Status, Reason: string(f.Reason), Weight: c.Weight, Also: c.Also, EvidenceLevel: string(c.Level),
		Title: c.Title.In(lang), Detail: f.Detail.In(lang), Evidence: f.Evidence, Reference: c.Source,
	}
	if c.Link != "" {
		out.Reference += " " + c.Link
	}
	if f.Status == audit.Warn || f.Status == audit.Fail {
		out.Remedy = c.Fix.In(lang)
	}
	return out
}
