package fakesite

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// rank orders verdicts; what could not be assessed is no accusation.
var rank = map[audit.Outcome]int{audit.Warn: 1, audit.Fail: 2}

func worse(before, now audit.Check) bool { return rank[now.Status] > rank[before.Status] }

// verdicts gives every check's verdict on the site.
func verdicts(t *testing.T, s *Site) (map[string]audit.Check, audit.Code) {
	_, p := served(t, s)
	report, code := audited(t, p, "https://"+s.Host+"/")
	if code != "" {
		return nil, code
	}
	byID := map[string]audit.Check{}
	for _, c := range report.Checks {
		byID[c.ID] = c
	}
	return byID, ""
}

func TestEveryFaultIsFoundAndNothingElse(t *testing.T) {
	clean := map[string]map[string]audit.Check{}
	for _, name := range Names() {
		clean[name], _ = verdicts(t, New(name, 1, today))
	}
	for _, f := range Faults() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			s := New(f.Site, 1, today)
			f.Plant(s)
			spoilt, code := verdicts(t, s)
			if string(code) != f.Ends {
				t.Fatalf("the audit ended with %q, want %q", code, f.Ends)
			}
			for _, id := range f.Expect {
				if now := spoilt[id]; !worse(clean[f.Site][id], now) && f.Ends == "" {
					t.Errorf("%s is not found: %s %s", id, now.Status, now.Detail)
				}
			}
			for id, why := range f.Allow {
				if !worse(clean[f.Site][id], spoilt[id]) {
					t.Errorf("%s is allowed for (%s) and does not happen", id, why)
				}
			}
			for id, now := range spoilt {
				if _, allowed := f.Allow[id]; worse(clean[f.Site][id], now) && !allowed && !slices.Contains(f.Expect, id) {
					t.Errorf("%s is accused besides: %s %s %v", id, now.Status, now.Detail, now.Evidence)
				}
			}
		})
	}
}

func TestFaultsHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Faults() {
		if seen[f.Name] || f.Name == "" {
			t.Errorf("%q stands twice", f.Name)
		}
		seen[f.Name] = true
	}
}
