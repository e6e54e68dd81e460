package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

// The accounts of a filled database: all audits belong to one and are metered to it, the other has a few units.
const (
	meteredAll = "acc_busy"
	meteredFew = "acc_quiet"
)

// filled is a database with so many finished audits of as many domains, made through the store as a server makes them. The numbers of audits are their ids.
type filled struct {
	*sqlite.Store
	path   string
	audits int
	began  time.Time // of the first audit; the others follow every millisecond
}

func (b *bench) filled(ctx context.Context, name string) (*filled, error) {
	path := filepath.Join(b.dir, name+".db")
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	f := &filled{Store: s, path: path, began: time.Now().Add(-time.Hour)}
	for _, id := range []string{meteredAll, meteredFew} {
		if err := s.CreateAccount(ctx, store.Account{ID: id, Email: id + "@example.com", Plan: audit.Unlimited, Limit: audit.UnlimitedLimit, CreatedAt: f.began}); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	err = s.Update(ctx, func(tx store.Tx) error {
		return tx.Meter(ctx, meteredFew, f.began, []string{"aud_1", "aud_2", "aud_3"})
	})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return f, nil
}

func auditID(n int) string { return fmt.Sprintf("aud_%026d", n) }
func batchID(n int) string { return fmt.Sprintf("bat_%026d", n/perSubmission) }
func domain(n int) string  { return fmt.Sprintf("site-%d.example", n) }

// grow adds audits with the same report until there are so many, in batches of 50.
func (f *filled) grow(ctx context.Context, audits int, report, checks []byte) error {
	for ; f.audits < audits; f.audits += perSubmission {
		if err := f.Update(ctx, func(tx store.Tx) error { return f.addBatch(ctx, tx, report, checks) }); err != nil {
			return fmt.Errorf("filling a database: %w", err)
		}
	}
	return nil
}

func (f *filled) addBatch(ctx context.Context, tx store.Tx, report, checks []byte) error {
	at := f.began.Add(time.Duration(f.audits) * time.Millisecond)
	batch := store.Batch{ID: batchID(f.audits), AccountID: meteredAll, KeyID: "key_1", Lang: audit.English, CreatedAt: at}
	var ids []string
	for n := f.audits; n < f.audits+perSubmission; n++ {
		a := audit.Audit{
			AuditID: auditID(n), BatchID: batch.ID, URL: "https://" + domain(n) + "/", Domain: domain(n), Status: audit.Pending, Lang: audit.English, CreatedAt: at,
		}
		batch.Audits, ids = append(batch.Audits, store.NewAudit{Audit: a, Rules: "1"}), append(ids, a.AuditID)
	}
	if err := tx.AddBatch(ctx, batch); err != nil {
		return err
	}
	if err := tx.Meter(ctx, meteredAll, at, ids); err != nil {
		return err
	}
	for _, id := range ids {
		_, err := tx.End(ctx, store.Ending{
			AuditID: id, Status: audit.Done, FinishedAt: at, ReportOf: id, Report: report, Checks: checks, AuditedAt: at, Serves: store.ServesDomain,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// disk compares the file of 10,000 audits with their JSON. The report is one of a generated site of 20 pages, checks included.
func (b *bench) disk(ctx context.Context) error {
	kept, err := b.realAudit(ctx)
	if err != nil {
		return err
	}
	const audits = 10_000
	f, err := b.filled(ctx, "disk")
	if err != nil {
		return err
	}
	defer os.Remove(f.path)
	if err := f.grow(ctx, audits, kept.Report, kept.Checks); err != nil {
		return errors.Join(err, f.Close())
	}
	one, err := f.Audit(ctx, meteredAll, auditID(0), true)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	text, err := one.MarshalJSON()
	if err = errors.Join(err, f.Close()); err != nil { // closing brings the log home
		return err
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	b.ratio("10", "disk per audit, 10,000 audits of 20 pages", "KB", "its JSON", []float64{float64(info.Size()) / audits / 1000}, []float64{float64(len(text)) / 1000}, 1.6, 1.3)
	return nil
}

// realAudit has the command audit a site, and gives the audit as the store has it, with its checks.
func (b *bench) realAudit(ctx context.Context) (audit.Encoded, error) {
	s, err := b.serve(ctx, "-n", "1")
	if err != nil {
		return audit.Encoded{}, err
	}
	defer s.stop()
	path := filepath.Join(b.dir, "report.db")
	if _, err := b.audit(ctx, s.origins(), "--db", path)(); err != nil {
		return audit.Encoded{}, err
	}
	return newestAudit(ctx, path)
}

// newestAudit gives the newest audit of a history.
func newestAudit(ctx context.Context, path string) (audit.Encoded, error) {
	history, err := sqlite.Open(ctx, path)
	if err != nil {
		return audit.Encoded{}, err
	}
	defer history.Close()
	list, err := history.Audits(ctx, "", audit.Query{Limit: 1})
	if err != nil || len(list) == 0 {
		return audit.Encoded{}, fmt.Errorf("the command stored nothing: %w", err)
	}
	return history.Audit(ctx, "", list[0].AuditID, true)
}

// Sizes that databases are compared in. The reports in them are small: what may grow is looking for them.
const (
	few  = 1_000
	many = 100_000
	most = 1_000_000
)

// growth asks a database with many audits, in turn with one that has few, and lets a server start on it.
func (b *bench) growth(ctx context.Context) error {
	small, err := b.filled(ctx, "few")
	if err != nil {
		return err
	}
	defer small.Close()
	large, err := b.filled(ctx, "many")
	if err != nil {
		return err
	}
	report := []byte(`{"summary":"` + strings.Repeat("A sentence of some length about the site. ", 75) + `"}`)
	if err := small.grow(ctx, few, report, []byte("[]")); err != nil {
		return errors.Join(err, large.Close())
	}
	sizes := []int{many}
	if b.long {
		sizes = append(sizes, most)
	}
	for _, size := range sizes {
		err := large.grow(ctx, size, report, []byte("[]"))
		if err == nil {
			err = b.questions(ctx, small, large)
		}
		if err != nil {
			return errors.Join(err, large.Close())
		}
	}
	if err := large.Close(); err != nil {
		return err
	}
	return b.serverStart(ctx, large)
}

// questions measures what requests ask of the store.
func (b *bench) questions(ctx context.Context, small, large *filled) error {
	window := time.Now().Add(-audit.QuotaWindow)
	lock := func(account string) func(*filled, int) error {
		return func(f *filled, _ int) error {
			return f.Update(ctx, func(tx store.Tx) error {
				_, err := tx.LockAccount(ctx, account, window)
				return err
			})
		}
	}
	for _, q := range []struct {
		row, what   string
		floor, goal float64
		ask         func(f *filled, n int) error
	}{
		{"10b", "audit by id", 3, 2, func(f *filled, n int) error {
			_, err := f.Audit(ctx, meteredAll, auditID(n), false)
			return err
		}},
		{"10b", "what may serve a submission", 3, 2, func(f *filled, n int) error {
			return f.Update(ctx, func(tx store.Tx) error {
				found, err := tx.Fresh(ctx, store.FreshKey{Domain: domain(n), URL: "https://" + domain(n) + "/", Lang: audit.English, Rules: "1", Since: window, Shared: true})
				if err == nil && found == nil {
					err = fmt.Errorf("nothing serves %s", domain(n))
				}
				return err
			})
		}},
		{"10b", "batch of 50", 3, 2, func(f *filled, n int) error {
			list, err := f.Batch(ctx, meteredAll, batchID(n), false)
			return all(len(list), perSubmission, err)
		}},
		{"10b", "list of 20", 3, 2, func(f *filled, n int) error {
			list, err := f.Audits(ctx, meteredAll, audit.Query{Limit: 20, Cursor: auditID(max(n, 20))})
			return all(len(list), 20, err)
		}},
		{"10b", "list of a domain", 3, 2, func(f *filled, n int) error {
			list, err := f.Audits(ctx, meteredAll, audit.Query{Limit: 20, Domain: domain(n)})
			return all(len(list), 1, err)
		}},
		{"10b", "list of 20 batches", 3, 2, func(f *filled, _ int) error {
			list, err := f.Batches(ctx, meteredAll, audit.Query{Limit: 20})
			return all(len(list), 20, err)
		}},
		{"10c", "quota check, few units", 5, 2, lock(meteredFew)},
		{"10c", "quota check, all audits metered to the account", 5, 2, lock(meteredAll)},
	} {
		runs, err := series(b.n, typical(small, q.ask), typical(large, q.ask))
		if err != nil {
			return fmt.Errorf("%s: %w", q.what, err)
		}
		b.ratio(q.row, fmt.Sprintf("%s, %d audits, p50", q.what, large.audits), "us", fmt.Sprintf("%d audits", few), runs[1], runs[0], q.floor, q.goal)
	}
	return nil
}

func all(have, want int, err error) error {
	if err == nil && have != want {
		err = fmt.Errorf("%d of %d", have, want)
	}
	return err
}

// typical gives the median time, in microseconds, of asking about audits here and there.
func typical(f *filled, ask func(*filled, int) error) func() (float64, error) {
	return func() (float64, error) {
		r := rand.New(rand.NewPCG(benchSeed, 0))
		var times []float64
		for range 300 {
			n := r.IntN(f.audits)
			began := time.Now()
			if err := ask(f, n); err != nil {
				return 0, err
			}
			times = append(times, float64(time.Since(began).Nanoseconds())/1000)
		}
		return newSpread(times).Median, nil
	}
}

// serverStart starts servers on an empty database and on a large one, and the anchor P.
func (b *bench) serverStart(ctx context.Context, large *filled) error {
	start := func(db string) (func() (float64, error), error) {
		key, err := b.createKey(ctx, db)
		return func() (float64, error) {
			d, err := b.daemon(ctx, db, key)
			if err != nil {
				return 0, err
			}
			d.stop()
			return d.took.Seconds(), nil
		}, err
	}
	onEmpty, err := start(filepath.Join(b.dir, "empty.db"))
	if err != nil {
		return err
	}
	onLarge, err := start(large.path)
	if err != nil {
		return err
	}
	body := filepath.Join(b.dir, "plain")
	if err := os.WriteFile(body, []byte("{}"), 0o600); err != nil {
		return err
	}
	plain := func() (float64, error) {
		began := time.Now()
		p, err := b.child(ctx, b.binary("P"), body, "application/json")
		if err != nil {
			return 0, err
		}
		defer p.stop()
		resp, err := http.Get(p.url)
		if err != nil {
			return 0, err
		}
		return time.Since(began).Seconds(), resp.Body.Close()
	}
	runs, err := series(b.n, onEmpty, onLarge, plain)
	if err != nil {
		return err
	}
	b.ratio("11b", "serve to its first answer, empty database", "s", "P", runs[0], runs[2], 2, 1.3)
	r := &b.results[len(b.results)-1]
	r.Pass = r.Pass || r.Ours.Median <= 0.03 // nobody waits for either
	b.ratio("11b", fmt.Sprintf("serve to its first answer, %d audits", large.audits), "s", "empty", runs[1], runs[0], 1.3, 1.1)
	return nil
}
