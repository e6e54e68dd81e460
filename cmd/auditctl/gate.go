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
	"github.com/auditctl/auditctl/pkg/report"
	"github.com/auditctl/auditctl/pkg/service"
)

// gate decides whether a CI job may go on: thresholds by metric, and checks that passed before. It looks only at metrics of the chosen tiers, so that a
// build never breaks on an estimate that nobody asked it to trust.
type gate struct {
	report.Gate
	baseline string // as it was named
}

func newGate(failUnder, tiers []string, baseline string) (gate, error) {
	g := gate{Gate: report.Gate{Floors: map[audit.Metric]int{}}, baseline: baseline}
	var err error
	if g.Tiers, err = gateTiers(tiers); err != nil {
		return g, err
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
		if m := audit.Metric(name); !slices.ContainsFunc(tiersOf(m), func(t audit.Tier) bool { return slices.Contains(g.Tiers, t) }) {
			return g, usage("--fail-under %s: this metric's tier is %s, which --gate-tiers (%s) leaves out; add it with --gate-tiers", name, joined(tiersOf(m)), joined(g.Tiers))
		}
		g.Floors[audit.Metric(name)] = n
	}
	return g, nil
}

// gateTiers reads the names of tiers.
func gateTiers(names []string) ([]audit.Tier, error) {
	var tiers []audit.Tier
	for _, name := range names {
		tier := audit.Tier(name)
		if tier != audit.Measured && tier != audit.Estimated && tier != audit.AIEstimate {
			return nil, usage("--gate-tiers: unknown tier %q; use measured, estimated, ai_estimate", audit.Printable(name))
		}
		tiers = append(tiers, tier)
	}
	return tiers, nil
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

// loadBaseline reads the audit that --baseline names: a JSON file of an audit or a batch, else the id of an audit that get knows.
func (g *gate) loadBaseline(get func(id string) (*audit.Audit, error)) error {
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
		a, err := get(g.baseline)
		switch {
		case audit.CodeOf(err) == audit.CodeNotFound:
			return usage("--baseline: %v", err)
		case err != nil:
			return fmt.Errorf("--baseline: %w", err)
		}
		list = []audit.Audit{*a}
	default:
		return usage("--baseline: %v", err)
	}
	g.Passed = map[string]map[string]bool{}
	for _, a := range list {
		if a.Status != audit.Done || a.Report == nil || len(a.Checks) == 0 {
			continue
		}
		g.Passed[a.Domain] = map[string]bool{}
		for _, c := range a.Checks {
			g.Passed[a.Domain][c.ID] = c.Status == audit.Pass
		}
	}
	if len(g.Passed) == 0 {
		return usage("--baseline: %s holds no finished audit with its checks", g.baseline)
	}
	return nil
}

// storedAudit reads an audit of the history.
func storedAudit(ctx context.Context, c *config, id string) (found *audit.Audit, err error) {
	s, err := openStore(ctx, c, false)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return service.New(service.Config{Store: s}).For(audit.Caller{}).Audit(ctx, id)
}
