package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/olekukonko/tablewriter/tw"

	"github.com/auditctl/auditctl/pkg/audit"
)

const stamp = "2006-01-02 15:04"

// WriteBatches writes heads of batches as a table.
func WriteBatches(w io.Writer, list []audit.BatchHead) error {
	rows := [][]string{}
	for _, h := range list {
		rows = append(rows, []string{
			h.BatchID, h.CreatedAt.Local().Format(stamp), strconv.Itoa(h.Total), strconv.Itoa(h.Completed), strconv.Itoa(h.Pending), strconv.Itoa(h.Failed),
			audit.Printable(h.FirstURL),
		})
	}
	right := tw.AlignRight
	return table(w, 160, []string{"Batch", "When", "Sites", "Done", "Pending", "Failed", "First"}, rows, tw.AlignLeft, tw.AlignLeft, right, right, right, right)
}

// WriteHistory writes audits as a table, each score with its change since the domain's audit before.
func WriteHistory(w io.Writer, list []audit.Audit) error {
	head := []string{"Audit", "When", "Domain"}
	align := []tw.Align{tw.AlignLeft, tw.AlignLeft, tw.AlignLeft}
	for _, m := range audit.Metrics() {
		head = append(head, metricHeads[m])
		align = append(align, tw.AlignRight)
	}
	head = append(head, "Trend")
	rows := [][]string{}
	for i, a := range list {
		row := []string{a.AuditID, a.CreatedAt.Local().Format(stamp), audit.Printable(a.Domain)}
		if a.Status != audit.Done {
			row[2] = audit.Printable(a.URL)
			row = append(row, make([]string, len(audit.Metrics()))...)
			rows = append(rows, append(row, string(a.Status)+" "+reason(a)))
			continue
		}
		earlier := doneBefore(list[i+1:], a.Domain)
		for _, m := range audit.Metrics() {
			row = append(row, change(a, earlier, m))
		}
		rows = append(rows, append(row, spark(a, earlier)))
	}
	return table(w, 200, head, rows, align...)
}

// doneBefore gives a domain's finished audits of a list, newest first.
func doneBefore(list []audit.Audit, domain string) []audit.Audit {
	var found []audit.Audit
	for _, a := range list {
		if a.Status == audit.Done && a.Domain == domain {
			found = append(found, a)
		}
	}
	return found
}

// change is a score and, where there was one before by the same rules, by how much it moved.
func change(a audit.Audit, earlier []audit.Audit, m audit.Metric) string {
	value := a.Scores[m].Value
	if len(earlier) == 0 || earlier[0].RulesVersion != a.RulesVersion || earlier[0].Scores[m].Value == value {
		return strconv.Itoa(value)
	}
	return fmt.Sprintf("%d (%+d)", value, value-earlier[0].Scores[m].Value)
}

// spark draws the overall number of this audit and up to 11 before, oldest first, on a scale from 0 to 100.
func spark(a audit.Audit, earlier []audit.Audit) string {
	const bars = "▁▂▃▄▅▆▇█"
	line := []rune{}
	for i := min(len(earlier), 11) - 1; i >= 0; i-- {
		line = append(line, bar(bars, earlier[i].OverallAIReadiness))
	}
	return string(append(line, bar(bars, a.OverallAIReadiness)))
}

func bar(bars string, value int) rune {
	steps := []rune(bars)
	return steps[min(max(value, 0), 100)*(len(steps)-1)/100]
}

// WriteRows writes rows of text under a head as a table, every column aligned left.
func WriteRows(w io.Writer, head []string, rows [][]string) error {
	for _, row := range rows {
		for i := range row {
			row[i] = audit.Printable(row[i])
		}
	}
	return table(w, 200, head, rows)
}
