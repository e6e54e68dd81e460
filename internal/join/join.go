// Package join waits for goroutines that read what strangers wrote: where one panics, whoever waits for them panics, and the process lives on if it recovers.
package join

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Group is goroutines that belong together. Its zero value is ready, and runs all at once.
type Group struct {
	places  chan struct{} // nil where there is no limit
	running sync.WaitGroup
	first   sync.Once
	panic   *Panic
}

// Limited gives a Group that runs at most n at once; Go waits for a place.
func Limited(n int) *Group { return &Group{places: make(chan struct{}, n)} }

// Go runs do in a goroutine.
func (g *Group) Go(do func()) {
	if g.places != nil {
		g.places <- struct{}{}
	}
	g.running.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				g.first.Do(func() { g.panic = &Panic{value, debug.Stack()} })
			}
			if g.places != nil {
				<-g.places
			}
		}()
		do()
	})
}

// Wait waits for all of them. Where one has panicked, it panics with a *Panic of the first.
func (g *Group) Wait() {
	g.running.Wait()
	if g.panic != nil {
		panic(g.panic)
	}
}

// Panic is what a goroutine panicked with, and where.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }
