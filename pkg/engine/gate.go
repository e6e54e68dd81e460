package engine

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Clock is where the time comes from. The zero value is the machine's.
type Clock struct {
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error // ends early, with ctx's error, when ctx does
}

func (c Clock) orMachine() Clock {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Sleep == nil {
		c.Sleep = func(ctx context.Context, d time.Duration) error {
			timer := time.NewTimer(d)
			defer timer.Stop()
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-timer.C:
				return nil
			}
		}
	}
	return c
}

// Limits is how a service is treated.
type Limits struct {
	Timeout   time.Duration // of one attempt; 0 is as long as the provider finds right
	InFlight  int           // requests at once; 0 is 4
	PerMinute int           // requests; 0 is 120
}

// Gate is the way to one service, shared by all who ask it, whichever model they ask for: a limit on requests in flight and per minute, and a breaker.
type Gate struct {
	limits Limits
	clock  Clock
	slots  chan struct{}
	pace   *rate.Limiter
	http   *http.Client

	mu       sync.Mutex
	failures int
	last     time.Time // of the failures
	alive    time.Time // when the service last answered
	shut     time.Time // until then nobody is let through
	trying   bool      // one is let through to see
}

const (
	breakAfter  = 5 // failures in a row, each within breakWithin of the one before
	breakWithin = 30 * time.Second
	breakFor    = 30 * time.Second
)

// NewGate gives a gate.
func NewGate(l Limits, c Clock) *Gate {
	if l.InFlight <= 0 {
		l.InFlight = 4
	}
	if l.PerMinute <= 0 {
		l.PerMinute = 120
	}
	return &Gate{
		limits: l, clock: c.orMachine(), slots: make(chan struct{}, l.InFlight),
		pace: rate.NewLimiter(rate.Limit(float64(l.PerMinute)/60), l.InFlight), http: newHTTP(l.InFlight),
	}
}

// enter waits for a turn, which ends with the call of leave.
func (g *Gate) enter(ctx context.Context) (leave func(), err *Error) {
	if g.broken() {
		return nil, &Error{Kind: Broken}
	}
	select {
	case g.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ended(ctx)
	}
	leave = func() { <-g.slots }
	now := g.clock.Now()
	turn := g.pace.ReserveN(now, 1)
	if wait := turn.DelayFrom(now); wait > 0 {
		if deadline, bounded := ctx.Deadline(); bounded && deadline.Sub(now) < wait {
			turn.CancelAt(now)
			leave()
			return nil, &Error{Kind: Rate, Detail: "our own limit on requests per minute leaves no turn in time", RetryAfter: wait}
		}
		if g.clock.Sleep(ctx, wait) != nil {
			turn.CancelAt(g.clock.Now())
			leave()
			return nil, ended(ctx)
		}
	}
	if !g.pass() {
		leave()
		return nil, &Error{Kind: Broken}
	}
	return leave, nil
}

// ended says that the caller's time was over.
func ended(ctx context.Context) *Error {
	return &Error{Kind: Network, Detail: "the time for it was over", Err: context.Cause(ctx)}
}

// broken says that the service isn't asked for now.
func (g *Gate) broken() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.clock.Now().Before(g.shut)
}

// pass lets a request through: every one while the service works, one at a time to see whether it works again.
func (g *Gate) pass() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.shut.IsZero():
		return true
	case g.clock.Now().Before(g.shut), g.trying:
		return false
	}
	g.trying = true
	return true
}

// answered says that the service is there, whatever it said.
func (g *Gate) answered() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failures, g.shut, g.trying, g.alive = 0, time.Time{}, false, g.clock.Now()
}

// failed counts a failure of a request that began then. One that was waited for in vain, while nobody else had an answer, is enough.
func (g *Gate) failed(began time.Time, inVain bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.clock.Now()
	if now.Sub(g.last) > breakWithin {
		g.failures = 0
	}
	g.failures++
	g.last = now
	if g.failures >= breakAfter || g.trying || inVain && !g.alive.After(began) {
		g.shut, g.trying = now.Add(breakFor), false
	}
}

// unknown gives a trial back that showed nothing.
func (g *Gate) unknown() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.trying = false
}
