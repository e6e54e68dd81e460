package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"github.com/auditctl/auditctl/pkg/store"
)

const (
	// River takes jobs by priority, then by the time they are due, then by id. A job's turn is that time, counted in milliseconds from 1970 (SQLite keeps
	// no more): it is always due, and the turns of the accounts mix. A job that comes back has priority 1: it goes before those that were never taken.
	priority = 2
	// maxAttempts is as many as River can count: the service ends an audit long before. A job must never be given up while its audit waits for it.
	maxAttempts = 1<<15 - 1

	fetchCooldown = 10 * time.Millisecond
	retention     = 10 * time.Minute // of jobs that were done
	firstRetry    = 2 * time.Second
	longestRetry  = time.Minute
)

// jobArgs is a job as River keeps it.
type jobArgs struct {
	AuditID   string `json:"audit_id"`
	AccountID string `json:"account_id,omitempty"`
	KeyID     string `json:"key_id,omitempty"`
	Turn      int64  `json:"turn"`
	Trace     string `json:"trace,omitempty"`
}

func (jobArgs) Kind() string { return "audit" }

// driver is River's, but for a race that River panics at: it writes how a job ended, waits for another that is giving the job back, and then reads it as
// still running. That is no end: the other's word stands.
type driver[TTx any] struct{ riverdriver.Driver[TTx] }

func (d driver[TTx]) GetExecutor() riverdriver.Executor { return executor{d.Driver.GetExecutor()} }

type executor struct{ riverdriver.Executor }

func (e executor) JobSetStateIfRunningMany(ctx context.Context, p *riverdriver.JobSetStateIfRunningManyParams) ([]*rivertype.JobRow, error) {
	rows, err := e.Executor.JobSetStateIfRunningMany(ctx, p)
	return slices.DeleteFunc(rows, func(r *rivertype.JobRow) bool { return r.State == rivertype.JobStateRunning }), err
}

// newInserter gives, when it is first needed, the client that makes jobs.
func newInserter[TTx any](driver riverdriver.Driver[TTx]) func() (*river.Client[TTx], error) {
	return sync.OnceValues(func() (*river.Client[TTx], error) {
		return river.NewClient(driver, &river.Config{
			FetchCooldown: river.FetchCooldownMin, // a client tells workers of new jobs no more often than this
			MaxAttempts:   maxAttempts,
			Logger:        slog.New(slog.DiscardHandler),
			Hooks: []rivertype.Hook{river.HookInsertBeginFunc(func(_ context.Context, p *rivertype.JobInsertParams) error {
				p.State = rivertype.JobStateAvailable // River would let a job with a time wait for its scheduler, though the time is past
				return nil
			})},
		})
	})
}

// Enqueue implements store.Tx.
func (t *tx[TTx]) Enqueue(ctx context.Context, jobs []store.Job) error {
	if len(jobs) == 0 {
		return nil
	}
	client, err := t.s.inserter()
	if err != nil {
		return fmt.Errorf("making jobs: %w", err)
	}
	params := make([]river.InsertManyParams, len(jobs))
	for i, j := range jobs {
		params[i] = river.InsertManyParams{Args: jobArgs(j), InsertOpts: &river.InsertOpts{Priority: priority, ScheduledAt: time.UnixMilli(j.Turn)}}
	}
	if _, err := client.InsertManyFastTx(t.whole(ctx), t.Raw(), params); err != nil {
		return fmt.Errorf("making jobs: %w", t.s.db.Explain(err))
	}
	return nil
}

// Work implements store.Queue.
func (s *Store[TTx]) Work(ctx context.Context, w store.Worker) error {
	if w.Log == nil {
		w.Log = slog.New(slog.DiscardHandler)
	}
	if w.Timeout <= 0 {
		w.Timeout = -1 // River's word for none
	}
	n := &node[TTx]{s: s, w: w, running: map[int64]bool{}}
	if err := n.arrive(ctx); err != nil {
		return fmt.Errorf("beginning to work: %w", err)
	}
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, n); err != nil {
		return err
	}
	client, err := river.NewClient(s.db.River, &river.Config{
		ID:                          w.Node,
		Queues:                      map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: w.Count}},
		Workers:                     workers,
		MaxAttempts:                 maxAttempts,
		JobTimeout:                  w.Timeout,
		SoftStopTimeout:             max(w.Grace, time.Millisecond),
		FetchCooldown:               fetchCooldown,
		RescueStuckJobsAfter:        max(4*w.Timeout, time.Hour), // the last resort; a node finds its own lost jobs, and those of others
		CompletedJobRetentionPeriod: retention,
		Logger:                      slog.New(warnings{w.Log.Handler()}),
	})
	if err != nil {
		return fmt.Errorf("beginning to work: %w", err)
	}
	if err := client.Start(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("beginning to work: %w", s.db.Explain(err))
	}
	beating, stop := context.WithCancel(context.WithoutCancel(ctx)) // what still runs is alive until it has ended
	defer stop()
	var tasks sync.WaitGroup
	tasks.Go(func() { n.beat(beating) })
	tasks.Go(func() { n.tend(ctx) })
	<-client.Stopped()
	stop()
	tasks.Wait()
	if err := n.leave(context.WithoutCancel(ctx)); err != nil { // others see in time that it is silent
		w.Log.WarnContext(ctx, "a worker couldn't take its leave of the store", "error", err)
	}
	return nil
}

