package pipeline

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/speed"
	"github.com/auditctl/auditctl/pkg/engine"
)

// audited audits a site on loopback while PageSpeed Insights is played.
func audited(t *testing.T, lang audit.Lang, reply fakeengine.Reply) *audit.Report {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><html lang=en><title>A page</title><h1>A page</h1><p>" + strings.Repeat("Some words of it. ", 50)))
	}))
	t.Cleanup(site.Close)
	service := fakeengine.PageSpeed(func(fakeengine.Request) fakeengine.Reply { return reply })
	t.Cleanup(service.Close)
	reading := fetch.Config{AllowPrivate: true, AllowSubmittedPort: true}
	tool, err := speed.NewPageSpeed(speed.PageSpeedConfig{
		Key: "AIzaTest", BaseURL: service.Base(), Fetch: reading,
		Clock: engine.Clock{Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }},
	})
	if err != nil {
		t.Fatal(err)
	}
	target, refused := audit.ParseTarget(site.URL)
	if refused != nil {
		t.Fatal(refused)
	}
	report, err := New(Config{Fetch: reading, Pages: 1, Speed: tool}).Run(t.Context(), target, lang, nil, func(audit.Stage, string) {})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := service.Wrong(); len(wrong) > 0 || len(service.Requests()) == 0 {
		t.Errorf("%d requests, of them not as documented: %v", len(service.Requests()), wrong)
	}
	return report
}

func TestAMeasuredPageHasTheToolsScoreItsMetricsAndItsVerdicts(t *testing.T) {
	r := audited(t, audit.English, fakeengine.Reply{Body: fakeengine.Sample("pagespeed_result")})
	if s := r.Scores[audit.Performance]; s.Value != 64 || s.Tier != audit.Measured || !strings.Contains(s.Source, "PageSpeed Insights (Lighthouse 13.5.0)") {
		t.Errorf("%+v", s)
	}
	said := r.References.PageSpeed
	if said == nil || said.Mobile.Score != 64 || said.Mobile.Runs != 1 || *said.Mobile.LCP != 4020.25 || said.Desktop == nil || *said.Field.CLS != 0.04 || len(said.Mobile.Failures) != 3 {
		t.Errorf("%+v", said)
	}
	want := map[string]audit.Outcome{
		"perf.psi-score": audit.Warn, "perf.lcp": audit.Warn, "perf.inp": audit.Pass, "perf.cls": audit.Pass, "perf.tbt": audit.Warn, "perf.fcp": audit.Pass,
		"perf.speed-index": audit.Warn, "perf.field-vs-lab": audit.Warn, "perf.repeat-median": audit.NotAssessed, "design.layout-shift": audit.Pass,
	}
	for _, c := range r.Checks {
		if status, ok := want[c.ID]; ok && c.Status != status {
			t.Errorf("%s: %s, want %s (%s)", c.ID, c.Status, status, c.Detail)
		}
	}
	whole, err := json.Marshal(r)
	if err != nil || strings.Contains(string(whole), "AIza") {
		t.Errorf("the key is in the report (%v)", err)
	}
}

func TestAToolThatFailsLeavesTheEstimateAndSaysWhy(t *testing.T) {
	for _, row := range []struct {
		lang  audit.Lang
		reply fakeengine.Reply
		note  string
	}{
		{audit.English, fakeengine.Reply{Status: 429, Body: fakeengine.Sample("pagespeed_quota")}, "Performance is estimated: the quota of PageSpeed Insights is used up."},
		{audit.French, fakeengine.Reply{Body: fakeengine.Sample("pagespeed_runtime_error")}, "La performance est estimée : Lighthouse n'a pas pu charger la page (NO_FCP)."},
		{audit.English, fakeengine.Reply{Status: 500}, "Performance is estimated: PageSpeed Insights failed."},
		{audit.English, fakeengine.Reply{Body: "<html>"}, "Performance is estimated: PageSpeed Insights failed."},
	} {
		r := audited(t, row.lang, row.reply)
		s := r.Scores[audit.Performance]
		if s.Tier != audit.Estimated || s.Value == 0 || s.Assessed < 5 || r.References.PageSpeed != nil || !strings.Contains(strings.Join(r.Notes, "\n"), row.note) {
			t.Errorf("%+v, notes %q", s, r.Notes)
		}
	}
}
