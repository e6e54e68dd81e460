// Command bench measures auditctl against bare programs of our own that do the least that such work takes, in turn on the same generated sites, and
// prints ratios: seconds differ from machine to machine. docs/performance.md says what each row means and what was seen.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

const resultFolder = "bench-out"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) > 1 && os.Args[1] == serveCommand {
		exitOn(serveForParent(os.Args[2:]))
		return
	}
	rows := flag.String("run", "", "`ROWS` to measure, comma-separated, such as 1,5b; all where empty")
	n := flag.Int("n", 7, "runs of each program, in turn")
	docs := flag.String("docs", "", "Markdown `FILE` whose table of figures, between two comments, is written anew")
	long := flag.Bool("long", false, "let the database grow to a million audits in rows 10b and 10c; some minutes more")
	flag.Parse()
	if *n < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	missed, err := benchmark(ctx, *rows, *n, *long, *docs)
	exitOn(err)
	if missed > 0 {
		fmt.Printf("%d floors missed\n", missed)
		os.Exit(1)
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// bench is one run of the benchmarks.
type bench struct {
	n       int
	long    bool
	dir     string // temporary: binaries, history, output
	load    *load
	results []result
	skipped []skipped
}

// experiment measures some rows at once: they look at the same runs.
type experiment struct {
	rows    []string
	measure func(*bench, context.Context) error
}

func experiments() []experiment {
	return []experiment{
		{[]string{"1", "5b", "9", "13"}, (*bench).batch},
		{[]string{"1"}, (*bench).facts},
		{[]string{"2"}, (*bench).single},
		{[]string{"9d"}, (*bench).large},
		{[]string{"5", "13"}, (*bench).latency},
		{[]string{"5c"}, (*bench).faults},
		{[]string{"11"}, (*bench).start},
		{[]string{"12"}, (*bench).size},
		{[]string{"4", "9b"}, (*bench).throughput},
		{[]string{"6", "6b", "6c"}, (*bench).polling},
		{[]string{"7", "7b"}, (*bench).cached},
		{[]string{"8"}, (*bench).changes},
		{[]string{"9b"}, (*bench).hostile},
		{[]string{"9c"}, (*bench).waiting},
		{[]string{"10"}, (*bench).disk},
		{[]string{"10b", "10c", "11b"}, (*bench).growth},
		{[]string{"14"}, (*bench).queue},
		{[]string{"3"}, (*bench).peers},
		{[]string{"15"}, (*bench).rendering},
		{[]string{"16"}, (*bench).answers},
		{[]string{"17"}, (*bench).replay},
	}
}

// benchmark measures the rows and says how many floors were missed.
func benchmark(ctx context.Context, rows string, n int, long bool, docs string) (missed int, err error) {
	wanted, err := chosen(rows)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "auditctl-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	b := &bench{n: n, long: long, dir: dir, load: newLoad()}
	began := time.Now()
	if err := b.build(ctx); err != nil {
		return 0, err
	}
	for _, e := range experiments() {
		if !slices.ContainsFunc(e.rows, func(row string) bool { return wanted[row] }) {
			continue
		}
		fmt.Fprintf(os.Stderr, "bench: measuring rows %s\n", strings.Join(e.rows, ", "))
		if err := e.measure(b, ctx); err != nil {
			return 0, fmt.Errorf("rows %s: %w", strings.Join(e.rows, ", "), err)
		}
	}
	b.results = slices.DeleteFunc(b.results, func(r result) bool { return !wanted[r.Row] })
	for _, r := range b.results {
		if !r.Pass {
			missed++
		}
	}
	sortByRow(b.results)
	printLines(os.Stdout, b.results)
	printTable(os.Stdout, b.results)
	for _, s := range b.skipped {
		fmt.Printf("rows %s: skipped, %s\n", s.Rows, s.Why)
	}
	others := b.load.others()
	fmt.Printf("%d cores, %s, n=%d, %s; other programs used %.0f %% of the processors meanwhile\n",
		runtime.NumCPU(), runtime.Version(), n, time.Since(began).Round(time.Second), 100*others)
	if err := b.writeJSON(filepath.Join(resultFolder, "bench.json"), others); err != nil {
		return missed, err
	}
	return missed, b.writeTexts(docs, others)
}

// chosen reads -run.
func chosen(list string) (map[string]bool, error) {
	known := make(map[string]bool)
	for _, e := range experiments() {
		for _, row := range e.rows {
			known[row] = true
		}
	}
	if list == "" {
		return known, nil
	}
	wanted := make(map[string]bool)
	for row := range strings.SplitSeq(list, ",") {
		if !known[row] {
			return nil, fmt.Errorf("no row %q", row)
		}
		wanted[row] = true
	}
	return wanted, nil
}
