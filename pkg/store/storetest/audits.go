package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

func keepsOrder(t *testing.T, s store.Store) {
	at := noon
	first, second := pending("bat_1", 3, "https://c.example/", "c.example"), pending("bat_1", 1, "https://a.example/été?q=“1”", "a.example")
	refused := pending("bat_1", 2, "ftp://b.example", "")
	refused.Status, refused.FinishedAt, refused.Error = audit.Invalid, &at, &audit.Failure{Code: audit.CodeSchemeNotAllowed, Message: "only http and https"}
	accept(t, s, batch("acc_1", "bat_1", first, second, refused))
	got, err := s.Batch(t.Context(), "acc_1", "bat_1", true)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []audit.Encoded{{Audit: first.Audit}, {Audit: second.Audit}, {Audit: refused.Audit}})
}

func keepsReport(t *testing.T, s store.Store) {
	a := pending("bat_1", 1, "https://a.example/", "a.example")
	accept(t, s, batch("", "bat_1", a))
	at := noon.Add(time.Minute)
	e := done(a.AuditID, at)
	if !end(t, s, e) {
		t.Fatal("a pending audit doesn't end")
	}
	a.Status, a.FinishedAt = audit.Done, &at
	want := audit.Encoded{Audit: a.Audit, Report: e.Report, Checks: e.Checks}
	for _, checks := range []bool{true, false} {
		if !checks {
			want.Checks = nil
		}
		got, err := s.Audit(t.Context(), "", a.AuditID, checks)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, want)
		list, err := s.Batch(t.Context(), "", "bat_1", checks)
		if err != nil {
			t.Fatal(err)
		}
		same(t, list, []audit.Encoded{want})
	}
}

func firstResultStands(t *testing.T, s store.Store) {
	a := pending("bat_1", 1, "https://a.example/", "a.example")
	accept(t, s, batch("", "bat_1", a))
	if !end(t, s, done(a.AuditID, noon.Add(time.Minute))) {
		t.Fatal("a pending audit doesn't end")
	}
	before, err := s.Audit(t.Context(), "", a.AuditID, true)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]store.Ending{"a failure": failed(a.AuditID, noon.Add(time.Hour)), "another report": done(a.AuditID, noon.Add(time.Hour)), "an unknown audit": done("aud_x", noon)} {
		if end(t, s, e) {
			t.Errorf("%s ended what had ended", name)
		}
	}
	after, err := s.Audit(t.Context(), "", a.AuditID, true)
	if err != nil {
		t.Fatal(err)
	}
	same(t, after, before)
}

