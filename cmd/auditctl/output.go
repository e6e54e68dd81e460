package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// outputFlags are the flags of commands that write audits.
func outputFlags(cmd *cobra.Command) {
	cmd.Flags().StringP("output", "o", "", "`FORMAT`: table (default on a terminal), json (default in a pipe), jsonl, csv, markdown, html, pdf, junit, sarif")
	cmd.Flags().StringP("output-file", "O", "", "write to `FILE` instead of stdout, whole or not at all")
	addFlags(cmd.Flags(), brandSettings())
}

// sink is where a command's result goes.
type sink struct {
	report.Format
	app   *app
	file  string
	color bool
	gate  report.Gate
	brand report.Brand
	print report.Printer // nil where nothing is printed
}

func (a *app) sink(cmd *cobra.Command, c *config) (sink, error) {
	file, err := cmd.Flags().GetString("output-file")
	if err != nil {
		return sink{}, err
	}
	if file != "" {
		if err := writable("--output-file", file); err != nil {
			return sink{}, err
		}
	}
	name := c.GetString("output")
	if name == "" {
		name = "json"
		if file == "" {
			name = a.preferred()
		}
	}
	f, err := report.Lookup(name)
	if err != nil {
		return sink{}, usage("--output: %v", err)
	}
	if f.Binary && file == "" && a.OutTTY {
		return sink{}, usage("%s is nothing for a terminal; name a file with -O report.%s, or write it beside with --also %s=report.%s", f.Name, f.Name, f.Name, f.Name)
	}
	print, err := printerOf(c, f)
	if err != nil {
		return sink{}, err
	}
	brand, err := c.brand()
	if err != nil {
		return sink{}, err
	}
	return sink{Format: f, app: a, file: file, color: a.OutTTY && file == "" && c.color(), brand: brand, print: print}, nil
}

// alsoSinks reads the values of --also, for reports by the brand.
func (a *app) alsoSinks(c *config, list []string, brand report.Brand) ([]sink, error) {
	var all []sink
	for _, text := range list {
		name, file, ok := strings.Cut(text, "=")
		if !ok || file == "" {
			return nil, usage("--also %q is not of the form FORMAT=FILE", audit.Printable(text))
		}
		f, err := report.Lookup(name)
		if err != nil {
			return nil, usage("--also: %v", err)
		}
		if err := writable("--also", file); err != nil {
			return nil, err
		}
		print, err := printerOf(c, f)
		if err != nil {
			return nil, err
		}
		all = append(all, sink{Format: f, app: a, file: file, brand: brand, print: print})
	}
	return all, nil
}

// preferred is the format where none was asked for: for a person on a terminal, for a program in a pipe.
func (a *app) preferred() string {
	if a.OutTTY {
		return "table"
	}
	return "json"
}

// format gives the wanted format of a command that has only some of them. One from the file or the environment is meant for audits, so that another
// command does without; one from the flag has to be there.
func (c *config) format(preferred string, known ...string) (string, error) {
	wanted := c.GetString("output")
	switch {
	case slices.Contains(known, wanted):
		return wanted, nil
	case wanted == "" || c.origin("output") != "flag":
		return preferred, nil
	}
	last := len(known) - 1
	return "", usage("--output %q: use %s or %s here", audit.Printable(wanted), strings.Join(known[:last], ", "), known[last])
}

// streaming says whether audits are written one by one as they finish.
func (s sink) streaming() bool { return s.Stream && s.file == "" }

func (s sink) document(b audit.Batch, lang audit.Lang) report.Document {
	return report.Document{Batch: b, Lang: lang, Width: s.app.Width, Color: s.color, Gate: s.gate, Brand: s.brand, Print: s.print}
}

// write writes a result. What stands beside it in a report is read of the service on, where there is one.
func (s sink) write(ctx context.Context, on audit.Service, b audit.Batch, lang audit.Lang) error {
	d := s.document(b, lang)
	if on != nil {
		if err := s.Complete(ctx, on, &d); err != nil {
			fmt.Fprintf(s.app.Err, "auditctl: the report lacks what came before or how the page looked: %s\n", report.PrintableLines(oneLine(err)))
		}
	}
	if s.file == "" {
		return s.Format.Write(ctx, s.app.Out, d)
	}
	d.Width = 0
	return writeWhole(s.file, openMode, func(w io.Writer) error { return s.Format.Write(ctx, w, d) })
}

// writable refuses, before sites are read, a file that could not be written after.
func writable(flag, path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return usage("%s: %s is a folder", flag, path)
	}
	if !isFolder(filepath.Dir(path)) {
		return usage("%s: there is no folder %s", flag, filepath.Dir(path))
	}
	return nil
}

// stream writes audits one by one as they finish, where the format is of that kind.
type stream struct {
	sink sink
	lang audit.Lang
	mu   sync.Mutex
	err  error // the first failure to write
}

// begin writes what was finished at once: refused addresses, and what the history served.
func (s *stream) begin(ctx context.Context, b audit.Batch) {
	for i := range b.Audits {
		if b.Audits[i].Status.Terminal() {
			s.event(ctx, audit.Event{Stage: audit.StageDone, Audit: &b.Audits[i]})
		}
	}
}

func (s *stream) event(ctx context.Context, e audit.Event) {
	if e.Stage != audit.StageDone || !s.sink.streaming() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.sink.write(ctx, nil, audit.NewBatch(e.Audit.BatchID, []audit.Audit{*e.Audit}), s.lang); s.err == nil {
		s.err = err
	}
}
