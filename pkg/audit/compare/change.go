package compare

import (
	"math"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/judge"
)

// dust is what a sum of parts may be off by for the machine's precision.
const dust = 1e-9

// step is a way from one reading to the next, and whose doing what happens on it is.
type step struct {
	was, is *reading
	origin  Origin
	parts   map[audit.Metric][]share
}

// walk splits what became of every metric.
func walk(was, is *reading, origin Origin) *step {
	s := &step{was: was, is: is, origin: origin, parts: map[audit.Metric][]share{}}
	for m, a := range was.metrics {
		s.parts[m] = s.assigned(s.metric(a, is.metrics[m]))
	}
	s.parts[audit.AIReadiness] = s.assigned(s.readiness())
	return s
}

// assigned gives every part its origin.
func (s *step) assigned(parts []share) []share {
	for i := range parts {
		p := &parts[i]
		switch p.Kind {
		case ByModel, ByTool, ByRounding:
			p.Origin = OfOther
		case ByCoverage, ByUnknown:
			if p.Origin = OfOther; s.origin == OfRules {
				p.Origin = OfRules
			}
		default:
			p.Origin = s.origin
		}
	}
	return parts
}

// metric splits the change of one metric other than ai_readiness.
func (s *step) metric(was, is *account) []share {
	change := is.value - was.value
	switch {
	case was.tool || is.tool:
		return []share{{Part{Kind: ByTool}, change}}
	case len(s.was.scored) == 0 || len(s.is.scored) == 0:
		return []share{{Part{Kind: ByUnknown}, change}}
	case was.assessed != is.assessed:
		return []share{{Part{Kind: ByCoverage}, change}}
	case !was.assessed:
		return []share{{Part{Kind: ByUnknown}, change}}
	}
	parts := split(was.terms, is.terms)
	if was.metric == audit.Security {
		parts = secured(was.parts, is.parts)
	}
	parts = append(parts, moved(was.heldBy, was.held, is.heldBy, is.held)...)
	parts = append(parts, share{Part{Kind: ByRounding}, is.rounding - was.rounding})
	if was.model && is.model { // the rubric is one half then, the model the other
		parts = scaled(parts, 1-judge.ModelShare/100.)
	}
	parts = append(parts, moved(was.shutBy, was.shut, is.shutBy, is.shut)...)
	rest := share{Part{Kind: ByUnknown}, change - total(parts)}
	if was.model || is.model {
		rest.Kind = ByModel
	}
	return appendReal(parts, rest)
}

// moved gives what bounds take off on one side and not on the other.
func moved(wasBy string, was float64, isBy string, is float64) []share {
	if wasBy == isBy {
		return []share{{Part{Kind: ByBound, Check: isBy}, is - was}}
	}
	return []share{{Part{Kind: ByBound, Check: wasBy}, -was}, {Part{Kind: ByBound, Check: isBy}, is}}
}

// appendReal adds a part that is more than the machine's imprecision.
func appendReal(parts []share, p share) []share {
	if math.Abs(p.points) < dust {
		return parts
	}
	return append(parts, p)
}

// secured splits the change of the security metric: the mean of its parts, each of which is split in its turn.
func secured(was, is []security) []share {
	of := func(list []security) (terms []term, byName map[string]security) {
		byName = map[string]security{}
		for _, p := range list {
			byName[p.Name] = p
			weight := float64(p.Share)
			terms = append(terms, term{Part{Check: p.Name}, weight * p.counts / 100, weight})
		}
		return terms, byName
	}
	wasTerms, before := of(was)
	isTerms, now := of(is)
	l := between(wasTerms, isTerms)
	var parts []share
	for _, p := range split(wasTerms, isTerms) {
		a, had := before[p.Check]
		b, has := now[p.Check]
		if had && has {
			parts = append(parts, scaled(a.change(b), l.got*float64(b.Share))...)
		} else {
			parts = append(parts, share{Part{Kind: ByCoverage}, p.points})
		}
	}
	return parts
}

// readiness splits the change of ai_readiness: the mean of its metrics, each of which is split already, what holds it down, and the rounding.
func (s *step) readiness() []share {
	wasTerms, isTerms := s.was.shares(), s.is.shares()
	change := s.is.overall - s.was.overall
	before, had := mean(wasTerms)
	now, has := mean(isTerms)
	if !had || !has {
		return []share{{Part{Kind: ByCoverage}, change}}
	}
	l := between(wasTerms, isTerms)
	weight := map[audit.Metric]float64{}
	for _, t := range isTerms {
		weight[t.key.Metric] = t.weight
	}
	var parts []share
	for _, p := range split(wasTerms, isTerms) {
		if s.was.metrics[p.Metric].counts != s.is.metrics[p.Metric].counts {
			parts = append(parts, share{Part{Kind: ByCoverage, Metric: p.Metric}, p.points})
			continue
		}
		for _, of := range s.parts[p.Metric] {
			of.Origin = ""
			if of.Kind != ByCheck && of.Kind != ByRounding {
				of.Metric = p.Metric
			}
			parts = append(parts, share{of.Part, of.points * l.got * weight[p.Metric]})
		}
	}
	heldWas, wasBy := s.was.bounded(before)
	heldIs, isBy := s.is.bounded(now)
	for _, b := range moved(string(wasBy), heldWas-before, string(isBy), heldIs-now) {
		parts = append(parts, share{Part{Kind: ByBound, Metric: audit.Metric(b.Check)}, b.points})
	}
	rounding := rounded(heldIs) - heldIs - (rounded(heldWas) - heldWas)
	parts = append(parts, share{Part{Kind: ByRounding}, rounding})
	return appendReal(parts, share{Part{Kind: ByUnknown}, change - total(parts)})
}

// rounded is half up, as scores are; a half stays one whatever the machine's precision makes of it.
func rounded(points float64) float64 { return math.Floor(points + 0.5 + dust) }
