package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	plainWidth    = 100 // columns where the output is no terminal
	narrowest     = 60
	tableFindings = 15
)

// writeTable writes for a terminal: one audit with its scores and weightiest findings, or several as a portfolio.
func writeTable(w io.Writer, d Document) error {
	d = d.drawable()
	if a, ok := d.single(); ok {
		return tableOne(w, d, a)
	}
	return tableMany(w, d)
}

// drawable is the document with a width to draw tables in.
func (d Document) drawable() Document {
	if d.Width == 0 {
		d.Width = plainWidth
	}
	d.Width = max(d.Width, narrowest)
	return d
}

func tableOne(w io.Writer, d Document, a audit.Audit) error {
	if a.Status != audit.Done {
		_, err := fmt.Fprintf(w, "%s  %s  %s\n", audit.Printable(a.URL), statusNames[a.Status].In(d.Lang), reason(a))
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", d.bold(fmt.Sprintf(labelAudit.In(d.Lang), audit.Printable(a.Domain))), d.grade(a.OverallAIReadiness, "/100"))
	if line := businessLine(a.Business, d.Lang); line != "" {
		b.WriteString(ansi.Wrap(line, d.Width, "") + "\n")
	}
	b.WriteByte('\n')
	rows := [][]string{}
	for _, m := range audit.Metrics() {
		s := a.Scores[m]
		rows = append(rows, []string{MetricName(m, d.Lang), d.grade(s.Value, ""), tierNames[s.Tier].In(d.Lang), PrintableLines(s.Source)})
	}
	head := []string{labelMetric.In(d.Lang), labelScore.In(d.Lang), labelTier.In(d.Lang), labelSource.In(d.Lang)}
	if err := table(&b, d.Width, head, rows, tw.AlignLeft, tw.AlignRight); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s\n", ansi.Wrap(PrintableLines(a.Summary), d.Width, ""))
	if v, ok := newCitations(a.Report, d.Lang); ok {
		if err := tableOfCitations(&b, d, v); err != nil {
			return err
		}
	}
	if err := tableOfFindings(&b, d, a.Checks); err != nil {
		return err
	}
	if err := tableOfCrawlers(&b, d, a.References.Crawlers); err != nil {
		return err
	}
	tableEnd(&b, d, a)
	_, err := io.WriteString(w, b.String())
	return err
}

// tableEnd writes an audit's notes, how it was made and what it cost.
func tableEnd(b *strings.Builder, d Document, a audit.Audit) {
	for _, n := range a.Notes {
		fmt.Fprintf(b, "%s\n", ansi.Wrap("* "+PrintableLines(n), d.Width, ""))
	}
	read := fmt.Sprintf(labelRead.In(d.Lang), audit.Printable(a.FinalURL), a.AuditedAt.Format("2006-01-02 15:04 MST"), a.RulesVersion, a.AuditID)
	b.WriteString(ansi.Wrap(read, d.Width, "") + "\n")
	if line := costLine(a.Cost, d.Lang); line != "" {
		b.WriteString(ansi.Wrap(line, d.Width, "") + "\n")
	}
}

func tableOfFindings(b *strings.Builder, d Document, checks []audit.Check) error {
	if len(checks) == 0 {
		return nil
	}
	list := findings(checks)
	more := len(list) - tableFindings
	rows := [][]string{}
	for _, c := range list[:min(len(list), tableFindings)] {
		rows = append(rows, []string{d.verdict(c.Status), audit.Printable(c.ID), PrintableLines(c.Detail)})
	}
	b.WriteByte('\n')
	if len(rows) > 0 {
		if err := table(b, d.Width, []string{labelVerdict.In(d.Lang), "Id", labelFinding.In(d.Lang)}, rows); err != nil {
			return err
		}
	}
	if more > 0 {
		fmt.Fprintf(b, labelMore.In(d.Lang)+"\n", more)
	}
	b.WriteString(tally(checks, d.Lang) + "\n")
	return nil
}

func reason(a audit.Audit) string {
	if a.Error == nil {
		return ""
	}
	return fmt.Sprintf("%s: %s", a.Error.Code, audit.Printable(a.Error.Message))
}

// table draws a table no wider than width where that can be: the last column wraps first, to 20 columns, then whichever is widest, to 9.
func table(w io.Writer, width int, head []string, rows [][]string, align ...tw.Align) error {
	widths := fit(width, append([][]string{head}, rows...))
	wrap := func(row []string) []string {
		var wrapped []string
		for i, text := range row {
			wrapped = append(wrapped, ansi.Wrap(text, widths[i], ""))
		}
		return wrapped
	}
	var wrapped [][]string
	for _, r := range rows {
		wrapped = append(wrapped, wrap(r))
	}
	var b strings.Builder // the renderer swallows what w has to say
	t := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithRowAutoWrap(tw.WrapNone), tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignment(tw.AlignLeft), tablewriter.WithRowAlignmentConfig(tw.CellAlignment{Global: tw.AlignLeft, PerColumn: align}))
	t.Header(wrap(head))
	if err := t.Bulk(wrapped); err != nil {
		return fmt.Errorf("drawing a table: %w", err)
	}
	if err := t.Render(); err != nil {
		return fmt.Errorf("drawing a table: %w", err)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// fit gives each column's width.
func fit(width int, rows [][]string) []int {
	const lastLeast, least = 20, 9
	columns := len(rows[0])
	widths, over := make([]int, columns), 3*columns+1-width
	for i := range widths {
		for _, r := range rows {
			for line := range strings.Lines(r[i]) {
				widths[i] = max(widths[i], ansi.StringWidth(strings.TrimSuffix(line, "\n")))
			}
		}
		over += widths[i]
	}
	last := columns - 1
	give := max(0, min(over, widths[last]-lastLeast))
	widths[last] -= give
	for over -= give; over > 0; over-- {
		widest := 0
		for i := range widths {
			if widths[i] > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= least {
			break
		}
		widths[widest]--
	}
	return widths
}

// Terminal colours, by their standard numbers.
const (
	green  = "32"
	yellow = "33"
	red    = "31"
	strong = "1"
)

func (d Document) paint(code, text string) string {
	if !d.Color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (d Document) bold(text string) string { return d.paint(strong, text) }

// grade colours a score by the bands that page-speed reports use: 90 and more is good, below 50 is poor.
func (d Document) grade(value int, suffix string) string {
	code := yellow
	switch {
	case value >= 90:
		code = green
	case value < 50:
		code = red
	}
	return d.paint(code, strconv.Itoa(value)+suffix)
}

func (d Document) verdict(o audit.Outcome) string {
	name := outcomeNames[o].In(d.Lang)
	switch o {
	case audit.Fail:
		return d.paint(red, name)
	case audit.Warn:
		return d.paint(yellow, name)
	}
	return name
}
