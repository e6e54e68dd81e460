package faults

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
)

const (
	perBatch = 50
	limit    = 1_000_000
	// patience is how long a batch may take. Nodes that are killed every few seconds miss none of the others: who looks for the dead must have lived 20
	// seconds itself. So it is as long as the kills, and then some.
	patience = 5 * time.Minute
)

func TestKillingTheServerOnSQLiteLosesNothing(t *testing.T) {
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	killTest(t, store, newNode(t, store))
}

func TestKillingThreeNodesOnPostgreSQLLosesNothing(t *testing.T) {
	store := []string{"--store", pgtest.URL(t)}
	killTest(t, store, newNode(t, store), newNode(t, store, "--workers", "0"), newProcess(t, "worker", store))
}

// killTest submits batch after batch while processes are killed at random moments, each with an idempotency key that is sent again until an answer comes.
func killTest(t *testing.T, store []string, nodes ...*node) {
	if testing.Short() {
		t.Skip("kills processes for some seconds")
	}
	sites := newFarm(t, 400, 30*time.Millisecond)
	key := newKey(t, store, limit)
	var doors []*node
	for _, n := range nodes {
		n.start()
		if n.api != "" {
			doors = append(doors, n)
		}
	}
	for _, n := range nodes {
		n.ready()
	}
	c := newCaller(t, key, doors...)

	l := ledger{c: c}
	done := make(chan struct{})
	var killer sync.WaitGroup
	killer.Go(func() {
		defer close(done)
		for range *kills {
			// A random moment of a process that works is what is tried, and now and then one of a process that starts. Several nodes find out that one
			// died after some 20 seconds, so some kills meet a service that has gone on without it.
			n := nodes[rand.IntN(len(nodes))]
			if rand.IntN(5) > 0 {
				n.ready()
			}
			time.Sleep(time.Duration(100+rand.IntN(2000)) * time.Millisecond)
			n.kill()
			n.start()
		}
	})
	for i := 0; !ended(done); i++ {
		r := l.submit(sites.next(perBatch/2, perBatch/10))
		if len(nodes) == 1 && i%2 == 0 { // every other batch is waited for, so that kills meet both waiting and running audits
			c.ended(r.BatchID, patience)
		}
		time.Sleep(time.Duration(500*len(nodes)) * time.Millisecond)
	}
	killer.Wait()

	mayWear := *kills / 5 // on a busy machine some meet four kills in a row
	if *watched {
		mayWear = len(l.receipts) * perBatch // and many, where everything takes ten times as long
	}
	l.settle(t, patience, mayWear)
	if got, bound := sites.home.Load(), int64(l.done+*kills*20*2); got > bound {
		t.Errorf("%d front pages were asked for; at most %d explain themselves", got, bound)
	}
	l.record(t, fmt.Sprintf("%d kills", *kills))
}

// newKey makes an account with a limit, and a key for it, as an operator does.
func newKey(t *testing.T, store []string, limit int) string {
	t.Helper()
	email := fmt.Sprintf("a%d@example.com", rand.Int64())
	auditctl(t, append([]string{"accounts", "create", email, "--plan", "agency", "--limit", fmt.Sprint(limit)}, store...)...)
	return auditctl(t, append([]string{"keys", "create", "--account", email}, store...)...)
}
