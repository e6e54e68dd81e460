package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// scored is a finished audit of a domain: seo 80 measured, geo 40 judged, performance 30 estimated.
func scored(domain string, checks ...audit.Check) audit.Audit {
	return audit.Audit{Domain: domain, URL: "https://" + domain, Status: audit.Done, Report: &audit.Report{Checks: checks, Scores: map[audit.Metric]audit.Score{
		audit.SEO: {Value: 80, Tier: audit.Measured}, audit.GEO: {Value: 40, Tier: audit.AIEstimate}, audit.Performance: {Value: 30, Tier: audit.Estimated},
	}}}
}

// gateOf sets up a gate by flags alone.
func gateOf(t *testing.T, floors []string, tiers string) (gate, error) {
	t.Helper()
	c, err := load(t, "", nil, "--gate-tiers", tiers)
	if err != nil {
		t.Fatal(err)
	}
	return newGate(c, floors, "")
}

func TestFloors(t *testing.T) {
	failed := audit.Audit{Domain: "gone.example", Status: audit.Failed}
	for name, c := range map[string]struct {
		floors, tiers []string
		want          []string
	}{
		"none":                       {nil, []string{"measured"}, nil},
		"exactly":                    {[]string{"seo=80"}, []string{"measured"}, nil},
		"below":                      {[]string{"seo=81"}, []string{"measured"}, []string{"a.example: seo is 80, below 81"}},
		"the last of one":            {[]string{"seo=100", "seo=0"}, []string{"measured"}, nil},
		"in the metrics' order":      {[]string{"geo=50", "seo=90"}, []string{"measured", "ai_estimate"}, []string{"a.example: seo is 80, below 90", "a.example: geo is 40, below 50"}},
		"estimated, not asked for":   {[]string{"performance=50"}, []string{"measured"}, nil},
		"estimated, and to be heard": {[]string{"performance=50"}, []string{"measured", "estimated"}, []string{"a.example: performance is 30, below 50"}},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := gateOf(t, c.floors, strings.Join(c.tiers, ","))
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Misses([]audit.Audit{scored("a.example"), failed}); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestGateRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		floor, tier, want string
	}{
		"no number":          {"seo=high", "measured", "is not of the form METRIC=N"},
		"below 0":            {"seo=-1", "measured", "is not of the form METRIC=N"},
		"over 100":           {"seo=101", "measured", "is not of the form METRIC=N"},
		"no metric":          {"=50", "measured", "unknown metric"},
		"a misspelt metric":  {"sceurity=50", "measured", "did you mean security?"},
		"another tier":       {"geo=50", "measured,estimated", "this metric's tier is ai_estimate"},
		"no tier at all":     {"seo=50", "", "this metric's tier is measured"},
		"an unknown tier":    {"seo=50", "certain", "use measured, estimated, ai_estimate"},
		"never measured":     {"local_visibility=50", "measured,ai_estimate", "this metric's tier is estimated"},
		"control characters": {"\x1b[31m=1=2", "measured", "METRIC=N"},
	} {
		_, err := gateOf(t, []string{c.floor}, c.tier)
		if err == nil || exitCode(err) != exitUsage || !strings.Contains(err.Error(), c.want) || strings.ContainsRune(err.Error(), 0x1b) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBaselineLooksAtChecksThatPassed(t *testing.T) {
	outcome := func(metric audit.Metric, status audit.Outcome) audit.Check {
		return audit.Check{ID: "x", Metric: metric, Status: status, Detail: "It \x1b[31mbroke."}
	}
	for name, c := range map[string]struct {
		before, now audit.Check
		domain      string
		missed      bool
	}{
		"passed, fails":              {outcome(audit.SEO, audit.Pass), outcome(audit.SEO, audit.Fail), "a.example", true},
		"passed, warns":              {outcome(audit.SEO, audit.Pass), outcome(audit.SEO, audit.Warn), "a.example", false},
		"passed, not assessed":       {outcome(audit.SEO, audit.Pass), outcome(audit.SEO, audit.NotAssessed), "a.example", false},
		"failed before":              {outcome(audit.SEO, audit.Fail), outcome(audit.SEO, audit.Fail), "a.example", false},
		"not assessed before":        {outcome(audit.SEO, audit.NotAssessed), outcome(audit.SEO, audit.Fail), "a.example", false},
		"another domain":             {outcome(audit.SEO, audit.Pass), outcome(audit.SEO, audit.Fail), "b.example", false},
		"of a tier nobody asked for": {outcome(audit.GEO, audit.Pass), outcome(audit.GEO, audit.Fail), "a.example", false},
	} {
		g := report.Gate{Tiers: []audit.Tier{audit.Measured}, Passed: map[string]map[string]bool{"a.example": {"x": c.before.Status == audit.Pass}}}
		missed := g.Misses([]audit.Audit{scored(c.domain, c.now)})
		if (len(missed) > 0) != c.missed || strings.ContainsRune(strings.Join(missed, ""), 0x1b) {
			t.Errorf("%s: %q", name, missed)
		}
		if g.Compared(c.domain) != (c.domain == "a.example") || !(report.Gate{}).Compared(c.domain) {
			t.Errorf("%s: compared %t", name, g.Compared(c.domain))
		}
	}
}
