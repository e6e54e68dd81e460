// Package report writes audits for people and programs: one file per format, all from the same result.
package report

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Document is what a format writes: one audit, or a batch of several.
type Document struct {
	Batch audit.Batch
	Lang  audit.Lang
	// Width is the terminal's, in columns; 0 where the output is no terminal.
	Width int
	// Color allows terminal colours.
	Color bool
	// Gate is what the audits are held to, in the formats that CI systems read.
	Gate Gate
	// Before is the finished audit of the same site that came before an audit, by the audit's id; what changed since is told.
	Before map[string]*audit.Audit
	// History is earlier finished audits of the same site by an audit's id, the oldest first, for a line over time. Dates, scores and versions of the rules
	// are read of them.
	History map[string][]audit.Audit
	// Screenshots are pictures of the submitted page as a browser shows it, JPEG, by audit id.
	Screenshots map[string][]byte
	// Brand is whose report it is; empty is nobody's.
	Brand Brand
	// Print makes a PDF of an HTML report; nil where no browser is at hand.
	Print func(ctx context.Context, html []byte) ([]byte, error)
}

// single gives the audit of a document that holds one. One that is left of an interrupted batch of several stays a batch.
func (d Document) single() (audit.Audit, bool) {
	if len(d.Batch.Audits) == 1 && d.Batch.Total <= 1 {
		return d.Batch.Audits[0], true
	}
	return audit.Audit{}, false
}

// Format is a way to write a Document.
type Format struct {
	Name string
	// Stream: the audits may be written one by one, each as a Document of its own, as they finish.
	Stream bool
	// Binary: it is nothing for a terminal.
	Binary bool
	// Beside: it shows what Complete adds.
	Beside bool
	// Write writes a document. Where it is printed, ctx ends that.
	Write func(ctx context.Context, w io.Writer, d Document) error
}

// text is a way to write a document that nothing is waited for in.
func text(write func(io.Writer, Document) error) func(context.Context, io.Writer, Document) error {
	return func(_ context.Context, w io.Writer, d Document) error { return write(w, d) }
}

// Formats is the one list of formats, the terminal's default first.
func Formats() []Format {
	return []Format{
		{Name: "table", Write: text(writeTable)},
		{Name: "json", Write: text(writeJSON)},
		{Name: "jsonl", Write: text(writeJSONL), Stream: true},
		{Name: "csv", Write: text(writeCSV)},
		{Name: "markdown", Write: text(writeMarkdown)},
		{Name: "html", Write: text(writeHTML), Beside: true},
		{Name: "pdf", Write: writePDF, Binary: true, Beside: true},
		{Name: "junit", Write: text(writeJUnit)},
		{Name: "sarif", Write: text(writeSARIF)},
	}
}

// Lookup finds a format by name. The error names those there are.
func Lookup(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q; use one of: %s", audit.Printable(name), strings.Join(names, ", "))
}
