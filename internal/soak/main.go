// Command soak keeps a real server on SQLite busy for minutes, with sites, polling clients and clients that hang up, and looks at what must not grow: memory,
// goroutines, descriptors, the write-ahead log. It judges by the slope after a warm-up, not by single figures. docs/reliability.md has a run of it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

const resultFolder = "bench-out"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	lasts := flag.Duration("for", 10*time.Minute, "how long the server is kept busy")
	every := flag.Duration("every", 5*time.Second, "how often it is looked at")
	flag.Parse()
	if *lasts < 6**every || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "soak: -for must be six times -every at least")
		os.Exit(2)
	}
	grows, err := soak(ctx, *lasts, *every)
	if err != nil {
		fmt.Fprintf(os.Stderr, "soak: %v\n", err)
		os.Exit(1)
	}
	if grows {
		os.Exit(1)
	}
}

// soak says whether something grows.
func soak(ctx context.Context, lasts, every time.Duration) (grows bool, err error) {
	dir, err := os.MkdirTemp("", "auditctl-soak-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	sites, err := serveSites(ctx, siteCount)
	if err != nil {
		return false, err
	}
	defer sites.close()
	s, err := startServer(ctx, dir)
	if err != nil {
		return false, err
	}
	defer s.stop()
	base, err := s.rest(ctx, sites)
	if err != nil {
		return false, err
	}

	busy, relax := context.WithTimeout(ctx, lasts)
	defer relax()
	l := newLoad(s, sites)
	l.begin(busy)
	samples, err := s.watch(busy, every)
	relax()
	if err = errors.Join(err, l.end()); err != nil {
		return false, err
	}
	after, waited, err := s.calmDown(ctx, base)
	if err != nil {
		return false, err
	}
	report := judge(samples, lasts, base, after, waited, l)
	if err := os.MkdirAll(resultFolder, 0o755); err != nil {
		return false, err
	}
	f, err := os.Create(filepath.Join(resultFolder, "soak.md"))
	if err != nil {
		return false, err
	}
	_, err = io.Copy(io.MultiWriter(os.Stdout, f), strings.NewReader(report.text))
	return report.grows, errors.Join(err, f.Close())
}
