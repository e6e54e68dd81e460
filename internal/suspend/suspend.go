// Package suspend makes contexts with a timeout whose clock can be stopped: a site's time must not run while its audit waits for a
// resource of our own.
package suspend

import (
	"context"
	"errors"
	"sync"
	"time"
)

var errTimeUp = errors.New("the time is up")

// clock is a context that ends when it has run for a while. Its Done channel is its own, so that package context takes the error from
// Err.
type clock struct {
	context.Context // ends with the parent, by cancel, or when the time is up
	end             context.CancelCauseFunc
	outer           *clock // the next one around it, or nil
	done            chan struct{}

	mu    sync.Mutex
	timer *time.Timer
	left  time.Duration // when it was last started or stopped
	since time.Time     // when it was started
	stops int           // who holds it stopped
}

type clockKey struct{}

// WithTimeout returns a context that ends, with context.DeadlineExceeded, when its clock has run for d. Its Deadline is its
// parent's, which bounds the time that the clock is stopped. Remaining returns what is left. cancel must be called.
func WithTimeout(ctx context.Context, d time.Duration) (_ context.Context, cancel context.CancelFunc) {
	inner, end := context.WithCancelCause(ctx)
	outer, _ := ctx.Value(clockKey{}).(*clock)
	c := &clock{Context: inner, end: end, outer: outer, done: make(chan struct{}), left: d, since: time.Now()}
	context.AfterFunc(inner, func() { close(c.done) })
	c.timer = time.AfterFunc(d, func() { end(errTimeUp) })
	return c, func() {
		c.timer.Stop()
		end(context.Canceled)
	}
}

// Stop stops the clocks of ctx and of every context around it. Each runs again when everybody who stopped it has called start; calling
// start again does nothing.
func Stop(ctx context.Context) (start func()) {
	innermost, _ := ctx.Value(clockKey{}).(*clock)
	for c := innermost; c != nil; c = c.outer {
		c.stop()
	}
	return sync.OnceFunc(func() {
		for c := innermost; c != nil; c = c.outer {
			c.start()
		}
	})
}

// Remaining returns how long ctx lasts at most if no clock is stopped; ok is false if nothing bounds it.
func Remaining(ctx context.Context) (left time.Duration, ok bool) {
	if deadline, bounded := ctx.Deadline(); bounded {
		left, ok = time.Until(deadline), true
	}
	innermost, _ := ctx.Value(clockKey{}).(*clock)
	for c := innermost; c != nil; c = c.outer {
		if r := c.remaining(); !ok || r < left {
			left, ok = r, true
		}
	}
	return left, ok
}

func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stops++; c.stops == 1 {
		c.left -= time.Since(c.since)
		c.timer.Stop()
	}
}

func (c *clock) start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stops--; c.stops == 0 && c.Context.Err() == nil {
		c.since = time.Now()
		c.timer.Reset(max(c.left, 0))
	}
}

func (c *clock) remaining() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stops > 0 {
		return c.left
	}
	return c.left - time.Since(c.since)
}

// Done implements context.Context.
func (c *clock) Done() <-chan struct{} { return c.done }

// Err implements context.Context.
func (c *clock) Err() error {
	select {
	case <-c.done:
	default:
		return nil
	}
	if errors.Is(context.Cause(c.Context), errTimeUp) {
		return context.DeadlineExceeded
	}
	return c.Context.Err()
}

// Value implements context.Context.
func (c *clock) Value(key any) any {
	if key == (clockKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// AfterFunc spares package context a goroutine for each context derived from c.
func (c *clock) AfterFunc(f func()) (stop func() bool) {
	return context.AfterFunc(c.Context, func() {
		<-c.done
		f()
	})
}