// allOrNothing breaks the acceptance of a batch after each of its steps.
func allOrNothing(t *testing.T, s store.Store) {
	account(t, s, "acc_1", 100)
	a := pending("bat_1", 1, "https://a.example/", "a.example")
	a.Turn = 1
	steps := []func(context.Context, store.Tx) error{
		func(ctx context.Context, tx store.Tx) error {
			_, err := tx.LockAccount(ctx, "acc_1", noon.Add(-time.Hour))
			return err
		},
		func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Join(ctx, "flight", a.AuditID)
			return err
		},
		func(ctx context.Context, tx store.Tx) error { return tx.AddBatch(ctx, batch("acc_1", "bat_1", a)) },
		func(ctx context.Context, tx store.Tx) error {
			return tx.Meter(ctx, "acc_1", noon, []string{a.AuditID})
		},
		func(ctx context.Context, tx store.Tx) error { return tx.NoteFailure(ctx, "acc_1", a.AuditID, noon) },
		func(ctx context.Context, tx store.Tx) error {
			return tx.Remember(ctx, "acc_1", "once", store.Remembered{BatchID: "bat_1", Answer: []byte("{}"), At: noon})
		},
		func(ctx context.Context, tx store.Tx) error {
			return tx.Enqueue(ctx, []store.Job{{AuditID: a.AuditID, Turn: 1}})
		},
	}
	ctx := t.Context()
	left := func() error {
		if _, err := s.Batch(ctx, "acc_1", "bat_1", false); audit.CodeOf(err) != audit.CodeNotFound {
			return fmt.Errorf("a batch: %w", err)
		}
		if got, err := s.Account(ctx, "acc_1", time.Time{}); err != nil || got.Used != 0 {
			return fmt.Errorf("%d units, %w", got.Used, err)
		}
		return s.Update(ctx, func(tx store.Tx) error {
			leader, err1 := tx.Leader(ctx, "flight")
			failures, _, err2 := tx.Failures(ctx, "acc_1", time.Time{}, 9)
			remembered, err3 := tx.Recall(ctx, "acc_1", "once", time.Time{})
			if err := errors.Join(err1, err2, err3); err != nil || leader != "" || failures != 0 || remembered != nil {
				return fmt.Errorf("leader %q, %d failures, remembered %v, %w", leader, failures, remembered, err)
			}
			return nil
		})
	}
	for n := range steps {
		err := s.Update(ctx, func(tx store.Tx) error {
			for _, step := range steps[:n+1] {
				if err := step(ctx, tx); err != nil {
					return err
				}
			}
			return errFault
		})
		if !errors.Is(err, errFault) {
			t.Fatalf("%d steps: %v", n+1, err)
		}
		if err := left(); err != nil {
			t.Fatalf("%d steps left %v", n+1, err)
		}
	}
	twice := batch("acc_1", "bat_1", a, a)
	if err := s.Update(ctx, func(tx store.Tx) error { return tx.AddBatch(ctx, twice) }); err == nil {
		t.Error("two audits with one id were accepted")
	}
	func() {
		defer func() { recover() }()            //nolint:errcheck // the fault that is played
		s.Update(ctx, func(tx store.Tx) error { //nolint:errcheck // it doesn't return
			if err := tx.AddBatch(ctx, batch("acc_1", "bat_1", a)); err != nil {
				t.Error(err)
			}
			panic(errFault)
		})
	}()
	if err := left(); err != nil {
		t.Fatalf("a refused batch and a panic left %v", err)
	}
	var runs []string
	jobs := workFor(t, s, func(_ context.Context, r store.Running) error { runs = append(runs, r.AuditID); return nil })
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		for _, step := range steps {
			if err := step(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
	eventually(t, "the one job", func() bool { return jobs.ended() == 1 })
	jobs.stop()
	same(t, runs, []string{a.AuditID})
}

func notFound(t *testing.T, s store.Store) {
	ctx := t.Context()
	a := pending("bat_1", 1, "https://a.example/", "a.example")
	accept(t, s, batch("acc_1", "bat_1", a))
	end(t, s, done(a.AuditID, noon))
	remove := func(account, id string) error {
		return s.Update(ctx, func(tx store.Tx) error { return tx.Delete(ctx, account, id) })
	}
	for _, who := range []string{"acc_2", ""} {
		_, known := s.Audit(ctx, who, a.AuditID, true)
		_, unknown := s.Audit(ctx, who, "aud_x", true)
		code(t, "another's audit", known, audit.CodeNotFound)
		code(t, "no audit", unknown, audit.CodeNotFound)
		_, known = s.Batch(ctx, who, "bat_1", true)
		_, unknown = s.Batch(ctx, who, "bat_x", true)
		code(t, "another's batch", known, audit.CodeNotFound)
		code(t, "no batch", unknown, audit.CodeNotFound)
		code(t, "deleting another's audit", remove(who, a.AuditID), audit.CodeNotFound)
		code(t, "deleting no audit", remove(who, "aud_x"), audit.CodeNotFound)
		audits, err := s.Audits(ctx, who, audit.Query{})
		batches, err2 := s.Batches(ctx, who, audit.Query{})
		if err != nil || err2 != nil || len(audits)+len(batches) != 0 {
			t.Errorf("%q lists %v, %v (%v, %v)", who, audits, batches, err, err2)
		}
	}
	if _, err := s.Audit(ctx, "acc_1", a.AuditID, true); err != nil {
		t.Error(err)
	}
}

func lists(t *testing.T, s store.Store) {
	ctx := t.Context()
	for n := 1; n <= 3; n++ {
		for _, who := range []string{"acc_1", "acc_2"} {
			id := fmt.Sprintf("bat_%d_%s", n, who)
			a, b := pending(id, 1, "https://a.example/", "a.example"), pending(id, 2, "https://b.example/", "b.example")
			accept(t, s, batch(who, id, a, b))
			end(t, s, done(a.AuditID, noon))
		}
	}
	ids := func(list []audit.Encoded, err error) (out []string) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			out = append(out, a.AuditID)
			if a.Checks != nil || (a.Status == audit.Done) != (a.Report != nil) {
				t.Errorf("%s is %s, with report %s and checks %s", a.AuditID, a.Status, a.Report, a.Checks)
			}
		}
		return out
	}
	same(t, ids(s.Audits(ctx, "acc_1", audit.Query{Limit: 3})), []string{"aud_bat_3_acc_1_0002", "aud_bat_3_acc_1_0001", "aud_bat_2_acc_1_0002"})
	same(t, ids(s.Audits(ctx, "acc_1", audit.Query{Cursor: "aud_bat_2_acc_1_0002"})), []string{"aud_bat_2_acc_1_0001", "aud_bat_1_acc_1_0002", "aud_bat_1_acc_1_0001"})
	same(t, ids(s.Audits(ctx, "acc_1", audit.Query{Domain: "a.example", Limit: 2})), []string{"aud_bat_3_acc_1_0001", "aud_bat_2_acc_1_0001"})
	same(t, ids(s.Audits(ctx, "acc_1", audit.Query{Domain: "a.example", Cursor: "aud_bat_2_acc_1_0001"})), []string{"aud_bat_1_acc_1_0001"})

	heads, err := s.Batches(ctx, "acc_1", audit.Query{Limit: 2})
	if err != nil || len(heads) != 2 {
		t.Fatalf("%v, %v", heads, err)
	}
	want := audit.BatchHead{BatchID: "bat_3_acc_1", CreatedAt: noon, Lang: audit.English, Total: 2, Completed: 1, Pending: 1, FirstURL: "https://a.example/"}
	same(t, heads[0], want)
	if heads, err = s.Batches(ctx, "acc_1", audit.Query{Cursor: heads[1].BatchID}); err != nil || len(heads) != 1 || heads[0].BatchID != "bat_1_acc_1" {
		t.Fatalf("the second page: %v, %v", heads, err)
	}
}

