package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestOnlyAFinishedAuditCarriesResultFields(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	pending, err := json.Marshal(Audit{AuditID: "aud_1", BatchID: "bat_1", URL: "https://example.com/", Domain: "example.com", Status: Pending, Lang: English, CreatedAt: at})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"audit_id":"aud_1","batch_id":"bat_1","url":"https://example.com/","domain":"example.com","status":"pending","cached":false,"lang":"en","created_at":"2026-11-21T12:00:00Z"}`
	if string(pending) != want {
		t.Errorf("pending:\n%s\nwant\n%s", pending, want)
	}
	done, err := json.Marshal(Audit{Status: Done, FinishedAt: &at, Report: &Report{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{`"overall_ai_readiness":0`, `"scores":`, `"business":`, `"summary":`, `"ai_citation":null`, `"grounded_citation":null`, `"search_ai_mode":null`, `"live_citation":null`, `"finished_at":`} {
		if !strings.Contains(string(done), field) {
			t.Errorf("a finished audit lacks %s: %s", field, done)
		}
	}
}

func TestBatchCounts(t *testing.T) {
	b := NewBatch("bat_1", []Audit{{Status: Done}, {Status: Done}, {Status: Pending}, {Status: Failed}, {Status: Invalid}, {Status: QuotaExceeded}})
	if b.Total != 6 || b.Completed != 2 || b.Pending != 1 || b.Failed != 3 || b.Completed+b.Pending+b.Failed != b.Total {
		t.Errorf("%+v", b)
	}
}

func TestCodeOf(t *testing.T) {
	for _, row := range []struct {
		err  error
		want Code
	}{
		{nil, ""}, {errors.New("x"), CodeInternal}, {Errorf(CodeNotFound, "x"), CodeNotFound}, {fmt.Errorf("reading: %w", Errorf(CodeTimeout, "x")), CodeTimeout},
	} {
		if got := CodeOf(row.err); got != row.want {
			t.Errorf("%v: %q, want %q", row.err, got, row.want)
		}
	}
}
