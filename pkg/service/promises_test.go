package service

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/audittest"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/postgres"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

// clock is the machine's, moved on by what a test says.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

func openSQLite(t *testing.T) store.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// working runs a service's queue until the test has ended, or stop is called.
func working(t *testing.T, s *Service, node string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.RunQueue(ctx, Workers{Node: node, Count: 8, Grace: time.Millisecond}) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil && ctx.Err() == nil {
			t.Errorf("the queue ended with %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// harness runs nodes on one store. Every call of a customer goes to the next node, and every node works.
func harness(open func() store.Store, nodes int) func(*testing.T) audittest.Harness {
	return func(t *testing.T) audittest.Harness {
		var c clock
		sites := audittest.NewSites(c.now)
		var services []*Service
		for n := range nodes {
			s := New(Config{
				Store: open(), Runner: sites, MaxURLs: audit.MaxURLs, CacheAge: audittest.CacheAge, FailureLimit: audittest.FailureLimit, Now: c.now,
			})
			working(t, s, fmt.Sprintf("node %d", n))
			services = append(services, s)
		}
		accounts := 0
		return audittest.Harness{Sites: sites, Advance: c.advance, Account: func(t *testing.T, plan audit.Plan, limit int) audit.Service {
			accounts++
			caller := newCaller(t, services[0], fmt.Sprintf("a%d@example.com", accounts), plan, limit)
			r := new(round)
			for _, s := range services {
				r.nodes = append(r.nodes, s.For(caller))
			}
			return r
		}}
	}
}

// round sends every call to the next of its nodes.
type round struct {
	nodes []*Scoped
	calls atomic.Int64
}

func (r *round) next() *Scoped { return r.nodes[int(r.calls.Add(1))%len(r.nodes)] }

func (r *round) Submit(ctx context.Context, s audit.Submission) (audit.Receipt, error) {
	return r.next().Submit(ctx, s)
}

func (r *round) Audit(ctx context.Context, id string) (*audit.Audit, error) {
	return r.next().Audit(ctx, id)
}

func (r *round) Screenshot(ctx context.Context, id string) ([]byte, error) {
	return r.next().Screenshot(ctx, id)
}

func (r *round) Batch(ctx context.Context, id string) (*audit.Batch, error) {
	return r.next().Batch(ctx, id)
}
func (r *round) Delete(ctx context.Context, id string) error { return r.next().Delete(ctx, id) }

func (r *round) Audits(ctx context.Context, q audit.Query) (audit.AuditPage, error) {
	return r.next().Audits(ctx, q)
}

func (r *round) Batches(ctx context.Context, q audit.Query) (audit.BatchPage, error) {
	return r.next().Batches(ctx, q)
}
func (r *round) Account(ctx context.Context) (audit.Account, error) { return r.next().Account(ctx) }

// newCaller makes an account and a key, and gives who has the key.
func newCaller(t *testing.T, s *Service, email string, plan audit.Plan, limit int) audit.Caller {
	t.Helper()
	_, caller := newKey(t, s, email, plan, limit)
	return caller
}

func newKey(t *testing.T, s *Service, email string, plan audit.Plan, limit int) (secret string, caller audit.Caller) {
	t.Helper()
	if _, err := s.CreateAccount(t.Context(), email, plan, limit); err != nil {
		t.Fatal(err)
	}
	secret, _, err := s.CreateKey(t.Context(), email, "test", 0)
	if err != nil {
		t.Fatal(err)
	}
	caller, err = s.Authenticate(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	return secret, caller
}

func TestThePromisesAreKeptOverSQLite(t *testing.T) {
	audittest.Exercise(t, harness(func() store.Store { return openSQLite(t) }, 1))
}

func TestThePromisesAreKeptByTwoNodesOverPostgreSQL(t *testing.T) {
	address := pgtest.URL(t)
	audittest.Exercise(t, harness(func() store.Store {
		s, err := postgres.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	}, 2))
}
