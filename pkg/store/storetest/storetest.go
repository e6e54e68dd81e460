// Package storetest is the promise that every store driver keeps: one suite, which a driver's test calls with a way to open an empty store.
package storetest

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// Exercise runs the suite. open gives a new, empty store each time it is called; it is closed with the test.
func Exercise(t *testing.T, open func(t *testing.T) store.Store) {
	for name, test := range map[string]func(*testing.T, store.Store){
		"a batch comes back as it was accepted, in its order":              keepsOrder,
		"a finished audit comes back whole, its checks where asked for":    keepsReport,
		"the first result of an audit stands":                              firstResultStands,
		"what fails midway leaves nothing behind":                          allOrNothing,
		"what isn't there and what is another's are not_found alike":       notFound,
		"lists are newest first, bounded, by domain, page by page":         lists,
		"a fresh audit serves what the specification lets it":              serves,
		"a report stays while an audit rests on it":                        sharedReports,
		"an audit that ended can be deleted, and its batch with the last":  deletes,
		"answers and the picture stay with their report, and go with it":   besideReport,
		"evidence stays with its report, and the oldest goes":              evidence,
		"a site's questions are remembered, for each account":              questions,
		"what an audit made is kept with its end, or not at all":           keptWithTheEnd,
		"what an audit paid for is kept until it ends":                     paidAnswers,
		"an answer that comes at the end of its audit stays nowhere":       paidAnswersAtTheEnd,
		"accounts are kept, by id and address":                             accounts,
		"keys are kept without their secret":                               keys,
		"a password is set by the account's invitation, once":              invitations,
		"a session lasts until it expires or is ended, for good":           sessions,
		"a unit leaves the window to the microsecond, and is given back":   metering,
		"100 units are 100 audits, however many submit at once":            exactQuota,
		"failures are counted, newest first":                               failures,
		"what was answered is remembered, once":                            remembers,
		"of many that submit the same at once, one is accepted":            acceptsOnce,
		"a flight has one leader, and lands with all who followed":         flights,
		"nobody is left behind by a flight that lands while they join":     nobodyLeftBehind,
		"a host's limits hold, and don't count an audit against itself":    hostLimits,
		"many who begin on one host at once stay within its limits":        hostLimitsAtOnce,
		"an audit that turns to another host counts there too":             visits,
		"who waits for a host holds no other":                              visitsHoldNothing,
		"an account leaves a third of a host's hour to others":             hostShares,
		"an audit visits a bounded number of places":                       visitsBounded,
		"accounts take turns, however much one has queued":                 turns,
		"what expired is removed, all of it, and nothing else":             cleans,
		"the backlog counts what has a job and hasn't ended":               backlog,
		"a ready store says so":                                            ready,
		"many writers and readers at once lose and tear nothing":           concurrent,
		"every job is run once, in the order of turns":                     runsInTurn,
		"a job that fails or panics comes back counted, one put off isn't": comesBack,
		"a job has a time limit":                                           timeLimit,
		"a stopped worker finishes what it can, and hands back the rest":   handsBack,
		"a result and the end of its job are one":                          finishIsOne,
		"a job without an audit that waits for it just ends":               idleJobs,
		"tending begins with the work and goes on":                         tends,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			test(t, s)
		})
	}
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456000, time.UTC)

// pending makes an audit as a submission does; ids are ordered by batch and n.
func pending(batch string, n int, url, domain string) store.NewAudit {
	return store.NewAudit{Rules: "1", Audit: audit.Audit{
		AuditID: fmt.Sprintf("aud_%s_%04d", batch, n), BatchID: batch, URL: url, Domain: domain, Status: audit.Pending, Lang: audit.English, CreatedAt: noon,
	}}
}

func batch(account, id string, audits ...store.NewAudit) store.Batch {
	return store.Batch{ID: id, AccountID: account, KeyID: "key_1", Lang: audit.English, CreatedAt: noon, Audits: audits}
}

func update(t *testing.T, s store.Store, do func(context.Context, store.Tx) error) {
	t.Helper()
	ctx := t.Context()
	if err := s.Update(ctx, func(tx store.Tx) error { return do(ctx, tx) }); err != nil {
		t.Fatal(err)
	}
}

func accept(t *testing.T, s store.Store, b store.Batch) {
	t.Helper()
	update(t, s, func(ctx context.Context, tx store.Tx) error { return tx.AddBatch(ctx, b) })
}

func end(t *testing.T, s store.Store, e store.Ending) bool {
	t.Helper()
	ended := false
	update(t, s, func(ctx context.Context, tx store.Tx) (err error) {
		ended, err = tx.End(ctx, e)
		return err
	})
	return ended
}

// done is an ending with a report of the audit's own.
func done(id string, at time.Time) store.Ending {
	return store.Ending{
		AuditID: id, Status: audit.Done, FinishedAt: at, ReportOf: id, Report: []byte(`{"summary":"of ` + id + ` “été”"}`), Checks: []byte(`[{"id":"seo.title"}]`),
		AuditedAt: at, Serves: store.ServesDomain,
	}
}

func failed(id string, at time.Time) store.Ending {
	return store.Ending{AuditID: id, Status: audit.Failed, FinishedAt: at, Error: &audit.Failure{Code: audit.CodeTimeout, Message: "too late"}}
}

func account(t *testing.T, s store.Store, id string, limit int) {
	t.Helper()
	err := s.CreateAccount(t.Context(), store.Account{ID: id, Email: id + "@mail.example", Plan: audit.Individual, Limit: limit, CreatedAt: noon})
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("want (-), got (+):\n%s", d)
	}
}

func code(t *testing.T, what string, err error, want audit.Code) {
	t.Helper()
	if audit.CodeOf(err) != want {
		t.Errorf("%s: %v, want %s", what, err, want)
	}
}

// eventually waits for what other goroutines bring about.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within 5 minutes", what)
		}
	}
}

var errFault = errors.New("a fault of the test")

// NewestMigration fails where the newest of a driver's migrations isn't the schema that the driver brings databases up to.
func NewestMigration(t *testing.T, migrations embed.FS, schema int) {
	t.Helper()
	files, err := migrations.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	newest := files[len(files)-1].Name()
	if want := fmt.Sprintf("%05d_", schema); !strings.HasPrefix(newest, want) {
		t.Errorf("the newest migration is %s, and databases older than %s aren't brought up to date", newest, want)
	}
}