// warnings passes on what River says of troubles.
type warnings struct{ slog.Handler }

func (h warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && h.Handler.Enabled(ctx, l)
}

func (h warnings) WithAttrs(a []slog.Attr) slog.Handler { return warnings{h.Handler.WithAttrs(a)} }
func (h warnings) WithGroup(name string) slog.Handler   { return warnings{h.Handler.WithGroup(name)} }

// node is a process that works.
type node[TTx any] struct {
	river.WorkerDefaults[jobArgs]
	s *Store[TTx]
	w store.Worker

	mu      sync.Mutex
	running map[int64]bool // by River's id
}

// NextRetry says when a job that failed is given again.
func (n *node[TTx]) NextRetry(job *river.Job[jobArgs]) time.Time {
	wait := min(firstRetry<<min(job.Attempt-1, 10), longestRetry)
	return time.Now().Add(wait*3/4 + rand.N(wait/2))
}

// Work runs one job.
func (n *node[TTx]) Work(ctx context.Context, job *river.Job[jobArgs]) error {
	n.mark(job.ID, true)
	defer n.mark(job.ID, false)
	waits, err := row(ctx, n.s.db.Read, `SELECT 1 FROM audits WHERE id = $1 AND status = 'pending'`, []any{job.Args.AuditID}, new(int))
	if err != nil || !waits {
		return err
	}
	running := store.Running{Job: store.Job(job.Args), Attempt: job.Attempt, Finish: func(ctx context.Context, do func(store.Tx) error) error {
		return n.s.update(ctx, func(t *tx[TTx]) error {
			if err := do(t); err != nil {
				return err
			}
			_, err := river.JobCompleteTx[riverdriver.Driver[TTx]](t.whole(ctx), t.Raw(), job)
			if errors.Is(err, rivertype.ErrNotFound) {
				return nil // another process did it long ago
			}
			return n.s.db.Explain(err)
		})
	}}
	err = n.guard(ctx, func() error { return n.w.Run(ctx, running) })
	var later *store.Later
	switch {
	case errors.As(err, &later):
		return river.JobSnooze(max(later.After, 0))
	case err != nil && errors.Is(ctx.Err(), context.Canceled): // not its timeout: the process is being stopped
		return river.JobSnooze(0)
	}
	return err
}

func (n *node[TTx]) mark(id int64, running bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if running {
		n.running[id] = true
	} else {
		delete(n.running, id)
	}
}

// What follows reads and writes River's table: River itself gives back the jobs of a dead process only after a fixed time, which must be longer than
// any job takes. A test fails where the table changes.
const (
	giveBack = `UPDATE river_job SET state = 'available', priority = 1 WHERE state = 'running' AND kind = 'audit'`
	// promote lets jobs that come back by time (retried, or given back for later) go before those that were never taken.
	promote = `UPDATE river_job SET priority = 1 WHERE state = 'available' AND queue = 'default' AND priority = 2 AND scheduled_at > '2000-01-01'`
)

// arrive makes the process known before it takes a job. Where it is the only one, whatever is running was left by one that died.
func (n *node[TTx]) arrive(ctx context.Context) error {
	return n.s.update(ctx, func(t *tx[TTx]) error {
		if !n.s.db.Serial {
			return n.alive(ctx, t)
		}
		_, err := t.Exec(ctx, giveBack)
		if err != nil {
			return err
		}
		_, err = t.Exec(ctx, `DELETE FROM river_leader`)
		return err
	})
}

func (n *node[TTx]) alive(ctx context.Context, t *tx[TTx]) error {
	_, err := t.Exec(ctx, `INSERT INTO nodes (id, seen_at) VALUES ($1, `+n.s.db.Clock+`) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`, n.w.Node)
	return err
}

// leave lets others take at once what this process has handed back.
func (n *node[TTx]) leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return n.s.update(ctx, func(t *tx[TTx]) error {
		if _, err := t.Exec(ctx, promote); err != nil {
			return err
		}
		_, err := t.Exec(ctx, `DELETE FROM nodes WHERE id = $1`, n.w.Node)
		return err
	})
}

// attempt is one giving of a job.
type attempt struct {
	job    int64
	number int
}

