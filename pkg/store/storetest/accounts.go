package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

func accounts(t *testing.T, s store.Store) {
	ctx := t.Context()
	disabled := noon.Add(time.Hour)
	b := store.Account{ID: "acc_1", Email: "b@mail.example", Plan: audit.Agency, Limit: 5000, CreatedAt: noon}
	a := store.Account{ID: "acc_2", Email: "a@mail.example", Plan: audit.Individual, Limit: audit.IndividualLimit, CreatedAt: noon, DisabledAt: &disabled}
	for _, one := range []store.Account{b, a} {
		if err := s.CreateAccount(ctx, one); err != nil {
			t.Fatal(err)
		}
	}
	twice := a
	twice.ID = "acc_3"
	code(t, "a known address", s.CreateAccount(ctx, twice), audit.CodeValidationFailed)
	for _, name := range []string{a.ID, a.Email} {
		got, err := s.Account(ctx, name, noon)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, a)
	}
	b.Plan, b.Limit, b.DisabledAt, b.Operator = audit.Unlimited, audit.UnlimitedLimit, &disabled, true
	a.DisabledAt = nil
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		return errors.Join(tx.ChangeAccount(ctx, a), tx.ChangeAccount(ctx, b))
	})
	list, err := s.ListAccounts(ctx, noon)
	if err != nil {
		t.Fatal(err)
	}
	same(t, list, []store.Account{a, b})
	_, err = s.Account(ctx, "acc_x", noon)
	code(t, "no account", err, audit.CodeNotFound)
	err = s.Update(ctx, func(tx store.Tx) error {
		_, err := tx.LockAccount(ctx, "acc_x", noon)
		return err
	})
	code(t, "locking no account", err, audit.CodeNotFound)
}

func keys(t *testing.T, s store.Store) {
	ctx := t.Context()
	account(t, s, "acc_1", 7)
	account(t, s, "acc_2", 7)
	expires := noon.Add(time.Hour)
	first := store.Key{ID: "key_2", AccountID: "acc_1", Name: "the first, “été”", Prefix: "auk_live_abcdef", Hash: sha256.Sum256([]byte("1")), CreatedAt: noon, ExpiresAt: &expires}
	second := store.Key{ID: "key_1", AccountID: "acc_1", Hash: sha256.Sum256([]byte("2")), CreatedAt: noon.Add(time.Second)}
	other := store.Key{ID: "key_3", AccountID: "acc_2", Hash: sha256.Sum256([]byte("3")), CreatedAt: noon.Add(2 * time.Second)}
	for _, k := range []store.Key{second, first, other} {
		if err := s.CreateKey(ctx, k); err != nil {
			t.Fatal(err)
		}
	}
	code(t, "a key of no account", s.CreateKey(ctx, store.Key{ID: "key_x", AccountID: "acc_x", CreatedAt: noon}), audit.CodeNotFound)
	got, owner, err := s.KeyByHash(ctx, first.Hash)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, first)
	same(t, owner, store.Account{ID: "acc_1", Plan: audit.Individual})
	_, _, err = s.KeyByHash(ctx, sha256.Sum256([]byte("x")))
	code(t, "no key", err, audit.CodeNotFound)

	if err := s.Used(ctx, map[string]time.Time{first.ID: noon, second.ID: noon, "key_x": noon}); err != nil {
		t.Fatal(err)
	}
	if err := s.Used(ctx, map[string]time.Time{first.ID: noon.Add(time.Minute), second.ID: noon.Add(-time.Minute)}); err != nil {
		t.Fatal(err)
	}
	later, at := noon.Add(time.Minute), noon
	first.LastUsedAt, second.LastUsedAt = &later, &at
	first.ExpiresAt, second.RevokedAt = nil, &later
	for _, k := range []store.Key{first, second} {
		if err := s.ChangeKey(ctx, k); err != nil {
			t.Fatal(err)
		}
	}
	unaware := second // of who extends a key that another has revoked meanwhile
	unaware.RevokedAt = nil
	if err := s.ChangeKey(ctx, unaware); err != nil {
		t.Fatal(err)
	}
	code(t, "changing no key", s.ChangeKey(ctx, store.Key{ID: "key_x"}), audit.CodeNotFound)
	for whose, want := range map[string][]store.Key{"acc_1": {first, second}, "": {first, second, other}, "acc_x": nil} {
		list, err := s.Keys(ctx, whose)
		if err != nil {
			t.Fatal(err)
		}
		same(t, list, want)
	}
}

