package report

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// writePDF writes the HTML report as Document.Print prints it. The same document, printed by the same browser, gives the same bytes.
func writePDF(ctx context.Context, w io.Writer, d Document) error {
	if d.Print == nil {
		return audit.Errorf(audit.CodeNoBrowser, "a PDF is printed by Chromium, and there is none; install it or name it with --browser, or take html and print that from a browser")
	}
	var page bytes.Buffer
	if err := writeHTML(&page, d); err != nil {
		return err
	}
	pdf, err := d.Print(ctx, page.Bytes())
	if err != nil {
		return fmt.Errorf("printing the report: %w", err)
	}
	_, err = w.Write(dated(pdf, d.written()))
	return err
}

// printedAt finds when a browser says that it printed: the entries of the document information dictionary (ISO 32000-1, 14.3.3).
var printedAt = regexp.MustCompile(`/(?:CreationDate|ModDate) \(D:([0-9]{14})\+00'00'\)`)

// dated puts another moment in the place of that of printing; no byte of a PDF may move.
func dated(pdf []byte, at time.Time) []byte {
	moment := at.UTC().Format("20060102150405")
	for _, found := range printedAt.FindAllSubmatchIndex(pdf, -1) {
		copy(pdf[found[2]:found[3]], moment)
	}
	return pdf
}

// written is the latest moment that the document tells of.
func (d Document) written() (latest time.Time) {
	for _, a := range d.Batch.Audits {
		at := a.CreatedAt
		if a.FinishedAt != nil {
			at = *a.FinishedAt
		}
		if at.After(latest) {
			latest = at
		}
	}
	return latest
}
