package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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

// newGate sets up the gate of --fail-under, --gate-tiers and --baseline, as flags, environment and files say.
func newGate(c *config, failUnder []string, baseline string) (gate, error) {
	g := gate{baseline: baseline}
	tiers, err := c.gateTiers()
	if err != nil {
		return g, err
	}
	g.Tiers = tiers
	if g.Floors, err = c.floors(failUnder); err != nil {
		return g, err
	}
	for _, m := range slices.Sorted(maps.Keys(g.Floors)) {
		if !slices.ContainsFunc(tiersOf(m), func(t audit.Tier) bool { return slices.Contains(g.Tiers, t) }) {
			return g, usage("--fail-under %s: this metric's tier is %s, which --gate-tiers (%s) leaves out; add it with --gate-tiers",
				m, joined(tiersOf(m)), joined(g.Tiers))
		}
	}
	return g, nil
}

// floors merges the thresholds of files, environment and flags, metric by metric: the strongest that names a metric decides. The working
// directory's file only raises what the user's file says, so that no planted file opens a gate.
func (c *config) floors(flags []string) (map[audit.Metric]int, error) {
	floors := map[audit.Metric]int{}
	for _, f := range c.files {
		own, err := readFloors(f.list("fail-under"), f.path+": fail-under")
		if err != nil {
			return nil, err
		}
		for metric, n := range own {
			if f.from == fromWorkingDirectory {
				n = max(n, floors[metric])
			}
			floors[metric] = n
		}
	}
	set, err := c.floorsOutsideFiles(flags)
	maps.Copy(floors, set)
	return floors, err
}

// floorsOutsideFiles merges the thresholds of environment and flags.
func (c *config) floorsOutsideFiles(flags []string) (map[audit.Metric]int, error) {
	variable := environmentName("fail-under")
	floors, err := readFloors(splitList(os.Getenv(variable)), variable)
	if err != nil {
		return nil, err
	}
	set, err := readFloors(flags, "--fail-under")
	maps.Copy(floors, set)
	return floors, err
}

// readFloors reads thresholds, METRIC=N. from is their source, which errors name.
func readFloors(list []string, from string) (map[audit.Metric]int, error) {
	var names []string
	for _, m := range audit.Metrics() {
		names = append(names, string(m))
	}
	floors := map[audit.Metric]int{}
	for _, text := range list {
		name, floor, ok := strings.Cut(text, "=")
		n, err := strconv.Atoi(floor)
		if !ok || err != nil || n < 0 || n > 100 {
			return nil, usage("%s %q is not of the form METRIC=N with N from 0 to 100", from, audit.Printable(text))
		}
		if !slices.Contains(names, name) {
			return nil, usage("%s: unknown metric %q%s", from, audit.Printable(name), didYouMean(name, names))
		}
		floors[audit.Metric(name)] = n
	}
	return floors, nil
}

// gateTiers returns the tiers that the gate looks at. The working directory's file only adds some.
func (c *config) gateTiers() ([]audit.Tier, error) {
	tiers, err := readTiers(c.list("gate-tiers"))
	f := c.untrusted("gate-tiers")
	if err != nil || f == nil {
		return tiers, err
	}
	without := []string{string(audit.Measured)} // the default
	for _, weaker := range c.files {
		if weaker != f && weaker.sets("gate-tiers") {
			without = weaker.list("gate-tiers")
		}
	}
	for _, tier := range without {
		if !slices.Contains(tiers, audit.Tier(tier)) {
			return nil, usage("%s: gate-tiers leaves %s out: %s may only add tiers; write gate-tiers: [%s], or see auditctl config trust",
				f.path, audit.Printable(tier), merelyHere, joined(append(tiers, audit.Tier(tier))))
		}
	}
	return tiers, nil
}

// checkPages fails if the working directory's file has fewer pages read than without it while a gate is set elsewhere: what isn't read
// can't miss a threshold.
func (g *gate) checkPages(c *config) error {
	f := c.untrusted("pages")
	if f == nil {
		return nil
	}
	gated := g.baseline != "" || os.Getenv(environmentName("fail-under")) != "" || c.flags.Changed("fail-under")
	without := defaultPages
	for _, other := range c.files {
		if other == f {
			continue
		}
		gated = gated || other.sets("fail-under")
		if other.sets("pages") {
			without = other.values.GetInt("pages")
		}
	}
	if gated && c.GetInt("pages") < without {
		return usage("%s sets pages below %d: %s doesn't shorten what a gate of --fail-under or --baseline sees; set --pages, "+
			"or see auditctl config trust",
			f.path, without, merelyHere)
	}
	return nil
}

// readTiers reads the names of tiers.
func readTiers(names []string) ([]audit.Tier, error) {
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