func metering(t *testing.T, s store.Store) {
	ctx := t.Context()
	account(t, s, "acc_1", 10)
	account(t, s, "acc_2", 10)
	expect := func(since time.Time, want int) {
		t.Helper()
		got, err := s.Account(ctx, "acc_1", since)
		if err != nil || got.Used != want {
			t.Errorf("since %v: %d used, %v; want %d", since, got.Used, err, want)
		}
		list, err := s.ListAccounts(ctx, since)
		if err != nil || len(list) != 2 || list[0].Used != want || list[1].Used != 0 {
			t.Errorf("since %v: %+v, %v; want %d and 0", since, list, err, want)
		}
	}
	lock := func(since time.Time, want int) {
		t.Helper()
		update(t, s, func(ctx context.Context, tx store.Tx) error {
			got, err := tx.LockAccount(ctx, "acc_1", since)
			if got.Used != want || got.Limit != 10 || got.Email != "acc_1@mail.example" {
				t.Errorf("locked since %v: %+v, want %d used", since, got, want)
			}
			return err
		})
	}
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		return errors.Join(tx.Meter(ctx, "acc_1", noon, []string{"aud_1", "aud_2"}), tx.Meter(ctx, "acc_1", noon.Add(time.Second), []string{"aud_3"}), tx.Meter(ctx, "acc_1", noon, nil))
	})
	expect(noon.Add(-time.Microsecond), 3)
	expect(noon, 1)
	nextDay := noon.Add(12 * time.Hour).Truncate(24 * time.Hour)
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		return tx.Meter(ctx, "acc_2", nextDay, []string{"aud_5", "aud_6"})
	})
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		return tx.Meter(ctx, "acc_2", nextDay.Add(-time.Microsecond), []string{"aud_7", "aud_8"})
	})
	update(t, s, func(ctx context.Context, tx store.Tx) error { return tx.Meter(ctx, "acc_2", noon, []string{"aud_9"}) })
	for since, want := range map[time.Time][]store.Units{
		noon.Add(-time.Microsecond): {{First: noon, Count: 3}, {First: nextDay, Count: 2}},
		noon:                        {{First: nextDay.Add(-time.Microsecond), Count: 2}, {First: nextDay, Count: 2}},
		nextDay:                     nil,
	} {
		got, err := s.Units(ctx, "acc_2", since)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, want)
	}
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		return errors.Join(tx.GiveBack(ctx, "acc_2", "aud_5"), tx.GiveBack(ctx, "acc_2", "aud_6"), tx.GiveBack(ctx, "acc_2", "aud_7"), tx.GiveBack(ctx, "acc_2", "aud_8"), tx.GiveBack(ctx, "acc_2", "aud_9"))
	})
	lock(noon.Add(-time.Microsecond), 3)
	for range 2 {
		update(t, s, func(ctx context.Context, tx store.Tx) error {
			_, err := tx.LockAccount(ctx, "acc_1", noon.Add(-time.Microsecond))
			return errors.Join(err, tx.GiveBack(ctx, "acc_1", "aud_1"), tx.GiveBack(ctx, "acc_2", "aud_2"))
		})
		expect(noon.Add(-time.Microsecond), 2)
	}
	lock(noon, 1)
	expect(time.Time{}, 1) // what was dropped is gone
	update(t, s, func(ctx context.Context, tx store.Tx) error { return tx.GiveBack(ctx, "acc_1", "aud_2") })
	expect(time.Time{}, 1)

	var many []string
	for n := range 700 { // more than are dropped at once
		many = append(many, fmt.Sprint("aud_many_", n))
	}
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		return tx.Meter(ctx, "acc_1", noon.Add(-time.Hour), many)
	})
	expect(time.Time{}, 701)
	lock(noon, 1)
	lock(noon, 1)
	expect(noon, 1)
}

func exactQuota(t *testing.T, s store.Store) {
	const submitters, each, limit = 64, 3, 100
	ctx := t.Context()
	account(t, s, "acc_1", limit)
	var given atomic.Int64
	var wg sync.WaitGroup
	for n := range submitters {
		wg.Go(func() {
			for i := range each {
				accepted := 0
				err := s.Update(ctx, func(tx store.Tx) error {
					accepted = 0
					a, err := tx.LockAccount(ctx, "acc_1", noon.Add(-time.Hour))
					if err != nil || a.Used >= a.Limit {
						return err
					}
					accepted = 1
					return tx.Meter(ctx, "acc_1", noon, []string{fmt.Sprintf("aud_%d_%d", n, i)})
				})
				if err != nil {
					t.Error(err)
				}
				given.Add(int64(accepted))
			}
		})
	}
	wg.Wait()
	a, err := s.Account(ctx, "acc_1", noon.Add(-time.Hour))
	if err != nil || a.Used != limit || given.Load() != limit {
		t.Errorf("%d were given, %d are used, %v; want %d", given.Load(), a.Used, err, limit)
	}
}

