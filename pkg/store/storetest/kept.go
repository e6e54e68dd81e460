package storetest

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

func besideReport(t *testing.T, s store.Store) {
	ctx := t.Context()
	large, picture := bytes.Repeat([]byte("\x00 an answer, “été”\xff"), 50_000), bytes.Repeat([]byte{0xff, 0xd8, 0, '\''}, 50_000)
	maker, follower, without := pending("bat_1", 1, "https://a.example/", "a.example"), pending("bat_1", 2, "https://a.example/", "a.example"), pending("bat_1", 3, "https://b.example/", "b.example")
	accept(t, s, batch("acc_1", "bat_1", maker, follower, without))
	readers := map[string]func(ctx context.Context, account, id string) ([]byte, error){"answers": s.Answers, "picture": s.Screenshot}
	expect := func(account, id string, want []byte) {
		t.Helper()
		for what, read := range readers {
			wanted := want
			if what == "picture" && want != nil {
				wanted = picture
			}
			got, err := read(ctx, account, id)
			if err != nil || !bytes.Equal(got, wanted) || (got == nil) != (wanted == nil) {
				t.Errorf("%s has %d bytes of %s, %v; want %d", id, len(got), what, err, len(wanted))
			}
		}
	}
	missing := func(account, id string) {
		t.Helper()
		for what, read := range readers {
			_, err := read(ctx, account, id)
			code(t, what+" for "+account, err, audit.CodeNotFound)
		}
	}
	expect("acc_1", maker.AuditID, nil) // it hasn't ended
	e := done(maker.AuditID, noon)
	e.Answers, e.Screenshot = large, picture
	end(t, s, e)
	end(t, s, store.Ending{AuditID: follower.AuditID, Status: audit.Done, Cached: true, FinishedAt: noon, ReportOf: maker.AuditID, AuditedAt: noon})
	end(t, s, done(without.AuditID, noon))
	at := noon
	served := pending("bat_2", 1, "https://a.example/x", "a.example")
	served.Status, served.Cached, served.FinishedAt, served.ReportOf = audit.Done, true, &at, maker.AuditID
	accept(t, s, batch("acc_2", "bat_2", served))

	expect("acc_1", maker.AuditID, large)
	expect("acc_1", follower.AuditID, large)
	expect("acc_2", served.AuditID, large)
	expect("acc_1", without.AuditID, nil)
	for account, id := range map[string]string{"acc_2": maker.AuditID, "": maker.AuditID, "acc_1": "aud_x"} {
		missing(account, id)
	}
	if got, err := s.Audit(ctx, "acc_1", maker.AuditID, true); err != nil || !bytes.Equal(got.Report, e.Report) || !bytes.Equal(got.Checks, e.Checks) {
		t.Errorf("the report beside answers: %s, %s, %v", got.Report, got.Checks, err)
	}

	if _, err := s.Clean(ctx, store.Cleaning{Audits: noon.Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	for account, id := range map[string]string{"acc_1": maker.AuditID, "acc_2": served.AuditID} {
		missing(account, id)
	}
	served.AuditID, served.BatchID = "aud_late", "bat_3"
	if err := s.Update(ctx, func(tx store.Tx) error { return tx.AddBatch(ctx, batch("acc_2", "bat_3", served)) }); err == nil {
		t.Error("answers outlive the last audit that rests on their report")
	}
}

func evidence(t *testing.T, s store.Store) {
	ctx := t.Context()
	list := make([]store.NewAudit, 5)
	for i := range list {
		list[i] = pending("bat_1", i+1, "https://a.example/", "a.example")
	}
	accept(t, s, batch("acc_1", "bat_1", list...))
	expect := func(account, id string, want []byte) {
		t.Helper()
		got, err := s.Evidence(ctx, account, id)
		if err != nil || !bytes.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%s has %d bytes of evidence, %v; want %d", id, len(got), err, len(want))
		}
	}
	expect("acc_1", list[0].AuditID, nil) // it hasn't ended
	read := func(i, size int) []byte { return bytes.Repeat([]byte{0, byte(i), 0xff, '\''}, size/4) }
	kept := func(i, size int) {
		t.Helper()
		e := done(list[i].AuditID, noon.Add(time.Duration(i)*time.Second))
		e.Evidence, e.EvidenceLimit = read(i, size), 100_000
		end(t, s, e)
	}
	kept(0, 40_000)
	at := noon
	served := pending("bat_2", 1, "https://a.example/x", "a.example")
	served.Status, served.Cached, served.FinishedAt, served.ReportOf = audit.Done, true, &at, list[0].AuditID
	accept(t, s, batch("acc_2", "bat_2", served))
	expect("acc_1", list[0].AuditID, read(0, 40_000))
	expect("acc_2", served.AuditID, read(0, 40_000))
	for account, id := range map[string]string{"acc_2": list[0].AuditID, "": list[0].AuditID, "acc_1": "aud_x"} {
		_, err := s.Evidence(ctx, account, id)
		code(t, "evidence for "+account, err, audit.CodeNotFound)
	}

	kept(1, 60_000) // as much as there may be
	expect("acc_1", list[0].AuditID, read(0, 40_000))
	kept(2, 4)
	expect("acc_1", list[0].AuditID, nil)
	expect("acc_2", served.AuditID, nil)
	expect("acc_1", list[1].AuditID, read(1, 60_000))
	kept(3, 100_004) // more than there may be
	expect("acc_1", list[3].AuditID, nil)
	expect("acc_1", list[1].AuditID, read(1, 60_000))
	kept(4, 100_000)
	expect("acc_1", list[2].AuditID, nil)
	expect("acc_1", list[4].AuditID, read(4, 100_000))

	update(t, s, func(ctx context.Context, tx store.Tx) error { return tx.Delete(ctx, "acc_1", list[4].AuditID) })
	_, err := s.Evidence(ctx, "acc_1", list[4].AuditID)
	code(t, "evidence of an audit that was deleted", err, audit.CodeNotFound)
	if _, err := s.Clean(ctx, store.Cleaning{Audits: noon.Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
}

func questions(t *testing.T, s store.Store) {
	ctx := t.Context()
	expect := func(account, domain string, want []string) {
		t.Helper()
		got, err := s.Questions(ctx, account, domain)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, want)
	}
	begins := func(a store.NewAudit, want []string) {
		t.Helper()
		update(t, s, func(ctx context.Context, tx store.Tx) error {
			begun, got, err := tx.Begin(ctx, store.Visit{AuditID: a.AuditID, Place: a.Domain, At: noon})
			if !begun {
				t.Errorf("%s isn't begun", a.AuditID)
			}
			same(t, got, want)
			return err
		})
	}
	audited := func(account, id string, remembered, made []string) {
		t.Helper()
		a := pending(id, 1, "https://a.example/", "a.example")
		accept(t, s, batch(account, id, a))
		begins(a, remembered)
		e := done(a.AuditID, noon)
		e.Questions = made
		end(t, s, e)
	}
	first, second := []string{"Who bakes in Überlingen?", "“Best” café\x00?"}, []string{"Another?"}
	audited("acc_1", "bat_1", nil, nil)
	expect("acc_1", "a.example", nil)
	audited("acc_1", "bat_2", nil, first)
	expect("acc_1", "a.example", first)
	expect("acc_1", "b.example", nil)
	for _, other := range []string{"acc_2", ""} {
		expect(other, "a.example", nil)
		audited(other, "bat_3"+other, nil, second)
		expect(other, "a.example", second)
	}
	audited("acc_1", "bat_4", first, nil)
	expect("acc_1", "a.example", first)
	audited("acc_1", "bat_5", first, second)
	audited("acc_1", "bat_6", second, nil)
	if _, err := s.Clean(ctx, store.Cleaning{Audits: noon.Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	expect("acc_1", "a.example", second) // they outlive the audits
}

func keptWithTheEnd(t *testing.T, s store.Store) {
	ctx := t.Context()
	a := pending("bat_1", 1, "https://a.example/", "a.example")
	accept(t, s, batch("acc_1", "bat_1", a))
	late := done(a.AuditID, noon)
	late.Questions, late.Answers = []string{"Late?"}, []byte("late")
	err := s.Update(ctx, func(tx store.Tx) error {
		_, err := tx.End(ctx, late)
		return errors.Join(err, errFault)
	})
	if !errors.Is(err, errFault) {
		t.Fatal(err)
	}
	e := done(a.AuditID, noon)
	e.Questions, e.Answers = []string{"First?"}, []byte("first")
	if !end(t, s, e) || end(t, s, late) {
		t.Error("the first end doesn't stand")
	}
	q, err := s.Questions(ctx, "acc_1", "a.example")
	kept, err2 := s.Answers(ctx, "acc_1", a.AuditID)
	if err != nil || err2 != nil || len(q) != 1 || q[0] != "First?" || string(kept) != "first" {
		t.Errorf("kept are %q and %q, %v, %v", q, kept, err, err2)
	}
}
