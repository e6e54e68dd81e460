package pipeline

import (
	"container/heap"
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/auditctl/auditctl/internal/suspend"
)

// slots bound how many audits use the processor at once, and let the audit that began first go first. In turn, all audits of a batch would hold what they
// read until the last page of the last site was parsed; so each ends, and is forgotten, as early as it can.
type slots struct {
	mu        sync.Mutex
	all       int
	answering func() bool // one slot less is given while it says so; nil never does
	taken     int
	most      int // bytes of the pages that are parsed in its slots at once
	bytes     int // of the pages that are being parsed in its slots
	parsed    int // bytes of large pages since their trees were last collected
	begun     int
	waiting   waiters

	// large are as many slots for the audits of large pages, which take the processor for long: in one line, a few of them would hold up everybody else's.
	// Beside each other they share it by turns.
	large *slots
}

// largePage is more than most pages have, in bytes. Reading one takes hundredths of a second, reading the largest, tenths.
const largePage = 256 << 10

// The tree of a page takes up to 25 times its size, so the bytes of the pages that are parsed at once are bounded. One page always may.
const (
	usualAtOnce = 8 << 20
	largeAtOnce = 4 << 20 // the largest page alone
)

// collectAfter is how many bytes of large pages are parsed before their trees are collected.
const collectAfter = 2 << 20

// waiter is who waits for a slot; granted is closed when it has one.
type waiter struct {
	audit   int
	bytes   int // of the page to parse; 0 where something else is done
	granted chan struct{}
	at      int // in the heap; -1 once granted
}

func newSlots(n int, answering func() bool) *slots {
	large := &slots{all: n, answering: answering, most: largeAtOnce}
	return &slots{all: n, answering: answering, most: usualAtOnce, large: large}
}

// mayTake reports whether a slot may be given now for so many bytes. One always may if none is taken.
func (s *slots) mayTake(bytes int) bool {
	if s.taken > 0 && s.bytes+bytes > s.most {
		return false
	}
	if s.all > 1 && s.taken == s.all-1 && s.answering != nil {
		return !s.answering()
	}
	return s.taken < s.all
}

// enter gives an audit its place in the queue.
func (s *slots) enter() *queue {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun++
	return &queue{slots: s, audit: s.begun}
}

// queue is one audit's way to slots.
type queue struct {
	slots *slots
	audit int
	large atomic.Bool // it has a large page
}

// parse waits for a slot as take does, for a page of so many bytes.
func (q *queue) parse(ctx context.Context, bytes int) (free func(), ok bool) {
	if bytes <= largePage {
		return q.take(ctx, bytes)
	}
	q.large.Store(true)
	leave, ok := q.take(ctx, bytes)
	if !ok {
		return nil, false
	}
	end := collecting()
	return func() {
		end()
		leave()
	}, true
}

// take waits for a slot for a page of so many bytes; ok is false if ctx ended first. The caller calls free once. The clock of ctx is stopped meanwhile: the
// wait is ours, not the site's.
func (q *queue) take(ctx context.Context, bytes int) (free func(), ok bool) {
	defer suspend.Stop(ctx)()
	s := q.line()
	w := &waiter{audit: q.audit, bytes: bytes, granted: make(chan struct{})}
	free = func() {
		s.collect(bytes)
		s.release(bytes)
	}
	s.mu.Lock()
	heap.Push(&s.waiting, w)
	s.grant()
	s.mu.Unlock()
	select {
	case <-w.granted:
		return free, true
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if w.at < 0 { // granted meanwhile
		return free, true
	}
	heap.Remove(&s.waiting, w.at)
	s.grant() // what the waiter was too large for may have room
	return nil, false
}

// run does something with a slot, and with those beside it that nobody waits for, at most so many: do is told how many it has. It says false where ctx
// ended first.
func (q *queue) run(ctx context.Context, most int, do func(slots int)) bool {
	free, ok := q.take(ctx, 0)
	if !ok {
		return false
	}
	defer free()
	if q.large.Load() {
		defer collecting()()
	}
	s := q.line()
	s.mu.Lock()
	n := 1
	for ; n < most && len(s.waiting) == 0 && s.mayTake(0); n++ {
		s.taken++
		defer s.release(0)
	}
	s.mu.Unlock()
	do(n)
	return true
}

// line is where the audit waits.
func (q *queue) line() *slots {
	if q.large.Load() {
		return q.slots.large
	}
	return q.slots
}

// collect frees the trees of large pages. The collector alone would let the heap grow to a multiple of what lived when it last ran, which
// may have been all of a tree.
func (s *slots) collect(bytes int) {
	if bytes <= largePage {
		return
	}
	s.mu.Lock()
	s.parsed += bytes
	due := s.parsed >= collectAfter
	if due {
		s.parsed = 0
	}
	s.mu.Unlock()
	if due {
		runtime.GC()
	}
}

func (s *slots) release(bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	s.bytes -= bytes
	s.grant()
}

// grant gives what slots may be given to those that wait.
func (s *slots) grant() {
	for len(s.waiting) > 0 && s.mayTake(s.waiting[0].bytes) {
		w := heap.Pop(&s.waiting).(*waiter)
		s.taken++
		s.bytes += w.bytes
		close(w.granted)
	}
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
