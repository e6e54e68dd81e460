package check

import (
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Assessed is a check and its finding.
type Assessed struct {
	Check   *Check
	Finding Finding
}

// AssessAll runs every check of the list, and gives what they found in its order.
func AssessAll(checks []Check, f *page.Facts) []Assessed { return AssessBeside(checks, f, 1) }

// AssessBeside is AssessAll with so many checks at once. Where one panics, it panics.
func AssessBeside(checks []Check, f *page.Facts, atOnce int) []Assessed {
	out := make([]Assessed, len(checks))
	var next atomic.Int64
	work := func() {
		for i := next.Add(1) - 1; i < int64(len(checks)); i = next.Add(1) - 1 {
			out[i] = Assessed{Check: &checks[i], Finding: checks[i].Assess(f)}
		}
	}
	var others join.Group
	for range atOnce - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if verdict, ok := TLSVerdict(f); ok {
		Rate(out, &verdict)
	}
	return out
}

// Rate puts the TLS verdict where it comes from, so that it is gone when these checks are mended.
func Rate(assessed []Assessed, verdict *audit.TLSVerdict) {
	faulty := slices.ContainsFunc(assessed, func(a Assessed) bool { return a.Check.Part() == PartTLS && a.Finding.bad() })
	for i := range assessed {
		if a := &assessed[i]; a.Check.Part() == PartTLS && (!faulty || a.Finding.bad()) {
			a.Finding.TLS = verdict
		}
	}
}

func (f *Finding) bad() bool { return f.Status == audit.Fail || f.Status == audit.Warn }

// Weighed is what the checks of one metric come to.
type Weighed struct {
	Value       int     // 0 to 100
	Exact       float64 // Value before rounding
	Assessed    int     // weighted checks that gave a verdict
	NotAssessed int     // weighted checks that didn't
	Share       float64 // assessed weight by all weight, 0 to 1
	CappedBy    string  // ID of the failing check that holds Value down
	Parts       []Part  // of the security metric: what it is made of
}

// Part is a part of the security metric.
type Part struct {
	Name  string  // PartObservatory, PartTLS, PartOther
	Grade string  // the reference's letter; empty where it gives none
	Value float64 // 0 to 100; the Observatory's score also above, which counts as 100
	Share int     // percent of the metric, where every part was assessed
}

// The parts of the security metric.
const (
	PartObservatory = "observatory" // the HTTP Observatory's score
	PartTLS         = "tls"         // the tls checks, and at most what the TLS verdict comes to
	PartOther       = "other"       // what neither looks at
)

// securityShares are numbers of our own, in percent.
var securityShares = []Part{{Name: PartObservatory, Share: 50}, {Name: PartTLS, Share: 35}, {Name: PartOther, Share: 15}}

// Weigh gives the weighted share of what was assessed: a pass counts whole, a warning half, a failure nothing, and what was not assessed is not in
// the denominator. The security metric is put together from parts first. Rounded half up. A failing check with a Cap bounds its own group's metric, and
// what the TLS verdict comes to bounds security.
func Weigh(m audit.Metric, assessed []Assessed) Weighed {
	var w Weighed
	if m == audit.Security {
		w = weighSecurity(assessed)
	} else {
		w = weighAll(m, assessed, func(*Check) bool { return true })
	}
	if w.Share == 0 {
		return w
	}
	limit := 100
	for _, a := range assessed {
		if c := a.Check.Cap; a.Finding.Status == audit.Fail && c > 0 && c < limit && a.Check.Metric() == m {
			limit, w.CappedBy = c, a.Check.ID
		}
		// A grade of C or worse means that the connection protects little, whatever else the site does.
		if v := a.Finding.TLS; v != nil && a.Finding.Status == audit.Fail && m == audit.Security && v.Grade >= "C" && v.Most() < limit {
			limit, w.CappedBy = v.Most(), a.Check.ID
		}
	}
	if w.Exact <= float64(limit) {
		w.CappedBy = ""
	}
	w.Exact = min(w.Exact, float64(limit))
	w.Value = int(math.Floor(w.Exact + 0.5))
	return w
}

// weighAll weighs the checks that are among those asked for, without rounding and caps.
func weighAll(m audit.Metric, assessed []Assessed, among func(*Check) bool) Weighed {
	var w Weighed
	got, of, all := 0, 0, 0
	for _, a := range assessed {
		weight := a.Check.WeightIn(m)
		if weight == 0 || !among(a.Check) {
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
		}
	}
	if of > 0 {
		w.Share = float64(of) / float64(2*all)
		w.Exact = float64(got) * 100 / float64(of)
	}
	return w
}

// weighSecurity adds up the parts that were assessed, each by its share. The Observatory's tests count with their points, assessed as checks or not.
func weighSecurity(assessed []Assessed) Weighed {
	var w Weighed
	sum, of := 0.0, 0
	for _, part := range securityShares {
		p := weighAll(audit.Security, assessed, func(c *Check) bool { return c.Part() == part.Name })
		w.Assessed += p.Assessed
		w.NotAssessed += p.NotAssessed
		if p.Assessed == 0 {
			continue
		}
		part.Value = p.Exact
		switch part.Name {
		case PartObservatory:
			score := observatoryScore(assessed)
			part.Grade, part.Value, p.Share = observatory.Grade(score), float64(score), 1
		case PartTLS:
			if v := tlsVerdict(assessed); v != nil {
				part.Grade, part.Value = v.Grade, min(part.Value, float64(v.Score), float64(v.Most()))
			}
		}
		w.Parts = append(w.Parts, part)
		w.Share += float64(part.Share) * p.Share / 100
		sum += float64(part.Share) * min(part.Value, 100)
		of += part.Share
	}
	if of > 0 {
		w.Exact = sum / float64(of)
	}
	return w
}

func tlsVerdict(assessed []Assessed) *audit.TLSVerdict {
	for i := range assessed {
		if v := assessed[i].Finding.TLS; v != nil {
			return v
		}
	}
	return nil
}

func observatoryScore(assessed []Assessed) int {
	var points []int
	for _, a := range assessed {
		points = append(points, a.Finding.Points...)
	}
	return observatory.Score(points...)
}

// Part is the part of the security metric that the check counts to.
func (c *Check) Part() string {
	switch {
	case c.Observatory:
		return PartObservatory
	case strings.HasPrefix(c.ID, "tls."):
		return PartTLS
	}
	return PartOther
}

// WeightIn is the check's weight in a metric.
func (c *Check) WeightIn(m audit.Metric) int {
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
