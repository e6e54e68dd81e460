package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// printLines writes every run in the form of Go's own benchmarks, a line each, so that benchstat compares two results, or, with -col /of, a program with what
// stands beside it.
func printLines(out io.Writer, results []result) {
	fmt.Fprintf(out, "goos: %s\ngoarch: %s\npkg: %s\n", runtime.GOOS, runtime.GOARCH, "github.com/auditctl/auditctl/internal/bench")
	said := map[string]bool{}
	for _, r := range results {
		if strings.HasSuffix(r.Unit, "/s") && !said[r.Unit] {
			fmt.Fprintf(out, "Unit %s better=higher\n", r.Unit)
			said[r.Unit] = true
		}
	}
	for _, r := range results {
		line := func(of string, runs []float64) {
			for _, v := range runs {
				fmt.Fprintf(out, "BenchmarkRow%s/what=%s/of=%s-%d 1 %.6g %s\n", r.Row, label(r.What), label(of), runtime.NumCPU(), v, r.Unit)
			}
		}
		line("auditctl", r.Ours.Runs)
		if r.Anchor != nil {
			line(r.Against, r.Anchor.Runs)
		}
	}
}

// label writes a text as a part of a benchmark's name.
func label(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '.' }), "_")
}

// writeTexts writes the lines and the table of the documentation beside the JSON, and the table into a document where one is named.
func (b *bench) writeTexts(docs string, others float64) error {
	var lines bytes.Buffer
	printLines(&lines, b.results)
	if err := os.WriteFile(filepath.Join(resultFolder, "bench.txt"), lines.Bytes(), 0o644); err != nil {
		return err
	}
	table := b.markdown(others)
	if err := os.WriteFile(filepath.Join(resultFolder, "table.md"), []byte(table), 0o644); err != nil || docs == "" {
		return err
	}
	text, err := os.ReadFile(docs)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(text), tableBegin)
	_, after, ends := strings.Cut(rest, tableEnd)
	if !begins || !ends {
		return fmt.Errorf("%s has no table between %q and %q", docs, tableBegin, tableEnd)
	}
	return os.WriteFile(docs, []byte(before+tableBegin+"\n"+table+tableEnd+after), 0o644)
}

// The comments that the table of a document stands between.
const (
	tableBegin = "<!-- figures -->"
	tableEnd   = "<!-- /figures -->"
)

// markdown is the table of docs/performance.md: medians, with the least and the most of n runs in brackets. Values that miss their floor are bold.
func (b *bench) markdown(others float64) string {
	var t strings.Builder
	fmt.Fprintf(&t, "Seen on %s with `%s`: %d cores (%s), %s, other programs using %.0f %% of the processors meanwhile.\n\n",
		time.Now().UTC().Format("2 January 2006"), command(), runtime.NumCPU(), processor(), runtime.Version(), 100*others)
	t.WriteString("| Row | What | Ours | Beside it | n | Value | Floor | Goal |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range b.results {
		beside, value, floor, goal := "", figure(r.Value)+" "+r.ValueUnit, "", ""
		if r.Anchor != nil {
			beside = fmt.Sprintf("%s %s %s", r.Against, r.Anchor.brief(), r.Unit)
		}
		switch {
		case r.Bound == unbound && r.Anchor == nil:
			value = ""
		case r.Bound != unbound:
			floor, goal = fmt.Sprintf("%s %.3g", r.Bound, r.Floor), fmt.Sprintf("%.3g", r.Goal)
		}
		if !r.Pass {
			value = "**" + value + "**"
		}
		fmt.Fprintf(&t, "| %s | %s | %s %s | %s | %d | %s | %s | %s |\n", r.Row, r.What, r.Ours.brief(), r.Unit, beside, len(r.Ours.Runs), value, floor, goal)
	}
	for _, s := range b.skipped {
		fmt.Fprintf(&t, "\nRows %s: skipped, %s.\n", s.Rows, s.Why)
	}
	return t.String()
}

// brief is the median, and the spread where there is one.
func (s spread) brief() string {
	if s.Min == s.Max {
		return figure(s.Median)
	}
	return fmt.Sprintf("%s (%s to %s)", figure(s.Median), figure(s.Min), figure(s.Max))
}

// figure has three digits, and more where these stand before the point.
func figure(v float64) string {
	if v >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
