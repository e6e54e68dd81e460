package server

import (
	"sync/atomic"
	"time"
)

// pace counts requests by tenths of a second.
type pace struct {
	tenth, count, before atomic.Int64
}

// manyRequests in a tenth of a second are more than people and a few clients that poll make.
const manyRequests = 10

func (p *pace) note(now time.Time) {
	tenth := now.UnixMilli() / 100
	old := p.tenth.Load()
	late := tenth == old-1 // it came before others that are noted already, and counts among them
	if old != tenth && !late && p.tenth.CompareAndSwap(old, tenth) {
		last := p.count.Swap(0)
		if tenth != old+1 {
			last = 0
		}
		p.before.Store(last)
	}
	p.count.Add(1)
}

// many says whether this tenth of a second or the one before had many requests.
func (p *pace) many(now time.Time) bool {
	switch now.UnixMilli()/100 - p.tenth.Load() {
	case 0:
		return max(p.count.Load(), p.before.Load()) >= manyRequests
	case 1:
		return p.count.Load() >= manyRequests
	}
	return false
}

// Answering says whether so many requests come that whatever computes beside them should leave them room: 100 a second or more.
func (s *Server) Answering() bool { return s.pace.many(time.Now()) }
