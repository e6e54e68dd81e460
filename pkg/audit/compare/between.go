package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
)

// Between compares two finished reports that have their checks. bridge is what was read for the first, judged by the rules of the second: what it says
// otherwise than the first is the rules' doing. It may be nil, isn't needed where the rules are the same, and is passed over where it was made by others.
func Between(was, is, bridge *audit.Report) Comparison {
	c := Comparison{Was: side(was), Is: side(is), Bridge: SameRules, JudgesDiffer: judges(was.RulesVersion) != judges(is.RulesVersion)}
	if bridge != nil && rules(bridge.RulesVersion) != rules(is.RulesVersion) {
		bridge = nil
	}
	switch {
	case bridge != nil:
		c.Bridge = KeptEvidence
	case rules(was.RulesVersion) != rules(is.RulesVersion):
		c.Bridge = NoBridge
	}
	steps := c.steps(was, is, bridge)
	for _, m := range audit.Metrics() {
		c.Scores = append(c.Scores, scoreChange(m, was.Scores[m], is.Scores[m], steps))
	}
	c.Checks = checkChanges(was, is, bridge)
	c.Citations = passChanges(was, is)
	return c
}

// NeedsBridge says that two reports were made by other rules, and the second by those of this program, so that it can make the bridge: from what is kept of
// the first.
func NeedsBridge(was, is *audit.Report) bool {
	return rules(was.RulesVersion) != rules(is.RulesVersion) && rules(is.RulesVersion) == check.Version
}

func side(r *audit.Report) Side {
	return Side{FinalURL: r.FinalURL, AuditedAt: r.AuditedAt, RulesVersion: r.RulesVersion, Pages: len(r.Pages)}
}

// rules is the version of the checks in a report's version, which names models, prompts and citation passes after it.
func rules(version string) string {
	checks, _, _ := strings.Cut(version, "+")
	return checks
}

// judges is the part of a report's version that names the model and the prompts that judge beside the checks.
func judges(version string) string {
	_, rest, _ := strings.Cut(version, "+")
	if at := strings.Index("+"+rest, "+citations/"); at >= 0 {
		rest = rest[:max(at-1, 0)]
	}
	return rest
}

// steps gives the way from the one report to the other, by the bridge where the rules differ.
func (c *Comparison) steps(was, is, made *audit.Report) []*step {
	all := check.All()
	catalogue := make(map[string]*check.Check, len(all))
	for i := range all {
		catalogue[all[i].ID] = &all[i]
	}
	from, to := read(was, catalogue), read(is, catalogue)
	if c.Bridge == SameRules {
		return []*step{walk(from, to, OfSite)}
	}
	over := bridge(made, from, to, catalogue)
	return []*step{walk(from, over, OfRules), walk(over, to, OfSite)}
}

func scoreChange(m audit.Metric, was, is audit.Score, steps []*step) ScoreChange {
	s := ScoreChange{Metric: m, Was: was.Value, Is: is.Value, TierWas: was.Tier, TierIs: is.Tier}
	var parts []share
	for _, step := range steps {
		parts = append(parts, step.parts[m]...)
	}
	s.Parts = tenths(parts, s.Is-s.Was)
	slices.SortStableFunc(s.Parts, func(a, b Part) int { return cmp.Compare(b.size(), a.size()) })
	for _, p := range s.Parts {
		switch p.Origin {
		case OfSite:
			s.Site += p.Points
		case OfRules:
			s.Rules += p.Points
		default:
			s.Other += p.Points
		}
	}
	return s
}

// size orders parts; rounding comes last.
func (p Part) size() Tenths {
	if p.Kind == ByRounding {
		return 0
	}
	return max(p.Points, -p.Points)
}

// checkChanges gives what became of the checks, in the order of those of now.
func checkChanges(was, is, bridge *audit.Report) []CheckChange {
	changes := []CheckChange{}
	if len(was.Checks) == 0 || len(is.Checks) == 0 {
		return changes
	}
	before, between := byID(was), map[string]*audit.Check{}
	if bridge != nil {
		between = byID(bridge)
	}
	for i := range is.Checks {
		now := &is.Checks[i]
		then := before[now.ID]
		delete(before, now.ID)
		change := CheckChange{ID: now.ID, Metric: now.Metric, Title: now.Title, Is: now.Status, WeightIs: now.Weight, Detail: now.Detail, Remedy: now.Remedy}
		if then == nil {
			change.Change, change.Origin = Appeared, OfRules
			changes = append(changes, change)
			continue
		}
		change.Was, change.WeightWas = then.Status, then.Weight
		change.Change = verdict(then.Status, now.Status)
		if change.Change == "" {
			continue
		}
		if change.Change != StillFailing {
			change.Origin = OfSite
			if judged := between[now.ID]; judged != nil && judged.Status == now.Status {
				change.Origin = OfRules
			}
		}
		changes = append(changes, change)
	}
	for _, then := range was.Checks {
		if before[then.ID] != nil {
			changes = append(changes, CheckChange{
				ID: then.ID, Metric: then.Metric, Title: then.Title, Change: Gone, Origin: OfRules, Was: then.Status, WeightWas: then.Weight, Detail: then.Detail,
			})
		}
	}
	return changes
}

func byID(r *audit.Report) map[string]*audit.Check {
	list := make(map[string]*audit.Check, len(r.Checks))
	for i := range r.Checks {
		list[r.Checks[i].ID] = &r.Checks[i]
	}
	return list
}

// verdict says what became of a check; empty where there is nothing to say.
func verdict(was, is audit.Outcome) Verdict {
	switch {
	case is == audit.Fail && was == audit.Fail:
		return StillFailing
	case was == is:
		return ""
	case is == audit.Fail:
		return New
	case is == audit.NotAssessed:
		return Unassessed
	case was == audit.NotAssessed:
		return Assessed
	case was == audit.Fail && is == audit.Pass:
		return Fixed
	case is == audit.Warn && was == audit.Pass:
		return Worse
	}
	return Better
}
