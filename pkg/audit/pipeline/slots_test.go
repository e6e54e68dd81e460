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
		s := newSlots(1, nil)
		first, second, third := s.enter(), s.enter(), s.enter()
		free, ok := third.take(t.Context(), 0)
		if !ok {
			t.Fatal("no slot, though one was free")
		}
		var order []int
		var group sync.WaitGroup
		for _, q := range []*queue{third, second, first, second} {
			group.Go(func() {
				free, ok := q.take(t.Context(), 0)
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
		if s.taken != 0 {
			t.Errorf("%d slots are taken at the end", s.taken)
		}
	})
}

func TestWhoStopsWaitingTakesNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1, nil)
		free, _ := s.enter().take(t.Context(), 0)
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() {
			if _, ok := s.enter().take(ctx, 0); ok {
				t.Error("got a slot that nobody freed")
			}
		})
		synctest.Wait()
		cancel()
		group.Wait()
		free()
		if again, ok := s.enter().take(t.Context(), 0); ok {
			again()
		} else {
			t.Error("the slot is lost")
		}
	})
}

func TestSlotsBoundWhatRunsAtOnce(t *testing.T) {
	s := newSlots(3, nil)
	var running, most, done atomic.Int32
	var group sync.WaitGroup
	for range 50 {
		q := s.enter()
		group.Go(func() {
			for range 20 {
				free, ok := q.take(t.Context(), 0)
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
	if done.Load() != 1000 || most.Load() > 3 || s.taken != 0 {
		t.Errorf("%d of 1000 done, %d at once with 3 slots, %d taken at the end", done.Load(), most.Load(), s.taken)
	}
}

func TestLargePagesHoldUpNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1, nil)
		free, _ := s.enter().parse(t.Context(), largePage+1)
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() {
			if _, ok := s.enter().parse(ctx, largePage+1); ok {
				t.Error("two large pages are parsed at once")
			}
		})
		synctest.Wait()
		usual, ok := s.enter().parse(t.Context(), largePage)
		if !ok {
			t.Error("a usual page waits for large ones")
		}
		usual()
		cancel()
		group.Wait()
		free()
		if s.taken != 0 || s.large.taken != 0 {
			t.Errorf("%d and %d slots are taken at the end", s.taken, s.large.taken)
		}
	})
}

func TestASlotRestsWhileManyAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		many := true
		s := newSlots(2, func() bool { return many })
		first, _ := s.enter().take(t.Context(), 0)
		taken := make(chan func(), 2)
		for range 2 {
			go func() {
				free, _ := s.enter().take(t.Context(), 0)
				taken <- free
			}()
		}
		synctest.Wait()
		if len(taken) != 0 {
			t.Error("both slots are given while many are answered")
		}
		many = false
		late := make(chan func(), 1)
		go func() {
			free, _ := s.enter().take(t.Context(), 0)
			late <- free
		}()
		synctest.Wait()
		if len(taken) != 1 || len(late) != 0 {
			t.Errorf("%d who waited have a slot when nobody is answered any more, and %d who came then; want 1 and 0", len(taken), len(late))
		}
		first()
		synctest.Wait()
		if len(taken) != 2 {
			t.Errorf("%d who waited have a slot in the end, want 2", len(taken))
		}
		for range 2 {
			(<-taken)()
		}
		(<-late)()
		if s.taken != 0 {
			t.Errorf("%d slots are taken at the end", s.taken)
		}
	})
}

func TestSlotsThatNobodyWaitsForAreUsedBesides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(4, nil)
		slots := func(most int) (n int) {
			s.enter().run(t.Context(), most, func(slots int) { n = slots })
			return n
		}
		if got := [3]int{slots(3), slots(9), slots(1)}; got != [3]int{3, 4, 1} {
			t.Errorf("with all four free: %v slots, want 3, 4 and 1", got)
		}
		s.enter().run(t.Context(), 3, func(int) {
			if n := slots(9); n != 1 {
				t.Errorf("beside one that has three: %d slots, want 1", n)
			}
		})
		func() {
			defer func() { recover() }() //nolint:errcheck // the fault that is played
			s.enter().run(t.Context(), 9, func(int) { panic("a check") })
		}()
		if s.taken != 0 {
			t.Errorf("%d slots are taken at the end", s.taken)
		}
	})
}

func TestLargePagesShareABudgetOfBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(8, nil)
		const page = largeAtOnce / 2
		taken := make(chan func(), 4)
		ctx, cancel := context.WithCancel(t.Context())
		for range 3 {
			go func() {
				if free, ok := s.enter().parse(ctx, page); ok {
					taken <- free
				}
			}()
		}
		synctest.Wait()
		if len(taken) != 2 {
			t.Errorf("%d pages of half the budget are parsed at once, want 2", len(taken))
		}
		go func() { // behind the one that waits
			if free, ok := s.enter().parse(t.Context(), largePage+1); ok {
				taken <- free
			}
		}()
		(<-taken)()
		synctest.Wait()
		if len(taken) != 2 {
			t.Errorf("%d pages are parsed once one is done, want 2", len(taken))
		}
		cancel()
		(<-taken)()
		(<-taken)()
		synctest.Wait()
		(<-taken)()
		if free, ok := s.enter().parse(t.Context(), 2*largeAtOnce); !ok || s.large.bytes != 2*largeAtOnce {
			t.Error("a page larger than the budget is not parsed, though no other is")
		} else {
			free()
		}
		if s.large.taken != 0 || s.large.bytes != 0 {
			t.Errorf("%d slots and %d bytes are taken at the end", s.large.taken, s.large.bytes)
		}
	})
}
