package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/industry"
)

func written(lang audit.Lang, assessed []check.Assessed) writer {
	f := &page.Facts{Host: "www.example.com", Pages: []*page.Page{{}}}
	return newWriter(lang, f, audit.Business{Name: "Oak Yard", Type: string(industry.Online)}, Score(f, assessed, lang), assessed)
}

func TestStepsAreWhatTheSummaryNamesAndWhatComesAfter(t *testing.T) {
	faults := map[string]check.Finding{}
	for _, id := range []string{"seo.robots-blocks-page", "geo.organization-schema", "geo.contact-verifiable", "seo.title-present", "sec.csp", "perf.compression", "geo.freshness"} {
		faults[id] = fails("It is wrong.", "C'est faux.")
	}
	for _, lang := range audit.Langs() {
		w := written(lang, found(faults))
		steps, summary := w.steps(), w.summary()
		if len(steps) != maxSteps || !steps[0].Obstacle || steps[0].Checks[0] != "seo.robots-blocks-page" || steps[1].Obstacle {
			t.Fatalf("%+v", steps)
		}
		for i, s := range steps {
			if named := strings.Contains(summary, s.Action+" (") || strings.Contains(summary, strings.TrimSuffix(s.Action, ".")+" ("+s.Checks[0]); named != (i < maxChanges) {
				t.Errorf("%s: step %d is named by the summary: %t\n%+v\n%s", lang, i, named, s, summary)
			}
			if s.Title == "" || s.Action == "" || s.Effort == "" || len(s.Gains) == 0 {
				t.Errorf("%+v", s)
			}
		}
	}
}

func TestAStepGainsWhatMendingItBrings(t *testing.T) {
	faults := map[string]check.Finding{
		"seo.title-present": fails("None.", "Aucun."), "sec.csp": fails("None.", "Aucune."), "geo.organization-schema": warns("Thin.", "Mince."),
		"geo.freshness": fails("Old.", "Ancien."),
	}
	before := found(faults)
	for _, step := range written(audit.English, before).steps() {
		after := found(nil)
		for i := range after {
			if !slices.Contains(step.Checks, after[i].Check.ID) {
				after[i].Finding = before[i].Finding
			}
		}
		was, is := exact(before), exact(after)
		was[audit.AIReadiness], is[audit.AIReadiness] = exactReadiness(was), exactReadiness(is)
		for m := range is {
			if apart := is[m] - was[m] - step.Gains[m]; apart > .0501 || apart < -.0501 {
				t.Errorf("%v: %s gains %.2f, the step says %.2f", step.Checks, m, is[m]-was[m], step.Gains[m])
			}
		}
	}
}

func TestNothingToMendIsNoSteps(t *testing.T) {
	if steps := written(audit.English, found(nil)).steps(); len(steps) != 0 {
		t.Errorf("%+v", steps)
	}
}

func TestAStepTakesTheGreatestEffortOfItsChecks(t *testing.T) {
	evidence := []audit.Evidence{{URL: "https://www.example.com/", Where: "title", Excerpt: "x"}}
	small, large := fails("None.", "Aucun."), fails("None.", "Aucun.")
	small.Evidence, large.Evidence = evidence, evidence
	for _, step := range written(audit.English, found(map[string]check.Finding{"geo.contact-verifiable": small, "geo.freshness": large})).steps() {
		if len(step.Checks) != 2 || step.Effort != audit.Large {
			t.Errorf("%+v", step)
		}
	}
}
