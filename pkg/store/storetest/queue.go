package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// working is a worker that runs beside the test.
type working struct {
	stop  func() // and wait
	count atomic.Int64
}

func (w *working) ended() int { return int(w.count.Load()) }

// workFor works with run; where that succeeds, the audit ends with its job.
func workFor(t *testing.T, s store.Store, run func(context.Context, store.Running) error, change ...func(*store.Worker)) *working {
	t.Helper()
	job := &working{}
	w := store.Worker{Node: "node_1", Count: 4, Timeout: time.Minute, Grace: 10 * time.Second, TendEvery: time.Hour, Run: func(ctx context.Context, r store.Running) error {
		if err := run(ctx, r); err != nil {
			return err
		}
		err := finish(ctx, r)
		if err == nil {
			job.count.Add(1)
		}
		return err
	}}
	for _, c := range change {
		c(&w)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Work(ctx, w) }()
	job.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("work ended with %v", err)
		}
	})
	t.Cleanup(job.stop)
	return job
}

func finish(ctx context.Context, r store.Running) error {
	return r.Finish(ctx, func(tx store.Tx) error {
		_, err := tx.End(ctx, failed(r.AuditID, noon))
		return err
	})
}

// enqueue accepts audits of an account with a job each, as a submission does, and gives their ids.
func enqueue(t *testing.T, s store.Store, account, id string, n int) (ids []string) {
	t.Helper()
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		turn, err := tx.Turn(ctx, account)
		if err != nil {
			return err
		}
		b := batch(account, id)
		var jobs []store.Job
		ids = nil
		for i := range n {
			a := pending(id, i, fmt.Sprintf("https://%s-%d.example/", id, i), fmt.Sprintf("%s-%d.example", id, i))
			a.Turn = turn + int64(i)
			b.Audits = append(b.Audits, a)
			jobs = append(jobs, store.Job{AuditID: a.AuditID, AccountID: account, KeyID: "key_1", Turn: a.Turn, Trace: "00-trace"})
			ids = append(ids, a.AuditID)
		}
		return errors.Join(tx.AddBatch(ctx, b), tx.Enqueue(ctx, jobs))
	})
	return ids
}

// nothingWaits is what a queue that has been worked off comes to.
func nothingWaits(t *testing.T, s store.Store) func() bool {
	return func() bool {
		b, err := s.Backlog(t.Context())
		if err != nil {
			t.Error(err)
		}
		return b.Pending == 0
	}
}

func runsInTurn(t *testing.T, s store.Store) {
	const many = 40
	long := enqueue(t, s, "acc_1", "bat_1", many)
	single := enqueue(t, s, "acc_2", "bat_2", 1)[0]
	var mu sync.Mutex
	runs, order := map[string]int{}, []string{}
	var job store.Job
	w := workFor(t, s, func(_ context.Context, r store.Running) error {
		mu.Lock()
		defer mu.Unlock()
		runs[r.AuditID]++
		order = append(order, r.AuditID)
		if r.AuditID == single {
			job = r.Job
		}
		if r.Attempt != 1 {
			t.Errorf("attempt %d", r.Attempt)
		}
		return nil
	}, func(w *store.Worker) { w.Count = 1 })
	eventually(t, "the queue is empty", nothingWaits(t, s))
	w.stop()
	for _, id := range append(long, single) {
		if runs[id] != 1 {
			t.Errorf("%s ran %d times", id, runs[id])
		}
	}
	if order[0] != single && order[1] != single {
		t.Errorf("the single audit waited for the other account's batch: %v", order)
	}
	last := ""
	for _, id := range order {
		if id != single && id < last {
			t.Errorf("%s ran after %s", id, last)
		}
		last = max(last, id)
		if id == single {
			last = ""
		}
	}
	same(t, job, store.Job{AuditID: single, AccountID: "acc_2", KeyID: "key_1", Turn: 1, Trace: "00-trace"})
}

func comesBack(t *testing.T, s store.Store) {
	ids := enqueue(t, s, "acc_1", "bat_1", 4)
	var mu sync.Mutex
	attempts := map[string][]int{}
	workFor(t, s, func(_ context.Context, r store.Running) error {
		mu.Lock()
		attempts[r.AuditID] = append(attempts[r.AuditID], r.Attempt)
		first := len(attempts[r.AuditID]) == 1
		mu.Unlock()
		switch {
		case first && r.AuditID == ids[0]:
			return errFault
		case first && r.AuditID == ids[1]:
			panic(errFault)
		case first && r.AuditID == ids[2]:
			return fmt.Errorf("the host is busy: %w", &store.Later{After: 10 * time.Millisecond})
		}
		return nil
	})
	eventually(t, "all came back and ended", nothingWaits(t, s))
	mu.Lock()
	defer mu.Unlock()
	same(t, attempts, map[string][]int{ids[0]: {1, 2}, ids[1]: {1, 2}, ids[2]: {1, 1}, ids[3]: {1}})
}

