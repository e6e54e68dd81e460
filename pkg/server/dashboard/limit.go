package dashboard

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxLimits bounds the memory of the names that are limited, a few MiB. Past it those who have their whole burst are forgotten, and where that is none,
// all: whoever has so many addresses needs no second burst.
const maxLimits = 20_000

// limits are token buckets by name.
type limits struct {
	rate  rate.Limit
	burst int

	mu     sync.Mutex
	byName map[string]*rate.Limiter
}

func newLimits(perSecond float64, burst int) *limits {
	return &limits{rate: rate.Limit(perSecond), burst: burst, byName: map[string]*rate.Limiter{}}
}

// take takes a token of name: 0 where there was one, else how long until there is.
func (l *limits) take(name string, now time.Time) time.Duration {
	wait, _ := l.reserve(name, now)
	return wait
}

// reserve is take, with a way to give the token back.
func (l *limits) reserve(name string, now time.Time) (wait time.Duration, giveBack func()) {
	r := l.bucket(name, now).ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
	}
	return wait, func() { r.CancelAt(now) }
}

func (l *limits) bucket(name string, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, ok := l.byName[name]; ok {
		return b
	}
	if len(l.byName) >= maxLimits {
		for known, b := range l.byName {
			if b.TokensAt(now) >= float64(l.burst) {
				delete(l.byName, known)
			}
		}
	}
	if len(l.byName) >= maxLimits {
		clear(l.byName)
	}
	b := rate.NewLimiter(l.rate, l.burst)
	l.byName[name] = b
	return b
}
