package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	// summarySites and summaryFindings bound a summary: pages of CI jobs show a mebibyte at most.
	summarySites    = 200
	summaryDetailed = 10
	summaryFindings = 5
)

// WriteSummary writes a short account in Markdown for the page of a CI job: the scores, what the gate doesn't let through, what could not be audited, and
// what costs each site most.
func WriteSummary(w io.Writer, d Document) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## auditctl%s%s\n\n", colon.In(d.Lang), fmt.Sprintf(labelCounted.In(d.Lang), d.Batch.Completed, d.Batch.Total))
	p := newPortfolio(d.Batch)
	var left int
	p.Sites, left = atMost(p.Sites, summarySites)
	markdownPortfolio(&b, d.Lang, p)
	if left > 0 {
		fmt.Fprintf(&b, "%s\n\n", fmt.Sprintf(labelMore.In(d.Lang), left))
	}
	var missed, failed []string
	for _, m := range d.Gate.Misses(d.Batch.Audits) {
		missed = append(missed, "- "+escape(m)+"\n")
	}
	for _, a := range d.Batch.Audits {
		if a.Status != audit.Done {
			failed = append(failed, fmt.Sprintf("- %s%s%s\n", linked(a.URL), colon.In(d.Lang), escape(reason(a))))
		}
	}
	summaryList(&b, labelMissed.In(d.Lang), missed)
	summaryList(&b, labelFailed.In(d.Lang), failed)
	detailed := 0
	for _, a := range d.Batch.Audits {
		if a.Status != audit.Done || a.Report == nil || detailed == summaryDetailed {
			continue
		}
		detailed++
		var lines []string
		for _, c := range findings(a.Checks)[:min(len(findings(a.Checks)), summaryFindings)] {
			lines = append(lines, fmt.Sprintf("- **%s** `%s`%s%s\n", outcomeNames[c.Status].In(d.Lang), c.ID, colon.In(d.Lang), escape(c.Detail)))
		}
		summaryList(&b, fmt.Sprintf("%s%s%d/100", escape(a.Domain), colon.In(d.Lang), a.OverallAIReadiness), lines)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func summaryList(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	lines = lines[:min(len(lines), summarySites)]
	fmt.Fprintf(b, "### %s\n\n%s\n", title, strings.Join(lines, ""))
}