func serves(t *testing.T, s store.Store) {
	add := func(account, id, url, domain string, at time.Time, what store.Serves) string {
		a := pending(id, 1, url, domain)
		accept(t, s, batch(account, id, a))
		e := done(a.AuditID, at)
		e.Serves, e.Asked, e.Answered = what, "https://"+domain, "https://www."+domain
		e.Partial = strings.HasPrefix(domain, "partial")
		end(t, s, e)
		return a.AuditID
	}
	root := add("acc_1", "bat_1", "https://root.example/", "root.example", noon, store.ServesDomain)
	inner := add("acc_1", "bat_2", "https://inner.example/shop", "inner.example", noon, store.ServesURL)
	add("acc_1", "bat_3", "https://cut.example/", "cut.example", noon, store.ServesNothing)
	add("acc_1", "bat_4", "https://root.example/", "root.example", noon.Add(-time.Hour), store.ServesDomain)
	add("acc_2", "bat_5", "https://root.example/", "root.example", noon.Add(-time.Minute), store.ServesDomain)
	local := add("", "bat_6", "https://local.example/", "local.example", noon, store.ServesDomain)
	add("acc_1", "bat_8", "https://partial.example/", "partial.example", noon, store.ServesDomain)
	twice := add("acc_1", "bat_9", "https://partial2.example/", "partial2.example", noon, store.ServesDomain)
	add("acc_1", "bat_10", "https://partial2.example/", "partial2.example", noon, store.ServesDomain)
	add("acc_1", "bat_11", "https://partial3.example/", "partial3.example", noon, store.ServesDomain)
	add("acc_1", "bat_12", "https://partial3.example/", "partial3.example", noon.Add(-time.Second), store.ServesDomain)
	fail := pending("bat_7", 1, "https://root.example/", "root.example")
	accept(t, s, batch("acc_1", "bat_7", fail))
	end(t, s, failed(fail.AuditID, noon.Add(time.Minute)))
	day := noon.Add(-24 * time.Hour)
	key := func(url, domain string) store.FreshKey {
		return store.FreshKey{Domain: domain, Origin: "https://" + domain, URL: url, Lang: audit.English, Rules: "1", Since: day, PartialSince: noon, Account: "acc_1", Shared: true}
	}
	with := func(k store.FreshKey, change func(*store.FreshKey)) store.FreshKey { change(&k); return k }
	about := key("https://root.example/about", "root.example")
	for name, row := range map[string]struct {
		key  store.FreshKey
		want string
	}{
		"a front page serves any address of its domain": {about, root},
		"also at the origin that answered":              {with(about, func(k *store.FreshKey) { k.Origin = "https://www.root.example" }), root},
		"but at no other":                               {with(about, func(k *store.FreshKey) { k.Origin = "http://root.example" }), ""},
		"a partial one serves nobody":                   {key("https://partial.example/", "partial.example"), ""},
		"two of them serve their account":               {key("https://partial2.example/", "partial2.example"), twice},
		"and no other":                                  {with(key("https://partial2.example/", "partial2.example"), func(k *store.FreshKey) { k.Account = "acc_2" }), ""},
		"where both are young enough":                   {key("https://partial3.example/", "partial3.example"), ""},
		"also another account":                          {with(about, func(k *store.FreshKey) { k.Account = "acc_3" }), root},
		"its own alone where asked for":                 {with(about, func(k *store.FreshKey) { k.Account, k.Shared = "acc_2", false }), "aud_bat_5_0001"},
		"none where it has none of its own":             {with(about, func(k *store.FreshKey) { k.Account, k.Shared = "acc_3", false }), ""},
		"not in another language":                       {with(about, func(k *store.FreshKey) { k.Lang = audit.French }), ""},
		"not by other rules":                            {with(about, func(k *store.FreshKey) { k.Rules = "2" }), ""},
		"not when older":                                {with(about, func(k *store.FreshKey) { k.Since = noon.Add(time.Microsecond) }), ""},
		"exactly as old will do":                        {with(about, func(k *store.FreshKey) { k.Since = noon }), root},
		"another page serves its own address":           {key("https://inner.example/shop", "inner.example"), inner},
		"and no other page":                             {key("https://inner.example/", "inner.example"), ""},
		"a truncated one serves nobody":                 {key("https://cut.example/", "cut.example"), ""},
		"the operator's own serves no account":          {key("https://local.example/", "local.example"), ""},
		"but the operator":                              {with(key("https://local.example/", "local.example"), func(k *store.FreshKey) { k.Account, k.Shared = "", false }), local},
	} {
		update(t, s, func(ctx context.Context, tx store.Tx) error {
			got, err := tx.Fresh(ctx, row.key)
			id := ""
			if got != nil {
				id = got.ReportOf
			}
			if err != nil || id != row.want {
				t.Errorf("%s: got %q (%v), want %q", name, id, err, row.want)
			}
			if id == root && !got.AuditedAt.Equal(noon) {
				t.Errorf("%s: audited at %v", name, got.AuditedAt)
			}
			return nil
		})
	}
}

