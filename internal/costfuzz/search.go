package costfuzz

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
)

// Found is a genome with what it cost.
type Found struct {
	Genome Genome
	Cost   Cost
	// Crash is the output of the process where the audit ended it.
	Crash string
}

// Objective is what a search climbs towards.
type Objective struct {
	Name  string
	Value func(Cost) float64
}

// Objectives lists them all. Those per byte are over what was read of the site, at least 16 KiB.
func Objectives() []Objective {
	read := func(c Cost) float64 { return float64(max(c.Wire, 16<<10)) }
	return []Objective{
		{"cpu", func(c Cost) float64 { return c.CPU.Seconds() }},
		{"memory", func(c Cost) float64 { return float64(c.Memory) }},
		{"requests", func(c Cost) float64 { return float64(c.Requests) }},
		{"wire", func(c Cost) float64 { return float64(c.Wire) }},
		{"cpu-per-byte", func(c Cost) float64 { return c.CPU.Seconds() / read(c) }},
		{"memory-per-byte", func(c Cost) float64 { return float64(c.Memory) / read(c) }},
	}
}

// Search is an evolutionary search: it mutates the best genomes of every objective in turn.
type Search struct {
	Limits Limits
	// Workers is how many audits run at once.
	Workers int
	// Report is told of every genome that is the best of an objective so far, by one goroutine at a time.
	Report func(objective string, f Found)

	mu     sync.Mutex
	random *rand.Rand
	best   map[string][]Found // by objective, the costliest first
	count  int
	failed error
}

// elite is how many genomes of each objective have descendants.
const elite = 12

// Run evaluates the seeds, and mutates until ctx ends. The result has the costliest genomes of each objective, and those that crashed
// under "crash".
func (s *Search) Run(ctx context.Context, seeds []Genome, seed uint64) (best map[string][]Found, evaluated int, err error) {
	s.random, s.best = rand.New(rand.NewPCG(seed, 0)), map[string][]Found{}
	if len(seeds) == 0 {
		return nil, 0, errors.New("a search needs genomes to begin with")
	}
	queue := slices.Clone(seeds)
	var workers sync.WaitGroup
	for range max(1, s.Workers) {
		workers.Go(func() {
			for ctx.Err() == nil && s.evaluate(ctx, s.next(&queue, seeds)) {
			}
		})
	}
	workers.Wait()
	return s.best, s.count, s.failed
}

// next takes a seed, or mutates one of the best.
func (s *Search) next(queue *[]Genome, seeds []Genome) Genome {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(*queue) > 0 {
		g := (*queue)[0]
		*queue = (*queue)[1:]
		return g
	}
	return mutate(s.random, s.parent(seeds), s.parent(seeds))
}

func (s *Search) parent(seeds []Genome) Genome {
	list := s.best[pick(s.random, Objectives()).Name]
	if len(list) == 0 || s.random.IntN(10) == 0 {
		return pick(s.random, seeds)
	}
	return list[min(s.random.IntN(len(list)), s.random.IntN(len(list)))].Genome // the better ones more often
}

// evaluate reports whether the search can go on.
func (s *Search) evaluate(ctx context.Context, g Genome) bool {
	cost, err := Evaluate(ctx, g, s.Limits)
	if ctx.Err() != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	if crash := (*CrashError)(nil); errors.As(err, &crash) {
		if len(s.best["crash"]) < elite {
			f := Found{Genome: g, Cost: cost, Crash: crash.Error()}
			s.best["crash"] = append(s.best["crash"], f)
			s.Report("crash", f)
		}
		return true
	}
	if err != nil {
		s.failed = fmt.Errorf("evaluating a genome: %w", err)
		return false
	}
	for _, o := range Objectives() {
		s.keep(o, Found{Genome: g, Cost: cost})
	}
	return true
}

func (s *Search) keep(o Objective, f Found) {
	list := append(s.best[o.Name], f)
	slices.SortStableFunc(list, func(a, b Found) int { return cmp.Compare(o.Value(b.Cost), o.Value(a.Cost)) })
	s.best[o.Name] = list[:min(len(list), elite)]
	if list[0].Cost == f.Cost {
		s.Report(o.Name, f)
	}
}
