package compare

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/judge"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
)

// testedBy names the check that each test of the HTTP Observatory counts by.
var testedBy = map[string]string{
	observatory.CSP: "sec.csp", observatory.Cookies: "sec.cookies", observatory.COEP: "sec.corp-coep-coop", observatory.COOP: "sec.corp-coep-coop",
	observatory.CORP: "sec.corp-coep-coop", observatory.CORS: "sec.cors", observatory.Redirection: "sec.http-redirect",
	observatory.Referrer: "sec.referrer-policy", observatory.HSTS: "sec.hsts", observatory.SRI: "sec.sri", observatory.NoSniff: "sec.nosniff",
	observatory.Framing: "sec.x-frame",
}

// reading is how a report's scores came about, read from the report itself.
type reading struct {
	report  *audit.Report
	scored  []check.Assessed // its checks with their weights, as package check weighs them
	metrics map[audit.Metric]*account
	overall float64 // ai_readiness
}

// account is how one metric's score came about, step by step: the mean of its terms, what holds that down, the rounding, a model's part.
type account struct {
	metric   audit.Metric
	assessed bool       // by checks
	counts   bool       // to ai_readiness
	terms    []term     // of the mean; empty for security, which has parts
	parts    []security // of the security metric
	mean     float64
	held     float64 // what a failing check takes from the mean, 0 or less
	heldBy   string
	rounding float64
	rubric   float64 // mean + held + rounding: what the checks come to
	shut     float64 // what gso's bound takes, 0 or less
	shutBy   string
	tool     bool    // the score is a page-speed tool's
	model    bool    // a language model had a part in it
	value    float64 // as reported
	adopted  bool    // value was taken over from another reading
}

// security is one part of the security metric.
type security struct {
	check.Part
	counts float64                 // Value, at most 100
	terms  []term                  // of the parts that are means of checks
	tests  []audit.ObservatoryTest // of the Observatory's part
}

// read gives the account of every metric but ai_readiness, which is made of the others'.
func read(r *audit.Report, catalogue map[string]*check.Check) *reading {
	d := &reading{report: r, metrics: map[audit.Metric]*account{}, overall: float64(r.Scores[audit.AIReadiness].Value)}
	points := map[string][]int{} // by check
	for _, t := range d.tests() {
		points[testedBy[t.Name]] = append(points[testedBy[t.Name]], t.Modifier)
	}
	for i := range r.Checks {
		c := &r.Checks[i]
		made := &check.Check{ID: c.ID, Weight: c.Weight, Also: c.Also}
		finding := check.Finding{Status: c.Status}
		if known := catalogue[c.ID]; known != nil {
			made.Cap, made.Observatory = known.Cap, known.Observatory
		}
		if made.Observatory {
			finding.Points = points[c.ID]
		}
		d.scored = append(d.scored, check.Assessed{Check: made, Finding: finding})
	}
	if r.References.TLS != nil {
		check.Rate(d.scored, r.References.TLS)
	}
	for _, m := range audit.Metrics() {
		if m != audit.AIReadiness {
			d.metrics[m] = d.account(m)
		}
	}
	return d
}

func (d *reading) account(m audit.Metric) *account {
	w := check.Weigh(m, d.scored)
	score := d.report.Scores[m]
	a := &account{
		metric: m, assessed: w.Assessed > 0, counts: score.Assessed > 0, heldBy: w.CappedBy, rubric: float64(w.Value), rounding: float64(w.Value) - w.Exact, model: score.Rubric != nil,
		tool: m == audit.Performance && score.Tier == audit.Measured, value: float64(score.Value),
	}
	if m == audit.Security {
		sum, of := 0.0, 0.0
		for _, p := range w.Parts {
			a.parts = append(a.parts, d.security(p))
			sum += float64(p.Share) * min(p.Value, 100)
			of += float64(p.Share)
		}
		if of > 0 {
			a.mean = sum / of
		}
	} else {
		a.terms = d.terms(m, func(*check.Check) bool { return true })
		a.mean, _ = mean(a.terms)
	}
	a.held = w.Exact - a.mean
	if a.heldBy == "" {
		a.held = 0
	}
	if m == audit.GSO {
		bounded, by := judge.BoundGSO(a.rubric, d.fails)
		a.shut, a.shutBy = bounded-a.rubric, by
	}
	return a
}

func (d *reading) fails(id string) bool {
	for _, c := range d.report.Checks {
		if c.ID == id {
			return c.Status == audit.Fail
		}
	}
	return false
}

// shares are the metrics that ai_readiness is the mean of.
func (d *reading) shares() []term {
	var terms []term
	for _, s := range judge.ReadinessShares() {
		if a := d.metrics[s.Metric]; a.counts {
			weight := float64(s.Weight)
			terms = append(terms, term{Part{Metric: s.Metric}, weight * a.value / 100, weight})
		}
	}
	return terms
}

// bounded holds the mean of the metrics to the bounds of ai_readiness.
func (d *reading) bounded(mean float64) (float64, audit.Metric) {
	return judge.BoundReadiness(mean, func(m audit.Metric) (float64, bool) { return d.metrics[m].value, d.metrics[m].counts })
}

// terms are the weighted checks of a metric that gave a verdict, of those asked for.
func (d *reading) terms(m audit.Metric, among func(*check.Check) bool) []term {
	var terms []term
	for _, s := range d.scored {
		weight := float64(s.Check.WeightIn(m))
		if weight == 0 || s.Finding.Status == audit.NotAssessed || !among(s.Check) {
			continue
		}
		t := term{key: Part{Kind: ByCheck, Check: s.Check.ID}, weight: weight}
		switch s.Finding.Status {
		case audit.Pass:
			t.got = weight
		case audit.Warn:
			t.got = weight / 2
		}
		terms = append(terms, t)
	}
	return terms
}

// tests are those of the HTTP Observatory, as far as the report has them.
func (d *reading) tests() []audit.ObservatoryTest {
	if o := d.report.References.HTTPObservatory; o != nil {
		return o.Tests
	}
	return nil
}

func (d *reading) security(p check.Part) security {
	out := security{Part: p, counts: min(p.Value, 100)}
	if p.Name == check.PartObservatory {
		out.tests = d.tests()
	} else {
		out.terms = d.terms(audit.Security, func(c *check.Check) bool { return c.Part() == p.Name })
	}
	return out
}

// change splits what became of a part of the security metric that both sides have: the Observatory's by the points of its tests, the others by their checks.
func (p security) change(is security) []share {
	var parts []share
	if p.Name == check.PartObservatory {
		parts = observed(p.tests, is.tests)
	} else {
		parts = split(p.terms, is.terms)
	}
	return append(parts, share{Part{Kind: ByReference}, is.counts - p.counts - total(parts)})
}

// observed gives what the Observatory's tests take and add, by the checks that stand for them. Bonus points are left out where they don't count on one of
// the sides.
func observed(was, is []audit.ObservatoryTest) []share {
	bonus := observatory.Bonus(modifiers(was)...) && observatory.Bonus(modifiers(is)...)
	counts := func(t audit.ObservatoryTest) float64 {
		if !bonus {
			return float64(min(t.Modifier, 0))
		}
		return float64(t.Modifier)
	}
	var parts []share
	for _, t := range is {
		parts = append(parts, share{Part{Kind: ByCheck, Check: testedBy[t.Name]}, counts(t)})
	}
	for _, t := range was {
		parts = append(parts, share{Part{Kind: ByCheck, Check: testedBy[t.Name]}, -counts(t)})
	}
	return parts
}

func modifiers(tests []audit.ObservatoryTest) []int {
	var points []int
	for _, t := range tests {
		points = append(points, t.Modifier)
	}
	return points
}