func sharedReports(t *testing.T, s store.Store) {
	ctx := t.Context()
	maker := pending("bat_1", 1, "https://a.example/", "a.example")
	follower := pending("bat_1", 2, "https://a.example/", "a.example")
	follower.Leader = maker.AuditID
	accept(t, s, batch("acc_1", "bat_1", maker, follower))
	end(t, s, done(maker.AuditID, noon))
	end(t, s, store.Ending{AuditID: follower.AuditID, Status: audit.Done, Cached: true, FinishedAt: noon, ReportOf: maker.AuditID, AuditedAt: noon})
	at := noon
	copied := pending("bat_2", 1, "https://a.example/x", "a.example")
	copied.Status, copied.Cached, copied.FinishedAt, copied.ReportOf = audit.Done, true, &at, maker.AuditID
	accept(t, s, batch("acc_2", "bat_2", copied))

	rest := []struct{ account, id string }{{"acc_1", maker.AuditID}, {"acc_1", follower.AuditID}, {"acc_2", copied.AuditID}}
	for n, gone := range rest {
		for _, kept := range rest[n:] {
			e, err := s.Audit(ctx, kept.account, kept.id, true)
			if err != nil || string(e.Report) != string(done(maker.AuditID, noon).Report) || e.Checks == nil {
				t.Fatalf("%s after %d deletions: %s, %v", kept.id, n, e.Report, err)
			}
		}
		update(t, s, func(ctx context.Context, tx store.Tx) error { return tx.Delete(ctx, gone.account, gone.id) })
	}
	copied.AuditID, copied.BatchID = "aud_late", "bat_3"
	if err := s.Update(ctx, func(tx store.Tx) error { return tx.AddBatch(ctx, batch("acc_2", "bat_3", copied)) }); err == nil {
		t.Error("an audit rests on a report that was removed with the last that rested on it")
	}
}

