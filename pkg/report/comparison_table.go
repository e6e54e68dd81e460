package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/compare"
)

const (
	tableParts  = 6  // of a metric's change
	tableChecks = 15 // of which one thing became
)

func comparisonTable(w io.Writer, d Document, v shownComparison) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", d.bold(audit.Printable(v.Title)))
	for _, s := range v.Sides {
		b.WriteString(ansi.Wrap(s.Name+colon.In(d.Lang)+audit.Printable(s.Text), d.Width, "") + "\n")
	}
	for _, n := range v.Notes {
		b.WriteString(ansi.Wrap("* "+n, d.Width, "") + "\n")
	}
	b.WriteByte('\n')
	if v.Unchanged() {
		b.WriteString(labelNoChange.In(d.Lang) + "\n")
	} else if err := tableOfScoreChanges(&b, d, v); err != nil {
		return err
	}
	for _, list := range v.Lists {
		if err := tableOfCheckChanges(&b, d, list); err != nil {
			return err
		}
	}
	if err := tableOfPassChanges(&b, d, v.Citations); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func tableOfScoreChanges(b *strings.Builder, d Document, v shownComparison) error {
	rows := [][]string{}
	for _, s := range v.Scores {
		rows = append(rows, []string{
			MetricName(s.Metric, d.Lang), d.grade(s.Was, ""), d.grade(s.Is, ""), difference(s), strings.Join(why(v, s, d.Lang), "\n"),
		})
	}
	head := []string{labelMetric.In(d.Lang), labelWas.In(d.Lang), labelIs.In(d.Lang), labelChange.In(d.Lang), labelCauses.In(d.Lang)}
	return table(b, d.Width, head, rows, tw.AlignLeft, tw.AlignRight, tw.AlignRight, tw.AlignRight)
}

// why gives a metric's parts, a line each; those that find no room as one.
func why(v shownComparison, s compare.ScoreChange, lang audit.Lang) []string {
	var lines []string
	if s.TierWas != s.TierIs {
		lines = append(lines, tierNames[s.TierWas].In(lang)+" → "+tierNames[s.TierIs].In(lang))
	}
	parts := telling(s)
	if v.Split && len(parts) > 0 {
		lines = append(lines, origins(s, lang))
	}
	shown, more := atMost(parts, tableParts)
	for _, p := range shown {
		lines = append(lines, decimal(p.Points.String(), lang)+" "+audit.Printable(explained(p, nil, lang)))
	}
	if more > 0 {
		var rest compare.Tenths
		for _, p := range parts[len(shown):] {
			rest += p.Points
		}
		lines = append(lines, fmt.Sprintf(labelMoreParts.In(lang), decimal(rest.String(), lang), more))
	}
	return lines
}

func tableOfCheckChanges(b *strings.Builder, d Document, list shownChecks) error {
	rows := [][]string{}
	shown, more := atMost(list.Checks, tableChecks)
	for _, k := range shown {
		rows = append(rows, []string{audit.Printable(k.ID), weighs(k), became(k, d.Lang) + byRules(k.Origin, d.Lang), PrintableLines(k.Detail)})
	}
	fmt.Fprintf(b, "\n%s\n", d.bold(list.Name))
	head := []string{labelCheck.In(d.Lang), labelWeight.In(d.Lang), labelBecame.In(d.Lang), labelFinding.In(d.Lang)}
	if err := table(b, d.Width, head, rows, tw.AlignLeft, tw.AlignRight); err != nil {
		return err
	}
	if more > 0 {
		fmt.Fprintf(b, labelMoreOf.In(d.Lang)+"\n", more)
	}
	return nil
}

func tableOfPassChanges(b *strings.Builder, d Document, list []compare.PassChange) error {
	if len(list) == 0 {
		return nil
	}
	rows := [][]string{}
	for _, p := range list {
		rows = append(rows, []string{passName(p, d.Lang), passState(p.Was, d.Lang), passState(p.Is, d.Lang), ranks(p), answered(p, d.Lang)})
	}
	fmt.Fprintf(b, "\n%s\n", d.bold(labelCitations.In(d.Lang)))
	return table(b, d.Width, passChangeColumns(d.Lang), rows)
}

func passChangeColumns(lang audit.Lang) []string {
	var heads []string
	for _, label := range []audit.Text{labelPass, labelWas, labelIs, labelBestRank, labelChange} {
		heads = append(heads, label.In(lang))
	}
	return heads
}
