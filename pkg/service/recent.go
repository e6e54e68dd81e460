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
	most int // entries, and as many unproven ones
	// exists tells values of things that exist from those of names that anybody can make up; nil where all exist. The latter never take the
	// place of others.
	exists   func(V) bool
	mu       sync.Mutex
	entries  map[K]*reading[V]
	unproven map[K]*reading[V] // not read yet, or of nothing that exists; empty where exists is nil
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
	if e == nil {
		e = r.unproven[key]
	}
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
	if r.unproven[key] == e && r.exists(v) {
		delete(r.unproven, key)
		r.entries = keep(r.entries, key, e, r.most)
	}
	return v, nil
}

func (r *recent[K, V]) begin(key K, now time.Time) *reading[V] {
	e := &reading[V]{at: now}
	if r.exists == nil || r.entries[key] != nil {
		r.entries = keep(r.entries, key, e, r.most)
	} else {
		r.unproven = keep(r.unproven, key, e, r.most)
	}
	return e
}

// keep puts an entry among at most so many.
func keep[K comparable, V any](entries map[K]*reading[V], key K, e *reading[V], most int) map[K]*reading[V] {
	if entries == nil {
		entries = map[K]*reading[V]{}
	}
	if _, known := entries[key]; !known && len(entries) >= most {
		for any := range entries {
			delete(entries, any)
			break
		}
	}
	entries[key] = e
	return entries
}

// existed reports whether the last value read for key was of something that exists, however long ago.
func (r *recent[K, V]) existed(key K) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.entries[key] != nil
}

// forget makes the next get load.
func (r *recent[K, V]) forget(key K) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.entries, key)
	delete(r.unproven, key)
}

// forgetAll makes every next get load.
func (r *recent[K, V]) forgetAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.entries)
	clear(r.unproven)
}
