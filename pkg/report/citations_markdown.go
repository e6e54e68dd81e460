package report

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// citationsMarkdown writes the passes alone.
func citationsMarkdown(d Document) string {
	var b strings.Builder
	for _, a := range d.Batch.Audits {
		if a.Status != audit.Done || a.Report == nil {
			markdownFailure(&b, d.Lang, a)
			continue
		}
		fmt.Fprintf(&b, "# "+labelCitationsOf.In(d.Lang)+"\n\n", escape(a.Domain))
		if line := businessLine(a.Business, d.Lang); line != "" {
			fmt.Fprintf(&b, "%s%s%s\n\n", labelBusiness.In(d.Lang), colon.In(d.Lang), escape(line))
		}
		if v, ok := newCitations(a.Report, d.Lang); ok {
			markdownCitations(&b, d.Lang, v)
		} else {
			fmt.Fprintf(&b, "%s\n\n", labelNoPass.In(d.Lang))
		}
		markdownNotes(&b, d.Lang, a.Notes)
		markdownEnd(&b, d.Lang, a)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func markdownCitations(b *strings.Builder, lang audit.Lang, v citations) {
	var rows, instead [][]string
	head := []string{labelQuestion.In(lang)}
	for _, p := range v.Passes {
		if !p.Ran {
			rows = append(rows, []string{p.Name, labelNotRun.In(lang), "", "", ""})
			continue
		}
		rows = append(rows, []string{p.Name, p.Count, p.Rank, p.Unreplied, escape(p.Engine)})
		head = append(head, p.Head)
		instead = append(instead, []string{p.Name, rivalsLine(p, lang, escape)})
	}
	markdownTable(b, passColumns(lang), rows)
	if v.Explained != "" {
		fmt.Fprintf(b, "%s\n\n", v.Explained)
	}
	rows = nil
	for _, q := range v.Questions {
		row := []string{fmt.Sprintf("%d. %s", q.Number, escape(q.Text))}
		for _, a := range q.Answers {
			row = append(row, strings.TrimSuffix(escape(a.Mark)+", "+a.Share, ", "))
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		markdownTable(b, head, rows)
		fmt.Fprintf(b, "%s\n\n", v.Legend)
	}
	markdownTable(b, []string{labelPass.In(lang), labelInstead.In(lang)}, instead)
	if len(v.Advice) > 0 {
		rows = nil
		for _, a := range v.Advice {
			rows = append(rows, []string{escape(a.Finding), a.Numbers(), escape(a.Advice)})
		}
		markdownTable(b, []string{labelDiagnosis.In(lang), labelQuestions.In(lang), labelRemedy.In(lang)}, rows)
	}
	if v.AIMode != nil {
		markdownAIMode(b, lang, v.AIMode)
	}
}

// markdownAIMode writes what only the search engine's AI mode has: cards and listings.
func markdownAIMode(b *strings.Builder, lang audit.Lang, v *shownAIMode) {
	fmt.Fprintf(b, "%s%s%s\n\n", labelListing.In(lang), colon.In(lang), escape(v.Listing))
	for _, cards := range v.Cards {
		fmt.Fprintf(b, "### %s\n\n", cards.Title)
		var rows [][]string
		for _, p := range cards.Picks {
			rows = append(rows, []string{escape(p.Name), p.Rated, escape(p.Address), escape(p.Question)})
		}
		markdownTable(b, []string{labelName.In(lang), labelRating.In(lang), labelAddress.In(lang), labelQuestion.In(lang)}, rows)
	}
	if len(v.Directories) == 0 {
		return
	}
	fmt.Fprintf(b, "### %s\n\n", labelDirectories.In(lang))
	for _, page := range v.Directories {
		fmt.Fprintf(b, "- %s%s%s (%s)\n", escape(page.Host), colon.In(lang), escape(page.Title), linked(page.URL))
	}
	b.WriteByte('\n')
}

// markdownTable writes a table whose cells are safe already. Heads for terminals have line feeds.
func markdownTable(b *strings.Builder, head []string, rows [][]string) {
	fmt.Fprintf(b, "| %s |\n|%s\n", unprintable.Replace(strings.Join(head, " | ")), strings.Repeat("---|", len(head)))
	for _, r := range rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(r, " | "))
	}
	b.WriteByte('\n')
}
