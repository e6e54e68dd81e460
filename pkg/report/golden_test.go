package report

import (
	"net/http/httptest"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakesite"
	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
)

// day is when the golden audits were made.
var day = time.Date(2026, time.June, 1, 9, 0, 0, 0, time.UTC)

// planted are the faults of the golden site.
var planted = []string{"title-missing", "alternative-text-missing", "answer-bot-blocked", "uncompressed"}

// auditTuner audits the sample site under its name, over http, and takes out what two runs may differ in: ids and times.
func auditTuner(t *testing.T, lang audit.Lang) audit.Audit {
	t.Helper()
	site := fakesite.New("tuner", 1, day)
	for _, f := range fakesite.Faults() {
		if slices.Contains(planted, f.Name) {
			f.Plant(site)
		}
	}
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	at := netip.MustParseAddrPort(server.Listener.Addr().String())
	p := pipeline.New(pipeline.Config{Now: func() time.Time { return day }, Fetch: fetch.Config{
		AllowPrivate: true, Resolve: map[string]netip.AddrPort{site.Host + ":80": at, "www." + site.Host + ":80": at},
	}})
	target, fault := audit.ParseTarget("http://" + site.Host)
	if fault != nil {
		t.Fatal(fault)
	}
	found, err := p.Run(t.Context(), target, lang, nil, func(audit.Stage, string) {})
	if err != nil {
		t.Fatal(err)
	}
	found.Timings = audit.Timings{}
	found.Checks = readable(found.Checks)
	for i := range found.Checks {
		c := &found.Checks[i]
		c.Detail = milliseconds.ReplaceAllString(c.Detail, "N ms")
		for j := range c.Evidence {
			c.Evidence[j].Excerpt = milliseconds.ReplaceAllString(c.Evidence[j].Excerpt, "N ms")
		}
	}
	return audit.Audit{
		AuditID: "aud_1", BatchID: "bat_1", URL: "http://" + site.Host, Domain: target.Domain, Status: audit.Done, Lang: lang, CreatedAt: day, FinishedAt: &day, Report: found,
	}
}

// readable leaves out most of what passed and of what could not be assessed, so that the files can be read.
func readable(all []audit.Check) []audit.Check {
	seen := map[audit.Outcome]int{}
	return slices.DeleteFunc(all, func(c audit.Check) bool {
		seen[c.Status]++
		return (c.Status == audit.Pass || c.Status == audit.NotAssessed) && seen[c.Status] > 3
	})
}

var milliseconds = regexp.MustCompile(`\d+ ms`)

func written(t *testing.T, format string, lang audit.Lang, width int) string {
	t.Helper()
	f, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.Write(t.Context(), &b, Document{Batch: audit.NewBatch("bat_1", []audit.Audit{auditTuner(t, lang)}), Lang: lang, Width: width}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReportsOfASiteReadAsBefore(t *testing.T) {
	for _, c := range []struct {
		file, format string
		lang         audit.Lang
		width        int
	}{
		{"tuner.txt", "table", audit.English, 100},
		{"tuner.json", "json", audit.English, 0},
		{"tuner.csv", "csv", audit.English, 0},
		{"tuner.en.md", "markdown", audit.English, 0},
		{"tuner.fr.md", "markdown", audit.French, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			golden.Check(t, c.file, written(t, c.format, c.lang, c.width))
		})
	}
}

func TestTwoAuditsOfOneSiteGiveTheSameBytes(t *testing.T) {
	for _, format := range []string{"json", "markdown"} {
		first := written(t, format, audit.English, 0)
		for range 4 {
			if again := written(t, format, audit.English, 0); again != first {
				t.Errorf("%s: a second audit reads otherwise", format)
			}
		}
	}
}
