package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// outputFlags are the flags of commands that write audits.
func outputFlags(cmd *cobra.Command) {
	cmd.Flags().StringP("output", "o", "", "`FORMAT`: table (default on a terminal), json (default in a pipe), jsonl, csv, markdown")
	cmd.Flags().StringP("output-file", "O", "", "write to `FILE` instead of stdout, whole or not at all")
}

// sink is where a command's result goes.
type sink struct {
	report.Format
	app   *app
	file  string
	color bool
}

func (a *app) sink(cmd *cobra.Command, c *config) (sink, error) {
	file, err := cmd.Flags().GetString("output-file")
	if err != nil {
		return sink{}, err
	}
	name := c.GetString("output")
	if name == "" {
		name = "json"
		if a.OutTTY && file == "" {
			name = "table"
		}
	}
	f, err := report.Lookup(name)
	if err != nil {
		return sink{}, usage("--output: %v", err)
	}
	return sink{Format: f, app: a, file: file, color: a.color(c) && file == ""}, nil
}

// streaming says whether audits are written one by one as they finish.
func (s sink) streaming() bool { return s.Stream && s.file == "" }

func (s sink) write(b audit.Batch, lang audit.Lang) error {
	d := report.Document{Batch: b, Lang: lang, Width: s.app.Width, Color: s.color}
	if s.file == "" {
		return s.Format.Write(s.app.Out, d)
	}
	d.Width = 0
	return writeWhole(s.file, func(w io.Writer) error { return s.Format.Write(w, d) })
}

// writeWhole writes beside the file and renames, so that a reader sees the old content or the new one.
func writeWhole(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return usage("--output-file: %v", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Chmod(0o644); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}

// stream writes audits one by one as they finish, where the format is of that kind.
type stream struct {
	sink sink
	lang audit.Lang
	mu   sync.Mutex
	err  error // the first failure to write
}

// begin writes what was finished at once: refused addresses, and what the history served.
func (s *stream) begin(b audit.Batch) {
	for i := range b.Audits {
		if b.Audits[i].Status.Terminal() {
			s.event(audit.Event{Stage: audit.StageDone, Audit: &b.Audits[i]})
		}
	}
}

func (s *stream) event(e audit.Event) {
	if e.Stage != audit.StageDone || !s.sink.streaming() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.sink.write(audit.NewBatch(e.Audit.BatchID, []audit.Audit{*e.Audit}), s.lang); s.err == nil {
		s.err = err
	}
}
