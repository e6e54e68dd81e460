package main

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/compare"
)

func TestCompareTellsOtherRulesFromTheSiteByWhatWasKept(t *testing.T) {
	site := testSites(t)["BAKERY"].URL
	for _, c := range []struct {
		limit  string // of the evidence: what the older audit read is kept, or gone
		bridge compare.Bridge
		origin compare.Origin
	}{{"512MiB", compare.KeptEvidence, compare.OfRules}, {"1B", compare.NoBridge, compare.OfSite}} {
		db := filepath.Join(t.TempDir(), "h.db")
		run := func(args ...string) string {
			t.Helper()
			var out, said strings.Builder
			if code := Main(append([]string{"--db", db}, args...), Streams{In: strings.NewReader(""), Out: &out, Err: &said}); code != exitDone {
				t.Fatalf("%v: %d %s", args, code, said.String())
			}
			return out.String()
		}
		run("audit", site, "-q")
		outdate(t, db)
		run("audit", site, "-q", "--evidence-limit", c.limit)
		var got compare.Comparison
		if err := json.Unmarshal([]byte(run("compare", site, "-o", "json")), &got); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(got.Checks, func(k compare.CheckChange) bool { return k.ID == "sec.csp" })
		if got.Bridge != c.bridge || i < 0 || got.Checks[i].Change != compare.New || got.Checks[i].Origin != c.origin || got.Is.RulesVersion != check.Version {
			t.Errorf("%s: %s, sec.csp is %+v", c.limit, got.Bridge, got.Checks[max(i, 0)])
		}
		if history := run("history", site, "-o", "table"); !strings.Contains(history, "0 → "+check.Version) || !strings.Contains(history, "judged by other rules") {
			t.Error(history)
		}
	}
}

// outdate makes stored reports those of older rules, by which sec.csp passed.
func outdate(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.ExecContext(t.Context(), `UPDATE reports SET report = CAST(replace(CAST(report AS TEXT), '"rules_version":"`+check.Version+`"', '"rules_version":"0"') AS BLOB),
		checks = CAST(replace(CAST(checks AS TEXT), '"id":"sec.csp","metric":"security","status":"fail"', '"id":"sec.csp","metric":"security","status":"pass"') AS BLOB)`)
	if err != nil {
		t.Fatal(err)
	}
}
