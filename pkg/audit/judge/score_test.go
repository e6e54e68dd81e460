package judge

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// verdict makes an assessed check of a group.
func verdict(id string, weight int, status audit.Outcome, also ...audit.Share) check.Assessed {
	return check.Assessed{Check: &check.Check{ID: id, Weight: weight, Also: also}, Finding: check.Finding{Status: status}}
}

func TestScoreIsTheShareOfWhatWasAssessed(t *testing.T) {
	assessed := []check.Assessed{
		verdict("seo.a", 5, audit.Pass), verdict("seo.b", 3, audit.Warn), verdict("seo.c", 2, audit.Fail), verdict("seo.d", 10, audit.NotAssessed),
		verdict("seo.e", 0, audit.Fail),
		verdict("crawl.a", 10, audit.Pass, audit.Share{Metric: audit.GSO, Weight: 4}), verdict("geo.a", 1, audit.Fail, audit.Share{Metric: audit.GSO, Weight: 4}),
	}
	scores := Score(&page.Facts{}, assessed, audit.English)
	for m, want := range map[audit.Metric]int{audit.SEO: 65, audit.AICrawlability: 100, audit.GEO: 0, audit.GSO: 50} {
		if got := scores[m].Value; got != want {
			t.Errorf("%s: %d, want %d", m, got, want)
		}
	}
	if s := scores[audit.SEO]; s.Assessed != 3 || s.NotAssessed != 1 || !strings.Contains(s.Source, "too little") && s.Source == "" {
		t.Errorf("seo: %+v", s)
	}
	if s := scores[audit.Design]; !strings.Contains(s.Source, "nothing could be assessed") {
		t.Errorf("design: %+v", s)
	}
}

func TestAllTenMetricsWithTheSpecificationsTiers(t *testing.T) {
	want := map[audit.Metric]audit.Tier{
		audit.AIReadiness: audit.AIEstimate, audit.SEO: audit.Measured, audit.AICrawlability: audit.Measured, audit.Performance: audit.Estimated,
		audit.Security: audit.Measured, audit.GEO: audit.AIEstimate, audit.AEO: audit.AIEstimate, audit.GSO: audit.AIEstimate,
		audit.Design: audit.AIEstimate, audit.LocalVisibility: audit.Estimated,
	}
	for _, lang := range audit.Langs() {
		got := map[audit.Metric]audit.Tier{}
		for m, s := range Score(&page.Facts{}, nil, lang) {
			got[m] = s.Tier
			if s.Source == "" {
				t.Errorf("%s has no source", m)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("tiers %v, want %v", got, want)
		}
	}
}

func TestReadinessNeverFloatsAboveWhatCanBeRead(t *testing.T) {
	assessed := []check.Assessed{
		verdict("crawl.a", 1, audit.Fail), verdict("geo.a", 1, audit.Pass, audit.Share{Metric: audit.GSO, Weight: 1}), verdict("aeo.a", 1, audit.Pass),
		verdict("seo.a", 1, audit.Pass), verdict("perf.a", 1, audit.Pass), verdict("design.a", 1, audit.Pass),
	}
	s := Score(&page.Facts{}, assessed, audit.English)[audit.AIReadiness]
	if s.Value != readinessLead || !strings.Contains(s.Source, "held at 25 points above ai_crawlability") {
		t.Errorf("%+v", s)
	}
}

func TestReadinessPartsAreAHundredPercent(t *testing.T) {
	sum := 0
	for _, p := range readinessParts {
		sum += p.Weight
	}
	if sum != 100 {
		t.Errorf("parts sum to %d", sum)
	}
}

func TestWhatMayNotBeShownCannotBeNamed(t *testing.T) {
	assessed := []check.Assessed{
		verdict("seo.indexable", 10, audit.Fail, audit.Share{Metric: audit.GSO, Weight: 1}), verdict("crawl.a", 1, audit.Pass, audit.Share{Metric: audit.GSO, Weight: 9}),
		verdict("geo.a", 1, audit.Pass), verdict("aeo.a", 1, audit.Pass), verdict("perf.a", 1, audit.Pass), verdict("design.a", 1, audit.Pass),
	}
	scores := Score(&page.Facts{}, assessed, audit.English)
	if s := scores[audit.GSO]; s.Value != shutOut || !strings.Contains(s.Source, "while seo.indexable fails") {
		t.Errorf("gso: %+v", s)
	}
	if s := scores[audit.AIReadiness]; s.Value != shutOut+readinessLead || !strings.Contains(s.Source, "above gso") {
		t.Errorf("ai_readiness: %+v", s)
	}
}

func TestPerformanceIsTheToolsNumberWhereOneAnswered(t *testing.T) {
	assessed := []check.Assessed{verdict("perf.a", 5, audit.Pass), verdict("perf.psi-score", 0, audit.Fail)}
	f := &page.Facts{Speed: page.Known(page.Speed{
		Tool: "PageSpeed Insights", Version: "13.5.0", Mobile: &page.LabSpeed{Score: 31, Scores: []int{28, 31, 40}, LCP: new(9000.0), FCP: new(4000.0)},
	})}
	got := Score(f, assessed, audit.English)[audit.Performance]
	want := audit.Score{
		Value: 31, Tier: audit.Measured, Assessed: 2, NotAssessed: 3,
		Source: "Measured by PageSpeed Insights (Lighthouse 13.5.0) as on a telephone, median of 3 runs between 28 and 40; the checks explain the number and don't count.",
	}
	if got != want {
		t.Errorf("%+v", got)
	}
	f.Speed.Value.Tool, f.Speed.Value.Mobile.Scores = "Lighthouse", []int{31}
	if got := Score(f, assessed, audit.French)[audit.Performance]; !strings.HasPrefix(got.Source, "Mesuré par Lighthouse 13.5.0 comme sur un téléphone, une mesure ;") {
		t.Errorf("%+v", got)
	}
	f.Speed = page.Unknown[page.Speed](page.Unread, "the quota is used up")
	if got := Score(f, assessed, audit.English)[audit.Performance]; got.Value != 100 || got.Tier != audit.Estimated || !strings.Contains(got.Source, "no page-speed tool measured it") {
		t.Errorf("in vain: %+v", got)
	}
}

func TestTheSummaryPromisesNothingOfAMeasuredPerformance(t *testing.T) {
	assessed := []check.Assessed{
		verdict("perf.a", 5, audit.Fail), verdict("perf.b", 5, audit.Pass), verdict("seo.a", 5, audit.Pass), verdict("seo.b", 5, audit.Fail),
	}
	f := &page.Facts{Speed: page.Known(page.Speed{Tool: "Lighthouse", Version: "13.5.0", Mobile: &page.LabSpeed{Score: 20, Scores: []int{20}}})}
	w := writer{lang: audit.English, facts: f, scores: Score(f, assessed, audit.English), assessed: assessed, mended: slices.Clone(assessed)}
	for _, c := range w.changes() {
		if c.head.Check.Metric() == audit.Performance {
			t.Errorf("%s is promised to bring %v", c.ids(), c.metrics)
		}
	}
	if got := w.exact()[audit.Performance]; got != 20 {
		t.Errorf("performance counts as %v", got)
	}
	if got := w.weakest(audit.Performance); got != "The weakest is performance (20), as Lighthouse measured it." {
		t.Error(got)
	}
}
