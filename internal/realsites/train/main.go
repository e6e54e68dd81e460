// Command train learns the weights by which package business tells whose a site is, from the labelled sites that aren't held apart, and writes them into
// that package. It prints how many sites are read rightly: of those that it learns from, each by weights learnt from others (five folds), and in all of
// those held apart.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/auditctl/auditctl/internal/choice"
	"github.com/auditctl/auditctl/internal/realsites"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
)

const folds = 5

// The penalties of the three models (choice.Train), chosen by the five folds.
var (
	namePenalty     = flag.Float64("names", 1, "penalty of the model of names")
	industryPenalty = flag.Float64("industries", 6, "penalty of the model of industries")
	typePenalty     = flag.Float64("types", 6, "penalty of the model of types")
	verbose         = flag.Bool("v", false, "print what is wrong on the sites that are learnt from")
)

func main() {
	dir := flag.String("sites", os.Getenv("AUDITCTL_SITES"), "folder with the copies of the repositories")
	cache := flag.String("facts", "bench-out/facts", "folder in which what was read is kept")
	into := flag.String("into", "pkg/audit/business", "folder that the weights are written to")
	flag.Parse()
	if err := run(*dir, *cache, *into); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir, cache, into string) error {
	all, err := realsites.Gather(context.Background(), dir, cache)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	var learnt, held []realsites.Labelled
	for _, l := range all {
		if l.Held {
			held = append(held, l)
		} else {
			learnt = append(learnt, l)
		}
	}
	cross := tally{}
	for fold := range folds {
		var rest, out []realsites.Labelled
		for _, l := range learnt {
			if l.Fold(folds) == fold {
				out = append(out, l)
			} else {
				rest = append(rest, l)
			}
		}
		w := learn(rest)
		for i := range out {
			cross.add(&out[i], business.ReadBy(w, out[i].Facts), *verbose)
		}
	}
	cross.print(fmt.Sprintf("%d sites, five folds", len(learnt)))
	w := learn(learnt)
	apart := tally{}
	for i := range held {
		apart.add(&held[i], business.ReadBy(w, held[i].Facts), false)
	}
	apart.print(fmt.Sprintf("%d sites held apart", len(held)))
	for name, weights := range map[string]choice.Weights{"name": w.Names, "industry": w.Industries, "type": w.Types} {
		head := "# Written by `go run ./internal/realsites/train`: features and their weights, in logits.\n"
		if err := os.WriteFile(filepath.Join(into, name+"_weights.txt"), []byte(head+weights.Format()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// learn trains the three models. The model of types sees industries as the model of industries tells them on sites that it didn't learn from.
func learn(sites []realsites.Labelled) business.Learnt {
	names, industries := make([]choice.Example, len(sites)), make([]choice.Example, len(sites))
	each(len(sites), func(i int) {
		s := business.ReadBy(business.Learnt{}, sites[i].Facts)
		names[i] = example(s.Names(), sites[i].RightName)
		industries[i] = example(s.Industries(), sites[i].RightIndustry)
	})
	types := make([]choice.Example, len(sites))
	for fold := range folds {
		var rest []choice.Example
		for i := range sites {
			if sites[i].Fold(folds) != fold {
				rest = append(rest, industries[i])
			}
		}
		w := business.Learnt{Industries: choice.Train(withoutRight(rest), *industryPenalty)}
		each(len(sites), func(i int) {
			if sites[i].Fold(folds) == fold {
				types[i] = example(business.ReadBy(w, sites[i].Facts).Types(), sites[i].RightType)
			}
		})
	}
	return business.Learnt{
		Names: choice.Train(withoutRight(names), *namePenalty), Industries: choice.Train(withoutRight(industries), *industryPenalty), Types: choice.Train(types, *typePenalty),
	}
}

// each runs do for 0 to n-1 on two goroutines.
func each(n int, do func(i int)) {
	var group sync.WaitGroup
	for part := range 2 {
		group.Go(func() {
			for i := part; i < n; i += 2 {
				do(i)
			}
		})
	}
	group.Wait()
}

// example makes a labelled choice of candidates. Where none is right, the candidate without a value is.
func example(candidates []business.Candidate, right func(string) bool) (e choice.Example) {
	none := -1
	for i, c := range candidates {
		var features []string
		for _, piece := range c.Evidence {
			features = append(features, piece.Feature)
		}
		e.Candidates = append(e.Candidates, features)
		if c.Value == "" {
			none = i
		} else if right(c.Value) {
			e.Right = append(e.Right, i)
		}
	}
	if len(e.Right) == 0 && none >= 0 {
		e.Right = []int{none}
	}
	return e
}

// withoutRight adds to examples every twelfth of them without its right candidates, so that the weights tell when none is right.
func withoutRight(examples []choice.Example) []choice.Example {
	all := slices.Clone(examples)
	for i, e := range examples {
		if i%12 != 0 {
			continue
		}
		var less choice.Example
		for k, features := range e.Candidates {
			if !slices.Contains(e.Right, k) {
				if slices.Contains(features, "none of these") {
					less.Right = []int{len(less.Candidates)}
				}
				less.Candidates = append(less.Candidates, features)
			}
		}
		all = append(all, less)
	}
	return all
}

// tally counts answers.
// tally counts answers; sure has those of each tenth of confidence, given and right, for name, industry and type.
type tally struct {
	sure                                                                      [3][10][2]int
	sites, named, nameKnown, name, given, industryKnown, industry, kind, lang int
}

func (t *tally) add(l *realsites.Labelled, s business.Subject, tell bool) {
	b := s.Describe(audit.English)
	t.sites++
	count := func(n *int, ok bool) bool {
		if ok {
			*n++
		}
		return ok
	}
	count(&t.named, b.Name != "")
	has := func(candidates []business.Candidate, right func(string) bool) bool {
		for _, c := range candidates {
			if right(c.Value) {
				return true
			}
		}
		return false
	}
	count(&t.nameKnown, has(s.Names(), l.RightName))
	count(&t.industryKnown, has(s.Industries(), l.RightIndustry))
	key, kind := "", ""
	if len(s.Industries()) > 0 {
		key = s.Industries()[0].Value
	}
	kind = b.Type
	for i, of := range [][]business.Candidate{s.Names(), s.Industries(), s.Types()} {
		if len(of) > 0 {
			tenth := min(int(10*of[0].Confidence), 9)
			t.sure[i][tenth][0]++
			if []func(string) bool{l.RightName, l.RightIndustry, l.RightType}[i](of[0].Value) {
				t.sure[i][tenth][1]++
			}
		}
	}
	count(&t.given, key != "")
	if !count(&t.name, l.RightName(b.Name)) && tell {
		fmt.Printf("name     %-50.50s %q, want %q %q\n", l.ID(), b.Name, l.Name, l.Also)
	}
	if !count(&t.industry, l.RightIndustry(key)) && tell {
		fmt.Printf("industry %-50.50s %s (%.2f), want %s %v\n", l.ID(), key, confidence(s.Industries()), l.Industry, l.Or)
	}
	if !count(&t.kind, l.RightType(kind)) && tell {
		fmt.Printf("type     %-50.50s %s (%.2f), want %s %v (%s)\n", l.ID(), kind, confidence(s.Types()), l.Type, l.TypeOr, key)
	}
	if !count(&t.lang, l.RightLang(b.Language)) && tell {
		fmt.Printf("lang     %-50.50s %s, want %s\n", l.ID(), b.Language, l.Lang)
	}
}

func confidence(c []business.Candidate) float64 {
	if len(c) == 0 {
		return 0
	}
	return c[0].Confidence
}

func (t *tally) print(what string) {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(t.sites, 1)) }
	fmt.Printf("%s: name given %.1f %%, among candidates %.1f %%, right %.1f %%; industry given %.1f %%, among candidates %.1f %%, right %.1f %%; type right %.1f %%; language right %.1f %%\n",
		what, share(t.named), share(t.nameKnown), share(t.name), share(t.given), share(t.industryKnown), share(t.industry), share(t.kind), share(t.lang))
	for i, of := range []string{"name", "industry", "type"} {
		fmt.Printf("  %s, given and right by tenths of confidence:", of)
		for _, n := range t.sure[i] {
			fmt.Printf(" %d/%d", n[1], n[0])
		}
		fmt.Println()
	}
}