func failures(t *testing.T, s store.Store) {
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		for n := range 5 {
			for range 2 { // one audit fails once
				if err := tx.NoteFailure(ctx, "acc_1", fmt.Sprint("aud_", n), noon.Add(time.Duration(n)*time.Minute)); err != nil {
					return err
				}
			}
		}
		return tx.NoteFailure(ctx, "acc_2", "aud_x", noon)
	})
	for _, row := range []struct {
		since  time.Time
		atMost int
		want   int
		oldest time.Time
	}{
		{noon.Add(-time.Hour), 9, 5, noon},
		{noon, 9, 4, noon.Add(time.Minute)},
		{noon.Add(-time.Hour), 2, 2, noon.Add(3 * time.Minute)},
		{noon.Add(time.Hour), 9, 0, time.Time{}},
	} {
		update(t, s, func(ctx context.Context, tx store.Tx) error {
			n, oldest, err := tx.Failures(ctx, "acc_1", row.since, row.atMost)
			if n != row.want || !oldest.Equal(row.oldest) {
				t.Errorf("since %v, at most %d: %d from %v; want %d from %v", row.since, row.atMost, n, oldest, row.want, row.oldest)
			}
			return err
		})
	}
}

func remembers(t *testing.T, s store.Store) {
	ctx := t.Context()
	r := store.Remembered{Fingerprint: sha256.Sum256([]byte("a submission")), BatchID: "bat_1", Answer: []byte(`{"batch_id":"bat_1"}`), At: noon}
	recall := func(account, key string, since time.Time) (got *store.Remembered) {
		t.Helper()
		update(t, s, func(ctx context.Context, tx store.Tx) (err error) {
			got, err = tx.Recall(ctx, account, key, since)
			return err
		})
		return got
	}
	remember := func() error {
		return s.Update(ctx, func(tx store.Tx) error { return tx.Remember(ctx, "acc_1", "key", r) })
	}
	if got := recall("acc_1", "key", time.Time{}); got != nil {
		t.Errorf("remembered from nowhere: %+v", got)
	}
	if err := remember(); err != nil {
		t.Fatal(err)
	}
	same(t, recall("acc_1", "key", noon.Add(-time.Microsecond)), &r)
	code(t, "the same again", remember(), audit.CodeIdempotencyInProgress)
	if recall("acc_2", "key", time.Time{}) != nil || recall("acc_1", "other", time.Time{}) != nil {
		t.Error("another's, or another key's, answer is recalled")
	}
	if got := recall("acc_1", "key", noon); got != nil {
		t.Errorf("remembered too long: %+v", got)
	}
	r.BatchID = "bat_2"
	if err := remember(); err != nil {
		t.Fatalf("after it expired: %v", err)
	}
	same(t, recall("acc_1", "key", noon.Add(-time.Hour)), &r)
}

func acceptsOnce(t *testing.T, s store.Store) {
	const submitters = 24
	ctx := t.Context()
	var accepted, refused atomic.Int64
	answers := make(chan string, submitters)
	var wg sync.WaitGroup
	for n := range submitters {
		wg.Go(func() {
			id, answer := fmt.Sprint("bat_", n), ""
			err := s.Update(ctx, func(tx store.Tx) error {
				got, err := tx.Recall(ctx, "acc_1", "key", noon.Add(-time.Hour))
				if err != nil {
					return err
				}
				if got != nil {
					answer = got.BatchID
					return nil
				}
				answer = id
				return errors.Join(tx.AddBatch(ctx, batch("acc_1", id, pending(id, 1, "https://a.example/", "a.example"))),
					tx.Remember(ctx, "acc_1", "key", store.Remembered{BatchID: id, Answer: []byte("{}"), At: noon}))
			})
			switch {
			case audit.CodeOf(err) == audit.CodeIdempotencyInProgress:
				refused.Add(1)
			case err != nil:
				t.Error(err)
			default:
				answers <- answer
				if answer == id {
					accepted.Add(1)
				}
			}
		})
	}
	wg.Wait()
	close(answers)
	batches, err := s.Batches(ctx, "acc_1", audit.Query{})
	if err != nil || len(batches) != 1 || accepted.Load() != 1 {
		t.Fatalf("%d batches, %d accepted, %v", len(batches), accepted.Load(), err)
	}
	if refused.Load() != 0 {
		t.Errorf("%d were told to try again, though they could wait", refused.Load())
	}
	for a := range answers {
		if a != batches[0].BatchID {
			t.Errorf("answered %s, want %s", a, batches[0].BatchID)
		}
	}
}

