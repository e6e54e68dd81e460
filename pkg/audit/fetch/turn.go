package fetch

import "sync"

// turn makes reads wait until auditctl has written. Some servers write before they are asked. net/http takes that for an answer if its request
// is under way, and for a fault if it isn't yet: without turns, the verdict would depend on how fast this machine is.
type turn struct {
	mu    sync.Mutex
	spoke chan struct{} // nil unless reads have to wait
	over  bool
}

// ours begins our turn: reads wait for the next write, or for the end of the connection.
func (t *turn) ours() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.spoke == nil && !t.over {
		t.spoke = make(chan struct{})
	}
}

// taken ends our turn.
func (t *turn) taken() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.spoke != nil {
		close(t.spoke)
		t.spoke = nil
	}
}

// end lets every read pass from now on.
func (t *turn) end() {
	t.taken()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
}

// wait returns when our turn is over.
func (t *turn) wait() {
	t.mu.Lock()
	spoke := t.spoke
	t.mu.Unlock()
	if spoke != nil {
		<-spoke
	}
}
