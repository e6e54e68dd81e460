package report

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// markdownBatch writes what several audits tell side by side, then those of the first sites.
func markdownBatch(b *strings.Builder, d Document) {
	p := newPortfolio(d.Batch)
	fmt.Fprintf(b, "# "+labelBatch.In(d.Lang)+"\n\n", len(d.Batch.Audits))
	markdownPortfolio(b, d.Lang, p)
	markdownSpread(b, d.Lang, p)
	markdownFaults(b, d.Lang, p)
	sites, more := atMost(p.Sites, mostDetailed)
	if more > 0 {
		fmt.Fprintf(b, labelDetailed.In(d.Lang)+"\n\n", mostDetailed, len(p.Sites))
	}
	for _, a := range sites {
		markdownAudit(b, d.Lang, a.Audit)
	}
}

func markdownPortfolio(b *strings.Builder, lang audit.Lang, p portfolio) {
	fmt.Fprintf(b, "| %s | %s |", labelPlace.In(lang), labelSite.In(lang))
	for _, m := range audit.Metrics() {
		fmt.Fprintf(b, " %s |", metricHeads[m])
	}
	fmt.Fprintf(b, " %s |\n|--:|---|%s---|\n", labelStatus.In(lang), strings.Repeat("--:|", len(audit.Metrics())))
	for _, a := range p.Sites {
		fmt.Fprintf(b, "| %s | %s |", a.place(), escape(a.site()))
		for _, m := range audit.Metrics() {
			fmt.Fprintf(b, " %s |", a.value(m))
		}
		fmt.Fprintf(b, " %s |\n", statusNames[a.Status].In(lang))
	}
	b.WriteByte('\n')
}

func markdownSpread(b *strings.Builder, lang audit.Lang, p portfolio) {
	if len(p.Spread) == 0 {
		return
	}
	fmt.Fprintf(b, "## %s\n\n"+labelSpreadOf.In(lang)+"\n\n| %s |", labelSpread.In(lang), p.Done, labelMetric.In(lang))
	for _, q := range labelQuartiles {
		fmt.Fprintf(b, " %s |", q.In(lang))
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(labelQuartiles)) + "\n")
	for _, s := range p.Spread {
		fmt.Fprintf(b, "| %s | %s |\n", MetricName(s.Metric, lang), strings.Join(s.Figures(), " | "))
	}
	b.WriteByte('\n')
}

func markdownFaults(b *strings.Builder, lang audit.Lang, p portfolio) {
	if len(p.Faults) == 0 {
		return
	}
	fmt.Fprintf(b, "## %s\n\n| %s | %s | %s | %s |\n|---|---|---|---|\n", labelFaults.In(lang),
		labelFault.In(lang), labelMetric.In(lang), labelSites.In(lang), labelWhich.In(lang))
	for _, f := range p.Faults {
		fmt.Fprintf(b, "| %s `%s` | %s | %s | %s |\n", escape(f.Title), f.ID, MetricName(f.Metric, lang), f.count(p.Done, lang), escape(f.which(p, mostFaulty, lang)))
	}
	b.WriteByte('\n')
	if p.More > 0 {
		fmt.Fprintf(b, labelMoreFaults.In(lang)+"\n\n", p.More)
	}
}

var labelDetailed = audit.Text{
	EN: "The first %d of %d sites follow; auditctl get and the audit's id give any other.",
	FR: "Les %d premiers sites sur %d suivent ; auditctl get et l'identifiant de l'audit donnent les autres.",
}
