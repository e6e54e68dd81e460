package pipeline

import (
	"container/heap"
	"context"
	"sync"
)

// slots bound how many audits use the processor at once, and let the audit that began first go first. In turn, all audits of a batch would hold what they
// read until the last page of the last site was parsed; so each ends, and is forgotten, as early as it can.
type slots struct {
	mu      sync.Mutex
	free    int
	begun   int
	waiting waiters
}

// waiter is who waits for a slot; granted is closed when it has one.
type waiter struct {
	audit   int
	granted chan struct{}
	at      int // in the heap; -1 once granted
}

func newSlots(n int) *slots { return &slots{free: n} }

// enter gives an audit its place in the queue.
func (s *slots) enter() *queue {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun++
	return &queue{s, s.begun}
}

// queue is one audit's way to slots.
type queue struct {
	slots *slots
	audit int
}

// take waits for a slot; ok is false where ctx ended first. Whoever has a slot calls free once.
func (q *queue) take(ctx context.Context) (free func(), ok bool) {
	s := q.slots
	s.mu.Lock()
	if s.free > 0 {
		s.free--
		s.mu.Unlock()
		return s.release, true
	}
	w := &waiter{audit: q.audit, granted: make(chan struct{})}
	heap.Push(&s.waiting, w)
	s.mu.Unlock()
	select {
	case <-w.granted:
		return s.release, true
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if w.at < 0 { // granted meanwhile
		return s.release, true
	}
	heap.Remove(&s.waiting, w.at)
	return nil, false
}

func (s *slots) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) == 0 {
		s.free++
		return
	}
	close(heap.Pop(&s.waiting).(*waiter).granted)
}

// waiters are a heap by the audits' order.
type waiters []*waiter

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (w waiters) Len() int           { return len(w) }
func (w waiters) Less(i, j int) bool { return w[i].audit < w[j].audit }
func (w waiters) Swap(i, j int) {
	w[i], w[j] = w[j], w[i]
	w[i].at, w[j].at = i, j
}

func (w *waiters) Push(x any) {
	one := x.(*waiter)
	one.at = len(*w)
	*w = append(*w, one)
}

func (w *waiters) Pop() any {
	last := len(*w) - 1
	one := (*w)[last]
	(*w)[last], *w, one.at = nil, (*w)[:last], -1
	return one
}