func deletes(t *testing.T, s store.Store) {
	ctx := t.Context()
	account(t, s, "acc_1", 100)
	one, two := pending("bat_1", 1, "https://a.example/", "a.example"), pending("bat_1", 2, "https://b.example/", "b.example")
	accept(t, s, batch("acc_1", "bat_1", one, two))
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		return tx.Meter(ctx, "acc_1", noon, []string{one.AuditID})
	})
	remove := func(id string) error {
		return s.Update(ctx, func(tx store.Tx) error { return tx.Delete(ctx, "acc_1", id) })
	}
	code(t, "a pending audit", remove(one.AuditID), audit.CodeAuditPending)
	end(t, s, done(one.AuditID, noon))
	end(t, s, failed(two.AuditID, noon))
	code(t, "the first", remove(one.AuditID), "")
	code(t, "the first again", remove(one.AuditID), audit.CodeNotFound)
	heads, err := s.Batches(ctx, "acc_1", audit.Query{})
	if err != nil || len(heads) != 1 || heads[0].Total != 1 || heads[0].FirstURL != two.URL {
		t.Errorf("the batch without its first: %+v, %v", heads, err)
	}
	if got, err := s.Account(ctx, "acc_1", time.Time{}); err != nil || got.Used != 1 {
		t.Errorf("%d units are used after deleting, %v", got.Used, err)
	}
	code(t, "the last", remove(two.AuditID), "")
	if heads, err := s.Batches(ctx, "acc_1", audit.Query{}); err != nil || len(heads) != 0 {
		t.Errorf("the batch without any: %+v, %v", heads, err)
	}
}

func hostLimits(t *testing.T, s store.Store) {
	var audits []store.NewAudit
	for n := range 5 {
		audits = append(audits, pending("bat_1", n, "https://a.example/", "a.example"))
	}
	accept(t, s, batch("", "bat_1", audits...))
	begin := func(n int, at time.Time, running, started int, want bool) {
		t.Helper()
		update(t, s, func(ctx context.Context, tx store.Tx) error {
			ok, _, err := tx.Begin(ctx, store.Visit{
				AuditID: audits[n].AuditID, Account: fmt.Sprint("acc_", n), Place: "a.example", At: at, Since: at.Add(-time.Hour), MaxRunning: running, MaxStarted: started,
			})
			if ok != want {
				t.Errorf("audit %d at %v with at most %d running, %d started: %v", n, at, running, started, ok)
			}
			return err
		})
	}
	begin(0, noon, 2, 3, true)
	begin(1, noon, 2, 3, true)
	begin(2, noon, 2, 3, false)
	begin(0, noon, 2, 3, true) // its worker died
	end(t, s, failed(audits[0].AuditID, noon))
	begin(2, noon, 2, 3, true) // one has ended
	end(t, s, failed(audits[1].AuditID, noon))
	begin(3, noon, 2, 3, false) // three were begun within the hour
	begin(3, noon, 2, 0, true)  // no bound
	begin(4, noon.Add(time.Hour), 0, 1, true)
}

