package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// rendering writes one audit, and a batch of 1,000, in the formats that are read most.
func (b *bench) rendering(ctx context.Context) error {
	kept, err := b.realAudit(ctx)
	if err != nil {
		return err
	}
	one, err := kept.Decode()
	if err != nil {
		return err
	}
	for _, size := range []int{1, 1000} {
		batch := audit.NewBatch(one.BatchID, slices.Repeat([]audit.Audit{*one}, size))
		for _, name := range []string{"html", "json"} {
			format, err := report.Lookup(name)
			if err != nil {
				return err
			}
			runs, err := series(b.n, func() (float64, error) {
				began := time.Now()
				err := format.Write(ctx, io.Discard, report.Document{Batch: batch, Lang: audit.English})
				return float64(time.Since(began).Microseconds()) / 1000, err
			})
			if err != nil {
				return fmt.Errorf("writing %d audits as %s: %w", size, name, err)
			}
			b.seen("15", fmt.Sprintf("writing %d audits of 20 pages with all checks as %s", size, name), "ms", runs[0])
		}
	}
	return nil
}

// answers reads the labelled answers of the reader's tests, so many times that the start of the process counts for little.
func (b *bench) answers(ctx context.Context) error {
	files, err := filepath.Glob("pkg/citation/reader/testdata/cases*.jsonl")
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no answers to read: %w", err)
	}
	var once bytes.Buffer
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		once.Write(text)
	}
	const times = 10
	all := string(bytes.Repeat(once.Bytes(), times))
	number := float64(bytes.Count(once.Bytes(), []byte("\n")) * times)
	runs, err := series(b.n, func() (used, error) { return b.run(ctx, all, "reader") })
	if err != nil {
		return err
	}
	b.seen("16", fmt.Sprintf("reading an answer, mean of %.0f, CPU", number), "us", take(runs[0], func(u used) float64 { return u.cpu * 1e6 / number }))
	return nil
}

// replay judges an audit of 20 pages again from what it kept, in turn with the audit.
func (b *bench) replay(ctx context.Context) error {
	s, err := b.serve(ctx, "-n", "1")
	if err != nil {
		return err
	}
	defer s.stop()
	path := filepath.Join(b.dir, "replay.db")
	audited := b.audit(ctx, s.origins(), "--db", path)
	if _, err := audited(); err != nil {
		return err
	}
	kept, err := newestAudit(ctx, path)
	if err != nil {
		return err
	}
	runs, err := series(b.n, func() (used, error) {
		return b.run(ctx, "", "auditctl", "replay", kept.AuditID, "--db", path, "-o", "json")
	}, audited)
	if err != nil {
		return err
	}
	b.beside("17", "judging 20 pages again from what was kept, CPU", "s", "the audit", take(runs[0], cpu), take(runs[1], cpu))
	return nil
}
