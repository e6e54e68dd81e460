package faults

import (
	"fmt"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/auditctl/auditctl/internal/pgtest"
)

// Many who submit at once, over three nodes, for more than there is: exactly what there is is metered.
func TestAQuotaIsExactWhoeverSubmitsAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("submits for some seconds")
	}
	store := []string{"--store", pgtest.URL(t)}
	nodes := []*node{newNode(t, store, "--workers", "0"), newNode(t, store, "--workers", "0"), newNode(t, store, "--workers", "0")}
	for _, n := range nodes {
		n.start()
	}
	for _, n := range nodes {
		n.ready()
	}
	const units, each, submitters = 100, 3, 256
	for round := range *races {
		c := newCaller(t, newKey(t, store, units), nodes...)
		var metered, exceeded atomic.Int64
		var g errgroup.Group
		for i := range submitters {
			g.Go(func() error {
				var urls []string
				for n := range each {
					urls = append(urls, fmt.Sprintf("http://127.0.0.1:9/%d/%d/%d", round, i, n)) // nobody works here
				}
				var r receipt
				if err := c.call(nodes[i%len(nodes)], "POST", "/v1/audits", "", map[string]any{"urls": urls}, &r); err != nil {
					return err
				}
				metered.Add(int64(r.Metered))
				for _, a := range r.Audits {
					if a.Status == "quota_exceeded" {
						exceeded.Add(1)
					}
				}
				return nil
			})
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
		if metered.Load() != units || exceeded.Load() != submitters*each-units {
			t.Errorf("round %d: %d metered and %d refused of %d units for %d", round, metered.Load(), exceeded.Load(), units, submitters*each)
		}
		eventually(t, patience, "the units that remain", func() error {
			var me struct{ Quota quota }
			c.until("GET", "/v1/me", "", nil, &me)
			if me.Quota.Remaining != 0 {
				return fmt.Errorf("%d units remain", me.Quota.Remaining)
			}
			return nil
		})
	}
	record(t, fmt.Sprintf("%d times %d submitters of %d addresses at once, over 3 nodes, on %d units", *races, submitters, each, units), fmt.Sprintf("%d metered each time", units))
}
