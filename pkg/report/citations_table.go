package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/auditctl/auditctl/pkg/audit"
)

// citationsTable writes the passes alone.
func citationsTable(w io.Writer, d Document) error {
	d = d.drawable()
	var b strings.Builder
	for i, a := range d.Batch.Audits {
		if i > 0 {
			b.WriteByte('\n')
		}
		if a.Status != audit.Done || a.Report == nil {
			fmt.Fprintf(&b, "%s  %s  %s\n", audit.Printable(a.URL), statusNames[a.Status].In(d.Lang), reason(a))
			continue
		}
		fmt.Fprintf(&b, "%s\n", d.bold(fmt.Sprintf(labelCitationsOf.In(d.Lang), audit.Printable(a.Domain))))
		if line := businessLine(a.Business, d.Lang); line != "" {
			b.WriteString(ansi.Wrap(line, d.Width, "") + "\n")
		}
		if v, ok := newCitations(a.Report, d.Lang); !ok {
			fmt.Fprintf(&b, "\n%s\n", labelNoPass.In(d.Lang))
		} else if err := tableOfCitations(&b, d, v); err != nil {
			return err
		}
		tableEnd(&b, d, a)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// tableOfCitations writes the four passes side by side, then question by question, then who is named instead and what to do.
func tableOfCitations(b *strings.Builder, d Document, v citations) error {
	rows := [][]string{}
	instead := [][]string{}
	head := []string{labelQuestion.In(d.Lang)}
	for _, p := range v.Passes {
		if !p.Ran {
			rows = append(rows, []string{p.Name, labelNotRun.In(d.Lang), "", "", ""})
			continue
		}
		rows = append(rows, []string{p.Name, p.Count, p.Rank, p.Unreplied, audit.Printable(p.Engine)})
		head = append(head, p.Head)
		instead = append(instead, []string{p.Name, rivalsLine(p, d.Lang, audit.Printable)})
	}
	b.WriteByte('\n')
	if err := table(b, d.Width, passColumns(d.Lang), rows); err != nil {
		return err
	}
	b.WriteString(strings.TrimPrefix(ansi.Wrap(v.Explained, d.Width, "")+"\n\n", "\n"))
	rows = [][]string{}
	for _, q := range v.Questions {
		row := []string{fmt.Sprintf("%d. %s", q.Number, PrintableLines(q.Text))}
		for _, a := range q.Answers {
			row = append(row, strings.TrimSpace(d.mark(a)+"\n"+a.Share))
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		if err := table(b, d.Width, head, rows); err != nil {
			return err
		}
		b.WriteString(ansi.Wrap(v.Legend, d.Width, "") + "\n\n")
	}
	if err := table(b, d.Width, []string{labelPass.In(d.Lang), labelInstead.In(d.Lang)}, instead); err != nil {
		return err
	}
	if len(v.Advice) == 0 {
		return nil
	}
	rows = [][]string{}
	for _, a := range v.Advice {
		rows = append(rows, []string{audit.Printable(a.Finding), a.Numbers(), PrintableLines(a.Advice)})
	}
	b.WriteByte('\n')
	return table(b, d.Width, []string{labelDiagnosis.In(d.Lang), labelQuestions.In(d.Lang), labelRemedy.In(d.Lang)}, rows)
}

// passColumns are the heads of the table of passes.
func passColumns(lang audit.Lang) []string {
	var heads []string
	for _, label := range []audit.Text{labelPass, labelNamedIn, labelBestRank, labelUnreplied, labelEngine} {
		heads = append(heads, label.In(lang))
	}
	return heads
}

// rivalsLine is whom a pass names instead, in one line; safe makes a stranger's name fit for the format.
func rivalsLine(p shownPass, lang audit.Lang, safe func(string) string) string {
	var parts []string
	for _, r := range p.Rivals {
		parts = append(parts, fmt.Sprintf("%s (%s)", safe(r.Name), r.Count))
	}
	if p.MoreRivals != "" {
		parts = append(parts, p.MoreRivals)
	}
	if len(parts) == 0 {
		parts = append(parts, labelNobody.In(lang))
	}
	if p.Unverified != "" {
		parts = append(parts, p.Unverified)
	}
	line := strings.Join(parts, semicolon.In(lang))
	if p.Hosts {
		line = labelHosts.In(lang) + colon.In(lang) + line
	}
	return line
}

// mark colours what a pass says of a question. Only marks of one line are coloured: a colour would go on into the neighbour's cell.
func (d Document) mark(a shownAnswer) string {
	switch a.Kind {
	case named:
		return d.paint(green, a.Mark)
	case mentioned:
		return d.paint(yellow, a.Mark)
	case notNamed:
		return d.paint(red, a.Mark)
	}
	return a.Mark
}
