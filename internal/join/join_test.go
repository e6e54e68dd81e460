package join

import (
	"strings"
	"sync/atomic"
	"testing"
)

func TestWhoWaitsPanicsAndTheOthersEndFirst(t *testing.T) {
	var ended atomic.Int32
	defer func() {
		p, ok := recover().(*Panic)
		if !ok || p.Value != "what a stranger wrote" || !strings.Contains(p.Error(), "join_test.go") {
			t.Errorf("%v", p)
		}
		if ended.Load() != 20 {
			t.Errorf("%d of 20 have ended", ended.Load())
		}
	}()
	g := Limited(2)
	for i := range 20 {
		g.Go(func() {
			defer ended.Add(1)
			if i == 5 {
				panic("what a stranger wrote")
			}
		})
	}
	g.Wait()
}

func TestNoMoreRunAtOnceThanThereArePlaces(t *testing.T) {
	var running, most atomic.Int32
	g := Limited(3)
	for range 50 {
		g.Go(func() {
			most.Store(max(most.Load(), running.Add(1)))
			running.Add(-1)
		})
	}
	g.Wait()
	if most.Load() > 3 {
		t.Errorf("%d ran at once", most.Load())
	}
}
