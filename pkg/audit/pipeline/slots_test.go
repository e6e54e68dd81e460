package pipeline

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestTheAuditThatBeganFirstGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1)
		first, second, third := s.enter(), s.enter(), s.enter()
		free, ok := third.take(t.Context())
		if !ok {
			t.Fatal("no slot, though one was free")
		}
		var order []int
		var group sync.WaitGroup
		for _, q := range []*queue{third, second, first, second} {
			group.Go(func() {
				free, ok := q.take(t.Context())
				if !ok {
					t.Errorf("audit %d got no slot", q.audit)
					return
				}
				order = append(order, q.audit) // one at a time: the slot is the lock
				free()
			})
			synctest.Wait()
		}
		free()
		group.Wait()
		if want := [4]int{1, 2, 2, 3}; len(order) != 4 || [4]int(order) != want {
			t.Errorf("slots went to %v, want %v", order, want)
		}
		if s.free != 1 {
			t.Errorf("%d slots are free at the end, want 1", s.free)
		}
	})
}

func TestWhoStopsWaitingTakesNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1)
		free, _ := s.enter().take(t.Context())
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() {
			if _, ok := s.enter().take(ctx); ok {
				t.Error("got a slot that nobody freed")
			}
		})
		synctest.Wait()
		cancel()
		group.Wait()
		free()
		if again, ok := s.enter().take(t.Context()); ok {
			again()
		} else {
			t.Error("the slot is lost")
		}
	})
}

func TestSlotsBoundWhatRunsAtOnce(t *testing.T) {
	s := newSlots(3)
	var running, most, done atomic.Int32
	var group sync.WaitGroup
	for range 50 {
		q := s.enter()
		group.Go(func() {
			for range 20 {
				free, ok := q.take(t.Context())
				if !ok {
					return
				}
				if n := running.Add(1); n > most.Load() {
					most.Store(n)
				}
				running.Add(-1)
				done.Add(1)
				free()
			}
		})
	}
	group.Wait()
	if done.Load() != 1000 || most.Load() > 3 || s.free != 3 {
		t.Errorf("%d of 1000 done, %d at once with 3 slots, %d free at the end", done.Load(), most.Load(), s.free)
	}
}
