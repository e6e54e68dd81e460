package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/service"
)

// gate decides whether a CI job may go on: thresholds by metric, and checks that passed before. It looks only at metrics of the chosen tiers, so that a
// build never breaks on an estimate that nobody asked it to trust.
type gate struct {
	floors   map[audit.Metric]int
	tiers    []audit.Tier
	baseline string
	passed   map[string]map[string]bool // domain -> id of each check that passed in the baseline
}

func newGate(failUnder, tiers []string, baseline string) (gate, error) {
	g := gate{floors: map[audit.Metric]int{}, baseline: baseline}
	for _, t := range tiers {
		tier := audit.Tier(t)
		if tier != audit.Measured && tier != audit.Estimated && tier != audit.AIEstimate {
			return g, usage("--gate-tiers: unknown tier %q; use measured, estimated, ai_estimate", audit.Printable(t))
		}
		g.tiers = append(g.tiers, tier)
	}
	var names []string
	for _, m := range audit.Metrics() {
		names = append(names, string(m))
	}
	for _, f := range failUnder {
		name, floor, ok := strings.Cut(f, "=")
		n, err := strconv.Atoi(floor)
		if !ok || err != nil || n < 0 || n > 100 {
			return g, usage("--fail-under %q is not of the form METRIC=N with N from 0 to 100", audit.Printable(f))
		}
		if !slices.Contains(names, name) {
			return g, usage("--fail-under: unknown metric %q%s", audit.Printable(name), didYouMean(name, names))
		}
		if m := audit.Metric(name); !slices.ContainsFunc(tiersOf(m), func(t audit.Tier) bool { return slices.Contains(g.tiers, t) }) {
			return g, usage("--fail-under %s: this metric's tier is %s, which --gate-tiers (%s) leaves out; add it with --gate-tiers", name, joined(tiersOf(m)), joined(g.tiers))
		}
		g.floors[audit.Metric(name)] = n
	}
	return g, nil
}

// tiersOf gives the tiers that a metric can have, as the specification's table fixes them.
func tiersOf(m audit.Metric) []audit.Tier {
	switch m {
	case audit.SEO, audit.AICrawlability, audit.Security:
		return []audit.Tier{audit.Measured}
	case audit.Performance:
		return []audit.Tier{audit.Measured, audit.Estimated}
	case audit.LocalVisibility:
		return []audit.Tier{audit.Estimated}
	default:
		return []audit.Tier{audit.AIEstimate}
	}
}

func joined(tiers []audit.Tier) string {
	var s []string
	for _, t := range tiers {
		s = append(s, string(t))
	}
	return strings.Join(s, ", ")
}

// loadBaseline reads the audit that --baseline names: a JSON file of an audit or a batch, else the id of an audit in the history.
func (g *gate) loadBaseline(ctx context.Context, c *config) (err error) {
	if g.baseline == "" {
		return nil
	}
	var list []audit.Audit
	data, err := os.ReadFile(g.baseline)
	switch {
	case err == nil:
		var both struct {
			audit.Audit
			Audits []audit.Audit `json:"audits"`
		}
		if err := json.Unmarshal(data, &both); err != nil {
			return usage("--baseline: %s is no audit written with -o json: %v", g.baseline, err)
		}
		list = both.Audits
		if list == nil {
			list = []audit.Audit{both.Audit}
		}
	case strings.HasPrefix(g.baseline, "aud_"):
		s, err := openStore(ctx, c, false)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		a, err := service.New(service.Config{Store: s}).For(audit.Caller{}).Audit(ctx, g.baseline)
		if err != nil {
			return usage("--baseline: %v", err)
		}
		list = []audit.Audit{*a}
	default:
		return usage("--baseline: %v", err)
	}
	g.passed = map[string]map[string]bool{}
	for _, a := range list {
		if a.Status != audit.Done || a.Report == nil || len(a.Checks) == 0 {
			continue
		}
		g.passed[a.Domain] = map[string]bool{}
		for _, c := range a.Checks {
			g.passed[a.Domain][c.ID] = c.Status == audit.Pass
		}
	}
	if len(g.passed) == 0 {
		return usage("--baseline: %s holds no finished audit with its checks", g.baseline)
	}
	return nil
}

// compared says whether the baseline has an audit of the domain; without a baseline there is nothing to miss.
func (g *gate) compared(domain string) bool { return g.passed == nil || g.passed[domain] != nil }

// judge gives a line for each miss.
func (g *gate) judge(b audit.Batch) []string {
	var missed []string
	for _, a := range b.Audits {
		if a.Status != audit.Done {
			continue
		}
		for _, m := range audit.Metrics() {
			floor, set := g.floors[m]
			if s := a.Scores[m]; set && slices.Contains(g.tiers, s.Tier) && s.Value < floor {
				missed = append(missed, fmt.Sprintf("%s: %s is %d, below %d", audit.Printable(a.Domain), m, s.Value, floor))
			}
		}
		for _, c := range a.Checks {
			if c.Status == audit.Fail && g.passed[a.Domain][c.ID] && slices.Contains(g.tiers, a.Scores[c.Metric].Tier) {
				missed = append(missed, fmt.Sprintf("%s: %s passed in the baseline and fails now: %s", audit.Printable(a.Domain), c.ID, audit.Printable(c.Detail)))
			}
		}
	}
	return missed
}
