package passes

import (
	"cmp"
	"context"
	"slices"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

// rivals counts who is named instead, over the questions of a pass. They are those of the answers shown, so that the list can be checked against the
// questions; in passes with sources, only those that the sources bear out.
type rivals struct {
	hosts bool // they are told apart to the letter; names aren't
	all   []citation.Rival
	at    map[string]int // in all, by what tells names apart
}

// add counts one question's names, each once.
func (r *rivals) add(names []string, places map[string]int) {
	if r.at == nil {
		r.at = map[string]int{}
	}
	counted := map[string]bool{}
	for _, name := range names {
		key := name
		if !r.hosts {
			key = cmp.Or(words(name), name)
		}
		i, known := r.at[key]
		if !known {
			i = len(r.all)
			r.at[key] = i
			r.all = append(r.all, citation.Rival{Name: name})
		}
		if !counted[key] {
			counted[key] = true
			r.all[i].NamedIn++
		}
		if place, there := places[name]; there {
			r.all[i].BestRank = best(r.all[i].BestRank, &place)
		}
	}
}

// sorted gives the most named first, then the best ranked, then by name.
func (r *rivals) sorted() []citation.Rival {
	slices.SortStableFunc(r.all, func(a, b citation.Rival) int {
		rank := func(r citation.Rival) int {
			if r.BestRank == nil {
				return int(^uint(0) >> 1)
			}
			return *r.BestRank
		}
		return cmp.Or(cmp.Compare(b.NamedIn, a.NamedIn), cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Name, b.Name))
	})
	return append([]citation.Rival{}, r.all...)
}

// best is the lower of two ranks, either of which may be missing.
func best(a, b *int) *int {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// places are the ranks of the others in an answer: their place among all businesses offered, ours and those that no source bears out counted in; that
// of their first result in web retrieval.
func (c Config) places(ctx context.Context, a answer) map[string]int {
	at := map[string]int{}
	if a.read.Basis == citation.WebRetrieval {
		place := 0
		for _, hit := range a.read.Hits {
			one := a.read
			one.Hits = []engine.Source{hit}
			r, fault := c.see(ctx, one)
			if fault != "" || !r.Answered {
				continue // no usable address: it isn't counted
			}
			place++
			for _, host := range r.Hosts {
				if _, known := at[host]; !known {
					at[host] = place
				}
			}
		}
		return at
	}
	place := 0
	for _, name := range a.Rivals {
		place++
		if a.Named && a.Rank != nil && *a.Rank == place {
			place++
		}
		if _, known := at[name]; !known {
			at[name] = place
		}
	}
	return at
}
