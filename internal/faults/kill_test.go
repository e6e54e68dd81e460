package faults

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
)

var kills = flag.Int("kills", 4, "processes killed in each test")

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
	sites := newFarm(t, perBatch, 30*time.Millisecond)
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

	var ledger []receipt
	done := make(chan struct{})
	var killer sync.WaitGroup
	killer.Go(func() {
		defer close(done)
		for range *kills {
			// A random moment is what is tested. Several nodes find out that one died after some 20 seconds, so some kills meet a service that has
			// gone on without it.
			time.Sleep(time.Duration(100+rand.IntN(700*len(nodes))) * time.Millisecond)
			n := nodes[rand.IntN(len(nodes))]
			n.kill()
			n.start()
		}
	})
	for i := 0; ; i++ {
		var r receipt
		c.until("POST", "/v1/audits", fmt.Sprintf("batch-%d", i), map[string]any{"urls": sites.urls, "refresh": true}, &r)
		ledger = append(ledger, r)
		if i%2 == 0 { // every other batch is waited for, so that kills meet both waiting and running audits
			c.ended(r.BatchID, patience)
		}
		select {
		case <-done:
		default:
			continue
		}
		break
	}
	killer.Wait()

	// An audit whose worker died four times ends as failed, code internal, its unit given back: that is an end too, and a rare one.
	metered, worn, ids := 0, 0, map[string]bool{}
	for _, r := range ledger {
		b := c.ended(r.BatchID, patience)
		if b.Total != perBatch || len(b.Audits) != perBatch {
			t.Errorf("batch %s: %d of %d audits are left", r.BatchID, len(b.Audits), perBatch)
		}
		for i, a := range b.Audits {
			if ids[a.AuditID] || a.AuditID != r.Audits[i].AuditID {
				t.Errorf("%s was promised as %s", a.AuditID, r.Audits[i].AuditID)
			}
			ids[a.AuditID] = true
			switch {
			case a.Status == "done" && !a.Cached:
				metered++
			case a.Status == "failed" && a.Error != nil && a.Error.Code == "internal":
				worn++
			case a.Status != "done":
				t.Errorf("%s is %s: %+v", a.AuditID, a.Status, a.Error)
			}
		}
	}
	if worn > *kills/10 {
		t.Errorf("%d audits failed after %d kills", worn, *kills)
	}
	var me struct{ Quota quota }
	c.until("GET", "/v1/me", "", nil, &me)
	if got := limit - me.Quota.Remaining; got != metered {
		t.Errorf("%d units are metered; %d audits ran for %d batches", got, metered, len(ledger))
	}
	if sum := sumMetered(ledger); sum < metered || sum > metered+worn {
		t.Errorf("the receipts say %d metered; %d audits are done, %d were given up", sum, metered, worn)
	}
	// Each ended once: what was read stays as it is.
	for _, r := range ledger[:min(3, len(ledger))] {
		first, again := c.ended(r.BatchID, time.Second), c.ended(r.BatchID, time.Second)
		if !slices.EqualFunc(first.Audits, again.Audits, func(a, b entry) bool { return a.AuditID == b.AuditID && a.FinishedAt == b.FinishedAt }) {
			t.Errorf("batch %s changed after its end", r.BatchID)
		}
	}
	if got, most := sites.home.Load(), int64(metered+*kills*len(nodes)*20*2); got > most {
		t.Errorf("%d front pages were asked for; at most %d explain themselves", got, most)
	}
	t.Logf("%d kills, %d batches, %d audits, %d run, %d given up after their fourth worker, %d front pages asked for",
		*kills, len(ledger), len(ids), metered, worn, sites.home.Load())
}

func sumMetered(ledger []receipt) (n int) {
	for _, r := range ledger {
		n += r.Metered
	}
	return n
}

// newKey makes an account with a limit, and a key for it, as an operator does.
func newKey(t *testing.T, store []string, limit int) string {
	t.Helper()
	email := fmt.Sprintf("a%d@example.com", rand.Int64())
	auditctl(t, append([]string{"accounts", "create", email, "--plan", "agency", "--limit", fmt.Sprint(limit)}, store...)...)
	return auditctl(t, append([]string{"keys", "create", "--account", email}, store...)...)
}
