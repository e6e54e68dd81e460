package fakesite

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// rank orders verdicts; what could not be assessed is no accusation.
var rank = map[audit.Outcome]int{audit.Warn: 1, audit.Fail: 2}

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
			for id, now := range spoilt {
				worse := rank[now.Status] > rank[clean[f.Site][id].Status]
				_, allowed := f.Allow[id]
				switch expected := slices.Contains(f.Expect, id); {
				case expected && !worse:
					t.Errorf("%s is not found: %s %s", id, now.Status, now.Detail)
				case worse && !expected && !allowed:
					t.Errorf("%s is accused besides: %s %s %v", id, now.Status, now.Detail, now.Evidence)
				case allowed && !worse:
					t.Errorf("%s is allowed for and does not happen", id)
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
