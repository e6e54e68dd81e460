package report

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// stored is a service that has audits, newest first, and a picture of each that has none of its own words for why not.
type stored struct {
	audit.Service
	audits  []audit.Audit
	without map[string]error // by audit id
}

func (s stored) Audits(_ context.Context, q audit.Query) (page audit.AuditPage, _ error) {
	for _, a := range s.audits {
		if a.Domain == q.Domain && (q.Cursor == "" || a.AuditID < q.Cursor) {
			page.Audits = append(page.Audits, a)
		}
	}
	return page, nil
}

func (s stored) Audit(_ context.Context, id string) (*audit.Audit, error) {
	for _, a := range s.audits {
		if a.AuditID == id {
			return &a, nil
		}
	}
	return nil, audit.Errorf(audit.CodeNotFound, "unknown")
}

func (s stored) Screenshot(_ context.Context, id string) ([]byte, error) {
	return []byte("picture of " + id), s.without[id]
}

// of makes an audit of a month's report; those of one month rest on the same.
func of(id string, month time.Month, change ...func(*audit.Audit)) audit.Audit {
	a := made()
	r := *a.Report
	a.AuditID, a.Report = id, &r
	r.AuditedAt = time.Date(2026, month, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range change {
		c(&a)
	}
	return a
}

func TestAReportIsCompletedWithWhatTheServiceHas(t *testing.T) {
	french := func(a *audit.Audit) { a.Lang = audit.French }
	failed := func(a *audit.Audit) { a.Status, a.Report = audit.Failed, nil }
	other := func(a *audit.Audit) { a.Domain = "other.example" }
	on := stored{audits: []audit.Audit{
		of("aud_8", 6), of("aud_7", 6), of("aud_6", 5, french), of("aud_5", 5, failed), of("aud_4", 4, other), of("aud_3", 3), of("aud_2", 3), of("aud_1", 1),
	}}
	complete := func(format string, d Document) Document {
		t.Helper()
		f, err := Lookup(format)
		if err == nil {
			err = f.Complete(t.Context(), on, &d)
		}
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	one := Document{Batch: batchOf(on.audits[0])}
	d := complete("html", one)
	if string(d.Screenshots["aud_8"]) != "picture of aud_8" || d.Before["aud_8"] == nil || d.Before["aud_8"].AuditID != "aud_3" {
		t.Errorf("%q, before it %+v", d.Screenshots, d.Before)
	}
	var line []string
	for _, a := range d.History["aud_8"] {
		line = append(line, fmt.Sprint(a.AuditID, a.AuditedAt.Month()))
	}
	if got := strings.Join(line, " "); got != "aud_1January aud_3March" {
		t.Errorf("the line before: %s", got)
	}
	for _, format := range []string{"table", "json", "csv"} {
		if d := complete(format, one); d.Screenshots != nil || d.Before != nil {
			t.Errorf("%s asks for what it doesn't show", format)
		}
	}
	var many []audit.Audit
	for n := range MostComplete + 1 {
		many = append(many, of(fmt.Sprint("aud_1", n), 6))
	}
	if d := complete("pdf", Document{Batch: batchOf(many...)}); len(d.Screenshots) > 0 {
		t.Errorf("%d pictures in one document", len(d.Screenshots))
	}
	many = append(many[:MostComplete], of("aud_5", 5, failed))
	if d := complete("pdf", Document{Batch: batchOf(many...)}); len(d.Screenshots) != MostComplete {
		t.Errorf("%d pictures of %d", len(d.Screenshots), MostComplete)
	}
}

func TestAPageWithoutAPictureIsNoFaultAndAServiceThatFailsIs(t *testing.T) {
	f, err := Lookup("html")
	if err != nil {
		t.Fatal(err)
	}
	down := errors.New("the service is down")
	on := stored{audits: []audit.Audit{of("aud_2", 6), of("aud_1", 5)}, without: map[string]error{"aud_2": audit.Errorf(audit.CodeNotFound, "none")}}
	d := Document{Batch: batchOf(on.audits[0])}
	if err := f.Complete(t.Context(), on, &d); err != nil || len(d.Screenshots) > 0 || d.Before["aud_2"] == nil {
		t.Errorf("%v, %+v", err, d.Screenshots)
	}
	on.without["aud_2"] = down
	if err := f.Complete(t.Context(), on, &d); !errors.Is(err, down) {
		t.Error(err)
	}
}
