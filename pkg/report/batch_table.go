package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/tw"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	tableFaults = 10 // of a batch that a terminal shows
	tableFaulty = 3  // sites named beside each
)

// tableMany writes several audits side by side, the best first; then, of two and more, how their scores spread, and the faults that they share.
func tableMany(w io.Writer, d Document) error {
	p := newPortfolio(d.Batch)
	var b strings.Builder
	if p.Done > 0 {
		if err := tableOfSites(&b, d, p); err != nil {
			return err
		}
	}
	for _, a := range p.Sites[p.Done:] {
		fmt.Fprintf(&b, "%s  %s  %s\n", audit.Printable(a.URL), statusNames[a.Status].In(d.Lang), reason(a.Audit))
	}
	if err := tableOfSpread(&b, d, p); err != nil {
		return err
	}
	if err := tableOfFaults(&b, d, p); err != nil {
		return err
	}
	fmt.Fprintf(&b, "%s\n", d.Batch.BatchID)
	_, err := io.WriteString(w, b.String())
	return err
}

func tableOfSites(b *strings.Builder, d Document, p portfolio) error {
	head, align := []string{labelSite.In(d.Lang)}, []tw.Align{tw.AlignLeft}
	for _, m := range audit.Metrics() {
		head, align = append(head, metricHeads[m]), append(align, tw.AlignRight)
	}
	rows := [][]string{}
	for _, a := range p.Sites[:p.Done] {
		row := []string{a.place() + ". " + audit.Printable(a.site())}
		for _, m := range audit.Metrics() {
			row = append(row, d.grade(a.Scores[m].Value, ""))
		}
		rows = append(rows, row)
	}
	return table(b, d.Width, head, rows, align...)
}

func tableOfSpread(b *strings.Builder, d Document, p portfolio) error {
	if len(p.Spread) == 0 {
		return nil
	}
	head, align := []string{labelSpread.In(d.Lang)}, []tw.Align{tw.AlignLeft}
	for _, q := range labelQuartiles {
		head, align = append(head, q.In(d.Lang)), append(align, tw.AlignRight)
	}
	rows := [][]string{}
	for _, s := range p.Spread {
		rows = append(rows, append([]string{metricHeads[s.Metric]}, s.Figures()...))
	}
	b.WriteByte('\n')
	return table(b, d.Width, head, rows, align...)
}

func tableOfFaults(b *strings.Builder, d Document, p portfolio) error {
	shown, more := atMost(p.Faults, tableFaults)
	if len(shown) == 0 {
		return nil
	}
	rows := [][]string{}
	for _, f := range shown {
		rows = append(rows, []string{audit.Printable(f.ID), f.count(p.Done, d.Lang), audit.Printable(f.which(p, tableFaulty, d.Lang))})
	}
	b.WriteByte('\n')
	if err := table(b, d.Width, []string{labelFaults.In(d.Lang), labelSites.In(d.Lang), labelWhich.In(d.Lang)}, rows); err != nil {
		return err
	}
	if more += p.More; more > 0 {
		fmt.Fprintf(b, labelMore.In(d.Lang)+"\n", more)
	}
	return nil
}
