package realsites

import (
	"context"
	"errors"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Labelled is a site and what was read of it.
type Labelled struct {
	Site
	Facts *page.Facts
}

// atOnce is how many sites are read side by side.
const atOnce = 3

// Gather reads all labelled sites, in the order of the labels (see Kept). The error joins those of the sites that couldn't be read; the others are given.
func Gather(ctx context.Context, dir, cache string) ([]Labelled, error) {
	sites, err := Load()
	if err != nil {
		return nil, err
	}
	all, faults := make([]Labelled, len(sites)), make([]error, len(sites))
	next := make(chan int)
	var group join.Group
	for range atOnce {
		group.Go(func() {
			for i := range next {
				all[i].Site = sites[i]
				all[i].Facts, faults[i] = Kept(ctx, dir, cache, sites[i])
			}
		})
	}
	for i := range sites {
		next <- i
	}
	close(next)
	group.Wait()
	var read []Labelled
	for _, l := range all {
		if l.Facts != nil {
			read = append(read, l)
		}
	}
	return read, errors.Join(faults...)
}
