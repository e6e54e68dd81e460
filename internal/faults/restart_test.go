package faults

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

const (
	// Goals of a restart, with as many audits stored as the second has.
	readyWithin     = 2 * time.Second
	manyStored      = 100_000
	readyWithinMany = 5 * time.Second
	resumedWithin   = 5 * time.Second

	storedEmail = "stored@example.com"
	storedLimit = 10_000_000
)

// A server is killed while it works off a batch, and started again on all that it has ever stored.
func TestARestartIsQuickHoweverMuchIsStored(t *testing.T) {
	if testing.Short() {
		t.Skip("fills databases")
	}
	aside(t)
	for number := range strings.SplitSeq(*stored, ",") {
		finished, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprintf("%d audits", finished), func(t *testing.T) { restart(t, finished) })
	}
}

func restart(t *testing.T, finished int) {
	begin(t)
	file := filepath.Join(t.TempDir(), "audits.db")
	fill(t, file, finished)
	const latency = 30 * time.Millisecond
	sites := newFarm(t, perBatch, latency)
	key := auditctl(t, "keys", "create", "--account", storedEmail, "--db", file)
	n := newNode(t, []string{"--db", file})
	c := newCaller(t, key, n)
	n.start()
	n.ready()
	var ready, answered, resumed []time.Duration
	for range *restarts {
		var r receipt
		asked := sites.home.Load()
		c.until("POST", "/v1/audits", "", map[string]any{"urls": sites.urls}, &r)
		eventually(t, patience, "work has begun", func() error {
			if sites.home.Load() == asked {
				return errors.New("no site was asked yet")
			}
			return nil
		})
		n.kill()
		eventually(t, patience, "the end of what it had asked for", func() error { // or it would be taken for work that goes on
			if open := sites.open.Load(); open > 0 {
				return fmt.Errorf("%d requests are under way", open)
			}
			return nil
		})
		asked = sites.home.Load()

		var g errgroup.Group
		began := time.Now()
		n.start()
		watch := func(into *[]time.Duration, what string, there func() bool) {
			g.Go(func() error {
				took, err := since(began, what, there)
				*into = append(*into, took)
				return err
			})
		}
		watch(&ready, "readiness", func() bool {
			resp, err := c.http.Get("http://" + n.operator + "/readyz")
			if err != nil {
				return false
			}
			resp.Body.Close()
			return resp.StatusCode == http.StatusOK
		})
		watch(&answered, "an answer", func() bool {
			var me struct{ Quota quota }
			return c.call(n, "GET", "/v1/me", "", nil, &me) == nil
		})
		watch(&resumed, "an audit that goes on", func() bool { return sites.home.Load() > asked })
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
		if b := c.ended(r.BatchID, patience); b.Completed != perBatch {
			t.Errorf("%d of %d audits are done after the restart", b.Completed, perBatch)
		}
	}
	eventually(t, patience, "the units metered", func() error {
		var me struct{ Quota quota }
		c.until("GET", "/v1/me", "", nil, &me)
		if got, want := me.Quota.Limit-me.Quota.Remaining, finished+*restarts*perBatch; got != want {
			return fmt.Errorf("%d units are metered of %d audits", got, want)
		}
		return nil
	})
	within := readyWithin
	if finished >= manyStored {
		within = readyWithinMany
	}
	most(t, "ready", quantile(ready, 1), within)
	most(t, "the first answer", quantile(answered, 1), within)
	most(t, "the first audit that goes on", quantile(resumed, 1), resumedWithin)
	record(t, fmt.Sprintf("%d kills with %d audits pending", *restarts, perBatch), fmt.Sprintf(
		"ready after %s at most, first answer after %s, first front page of a resumed audit after %s (the site's %s included); all %d done, each metered once",
		milliseconds(quantile(ready, 1)), milliseconds(quantile(answered, 1)), milliseconds(quantile(resumed, 1)), milliseconds(2*latency), *restarts*perBatch))
}

// fill makes a database with so many finished audits of as many domains, all of one account and in its window, as a server would have stored them. Their
// reports are small: what may slow a start is their number.
func fill(t *testing.T, file string, finished int) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now().Add(-time.Hour)
	err = s.CreateAccount(t.Context(), store.Account{ID: "acc_stored", Email: storedEmail, Plan: audit.Agency, Limit: storedLimit, CreatedAt: began})
	const atOnce = 20 * perBatch
	for from := 0; from < finished && err == nil; from += atOnce {
		err = s.Update(t.Context(), func(tx store.Tx) error {
			end := min(finished, from+atOnce)
			for first := from; first < end; first += perBatch {
				if err := storeBatch(t.Context(), tx, first, min(perBatch, end-first), began.Add(time.Duration(first)*time.Millisecond)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
}

func storeBatch(ctx context.Context, tx store.Tx, from, count int, at time.Time) error {
	batch := store.Batch{ID: fmt.Sprintf("bat_%026d", from), AccountID: "acc_stored", KeyID: "key_1", Lang: audit.English, CreatedAt: at}
	var ids []string
	for n := from; n < from+count; n++ {
		domain := fmt.Sprintf("site-%d.example", n)
		a := audit.Audit{
			AuditID: fmt.Sprintf("aud_%026d", n), BatchID: batch.ID, URL: "https://" + domain + "/", Domain: domain, Status: audit.Pending, Lang: audit.English, CreatedAt: at,
		}
		batch.Audits, ids = append(batch.Audits, store.NewAudit{Audit: a, Rules: "1"}), append(ids, a.AuditID)
	}
	err := errors.Join(tx.AddBatch(ctx, batch), tx.Meter(ctx, batch.AccountID, at, ids))
	for _, id := range ids {
		if err != nil {
			return err
		}
		_, err = tx.End(ctx, store.Ending{
			AuditID: id, Status: audit.Done, FinishedAt: at, ReportOf: id, Report: []byte(`{"summary":"We bake."}`), Checks: []byte("[]"), AuditedAt: at, Serves: store.ServesDomain,
		})
	}
	return err
}