func timeLimit(t *testing.T, s store.Store) {
	enqueue(t, s, "acc_1", "bat_1", 1)
	var second atomic.Int64
	workFor(t, s, func(ctx context.Context, r store.Running) error {
		if r.Attempt == 1 {
			<-ctx.Done()
			return ctx.Err()
		}
		second.CompareAndSwap(0, int64(r.Attempt)) // a busy machine may need more of them
		return nil
	}, func(w *store.Worker) { w.Timeout = 500 * time.Millisecond })
	eventually(t, "it ended at the second attempt", nothingWaits(t, s))
	if second.Load() != 2 {
		t.Errorf("attempt %d", second.Load())
	}
}

func handsBack(t *testing.T, s store.Store) {
	ids := enqueue(t, s, "acc_1", "bat_1", 3)
	started := make(chan string, 3)
	release := make(chan struct{})
	first := workFor(t, s, func(ctx context.Context, r store.Running) error {
		started <- r.AuditID
		if r.AuditID == ids[0] {
			<-release // within the time that it is given
			return nil
		}
		<-ctx.Done()
		return ctx.Err()
	}, func(w *store.Worker) { w.Count, w.Grace = 2, 3*time.Second })
	<-started
	<-started
	time.AfterFunc(20*time.Millisecond, func() { close(release) })
	first.stop()
	if n := first.ended(); n != 1 {
		t.Fatalf("%d ended, want the one that could", n)
	}
	if len(started) != 0 {
		t.Error("a stopped worker took another job")
	}
	var mu sync.Mutex
	var order []string
	workFor(t, s, func(_ context.Context, r store.Running) error {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, r.AuditID)
		if r.Attempt != 1 {
			t.Errorf("%s: being stopped counts as attempt %d", r.AuditID, r.Attempt)
		}
		return nil
	}, func(w *store.Worker) { w.Node, w.Count = "node_2", 1 })
	eventually(t, "the others ended", nothingWaits(t, s))
	mu.Lock()
	defer mu.Unlock()
	same(t, order, []string{ids[1], ids[2]})
}

func finishIsOne(t *testing.T, s store.Store) {
	id := enqueue(t, s, "acc_1", "bat_1", 1)[0]
	var attempts atomic.Int64
	w := workFor(t, s, func(ctx context.Context, r store.Running) error {
		if attempts.Add(1) > 1 {
			return nil
		}
		err := r.Finish(ctx, func(tx store.Tx) error {
			if _, err := tx.End(ctx, done(r.AuditID, noon)); err != nil {
				return err
			}
			return errFault
		})
		if !errors.Is(err, errFault) {
			t.Errorf("finishing gave %v", err)
		}
		if a, err := s.Audit(ctx, "acc_1", id, false); err != nil || a.Status != audit.Pending {
			t.Errorf("after a fault: %s, %v", a.Status, err)
		}
		return err
	})
	eventually(t, "it ended", nothingWaits(t, s))
	w.stop()
	if a, err := s.Audit(t.Context(), "acc_1", id, false); err != nil || a.Status != audit.Failed || attempts.Load() != 2 {
		t.Errorf("%s after %d attempts, %v", a.Status, attempts.Load(), err)
	}
}

func idleJobs(t *testing.T, s store.Store) {
	ids := enqueue(t, s, "acc_1", "bat_1", 2)
	end(t, s, failed(ids[0], noon))
	update(t, s, func(ctx context.Context, tx store.Tx) error {
		return tx.Enqueue(ctx, []store.Job{{AuditID: "aud_unknown", Turn: 1}})
	})
	var runs []string
	w := workFor(t, s, func(_ context.Context, r store.Running) error {
		runs = append(runs, r.AuditID)
		return nil
	}, func(w *store.Worker) { w.Count = 1 })
	eventually(t, "the one that waits ended", nothingWaits(t, s))
	w.stop()
	same(t, runs, []string{ids[1]})
}

func tends(t *testing.T, s store.Store) {
	var calls atomic.Int64
	workFor(t, s, func(context.Context, store.Running) error { return nil }, func(w *store.Worker) {
		w.TendEvery = 20 * time.Millisecond
		w.Tend = func(context.Context) error {
			switch calls.Add(1) {
			case 1:
				return errFault
			case 2:
				panic(errFault)
			}
			return nil
		}
	})
	eventually(t, "it is called again and again", func() bool { return calls.Load() >= 4 })
}
