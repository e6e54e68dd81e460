// Command scale measures 1, 2 and 3 nodes on one PostgreSQL of this machine: real processes of auditctl that audit sites which take their time, and the queue
// alone with a pipeline that does nothing. docs/scale.md has a run of it, and what follows for larger numbers.
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
	"runtime"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
)

const (
	resultFolder = "bench-out"
	// nodeCommand is how this program calls itself as a node whose pipeline does nothing.
	nodeCommand = "idle-node"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) == 3 && os.Args[1] == nodeCommand {
		exitOn(idleNode(ctx, os.Args[2]))
		return
	}
	var o options
	flag.IntVar(&o.most, "nodes", 3, "measure from 1 to so many nodes")
	flag.IntVar(&o.workers, "workers", 20, "audits at once on each node")
	flag.DurationVar(&o.latency, "latency", time.Second, "how long sites take for each answer")
	flag.IntVar(&o.rounds, "rounds", 8, "audits for each worker")
	flag.IntVar(&o.queued, "queued", 4000, "audits through the queue alone")
	flag.Parse()
	if flag.NArg() > 0 || o.most < 1 || o.workers < 1 || o.rounds < 2 {
		flag.Usage()
		os.Exit(2)
	}
	exitOn(scale(ctx, o))
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "scale: %v\n", err)
		os.Exit(1)
	}
}

type options struct {
	most, workers, rounds, queued int
	latency                       time.Duration
}

func scale(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "auditctl-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary, err := build(ctx, dir)
	if err != nil {
		return err
	}
	sites, err := serveSites(ctx, o.most*o.workers*o.rounds, o.latency)
	if err != nil {
		return err
	}
	defer sites.close()
	var b strings.Builder
	fmt.Fprintf(&b, "%d cores, %s, PostgreSQL on the same machine; sites answer after %s, %d workers a node, pages 1\n\n", runtime.NumCPU(), runtime.Version(), o.latency, o.workers)
	b.WriteString("| Nodes | Audits | Audits/s | Against 1 | CPU of nodes, ms an audit | CPU of PostgreSQL, ms an audit | Connections at most | Waits for a worker, p50 and p99 | Database, KB an audit |\n" +
		"|---|---|---|---|---|---|---|---|---|\n")
	var alone strings.Builder
	alone.WriteString("| Nodes, empty pipeline | Audits | Audits/s | Against 1 | CPU of nodes, ms an audit | CPU of PostgreSQL, ms an audit | Connections at most |\n|---|---|---|---|---|---|---|\n")
	err = withServer(func(s *pgtest.Server) error { //nolint:contextcheck // starting the server is bounded by pgtest
		var first, firstAlone float64
		for n := 1; n <= o.most; n++ {
			fmt.Fprintf(os.Stderr, "scale: %d nodes\n", n)
			f, err := measure(ctx, s.URL(), binary, dir, sites, n, o) //nolint:contextcheck // making a database is bounded by pgtest
			if err != nil {
				return fmt.Errorf("%d nodes: %w", n, err)
			}
			if n == 1 {
				first = f.perSecond
			}
			fmt.Fprintf(&b, "| %d | %d | %.1f | %.2f | %.1f | %.1f | %d | %.0f, %.0f ms | %.1f |\n",
				n, f.audits, f.perSecond, f.perSecond/first, f.nodes, f.database, f.connections, f.p50, f.p99, f.size)
			q, err := measureQueue(ctx, s.URL(), n, o.queued) //nolint:contextcheck // likewise
			if err != nil {
				return fmt.Errorf("the queue alone, %d nodes: %w", n, err)
			}
			if n == 1 {
				firstAlone = q.perSecond
			}
			fmt.Fprintf(&alone, "| %d | %d | %.0f | %.2f | %.2f | %.2f | %d |\n", n, q.audits, q.perSecond, q.perSecond/firstAlone, q.nodes, q.database, q.connections)
		}
		return nil
	})
	if err != nil {
		return err
	}
	text := b.String() + "\n" + alone.String()
	if err := os.MkdirAll(resultFolder, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(resultFolder, "scale.md"))
	if err != nil {
		return err
	}
	_, err = io.Copy(io.MultiWriter(os.Stdout, f), strings.NewReader(text))
	return errors.Join(err, f.Close())
}
