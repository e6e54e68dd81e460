package report

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

func comparisonMarkdown(lang audit.Lang, v shownComparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", escape(v.Title))
	for _, s := range v.Sides {
		fmt.Fprintf(&b, "- %s%s%s\n", s.Name, colon.In(lang), escape(s.Text))
	}
	b.WriteByte('\n')
	for _, n := range v.Notes {
		fmt.Fprintf(&b, "%s\n\n", n)
	}
	if v.Unchanged() {
		fmt.Fprintf(&b, "%s\n\n", labelNoChange.In(lang))
	}
	fmt.Fprintf(&b, "| %s | %s | %s | %s |\n|---|--:|--:|--:|\n", labelMetric.In(lang), labelWas.In(lang), labelIs.In(lang), labelChange.In(lang))
	for _, s := range v.Scores {
		fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", MetricName(s.Metric, lang), s.Was, s.Is, difference(s))
	}
	b.WriteByte('\n')
	titles := map[string]string{}
	for _, k := range v.Checks {
		titles[k.ID] = k.Title
	}
	for _, s := range v.Scores {
		parts := telling(s)
		if len(parts) == 0 && s.TierWas == s.TierIs {
			continue
		}
		fmt.Fprintf(&b, "## %s%s%s\n\n", MetricName(s.Metric, lang), colon.In(lang), difference(s))
		if s.TierWas != s.TierIs {
			fmt.Fprintf(&b, "%s → %s\n\n", tierNames[s.TierWas].In(lang), tierNames[s.TierIs].In(lang))
		}
		if v.Split {
			fmt.Fprintf(&b, "%s\n\n", origins(s, lang))
		}
		for _, p := range parts {
			id := ""
			if p.Check != "" && titles[p.Check] != "" {
				id = " (" + p.Check + ")"
			}
			fmt.Fprintf(&b, "- %s%s%s%s\n", decimal(p.Points.String(), lang), colon.In(lang), escape(explained(p, titles, lang)), escape(id))
		}
		b.WriteByte('\n')
	}
	for _, list := range v.Lists {
		fmt.Fprintf(&b, "## %s\n\n", list.Name)
		for _, k := range list.Checks {
			fmt.Fprintf(&b, "- **%s** (%s, %s%s%s)%s%s%s", escape(k.Title), escape(k.ID), labelWeight.In(lang), colon.In(lang), weighs(k), colon.In(lang), became(k, lang), byRules(k.Origin, lang))
			if k.Detail != "" {
				fmt.Fprintf(&b, ". %s", escape(k.Detail))
			}
			if k.Remedy != "" {
				fmt.Fprintf(&b, " %s%s%s", labelRemedy.In(lang), colon.In(lang), escape(k.Remedy))
			}
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	if len(v.Citations) > 0 {
		fmt.Fprintf(&b, "## %s\n\n", labelCitations.In(lang))
		heads := passChangeColumns(lang)
		for i := range heads {
			heads[i] = strings.ReplaceAll(heads[i], "\n", " ")
		}
		fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat("---|", len(heads)))
		for _, p := range v.Citations {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", passName(p, lang), passState(p.Was, lang), passState(p.Is, lang), ranks(p), answered(p, lang))
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
