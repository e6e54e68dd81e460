package audittest

import (
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

func (s *suite) idempotency(t *testing.T) {
	c, other := s.agency(t, 10), s.agency(t, 10)
	sub := audit.Submission{URLs: []string{s.site("ok"), malformed}, IdempotencyKey: "a key"}
	first := c.submit(t, sub)
	c.wait(t, first.BatchID)
	same(t, "the second answer", c.submit(t, sub), first)
	c.remain(t, 9)
	for name, changed := range map[string]audit.Submission{
		"other addresses":  {URLs: sub.URLs[:1], IdempotencyKey: sub.IdempotencyKey},
		"another language": {URLs: sub.URLs, Lang: audit.French, IdempotencyKey: sub.IdempotencyKey},
		"a refresh":        {URLs: sub.URLs, Refresh: true, IdempotencyKey: sub.IdempotencyKey},
	} {
		_, err := c.Submit(t.Context(), changed)
		refused(t, name, err, audit.CodeIdempotencyKeyReused)
	}
	if r := other.submit(t, sub); r.BatchID == first.BatchID {
		t.Error("an account is answered with another's batch")
	}
	sub.IdempotencyKey = strings.Repeat("k", audit.MaxIdempotencyKey+1)
	_, err := c.Submit(t.Context(), sub)
	refused(t, "a long key", err, audit.CodeValidationFailed)
}

func (s *suite) idempotencyRace(t *testing.T) {
	c := s.agency(t, 10)
	sub := audit.Submission{URLs: []string{s.site("ok"), s.site("ok")}, IdempotencyKey: "race"}
	callers := make([]caller, 16)
	for i := range callers {
		callers[i] = c
	}
	batches := map[string]bool{}
	for _, r := range together(callers, func(_ int, c caller) (audit.Receipt, error) { return c.Submit(t.Context(), sub) }) {
		switch audit.CodeOf(r.err) {
		case "":
			batches[r.BatchID] = true
		case audit.CodeIdempotencyInProgress:
		default:
			t.Error(r.err)
		}
	}
	batches[c.submit(t, sub).BatchID] = true
	if len(batches) != 1 {
		t.Errorf("%d batches", len(batches))
	}
	c.remain(t, 8)
}

func (s *suite) idempotencyAge(t *testing.T) {
	c := s.account(t)
	sub := audit.Submission{URLs: []string{s.site("ok")}, IdempotencyKey: "a day"}
	first := c.submit(t, sub)
	c.wait(t, first.BatchID)
	s.advance(t, 23*time.Hour)
	if r := c.submit(t, sub); r.BatchID != first.BatchID {
		t.Error("forgotten within a day")
	}
	s.advance(t, 2*time.Hour)
	r := c.submit(t, sub)
	if r.BatchID == first.BatchID {
		t.Error("remembered after a day")
	}
	c.wait(t, r.BatchID)
}
