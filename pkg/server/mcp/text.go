package mcp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// auditText tells a model in a few lines what an audit came to and what to do next. Nothing in it is a page's text.
func auditText(a *audit.Audit) string {
	var b strings.Builder
	switch a.Status {
	case audit.Pending:
		fmt.Fprintf(&b, "Audit %s is pending; a fresh audit takes 30 to 60 s. Wait %d s, then call get_audit with this audit_id.", a.AuditID, seconds(pollAfter))
		return b.String()
	case audit.Done:
	default:
		fmt.Fprintf(&b, "Audit %s of %s ended without a result: %s.", a.AuditID, plain(a.Domain), a.Status)
		if a.Error != nil {
			fmt.Fprintf(&b, " The reason is %s; error.message says more, in words that may be the site's.", a.Error.Code)
		}
		b.WriteString(" It costs nothing.")
		return b.String()
	}
	fmt.Fprintf(&b, "Audit %s of %s is done: overall AI readiness %d of 100.\nScores:", a.AuditID, plain(a.Domain), a.OverallAIReadiness)
	for i, m := range audit.Metrics() {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " %s %d (%s)", m, a.Scores[m].Value, a.Scores[m].Tier)
	}
	b.WriteString(".\n")
	if list := ranked(a.Checks); len(list) > 0 && list[0].Status != audit.Pass && list[0].Status != audit.NotAssessed {
		b.WriteString("First things to do:\n")
		for i, c := range list[:min(3, len(list))] {
			if c.Status == audit.Pass || c.Status == audit.NotAssessed {
				break
			}
			fmt.Fprintf(&b, "%d. %s (%s, %s): %s\n", i+1, plain(c.Title), plain(c.ID), c.Status, plain(c.Remedy))
		}
	}
	fmt.Fprintf(&b, "get_audit gives the business, the summary and the citation passes, with include_checks every check. The report: resource audit://%s/report; a plan of work: prompt plan.", a.AuditID)
	return b.String()
}

func batchText(b *audit.Batch) string {
	text := fmt.Sprintf("Batch %s: %d audits, %d done, %d pending, %d without a result.", b.BatchID, b.Total, b.Completed, b.Pending, b.Failed)
	if b.Pending > 0 {
		return text + fmt.Sprintf(" Wait %d s, then call get_batch with this batch_id; get_audit gives those that are done.", seconds(pollAfter))
	}
	return text + " Call get_audit with an audit_id for one's report."
}

func receiptText(r audit.Receipt, next string) string {
	pending := pendingOf(r)
	text := fmt.Sprintf("Accepted %d: %d pending, units of the quota used: %d; %s.", r.Count, pending, r.Metered, quotaText(r.Quota))
	if pending > 0 {
		text += fmt.Sprintf(" A fresh audit takes 30 to 60 s. Wait %d s, then call %s.", seconds(pollAfter), next)
	} else {
		text += fmt.Sprintf(" Nothing is pending; call %s for the result.", next)
	}
	return text
}

// quotaText says what is left.
func quotaText(q audit.Quota) string {
	if q.Limit >= audit.UnlimitedLimit {
		return "there is no limit"
	}
	return fmt.Sprintf("%d of %d left (%s)", q.Remaining, q.Limit, plain(q.Window))
}

func pendingOf(r audit.Receipt) int {
	n := 0
	for _, e := range r.Audits {
		if !e.Status.Terminal() {
			n++
		}
	}
	return n
}

// ranked gives checks in the order of what they cost: failures and warnings by weight, a failure twice a warning, then what passed or wasn't assessed.
func ranked(checks []audit.Check) []audit.Check {
	cost := func(c audit.Check) int {
		weight := c.Weight
		for _, s := range c.Also {
			weight += s.Weight
		}
		switch c.Status {
		case audit.Fail:
			return 4*weight + 3
		case audit.Warn:
			return 2*weight + 2
		case audit.NotAssessed:
			return 1
		}
		return 0
	}
	list := slices.Clone(checks)
	slices.SortStableFunc(list, func(a, b audit.Check) int { return cost(b) - cost(a) })
	return list
}

// plain makes a text safe to stand among ours: one line, no control characters, nothing that Markdown would show as an image, a link or code.
func plain(s string) string { return unmarked.Replace(audit.Printable(s)) }

var unmarked = strings.NewReplacer("[", "(", "]", ")", "<", "‹", ">", "›", "`", "'", "://", ":// ", "www.", "www .")
