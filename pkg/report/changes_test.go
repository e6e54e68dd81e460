package report

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestChangesNameEveryScoreAndCheckThatDiffers(t *testing.T) {
	was := &audit.Report{
		RulesVersion: "1",
		Scores:       map[audit.Metric]audit.Score{audit.SEO: {Value: 80, Tier: audit.Measured}, audit.GEO: {Value: 40, Tier: audit.AIEstimate}},
		Checks:       []audit.Check{{ID: "a", Status: audit.Pass}, {ID: "b", Status: audit.Fail}, {ID: "gone", Status: audit.Warn}},
	}
	is := &audit.Report{
		RulesVersion: "2",
		Scores:       map[audit.Metric]audit.Score{audit.SEO: {Value: 75, Tier: audit.Measured}, audit.GEO: {Value: 40, Tier: audit.AIEstimate}},
		Checks:       []audit.Check{{ID: "a", Status: audit.Fail, Detail: "now\x1b it fails"}, {ID: "b", Status: audit.Fail}, {ID: "new", Status: audit.Pass}},
		Pages:        []audit.PageRead{{}},
	}
	c := Compare("aud_1", was, is)
	if len(c.Scores) != 1 || c.Scores[0] != (ScoreChange{audit.SEO, 80, 75, audit.Measured, audit.Measured}) {
		t.Errorf("scores %+v", c.Scores)
	}
	want := []CheckChange{{"a", audit.Pass, audit.Fail, "now\x1b it fails"}, {"new", "", audit.Pass, ""}, {"gone", audit.Warn, "", ""}}
	if len(c.Checks) != 3 || c.Checks[0] != want[0] || c.Checks[1] != want[1] || c.Checks[2] != want[2] || c.Pages == nil {
		t.Errorf("checks %+v, pages %v", c.Checks, c.Pages)
	}
	var out strings.Builder
	if err := c.Write(&out); err != nil || !strings.Contains(out.String(), "80") || strings.Contains(out.String(), "\x1b") {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	if err := Compare("aud_1", was, was).Write(&out); err != nil || out.String() != "No score and no check changes.\n" {
		t.Errorf("%v %s", err, out.String())
	}
}