func hostLimitsAtOnce(t *testing.T, s store.Store) {
	const many, limit = 24, 3
	var audits []store.NewAudit
	for n := range many {
		audits = append(audits, pending("bat_1", n, "https://a.example/", "a.example"))
	}
	accept(t, s, batch("", "bat_1", audits...))
	var wg sync.WaitGroup
	begun := make(chan string, many)
	for _, a := range audits {
		wg.Go(func() {
			ctx, ok := t.Context(), false
			err := s.Update(ctx, func(tx store.Tx) (err error) {
				ok, _, err = tx.Begin(ctx, store.Visit{AuditID: a.AuditID, Place: "a.example", At: noon, Since: noon.Add(-time.Hour), MaxRunning: limit})
				return err
			})
			if err != nil {
				t.Error(err)
			}
			if ok {
				begun <- a.AuditID
			}
		})
	}
	wg.Wait()
	if len(begun) != limit {
		t.Errorf("%d run at once, want %d", len(begun), limit)
	}
}

func cleans(t *testing.T, s store.Store) {
	ctx := t.Context()
	account(t, s, "acc_1", 1000)
	account(t, s, "acc_2", 1000)
	const many = 450 // more than one transaction removes
	old, at := noon.Add(-time.Hour), noon
	// Submitted long ago, and before all others, but not ended long ago.
	late := batch("acc_1", "bat_1")
	for n := range many {
		a := pending("bat_1", n, "https://a.example/", "a.example")
		a.CreatedAt = old
		late.Audits = append(late.Audits, a)
	}
	late.Audits[0].Status, late.Audits[0].FinishedAt, late.Audits[0].Error = audit.Failed, &at, &audit.Failure{Code: audit.CodeTimeout}
	accept(t, s, late)
	var units []string
	b := batch("acc_1", "bat_2")
	for n := range many {
		a := pending("bat_2", n, "https://a.example/", "a.example")
		a.CreatedAt, a.Status, a.FinishedAt, a.Error = old, audit.Failed, &old, &audit.Failure{Code: audit.CodeTimeout}
		b.Audits = append(b.Audits, a)
		units = append(units, a.AuditID)
	}
	accept(t, s, b)
	young := pending("bat_3", 1, "https://a.example/", "a.example")
	young.Status, young.FinishedAt, young.Error = audit.Failed, &at, &audit.Failure{Code: audit.CodeTimeout}
	waits := pending("bat_3", 2, "https://a.example/", "a.example")
	accept(t, s, batch("acc_1", "bat_3", young, waits))
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		var errs error
		for n, id := range units {
			errs = errors.Join(errs, visitAt(ctx, tx, id, old), tx.NoteFailure(ctx, "acc_1", id, old),
				tx.Remember(ctx, "acc_1", fmt.Sprint(n), store.Remembered{BatchID: "bat_2", Answer: []byte("{}"), At: old}))
		}
		return errors.Join(errs, tx.Meter(ctx, "acc_1", old, units), tx.Meter(ctx, "acc_1", noon, []string{young.AuditID}), tx.Meter(ctx, "acc_2", old, units[:1]),
			visitAt(ctx, tx, young.AuditID, noon), visitAt(ctx, tx, waits.AuditID, old), tx.NoteFailure(ctx, "acc_1", young.AuditID, noon), tx.Remember(ctx, "acc_1", "young", store.Remembered{BatchID: "bat_3", Answer: []byte("{}"), At: noon}))
	})
	before := noon.Add(-time.Minute)
	got, err := s.Clean(ctx, store.Cleaning{Remembered: before, Failures: before, Visits: before, Metered: before})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, store.Cleaned{Remembered: many, Failures: many, Visits: many, Metered: many + 1})
	got, err = s.Clean(ctx, store.Cleaning{Remembered: before, Failures: before, Metered: before, Audits: before})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, store.Cleaned{Audits: many})
	for n := range many {
		if err := s.KeepSession(ctx, fmt.Sprint("old ", n), []byte("kept"), before); err != nil {
			t.Fatal(err)
		}
	}
	err = errors.Join(s.KeepSession(ctx, "young", []byte("kept"), before.Add(time.Microsecond)),
		s.Invite(ctx, store.Invitation{AccountID: "acc_1", Hash: sha256.Sum256([]byte("old")), CreatedAt: old, ExpiresAt: before}),
		s.Invite(ctx, store.Invitation{AccountID: "acc_2", Hash: sha256.Sum256([]byte("young")), CreatedAt: old, ExpiresAt: before.Add(time.Microsecond)}))
	if err != nil {
		t.Fatal(err)
	}
	got, err = s.Clean(ctx, store.Cleaning{Expired: before})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, store.Cleaned{Sessions: many, Invitations: 1})
	if _, found, err := s.Session(ctx, "young", before); !found || err != nil {
		t.Errorf("a session that lasts is removed, %v", err)
	}
	if _, err := s.Invited(ctx, sha256.Sum256([]byte("young")), before); err != nil {
		t.Errorf("an invitation that lasts: %v", err)
	}
	heads, err := s.Batches(ctx, "acc_1", audit.Query{})
	if err != nil || len(heads) != 2 || heads[0].BatchID != "bat_3" || heads[0].Total != 2 || heads[1].BatchID != "bat_1" || heads[1].Total != many {
		t.Errorf("batches: %+v, %v", heads, err)
	}
	if a, err := s.Account(ctx, "acc_1", time.Time{}); err != nil || a.Used != 1 {
		t.Errorf("%d units left, %v", a.Used, err)
	}
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		n, _, err := tx.Failures(ctx, "acc_1", time.Time{}, 9)
		r, err2 := tx.Recall(ctx, "acc_1", "young", time.Time{})
		if n != 1 || r == nil {
			t.Errorf("%d failures and %v are left", n, r)
		}
		return errors.Join(err, err2)
	})
}

