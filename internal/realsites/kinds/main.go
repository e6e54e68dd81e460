// Kinds trains the model of pkg/audit/pagekind on pages of real sites and prints how often it is right on pages that it was not trained on.
//
//	go run ./internal/realsites/kinds -sites DIR [-write pkg/audit/pagekind/weights.txt]
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/auditctl/auditctl/internal/choice"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/pagekind"
)

const (
	penalty = 1.0
	folds   = 5
)

func main() {
	dir := flag.String("sites", os.Getenv("AUDITCTL_SITES"), "folder with the copies of the repositories")
	write := flag.String("write", "", "file to write the weights to")
	flag.Parse()
	if err := run(context.Background(), *dir, *write); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, write string) error {
	pages, err := known()
	if err != nil {
		return err
	}
	if pages, err = readAll(ctx, dir, pages); err != nil {
		return err
	}
	var train, held []labelled
	for _, l := range pages {
		if l.site.Held {
			held = append(held, l)
		} else {
			train = append(train, l)
		}
	}
	var crossed tally
	for fold := range folds {
		weights := learn(slices.DeleteFunc(slices.Clone(train), func(l labelled) bool { return foldOf(l.site.Repo) == fold }))
		for _, l := range train {
			if foldOf(l.site.Repo) == fold {
				crossed.add(weights, l)
			}
		}
	}
	crossed.print(fmt.Sprintf("cross-validated in %d folds of repositories", folds))
	weights := learn(train)
	var apart tally
	for _, l := range held {
		apart.add(weights, l)
	}
	apart.print("held out")
	if write == "" {
		return nil
	}
	header := "# Weights of pkg/audit/pagekind. Written by: go run ./internal/realsites/kinds\n"
	return os.WriteFile(write, []byte(header+weights.Format()), 0o644)
}

// foldOf deals names out evenly.
func foldOf(name string) int { return int(sha256.Sum256([]byte(name))[1]) % folds }

// learn trains on every page as it is and as it would be without what only machines read. What isn't a home page is also shown at the root; of articles,
// which are many, one in five, since few root addresses show one.
func learn(pages []labelled) choice.Weights {
	var examples []choice.Example
	add := func(l labelled, features []pagekind.Feature, root bool) {
		examples = append(examples, choice.Example{Candidates: pagekind.ForChoice(features, root), Right: places(l.kind, root)})
	}
	for _, l := range pages {
		features := pagekind.Features(l.page, l.root, "")
		add(l, features, l.root)
		add(l, slices.DeleteFunc(features, func(f pagekind.Feature) bool { return f.Markup() }), l.root)
		if !l.root && (l.kind[0] != page.KindArticle || foldOf(l.site.Page) == 0) {
			add(l, pagekind.Features(l.page, true, ""), true)
		}
	}
	return choice.Train(examples, penalty)
}

// places returns the right candidates. At the root, a page of any other kind counts as a home page.
func places(kinds []page.Kind, root bool) []int {
	var right []int
	for i, candidate := range pagekind.Candidates(root) {
		if slices.Contains(kinds, candidate) {
			right = append(right, i)
		}
	}
	if right == nil && root {
		right = []int{0}
	}
	return right
}

// tally counts answers.
type tally struct {
	usual  table // home pages at the root, all others deeper
	atRoot table // all at the root
}

// add answers for a page.
func (t *tally) add(weights choice.Weights, l labelled) {
	t.usual.add(weights, l, l.root)
	t.atRoot.add(weights, l, true)
}

func (t *tally) print(title string) {
	fmt.Printf("%s: home pages at the root, the others deeper\n", title)
	t.usual.print()
	fmt.Printf("%s: every page shown at the root of a host\n", title)
	t.atRoot.print()
}

// table counts answers by kind.
type table struct {
	pages, right, said map[page.Kind]int
	mistakes           map[string]int
}

func (t *table) add(weights choice.Weights, l labelled, root bool) {
	if t.pages == nil {
		t.pages, t.right, t.said, t.mistakes = map[page.Kind]int{}, map[page.Kind]int{}, map[page.Kind]int{}, map[string]int{}
	}
	right := places(l.kind, root)
	p := weights.Probabilities(pagekind.ForChoice(pagekind.Features(l.page, root, ""), root))
	best := 0
	for i := range p {
		if p[i] > p[best] {
			best = i
		}
	}
	kinds := pagekind.Candidates(root)
	if p[best] < pagekind.Sure { // what an audit then goes by, without an address that helps
		best = slices.Index(kinds, page.KindOther)
		if root {
			best = 0
		}
	}
	should := kinds[right[0]]
	if slices.Contains(right, best) {
		should = kinds[best]
		t.right[should]++
	} else {
		t.mistakes[fmt.Sprintf("%s taken for %s", should, kinds[best])]++
		if os.Getenv("KINDS_SHOW") == "1" && !l.site.Held {
			fmt.Printf("  %v %s for %s %s %s\n", root, kinds[best], should, l.site.Repo, l.site.Page)
		}
	}
	t.pages[should]++
	t.said[kinds[best]]++
}

func (t *table) print() {
	pages, right := 0, 0
	for _, kind := range pagekind.Candidates(false) {
		if t.pages[kind] == 0 && t.said[kind] == 0 {
			continue
		}
		fmt.Printf("  %-14s %4d pages, precision %5.1f %%, recall %5.1f %%\n", kind, t.pages[kind],
			100*float64(t.right[kind])/float64(max(1, t.said[kind])), 100*float64(t.right[kind])/float64(max(1, t.pages[kind])))
		pages, right = pages+t.pages[kind], right+t.right[kind]
	}
	fmt.Printf("  %-14s %4d pages, %.1f %% right\n", "all", pages, 100*float64(right)/float64(max(1, pages)))
	mistakes := slices.SortedFunc(maps.Keys(t.mistakes), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.mistakes[b], t.mistakes[a]), cmp.Compare(a, b))
	})
	for _, m := range mistakes[:min(len(mistakes), 8)] {
		fmt.Printf("    %3d %s\n", t.mistakes[m], m)
	}
}