// beat says again and again that the process lives, and gives back the jobs of those that don't, and its own that it doesn't run.
func (n *node[TTx]) beat(ctx context.Context) {
	var lost map[attempt]time.Time // since when jobs are missed
	// Since when no beat of its own was missed: where this process couldn't reach the database, the others couldn't either, and are not dead for that.
	steady := time.Now()
	for last := time.Now(); wait(ctx, n.s.Beat*4/5+rand.N(n.s.Beat/5)); last = time.Now() {
		err := n.s.update(ctx, func(t *tx[TTx]) error {
			if !n.s.db.Serial {
				if err := n.alive(ctx, t); err != nil {
					return err
				}
				if time.Since(steady) >= n.s.Silence {
					if err := n.giveBackOfTheDead(ctx, t); err != nil {
						return err
					}
				}
			}
			var err error
			if lost, err = n.giveBackLost(ctx, t, lost); err != nil {
				return err
			}
			_, err = t.Exec(ctx, promote)
			return err
		})
		if err != nil && ctx.Err() == nil {
			n.w.Log.WarnContext(ctx, "a worker can't reach the store", "error", err)
		}
		if err != nil || time.Since(last) > 2*n.s.Beat {
			steady, lost = time.Now(), nil
		}
	}
}

// giveBackOfTheDead gives back the jobs of processes that were silent for too long, or are unknown.
func (n *node[TTx]) giveBackOfTheDead(ctx context.Context, t *tx[TTx]) error {
	silent := n.s.Silence.Microseconds()
	count, err := t.Exec(ctx, giveBack+` AND id IN (
		SELECT id FROM river_job WHERE state = 'running' AND `+n.s.db.Worker+` NOT IN (SELECT id FROM nodes WHERE seen_at > `+n.s.db.Clock+` - $1)
		ORDER BY id`+n.s.db.ForUpdate+`)`, silent)
	if err != nil {
		return err
	}
	if count > 0 {
		n.w.Log.WarnContext(ctx, "jobs of workers that died are given to others", "jobs", count)
	}
	_, err = t.Exec(ctx, `DELETE FROM nodes WHERE seen_at < `+n.s.db.Clock+` - $1`, 100*silent)
	return err
}

// giveBackLost gives back what River holds to be run by this process, and isn't for so long that it isn't just beginning or ending: an answer of the
// database was lost.
func (n *node[TTx]) giveBackLost(ctx context.Context, t *tx[TTx], before map[attempt]time.Time) (map[attempt]time.Time, error) {
	missed := map[attempt]time.Time{}
	err := t.Query(ctx, `SELECT id, attempt FROM river_job WHERE state = 'running' AND kind = 'audit' AND `+n.s.db.Worker+` = $1`, []any{n.w.Node},
		func(scan func(...any) error) error {
			var a attempt
			err := scan(&a.job, &a.number)
			n.mu.Lock()
			defer n.mu.Unlock()
			if since, ok := before[a]; ok && !n.running[a.job] {
				missed[a] = since
			} else if !n.running[a.job] {
				missed[a] = time.Now()
			}
			return err
		})
	if err != nil {
		return nil, err
	}
	for a, since := range missed {
		if time.Since(since) < n.s.Silence {
			continue
		}
		if _, err := t.Exec(ctx, giveBack+` AND id = $1 AND attempt = $2`, a.job, a.number); err != nil {
			return nil, err
		}
	}
	return missed, nil
}

// tend calls w.Tend when it is due and no other process has taken it.
func (n *node[TTx]) tend(ctx context.Context) {
	if n.w.Tend == nil {
		return
	}
	every := n.w.TendEvery
	if !n.s.db.Serial {
		every = min(every, n.s.Beat)
	}
	for {
		mine, err := n.takeTending(ctx)
		if mine && err == nil {
			err = n.guard(ctx, func() error { return n.w.Tend(ctx) })
		}
		if err != nil && ctx.Err() == nil {
			n.w.Log.WarnContext(ctx, "tending failed", "error", err)
		}
		if !wait(ctx, every) {
			return
		}
	}
}

// takeTending says that this process is the one to tend now.
func (n *node[TTx]) takeTending(ctx context.Context) (bool, error) {
	if n.s.db.Serial {
		return true, nil
	}
	var taken int64
	err := n.s.update(ctx, func(t *tx[TTx]) (err error) {
		taken, err = t.Exec(ctx, `INSERT INTO leases (name, taken_at) VALUES ('tend', `+n.s.db.Clock+`) ON CONFLICT (name) DO UPDATE
			SET taken_at = excluded.taken_at WHERE leases.taken_at <= excluded.taken_at - $1`, n.w.TendEvery.Microseconds())
		return err
	})
	return taken > 0, err
}

// guard makes a panic an error.
func (n *node[TTx]) guard(ctx context.Context, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			n.w.Log.ErrorContext(ctx, "panic in a worker", "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return do()
}

// wait says false where ctx ended first.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
