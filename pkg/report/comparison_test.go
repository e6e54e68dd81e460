package report

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/compare"
	"github.com/auditctl/auditctl/pkg/audit/judge"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/citation"
)

// judged is an audit whose checks all pass but for those given.
func judged(id, rules string, lang audit.Lang, day int, all []check.Check, differing map[string]audit.Outcome) *audit.Audit {
	assessed := make([]check.Assessed, len(all))
	for i := range all {
		assessed[i] = check.Assessed{Check: &all[i], Finding: check.Finding{Status: audit.Pass, Detail: audit.Text{EN: "It is as it should be.", FR: "Tout est en ordre."}}}
		if o, ok := differing[all[i].ID]; ok {
			assessed[i].Finding = check.Finding{Status: o, Detail: audit.Text{EN: "It is <b>not</b> as it should be\x1b[31m.", FR: "Ce n'est <b>pas</b> en ordre\x1b[31m."}}
		}
	}
	r := &audit.Report{
		RulesVersion: rules, FinalURL: "https://bakery.example/", AuditedAt: time.Date(2026, 5, day, 9, 0, 0, 0, time.UTC), Pages: make([]audit.PageRead, day),
		Scores: judge.Score(&page.Facts{}, assessed, lang), References: audit.References{HTTPObservatory: &audit.Observatory{}},
	}
	for _, a := range assessed {
		r.Checks = append(r.Checks, a.In(lang))
	}
	r.OverallAIReadiness = r.Scores[audit.AIReadiness].Value
	return &audit.Audit{AuditID: id, Domain: "bakery.example", Status: audit.Done, Lang: lang, Report: r}
}

// compared is a comparison that has something of everything: other rules, faults that are new, fixed and old, and a citation pass.
func compared(lang audit.Lang) compare.Comparison {
	older := slices.DeleteFunc(check.All(), func(c check.Check) bool { return c.ID == "seo.html-lang" })
	was := judged("aud_1", "1", lang, 1, older, map[string]audit.Outcome{"seo.broken-links": audit.Fail, "geo.about-page": audit.Fail, "aeo.lists-tables": audit.Warn})
	is := judged("aud_2", check.Version, lang, 9, check.All(), map[string]audit.Outcome{
		"seo.broken-links": audit.Fail, "seo.indexable": audit.Fail, "seo.html-lang": audit.Fail, "seo.image-alt": audit.Warn, "design.viewport": audit.NotAssessed,
	})
	rank := 3
	was.LiveCitation = &citation.Live{Pass: citation.Pass{Engine: "brave", NamedIn: 1, QuestionsAnswered: 8, BestRank: &rank, Samples: citation.Samples{Answers: 8, Named: 1, Low: .02, High: .47}}}
	is.LiveCitation = &citation.Live{Pass: citation.Pass{Engine: "brave", NamedIn: 3, QuestionsAnswered: 8, Samples: citation.Samples{Answers: 8, Named: 3, Low: .14, High: .69}}}
	return compare.Audits(was, is, nil)
}

func TestComparisonsReadAsBefore(t *testing.T) {
	for file, c := range map[string]struct {
		format string
		lang   audit.Lang
	}{
		"comparison.txt": {"table", audit.English}, "comparison.en.md": {"markdown", audit.English}, "comparison.fr.md": {"markdown", audit.French},
		"comparison.fr.txt": {"table", audit.French},
	} {
		t.Run(file, func(t *testing.T) {
			var b strings.Builder
			if err := WriteComparison(&b, Document{Lang: c.lang, Width: 100}, compared(c.lang), c.format); err != nil {
				t.Fatal(err)
			}
			if strings.ContainsRune(b.String(), '\x1b') || c.format == "markdown" && strings.Contains(b.String(), "<b>") {
				t.Error("what a site wrote gets through")
			}
			golden.Check(t, file, b.String())
		})
	}
}

func TestAComparisonInJSONIsReadBack(t *testing.T) {
	var b strings.Builder
	want := compared(audit.English)
	if err := WriteComparison(&b, Document{}, want, "json"); err != nil {
		t.Fatal(err)
	}
	var got compare.Comparison
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if s := got.Score(audit.GSO); s.Site != want.Score(audit.GSO).Site || len(s.Parts) != len(want.Score(audit.GSO).Parts) || s.Site == 0 {
		t.Errorf("%+v", s)
	}
}

func TestNothingChangedIsSaid(t *testing.T) {
	a := judged("aud_1", check.Version, audit.English, 1, check.All(), nil)
	for _, format := range []string{"table", "markdown"} {
		var b strings.Builder
		if err := WriteComparison(&b, Document{Lang: audit.English}, compare.Audits(a, a, a.Report), format); err != nil || !strings.Contains(b.String(), "\nNo score and no check changes.\n") {
			t.Errorf("%v\n%s", err, b.String())
		}
	}
	if err := WriteComparison(&strings.Builder{}, Document{}, compare.Audits(a, a, nil), "csv"); err == nil {
		t.Error("csv is none of its formats")
	}
}
