package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/store"
)

func answer(asked byte, nth int, text string) store.PaidAnswer {
	a := store.PaidAnswer{Nth: nth, At: noon, Answer: []byte(text)}
	a.Asked[0], a.Asked[31] = asked, 0xff
	return a
}

// keptOf gives the answers that are kept of an audit, as text.
func keptOf(t *testing.T, s store.Store, id string) []string {
	t.Helper()
	list, err := s.PaidAnswers(t.Context(), id, noon)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, a := range list {
		texts = append(texts, fmt.Sprintf("%d.%d %s", a.Asked[0], a.Nth, a.Answer))
	}
	return texts
}

func paidAnswers(t *testing.T, s store.Store) {
	ctx := t.Context()
	first, second := pending("bat_1", 1, "https://a.example/", "a.example"), pending("bat_1", 2, "https://b.example/", "b.example")
	accept(t, s, batch("acc_1", "bat_1", first, second))
	keep := func(id string, a store.PaidAnswer) {
		t.Helper()
		if err := s.KeepPaidAnswer(ctx, id, a); err != nil {
			t.Fatal(err)
		}
	}
	same(t, keptOf(t, s, first.AuditID), []string(nil))
	keep(first.AuditID, answer(1, 1, "b"))
	old := answer(1, 0, "old")
	old.At = noon.Add(-time.Microsecond)
	keep(first.AuditID, old)
	same(t, keptOf(t, s, first.AuditID), []string{"1.1 b"})
	keep(first.AuditID, answer(1, 0, "a"))
	keep(second.AuditID, answer(1, 0, "of the second"))
	keep("aud_x", answer(1, 0, "of nobody"))
	same(t, keptOf(t, s, first.AuditID), []string{"1.0 a", "1.1 b"})
	same(t, keptOf(t, s, "aud_x"), []string(nil))
	large := answer(2, 0, "")
	large.Answer = bytes.Repeat([]byte("\x00 an answer, “été”\xff"), 50_000)
	keep(second.AuditID, large)
	if list, err := s.PaidAnswers(ctx, second.AuditID, noon); err != nil || len(list) != 2 || !bytes.Equal(list[1].Answer, large.Answer) && !bytes.Equal(list[0].Answer, large.Answer) {
		t.Errorf("%d answers, %v", len(list), err)
	}

	err := s.Update(ctx, func(tx store.Tx) error {
		_, err := tx.End(ctx, done(first.AuditID, noon))
		return errors.Join(err, errFault)
	})
	if !errors.Is(err, errFault) {
		t.Fatal(err)
	}
	same(t, keptOf(t, s, first.AuditID), []string{"1.0 a", "1.1 b"}) // it hasn't ended
	end(t, s, done(first.AuditID, noon))
	end(t, s, failed(second.AuditID, noon))
	for _, a := range []store.NewAudit{first, second} {
		keep(a.AuditID, answer(3, 0, "late"))
		same(t, keptOf(t, s, a.AuditID), []string(nil))
	}
}

// An answer comes while its audit is ended by another worker: either it is kept before, and goes with the end, or not at all.
func paidAnswersAtTheEnd(t *testing.T, s store.Store) {
	const many = 20
	list := make([]store.NewAudit, many)
	for i := range list {
		list[i] = pending("bat_1", i+1, "https://a.example/", "a.example")
	}
	accept(t, s, batch("acc_1", "bat_1", list...))
	var all sync.WaitGroup
	for i, a := range list {
		all.Go(func() {
			for nth := range 5 {
				if err := s.KeepPaidAnswer(context.WithoutCancel(t.Context()), a.AuditID, answer(byte(i), nth, "an answer")); err != nil {
					t.Error(err)
				}
			}
		})
		all.Go(func() { end(t, s, failed(a.AuditID, noon)) })
	}
	all.Wait()
	for _, a := range list {
		same(t, keptOf(t, s, a.AuditID), []string(nil))
	}
}
