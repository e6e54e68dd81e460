package server

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxLimiters bounds the memory of the names that are limited, a few MiB. Past it the name that was seen longest ago is forgotten: at worst it has its
// burst again.
const maxLimiters = 20_000

// limiters are token buckets by name.
type limiters struct {
	rate  rate.Limit
	burst int

	mu     sync.Mutex
	byName map[string]*list.Element
	recent *list.List // of *limiter, the one used last in front
}

type limiter struct {
	name string
	*rate.Limiter
}

func newLimiters(perSecond float64, burst int) *limiters {
	return &limiters{rate: rate.Limit(perSecond), burst: burst, byName: map[string]*list.Element{}, recent: list.New()}
}

// take takes a token of name: 0 where there was one, else how long until there is.
func (l *limiters) take(name string, now time.Time) time.Duration {
	bucket := l.bucket(name)
	r := bucket.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// wait returns how long until name has a token, without taking one; 0 if it has one.
func (l *limiters) wait(name string, now time.Time) time.Duration {
	missing := 1 - l.bucket(name).TokensAt(now)
	return time.Duration(max(0, missing) / float64(l.rate) * float64(time.Second))
}

func (l *limiters) bucket(name string) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, ok := l.byName[name]; ok {
		l.recent.MoveToFront(e)
		return e.Value.(*limiter).Limiter
	}
	if l.recent.Len() >= maxLimiters {
		oldest := l.recent.Remove(l.recent.Back()).(*limiter)
		delete(l.byName, oldest.name)
	}
	b := &limiter{name: name, Limiter: rate.NewLimiter(l.rate, l.burst)}
	l.byName[name] = l.recent.PushFront(b)
	return b.Limiter
}
