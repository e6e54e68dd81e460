package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// writeMarkdown writes the whole report: scores with their sources, summary, every finding with evidence and remedy, what was not assessed and why.
func writeMarkdown(w io.Writer, d Document) error {
	var b strings.Builder
	if one, ok := d.single(); !ok {
		markdownBatch(&b, d)
	} else {
		markdownAudit(&b, d.Lang, one)
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func markdownAudit(b *strings.Builder, lang audit.Lang, a audit.Audit) {
	if a.Status != audit.Done {
		markdownFailure(b, lang, a)
		return
	}
	fmt.Fprintf(b, "# "+labelAudit.In(lang)+"%s%d/100\n\n", escape(a.Domain), colon.In(lang), a.OverallAIReadiness)
	if line := businessLine(a.Business, lang); line != "" {
		fmt.Fprintf(b, "%s%s%s\n\n", labelBusiness.In(lang), colon.In(lang), escape(line))
	}
	fmt.Fprintf(b, "## %s\n\n%s\n\n", labelSummary.In(lang), escapeLines(a.Summary))
	fmt.Fprintf(b, "| %s | %s | %s | %s |\n|---|--:|---|---|\n", labelMetric.In(lang), labelScore.In(lang), labelTier.In(lang), labelSource.In(lang))
	for _, m := range audit.Metrics() {
		s := a.Scores[m]
		fmt.Fprintf(b, "| %s | %d | %s | %s |\n", MetricName(m, lang), s.Value, tierNames[s.Tier].In(lang), escape(s.Source))
	}
	b.WriteByte('\n')
	if v, ok := newCitations(a.Report, lang); ok {
		fmt.Fprintf(b, "## %s\n\n", labelCitations.In(lang))
		markdownCitations(b, lang, v)
	}
	markdownFindings(b, lang, a.Checks)
	markdownCrawlers(b, lang, a.References.Crawlers)
	markdownNotAssessed(b, lang, a.Checks)
	markdownNotes(b, lang, a.Notes)
	fmt.Fprintf(b, "## %s\n\n", labelPages.In(lang))
	for _, p := range a.Pages {
		fmt.Fprintf(b, "- %s (%s)%s%s\n", linked(p.URL), p.Kind, colon.In(lang), escape(p.Title))
	}
	b.WriteByte('\n')
	markdownEnd(b, lang, a)
}

func markdownFailure(b *strings.Builder, lang audit.Lang, a audit.Audit) {
	fmt.Fprintf(b, "## %s\n\n%s%s%s\n\n", linked(a.URL), labelFailed.In(lang), colon.In(lang), escape(reason(a)))
}

func markdownNotes(b *strings.Builder, lang audit.Lang, notes []string) {
	if len(notes) == 0 {
		return
	}
	fmt.Fprintf(b, "## %s\n\n", labelNotes.In(lang))
	for _, n := range notes {
		fmt.Fprintf(b, "- %s\n", escape(n))
	}
	b.WriteByte('\n')
}

// markdownEnd says how an audit was made and what it cost.
func markdownEnd(b *strings.Builder, lang audit.Lang, a audit.Audit) {
	fmt.Fprintf(b, labelRead.In(lang)+"\n\n", linked(a.FinalURL), a.AuditedAt.Format("2006-01-02 15:04 MST"), a.RulesVersion, a.AuditID)
	if line := costLine(a.Cost, lang); line != "" {
		fmt.Fprintf(b, "%s\n\n", line)
	}
}

func markdownFindings(b *strings.Builder, lang audit.Lang, checks []audit.Check) {
	if len(checks) == 0 {
		return
	}
	fmt.Fprintf(b, "## %s\n\n%s\n\n", labelFindings.In(lang), tally(checks, lang))
	for _, m := range audit.Metrics() {
		list := findings(ofMetric(checks, m))
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(b, "### %s\n\n", MetricName(m, lang))
		for _, c := range list {
			fmt.Fprintf(b, "#### %s%s%s\n\n`%s` (%s)\n\n%s\n\n", outcomeNames[c.Status].In(lang), colon.In(lang), escape(c.Title), c.ID, c.EvidenceLevel, escape(c.Detail))
			for _, e := range c.Evidence {
				fmt.Fprintf(b, "- %s, %s%s%s\n", linked(e.URL), escape(e.Where), colon.In(lang), escape(e.Excerpt))
			}
			if len(c.Evidence) > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(b, "**%s** %s\n\n%s%s%s\n\n", strings.TrimSpace(labelRemedy.In(lang)+colon.In(lang)), escape(c.Remedy),
				labelReference.In(lang), colon.In(lang), escapeOwn(c.Reference))
		}
	}
}

func markdownNotAssessed(b *strings.Builder, lang audit.Lang, checks []audit.Check) {
	var lines []string
	for _, c := range checks {
		if c.Status == audit.NotAssessed {
			lines = append(lines, fmt.Sprintf("- `%s` (%s)%s%s\n", c.ID, c.Reason, colon.In(lang), escape(c.Detail)))
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(b, "## %s\n\n%s\n", labelNotAssessed.In(lang), strings.Join(lines, ""))
	}
}