func backlog(t *testing.T, s store.Store) {
	ctx := t.Context()
	expect := func(want store.Backlog) {
		t.Helper()
		got, err := s.Backlog(ctx)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, want)
	}
	expect(store.Backlog{})
	queued, follower, local := pending("bat_1", 1, "https://a.example/", "a.example"), pending("bat_1", 2, "https://a.example/", "a.example"), pending("bat_1", 3, "https://b.example/", "b.example")
	second := pending("bat_1", 4, "https://c.example/", "c.example")
	queued.Turn, second.Turn, follower.Leader = 1, 2, queued.AuditID
	second.CreatedAt = noon.Add(-time.Minute)
	accept(t, s, batch("acc_1", "bat_1", queued, follower, local, second))
	expect(store.Backlog{Pending: 2, Oldest: noon.Add(-time.Minute)})
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		_, _, err := tx.Begin(ctx, store.Visit{AuditID: queued.AuditID, Place: "a.example", At: noon})
		return err
	})
	end(t, s, failed(second.AuditID, noon))
	expect(store.Backlog{Pending: 1, Running: 1, Oldest: noon})
}

func ready(t *testing.T, s store.Store) {
	if err := s.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}

func concurrent(t *testing.T, s store.Store) {
	const writers, each = 8, 10
	ctx := t.Context()
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := range each {
				id := fmt.Sprintf("bat_%d_%d", w, n)
				a := pending(id, 1, "https://a.example/", "a.example")
				err := s.Update(ctx, func(tx store.Tx) error { return tx.AddBatch(ctx, batch("", id, a)) })
				_, err2 := s.Batch(ctx, "", id, true)
				err3 := s.Update(ctx, func(tx store.Tx) error {
					_, err := tx.End(ctx, done(a.AuditID, noon))
					return err
				})
				if err := errors.Join(err, err2, err3); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	all, err := s.Audits(ctx, "", audit.Query{Limit: 1000})
	if err != nil || len(all) != writers*each {
		t.Fatalf("%d audits, %v; want %d", len(all), err, writers*each)
	}
	for _, a := range all {
		if a.Status != audit.Done || string(a.Report) != string(done(a.AuditID, noon).Report) {
			t.Errorf("%s is %s with %s", a.AuditID, a.Status, a.Report)
		}
	}
}
