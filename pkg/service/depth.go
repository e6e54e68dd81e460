package service

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// countEvery is how often the queue is counted at most; in between, what this process adds is counted here.
const countEvery = 250 * time.Millisecond

// refuseWithin is how long a submission that meets a full queue waits for its turn to write, when there is more to write than ever.
const refuseWithin = 20 * time.Millisecond

// depth is how long the queue is, never less than what this process knows of. The zero value is ready.
type depth struct {
	counting sync.Mutex // held while the store is asked
	at       time.Time  // when it was asked last; guarded by counting

	mu      sync.Mutex
	counted int // what the store said
	added   int // accepted by this process since
	held    int // about to be accepted by this process
	waiting int // of submissions that wait for their turn, and will most likely be accepted; some of them will need no run
}

// look counts the queue where that wasn't done lately.
func (d *depth) look(ctx context.Context, now time.Time, count func(context.Context) (int, error)) error {
	d.counting.Lock()
	defer d.counting.Unlock()
	if age := now.Sub(d.at); age >= 0 && age < countEvery {
		return nil
	}
	d.mu.Lock()
	before := d.added
	d.mu.Unlock()
	n, err := count(ctx)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	// What was accepted while the store was counting is counted twice until the next time: too careful, never too bold.
	d.counted, d.at, d.added = n, now, d.added-before
	return nil
}

// hold makes place for n audits in a queue of at most limit; 0 means no limit. A batch fits whole or not at all.
func (d *depth) hold(n, limit int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case limit > 0 && n > limit:
		return &audit.Error{
			Code: audit.CodeOverloaded, RetryAfter: retryAfter,
			Message: fmt.Sprintf("%d audits at once are more than the queue takes, which is %d; nothing was submitted or metered. "+
				"Submit fewer at a time", n, limit),
		}
	case limit > 0 && d.counted+d.added+d.held+n > limit:
		return fullQueue()
	}
	d.held += n
	return nil
}

// wait gives the context in which a submission of n audits waits for its turn to write. Where the queue is full, or will be with those that wait already, it
// ends after refuseWithin unless begun is called before. The caller calls end when it is done.
func (d *depth) wait(ctx context.Context, n, limit int) (waiting context.Context, begun, end func()) {
	waiting, cancel := context.WithCancel(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	if limit > 0 && d.counted+d.added+d.held+d.waiting+n > limit {
		late := time.AfterFunc(refuseWithin, cancel)
		return waiting, func() { late.Stop() }, cancel
	}
	d.waiting += n
	begun = sync.OnceFunc(func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.waiting -= n
	})
	return waiting, begun, func() { begun(); cancel() }
}

func fullQueue() error {
	return &audit.Error{
		Code: audit.CodeOverloaded, Message: "too many audits are waiting; nothing was submitted or metered. Try again in a few seconds", RetryAfter: retryAfter,
	}
}

// settle says what became of a place that was held.
func (d *depth) settle(n int, accepted bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held -= n
	if accepted {
		d.added += n
	}
}
