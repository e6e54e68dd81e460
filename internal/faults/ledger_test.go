package faults

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// ledger is what was promised from outside, to be counted when the faults are over.
type ledger struct {
	c        *caller
	receipts []receipt
	gone     []map[string]bool // by receipt: addresses whose audits must fail, with their units given back

	// What settle has counted.
	audits, done, joined, failed, worn, lost int
}

// submit sends addresses under an idempotency key of their own until they are accepted. The audits of gone must fail with the site's own fault.
func (l *ledger) submit(urls, gone []string) receipt {
	l.c.t.Helper()
	var r receipt
	l.c.until("POST", "/v1/audits", fmt.Sprintf("batch-%d", len(l.receipts)), map[string]any{"urls": slices.Concat(urls, gone), "refresh": true}, &r)
	l.keep(r, gone)
	return r
}

// keep notes a receipt.
func (l *ledger) keep(r receipt, gone []string) {
	set := map[string]bool{}
	for _, url := range gone {
		set[url] = true
	}
	l.receipts, l.gone = append(l.receipts, r), append(l.gone, set)
}

// settle waits until everything has ended and counts: no audit is lost, none ends otherwise than its site lets it, each ends once, and exactly those
// are metered that have a report. An audit whose worker died four times ends as failed, code internal, its unit given back: that is an end too, and at
// most mayWear of them are let pass.
func (l *ledger) settle(t *testing.T, within time.Duration, mayWear int) {
	t.Helper()
	ids := map[string]bool{}
	metered := 0
	for n, r := range l.receipts {
		metered += r.Metered
		b := l.c.ended(r.BatchID, within)
		if b.Total != len(r.Audits) || len(b.Audits) != len(r.Audits) {
			l.lost += len(r.Audits) - len(b.Audits)
			t.Errorf("batch %s: %d of %d audits are left", r.BatchID, len(b.Audits), len(r.Audits))
		}
		for i, a := range b.Audits {
			if ids[a.AuditID] || a.AuditID != r.Audits[i].AuditID {
				l.lost++
				t.Errorf("%s was promised as %s", a.AuditID, r.Audits[i].AuditID)
			}
			ids[a.AuditID] = true
			l.count(t, a, l.gone[n][a.URL])
		}
	}
	l.audits = len(ids)
	if l.worn > mayWear {
		t.Errorf("%d audits were given up; at most %d may be", l.worn, mayWear)
	}
	eventually(t, patience, "the units metered", func() error { // a node may answer by what it read a second ago
		var me struct{ Quota quota }
		l.c.until("GET", "/v1/me", "", nil, &me)
		if got := limit - me.Quota.Remaining; got != l.done {
			return fmt.Errorf("%d units are metered; %d audits have a report, of %d batches", got, l.done, len(l.receipts))
		}
		return nil
	})
	// Who joined a run that failed isn't told from those that ran.
	if metered < l.done || metered > l.done+l.failed+l.worn {
		t.Errorf("the receipts say %d metered; %d audits are done, %d failed, %d were given up", metered, l.done, l.failed, l.worn)
	}
	for _, r := range l.receipts[:min(3, len(l.receipts))] { // what was read stays as it is
		first, again := l.c.ended(r.BatchID, patience), l.c.ended(r.BatchID, patience)
		if !slices.EqualFunc(first.Audits, again.Audits, func(a, b entry) bool { return a.AuditID == b.AuditID && a.FinishedAt == b.FinishedAt }) {
			t.Errorf("batch %s changed after its end", r.BatchID)
		}
	}
}

func (l *ledger) count(t *testing.T, a entry, gone bool) {
	t.Helper()
	switch {
	case a.Status == "failed" && a.Error != nil && a.Error.Code == "internal":
		l.worn++
	case gone && a.Status == "failed" && a.Error != nil && a.Error.Code == "http_error":
		l.failed++
	case !gone && a.Status == "done":
		if a.Cached { // it joined a run of the same address that was under way
			l.joined++
		} else {
			l.done++
		}
	default:
		l.lost++
		t.Errorf("%s %s is %s: %+v", a.AuditID, a.URL, a.Status, a.Error)
	}
}

// record puts what was counted into the table.
func (l *ledger) record(t *testing.T, tried string) {
	t.Helper()
	given := ""
	if l.worn > 0 {
		given = fmt.Sprintf("; %d given up after their fourth worker, units returned", l.worn)
	}
	record(t, tried, fmt.Sprintf("%d audits in %d batches: %d ran, %d joined another's run, %d failed by their sites, %d lost%s",
		l.audits, len(l.receipts), l.done, l.joined, l.failed, l.lost, given))
}

// ended says that a channel is closed.
func ended(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