func flights(t *testing.T, s store.Store) {
	var audits []store.NewAudit
	for n := range 4 {
		a := pending("bat_1", n, fmt.Sprintf("https://a.example/%d", n), "a.example")
		if n > 0 {
			a.Leader = "aud_bat_1_0000"
		}
		audits = append(audits, a)
	}
	accept(t, s, batch("acc_1", "bat_1", audits...))
	end(t, s, failed(audits[3].AuditID, noon)) // it doesn't wait any more
	lead := audits[0].AuditID
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		for _, step := range []struct{ flight, audit, want string }{
			{"a", lead, lead},
			{"b", lead, lead},
			{"a", audits[1].AuditID, lead},
			{"c", audits[2].AuditID, audits[2].AuditID},
		} {
			if leader, err := tx.Join(ctx, step.flight, step.audit); err != nil || leader != step.want {
				t.Errorf("%s joins %s of %q, %v; want %q", step.audit, step.flight, leader, err, step.want)
			}
			if leader, err := tx.Leader(ctx, step.flight); err != nil || leader != step.want {
				t.Errorf("%s is led by %q, %v; want %q", step.flight, leader, err, step.want)
			}
		}
		leader, err := tx.Leader(ctx, "x")
		if leader != "" {
			t.Errorf("no flight is led by %s", leader)
		}
		return err
	})
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		got, err := tx.Land(ctx, lead)
		same(t, got, []store.Following{
			{AuditID: audits[1].AuditID, AccountID: "acc_1", URL: audits[1].URL},
			{AuditID: audits[2].AuditID, AccountID: "acc_1", URL: audits[2].URL},
		})
		return err
	})
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		a, err1 := tx.Leader(ctx, "a")
		b, err2 := tx.Leader(ctx, "b")
		c, err3 := tx.Leader(ctx, "c")
		if a != "" || b != "" || c != audits[2].AuditID {
			t.Errorf("after landing: %q, %q, %q", a, b, c)
		}
		return errors.Join(err1, err2, err3)
	})
}

// nobodyLeftBehind lets many submit the same while those that lead end as soon as they can.
func nobodyLeftBehind(t *testing.T, s store.Store) {
	const submitters, each = 12, 8
	ctx := t.Context()
	var led atomic.Int64
	var wg sync.WaitGroup
	for n := range submitters {
		wg.Go(func() {
			for i := range each {
				id := fmt.Sprintf("bat_%d_%d", n, i)
				a := pending(id, 1, "https://a.example/", "a.example")
				leads := false
				err := s.Update(ctx, func(tx store.Tx) error {
					leader, err := tx.Join(ctx, "flight", a.AuditID)
					if err != nil {
						return err
					}
					one := a
					if leads = leader == a.AuditID; !leads {
						one.Leader = leader
					}
					return tx.AddBatch(ctx, batch("acc_1", id, one))
				})
				if err != nil {
					t.Error(err)
					return
				}
				if !leads {
					continue
				}
				led.Add(1)
				err = s.Update(ctx, func(tx store.Tx) error {
					if _, err := tx.End(ctx, done(a.AuditID, noon)); err != nil {
						return err
					}
					following, err := tx.Land(ctx, a.AuditID)
					for _, f := range following {
						_, err2 := tx.End(ctx, store.Ending{AuditID: f.AuditID, Status: audit.Done, Cached: true, FinishedAt: noon, ReportOf: a.AuditID, AuditedAt: noon})
						err = errors.Join(err, err2)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	all, err := s.Audits(ctx, "acc_1", audit.Query{Limit: submitters*each + 1})
	if err != nil || len(all) != submitters*each {
		t.Fatalf("%d audits, %v", len(all), err)
	}
	own := 0
	for _, a := range all {
		if a.Status != audit.Done {
			t.Errorf("%s was left behind", a.AuditID)
		}
		if !a.Cached {
			own++
		}
	}
	if own != int(led.Load()) {
		t.Errorf("%d led, %d have a report of their own", led.Load(), own)
	}
}

func turns(t *testing.T, s store.Store) {
	n := 0
	take := func(account string, jobs int, want int64) {
		t.Helper()
		update(t, s, func(ctx context.Context, tx store.Tx) error {
			got, err := tx.Turn(ctx, account)
			if got != want {
				t.Errorf("%s takes turn %d, want %d", account, got, want)
			}
			n++
			b := batch(account, fmt.Sprint("bat_", n))
			for i := range jobs {
				a := pending(b.ID, i, "https://a.example/", "a.example")
				a.Turn = got + int64(i)
				b.Audits = append(b.Audits, a)
			}
			return errors.Join(err, tx.AddBatch(ctx, b))
		})
	}
	take("acc_1", 10, 1)
	take("acc_2", 2, 1)
	take("acc_1", 1, 11)
	take("acc_3", 1, 1)
	for i := range 4 {
		end(t, s, failed(fmt.Sprintf("aud_bat_1_%04d", i), noon))
	}
	end(t, s, failed("aud_bat_2_0000", noon))
	end(t, s, failed("aud_bat_4_0000", noon))
	take("acc_4", 1, 2) // beside acc_2's second
	take("acc_2", 1, 3)
}
