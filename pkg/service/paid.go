package service

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/store"
)

const (
	// paidBytes bounds what is kept of one audit's answers. Forty of them are a megabyte or two.
	paidBytes = 16 << 20
	// paidAge is how old an answer may be that stands in a report: one that was interrupted may be taken up again after days.
	paidAge = 24 * time.Hour
	// paidWait bounds how long an audit waits for the store over each answer.
	paidWait = 5 * time.Second
)

// paid is engine.Kept over one run of an audit: it takes what the runs before it paid for, and keeps what it pays for. The store isn't asked before a
// service is.
type paid struct {
	s       *Service
	auditID string

	mu     sync.Mutex
	loaded bool
	off    bool // the store can't be reached, and the audit doesn't wait for it again
	left   map[engine.Asked][][]byte
	next   map[engine.Asked]int // numbers of answers to be kept
	room   int                  // bytes
}

func (s *Service) paidFor(auditID string) *paid {
	return &paid{s: s, auditID: auditID, left: map[engine.Asked][][]byte{}, next: map[engine.Asked]int{}, room: paidBytes}
}

// Take implements engine.Kept.
func (p *paid) Take(ctx context.Context, asked engine.Asked) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.loaded {
		p.loaded = true
		p.load(ctx)
	}
	left := p.left[asked]
	if len(left) == 0 {
		return nil, false
	}
	p.left[asked] = left[1:]
	return left[0], true
}

func (p *paid) load(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, paidWait)
	defer cancel()
	list, err := p.s.Store.PaidAnswers(ctx, p.auditID, p.s.now().Add(-paidAge))
	if err != nil {
		p.fail(ctx, err)
		return
	}
	for _, a := range list {
		p.left[a.Asked] = append(p.left[a.Asked], a.Answer)
		p.next[a.Asked] = a.Nth + 1
		p.room -= len(a.Answer)
	}
}

// Keep implements engine.Kept. An answer that came is kept even while the process is being stopped.
func (p *paid) Keep(ctx context.Context, asked engine.Asked, answer []byte) {
	a := store.PaidAnswer{Asked: asked, At: p.s.now(), Answer: answer}
	if !p.reserve(&a) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), paidWait)
	defer cancel()
	if err := p.s.Store.KeepPaidAnswer(ctx, p.auditID, a); err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.fail(ctx, err)
	}
}

// reserve gives an answer its number, and says whether there is room for it.
func (p *paid) reserve(a *store.PaidAnswer) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.off || len(a.Answer) > p.room {
		return false
	}
	p.room -= len(a.Answer)
	a.Nth = p.next[a.Asked]
	p.next[a.Asked]++
	return true
}

func (p *paid) fail(ctx context.Context, err error) {
	if !p.off && !errors.Is(err, context.Canceled) {
		p.s.Log.WarnContext(ctx, "what an audit pays for isn't kept", "audit_id", p.auditID, "error", err)
	}
	p.off = true
}
