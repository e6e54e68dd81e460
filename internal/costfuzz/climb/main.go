// Command climb searches for the costliest sites, beginning with those that are kept, and writes the worst of each objective: climb -for
// 1h -into FOLDER. With -try FILE it audits the site of one genome and prints what that cost and which functions took the time.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/auditctl/auditctl/internal/costfuzz"
)

func main() {
	costfuzz.RunChild()
	o := options{}
	flag.DurationVar(&o.length, "for", time.Hour, "how long to search")
	flag.StringVar(&o.seeds, "seeds", "internal/costfuzz/testdata/worst", "folder of genomes to begin with")
	flag.StringVar(&o.into, "into", "bench-out/costfuzz", "folder for what is found")
	flag.IntVar(&o.workers, "workers", 2, "audits at once")
	flag.Uint64Var(&o.seed, "seed", 1, "of the random numbers")
	try := flag.String("try", "", "genome to audit once")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	work := func() error { return run(ctx, o) }
	if *try != "" {
		work = func() error { return tryOne(ctx, *try) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "climb:", err)
		os.Exit(1)
	}
}

type options struct {
	length      time.Duration
	seeds, into string
	workers     int
	seed        uint64
}

// limits let a search see how far past the budgets a site goes.
func limits() costfuzz.Limits {
	return costfuzz.Limits{CPU: 15 * time.Second, Memory: 2 << 30, Wire: 256 << 20, Wall: 3 * time.Minute}
}

func run(ctx context.Context, o options) error {
	kept, err := costfuzz.Kept(o.seeds)
	if err != nil {
		return err
	}
	var seeds []costfuzz.Genome
	for _, k := range kept {
		seeds = append(seeds, k.Genome)
	}
	if err := os.MkdirAll(o.into, 0o755); err != nil {
		return fmt.Errorf("making the folder for what is found: %w", err)
	}
	search := costfuzz.Search{Limits: limits(), Workers: o.workers, Report: func(objective string, f costfuzz.Found) {
		fmt.Printf("%-16s %s\n", objective, f.Cost)
	}}
	within, cancel := context.WithTimeout(ctx, o.length)
	defer cancel()
	best, count, err := search.Run(within, seeds, o.seed)
	if err != nil {
		return err
	}
	fmt.Printf("\n%d sites were audited in %s\n", count, o.length)
	return write(ctx, o.into, best)
}

// shown is how many genomes of each objective are written.
const shown = 3

// write saves the costliest genomes, prints a table of them, and for each objective the functions that took the most time.
func write(ctx context.Context, into string, best map[string][]costfuzz.Found) error {
	var table strings.Builder
	save := func(name string, f costfuzz.Found) error {
		if err := os.WriteFile(filepath.Join(into, name+".json"), f.Genome.JSON(), 0o644); err != nil {
			return fmt.Errorf("saving a genome: %w", err)
		}
		fmt.Fprintf(&table, "%-20s %s %s\n", name, f.Cost, f.Crash)
		return nil
	}
	for _, o := range costfuzz.Objectives() {
		for i, f := range best[o.Name][:min(shown, len(best[o.Name]))] {
			name := fmt.Sprintf("%s-%d", o.Name, i+1)
			if err := save(name, f); err != nil {
				return err
			}
			if i == 0 {
				table.WriteString(hottest(ctx, f.Genome, filepath.Join(into, name+".pprof")))
			}
		}
	}
	for i, f := range best["crash"] {
		if err := save(fmt.Sprintf("crash-%d", i+1), f); err != nil {
			return err
		}
	}
	fmt.Print(table.String())
	return os.WriteFile(filepath.Join(into, "table.txt"), []byte(table.String()), 0o644)
}

func tryOne(ctx context.Context, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the genome: %w", err)
	}
	g, err := costfuzz.Parse(text)
	if err != nil {
		return err
	}
	c, err := costfuzz.Evaluate(ctx, g, limits())
	if err != nil {
		return err
	}
	fmt.Printf("%s\n%s", c, hottest(ctx, g, filepath.Join(os.TempDir(), "costfuzz.pprof")))
	return nil
}

// hottest audits a genome's site once more and returns the functions that took the most time, as `go tool pprof` prints them.
func hottest(ctx context.Context, g costfuzz.Genome, profile string) string {
	l := limits()
	l.Profile = profile
	if _, err := costfuzz.Evaluate(ctx, g, l); err != nil {
		return fmt.Sprintf("    no profile: %v\n", err)
	}
	out, err := exec.CommandContext(ctx, "go", "tool", "pprof", "-top", "-cum", "-focus=auditctl", "-nodecount=14", profile).Output()
	if err != nil {
		return fmt.Sprintf("    no profile: %v\n", err)
	}
	return "    " + strings.ReplaceAll(strings.TrimSpace(string(out)), "\n", "\n    ") + "\n"
}
