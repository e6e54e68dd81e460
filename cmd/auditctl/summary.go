package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/report"
)

// stepSummary names the file whose Markdown GitHub shows on the page of a job; steps append to it.
const stepSummary = "GITHUB_STEP_SUMMARY"

// summary is where the short account of a run goes; the zero summary goes nowhere.
type summary struct {
	file     string
	appended bool
}

func summaryFlag(cmd *cobra.Command) {
	cmd.Flags().String("summary-file", "", "write a summary in Markdown to `FILE` as well (default: what "+stepSummary+" names, where it is set)")
}

func (a *app) summary(cmd *cobra.Command) (summary, error) {
	file, err := cmd.Flags().GetString("summary-file")
	switch {
	case err != nil:
		return summary{}, err
	case !cmd.Flags().Changed("summary-file"):
		return summary{file: os.Getenv(stepSummary), appended: true}, nil
	case file == "":
		return summary{}, nil // for once without one
	}
	return summary{file: file}, writable("--summary-file", file)
}

func (s summary) write(d report.Document) (err error) {
	switch {
	case s.file == "":
		return nil
	case !s.appended:
		return writeWhole(s.file, openMode, func(w io.Writer) error { return report.WriteSummary(w, d) })
	}
	var text bytes.Buffer
	if err := report.WriteSummary(&text, d); err != nil {
		return fmt.Errorf("summing up: %w", err)
	}
	err = appendTo(s.file, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	})
	if err != nil {
		return fmt.Errorf("summing up for %s: %w", stepSummary, err)
	}
	return nil
}
