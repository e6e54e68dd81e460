package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/store"
)

// visitor sends audits of accounts to places within limits.
type visitor struct {
	t                *testing.T
	s                store.Store
	running, started int
}

// newVisitor accepts audits 0 to n-1, each of the site a.example.
func newVisitor(t *testing.T, s store.Store, n, running, started int) visitor {
	var audits []store.NewAudit
	for i := range n {
		audits = append(audits, pending("bat_1", i, "https://a.example/", "a.example"))
	}
	accept(t, s, batch("", "bat_1", audits...))
	return visitor{t, s, running, started}
}

func (v visitor) visit(account string, n int, place string, at time.Time) store.Visit {
	return store.Visit{
		AuditID: pending("bat_1", n, "", "").AuditID, Account: account, Place: place, Await: true, At: at, Since: at.Add(-time.Hour),
		MaxRunning: v.running, MaxStarted: v.started,
	}
}

func (v visitor) begins(account string, n int, place string, at time.Time) (begun bool) {
	v.t.Helper()
	update(v.t, v.s, func(ctx context.Context, tx store.Tx) (err error) {
		begun, _, err = tx.Begin(ctx, v.visit(account, n, place, at))
		return err
	})
	return begun
}

func (v visitor) goesOn(visit store.Visit) (allowed bool) {
	v.t.Helper()
	update(v.t, v.s, func(ctx context.Context, tx store.Tx) (err error) {
		allowed, err = tx.Visit(ctx, visit)
		return err
	})
	return allowed
}

func visitAt(ctx context.Context, tx store.Tx, auditID string, at time.Time) error {
	_, err := tx.Visit(ctx, store.Visit{AuditID: auditID, Account: "acc_1", Place: "a.example", At: at, MaxStarted: 1 << 20})
	return err
}

func visits(t *testing.T, s store.Store) {
	v := newVisitor(t, s, 5, 2, 100)
	allowed := 0
	for n := range 4 {
		if !v.begins("acc_1", n, fmt.Sprintf("name%d.example", n), noon) {
			t.Fatalf("audit %d of a name of its own isn't begun", n)
		}
		visit := v.visit("acc_1", n, "victim.example", noon)
		visit.Await = false
		if v.goesOn(visit) {
			allowed++
		}
	}
	if allowed != 2 {
		t.Errorf("%d audits are at one host, want 2", allowed)
	}
	if v.begins("acc_1", 4, "victim.example", noon) {
		t.Error("an audit of the host itself begins beside them")
	}
	end(t, s, failed(v.visit("", 0, "", noon).AuditID, noon))
	if !v.begins("acc_1", 4, "victim.example", noon) {
		t.Error("an audit of the host doesn't begin when one has ended")
	}
}

func visitsHoldNothing(t *testing.T, s store.Store) {
	v := newVisitor(t, s, 4, 1, 100)
	if !v.begins("acc_1", 0, "a.example", noon) || !v.begins("acc_2", 1, "b.example", noon) {
		t.Fatal("two audits of two hosts don't begin")
	}
	if v.goesOn(v.visit("acc_1", 0, "b.example", noon)) {
		t.Fatal("two audits are at one host")
	}
	if !v.goesOn(v.visit("acc_2", 1, "a.example", noon)) {
		t.Error("an audit that waits keeps the host that it came from")
	}
	if v.begins("acc_1", 0, "a.example", noon) {
		t.Error("an audit begins again though the host that it leads to has no room")
	}
	end(t, s, failed(v.visit("", 1, "", noon).AuditID, noon))
	if !v.begins("acc_1", 0, "a.example", noon) {
		t.Error("an audit doesn't begin again when all its hosts have room")
	}
	if v.begins("acc_3", 2, "b.example", noon) {
		t.Error("the host that an audit leads to isn't held from its beginning")
	}
}

func hostShares(t *testing.T, s store.Store) {
	v := newVisitor(t, s, 100, 0, 30)
	next := 0
	takes := func(account string, at time.Time) (n int) {
		for ; v.begins(account, next, "a.example", at); next++ {
			n++
		}
		return n
	}
	for _, row := range []struct {
		account string
		want    int
	}{{"acc_1", 20}, {"acc_2", 7}, {"acc_3", 2}, {"acc_4", 1}, {"acc_5", 0}, {"acc_1", 0}} {
		if got := takes(row.account, noon); got != row.want {
			t.Errorf("%s begins %d audits of one host, want %d", row.account, got, row.want)
		}
	}
	if got := takes("acc_5", noon.Add(time.Hour)); got != 20 {
		t.Errorf("an hour later acc_5 begins %d", got)
	}
}

func visitsBounded(t *testing.T, s store.Store) {
	v := newVisitor(t, s, 1, 2, 30)
	for n := range store.MaxPlaces {
		if !v.goesOn(v.visit("acc_1", 0, fmt.Sprintf("name%d.example", n), noon)) {
			t.Fatalf("place %d is refused", n)
		}
	}
	err := s.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.Visit(t.Context(), v.visit("acc_1", 0, "more.example", noon))
		return err
	})
	if !errors.Is(err, store.ErrTooManyPlaces) {
		t.Errorf("one more place: %v", err)
	}
	if !v.goesOn(v.visit("acc_1", 0, "name1.example", noon)) {
		t.Error("a place that was visited before is refused")
	}
}
