package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

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

// WriteHistory writes the first show audits of a list, newest first, as a table: each score with its change since the domain's audit before, the rules where
// they changed, and the overall number over time. The audits after them are only compared with.
func WriteHistory(w io.Writer, list []audit.Audit, show int) error {
	head := []string{"Audit", "When", "Domain"}
	align := []tw.Align{tw.AlignLeft, tw.AlignLeft, tw.AlignLeft}
	for _, m := range audit.Metrics() {
		head = append(head, metricHeads[m])
		align = append(align, tw.AlignRight)
	}
	head = append(head, "Rules", "Trend")
	rows := [][]string{}
	for i, a := range list[:min(show, len(list))] {
		row := []string{a.AuditID, a.CreatedAt.Local().Format(stamp), audit.Printable(a.Domain)}
		if a.Status != audit.Done {
			row[2] = audit.Printable(a.URL)
			row = append(row, make([]string, len(audit.Metrics())+1)...)
			rows = append(rows, append(row, string(a.Status)+" "+reason(a)))
			continue
		}
		earlier := doneBefore(list[i+1:], a.Domain)
		for _, m := range audit.Metrics() {
			row = append(row, change(a, earlier, m))
		}
		rows = append(rows, append(row, otherRules(a, earlier), spark(a, earlier[:min(len(earlier), Earlier)], audit.AIReadiness)))
	}
	return table(w, 200, head, rows, align...)
}

// WriteTrends writes a line over time for each metric of a domain's finished audits, newest first; nothing where there are fewer than two.
func WriteTrends(w io.Writer, list []audit.Audit, domain string) error {
	all := reports(doneBefore(list, domain))
	if len(all) < 2 {
		return nil
	}
	all = all[:min(len(all), mostBars)]
	newest, oldest := all[0], all[len(all)-1]
	rows := [][]string{}
	for _, m := range audit.Metrics() {
		was, is := oldest.Scores[m].Value, newest.Scores[m].Value
		moved := ""
		switch {
		case comparableRules(oldest) != comparableRules(newest):
		case is == was:
			moved = "="
		default:
			moved = fmt.Sprintf("%+d", is-was)
		}
		rows = append(rows, []string{MetricName(m, audit.English), spark(newest, all[1:], m), strconv.Itoa(was), strconv.Itoa(is), moved})
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	head := []string{"Metric", "Trend", oldest.AuditedAt.Local().Format(time.DateOnly), newest.AuditedAt.Local().Format(time.DateOnly), "Change"}
	right := tw.AlignRight
	if err := table(w, 200, head, rows, tw.AlignLeft, tw.AlignLeft, right, right, right); err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(a audit.Audit) bool { return comparableRules(a) != comparableRules(newest) }) {
		_, err := fmt.Fprintf(w, "%c: judged by other rules from there on, which may move a score by themselves; auditctl compare tells them apart.\n", rulesMark)
		return err
	}
	return nil
}

// doneBefore gives a domain's finished audits of a list, newest first.
func doneBefore(list []audit.Audit, domain string) []audit.Audit {
	var found []audit.Audit
	for _, a := range list {
		if a.Status == audit.Done && a.Report != nil && a.Domain == domain {
			found = append(found, a)
		}
	}
	return found
}

// reports leaves out the audits that repeat the report of one beside them.
func reports(list []audit.Audit) []audit.Audit {
	return slices.CompactFunc(list, func(a, b audit.Audit) bool { return a.AuditedAt.Equal(b.AuditedAt) })
}

// comparableRules is the part of a rules version that scores have to have in common to be compared: all but the citation passes, which aren't scored.
func comparableRules(a audit.Audit) string {
	version, _, _ := strings.Cut(a.RulesVersion, "+citations/")
	return version
}

// otherRules names the rules where the domain's audit before was judged by others; empty where it wasn't.
func otherRules(a audit.Audit, earlier []audit.Audit) string {
	if len(earlier) == 0 || comparableRules(earlier[0]) == comparableRules(a) {
		return ""
	}
	return audit.Printable(comparableRules(earlier[0]) + " → " + comparableRules(a))
}

// change is a score and, where there was one before by the same rules, by how much it moved.
func change(a audit.Audit, earlier []audit.Audit, m audit.Metric) string {
	value := a.Scores[m].Value
	if len(earlier) == 0 || comparableRules(earlier[0]) != comparableRules(a) || earlier[0].Scores[m].Value == value {
		return strconv.Itoa(value)
	}
	return fmt.Sprintf("%d (%+d)", value, value-earlier[0].Scores[m].Value)
}

const (
	// Earlier is how many audits before the last one shown a history looks at, for its changes and lines.
	Earlier = 11
	// mostBars bounds the lines of WriteTrends.
	mostBars = 60
	// rulesMark divides bars judged by different rules.
	rulesMark = '|'
)

// spark draws a metric of this audit and of those before, oldest first, on a scale from 0 to 100.
func spark(a audit.Audit, earlier []audit.Audit, m audit.Metric) string {
	line := []rune{bar(a.Scores[m].Value)}
	for _, b := range earlier {
		if comparableRules(b) != comparableRules(a) {
			line = append(line, rulesMark)
		}
		line = append(line, bar(b.Scores[m].Value))
		a = b
	}
	slices.Reverse(line)
	return string(line)
}

func bar(value int) rune {
	steps := []rune("▁▂▃▄▅▆▇█")
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
