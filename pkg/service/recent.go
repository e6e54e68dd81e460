package service

import (
	"sync"
	"time"
)

// What is kept of the store's answers is bounded in age, so that a revoked key ends within a second on every node, and in number.
const (
	recentAge     = time.Second
	recentKeys    = 10000 // and accounts
	recentReports = 500   // some 10 KB each
)

// recent keeps what was read a moment ago, for what every request asks and hardly ever changes. The zero value of mu and entries is ready.
type recent[K comparable, V any] struct {
	most    int // entries
	mu      sync.Mutex
	entries map[K]*reading[V]
}

// reading is a value, or one that is being read.
type reading[V any] struct {
	value V
	at    time.Time // when reading began
	read  bool
}

func (r *reading[V]) within(now time.Time) bool {
	age := now.Sub(r.at)
	return age >= 0 && age < recentAge
}

// get gives what was loaded less than recentAge before now, or loads it.
func (r *recent[K, V]) get(key K, now time.Time, load func() (V, error)) (V, error) {
	r.mu.Lock()
	e := r.entries[key]
	if e != nil && e.read && e.within(now) {
		defer r.mu.Unlock()
		return e.value, nil
	}
	if e == nil || !e.within(now) {
		e = r.begin(key, now)
	}
	r.mu.Unlock()
	v, err := load()
	if err != nil {
		return v, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	e.value, e.read = v, true // where it was forgotten meanwhile, nobody finds it any more
	return v, nil
}

func (r *recent[K, V]) begin(key K, now time.Time) *reading[V] {
	if r.entries == nil {
		r.entries = map[K]*reading[V]{}
	}
	if _, known := r.entries[key]; !known && len(r.entries) >= r.most {
		for any := range r.entries {
			delete(r.entries, any)
			break
		}
	}
	e := &reading[V]{at: now}
	r.entries[key] = e
	return e
}

// forget makes the next get load.
func (r *recent[K, V]) forget(key K) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.entries, key)
}

// forgetAll makes every next get load.
func (r *recent[K, V]) forgetAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.entries)
}
