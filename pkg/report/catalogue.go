package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
)

var (
	labelWeight    = audit.Text{EN: "Weight", FR: "Poids"}
	labelEvidence  = audit.Text{EN: "Evidence", FR: "Preuve"}
	labelCheck     = audit.Text{EN: "Check", FR: "Contrôle"}
	labelWhy       = audit.Text{EN: "Why it matters", FR: "Pourquoi"}
	labelAlso      = audit.Text{EN: "Also counts to", FR: "Compte aussi pour"}
	labelCap       = audit.Text{EN: "While it fails, the metric is at most", FR: "Tant qu'il échoue, le critère vaut au plus"}
	labelCatalogue = audit.Text{EN: "%d checks. Evidence: A a standard or the vendor's own documentation, B a replicated study, C one study, D common practice. Weight 0 is reported and never scored.",
		FR: "%d contrôles. Preuve : A une norme ou la documentation de l'éditeur, B une étude répliquée, C une étude, D l'usage. Le poids 0 est signalé et jamais noté."}
)

var levelNames = map[check.Level]audit.Text{
	check.Standard:   {EN: "A, a standard or the vendor's own documentation", FR: "A, une norme ou la documentation de l'éditeur"},
	check.Replicated: {EN: "B, a replicated study", FR: "B, une étude répliquée"},
	check.OneStudy:   {EN: "C, one study", FR: "C, une étude"},
	check.Folklore:   {EN: "D, common practice, or a number of our own", FR: "D, l'usage, ou un seuil qui nous est propre"},
}

// WriteCatalogue lists checks as a table; width is the terminal's in columns, 0 where there is none.
func WriteCatalogue(w io.Writer, list []check.Check, lang audit.Lang, width int) error {
	if width == 0 {
		width = plainWidth
	}
	rows := [][]string{}
	for _, c := range list {
		rows = append(rows, []string{c.ID, string(c.Metric()), strconv.Itoa(c.Weight), string(c.Level), c.Title.In(lang)})
	}
	head := []string{"Id", labelMetric.In(lang), labelWeight.In(lang), labelEvidence.In(lang), labelCheck.In(lang)}
	if err := table(w, max(width, narrowest), head, rows, tw.AlignLeft, tw.AlignLeft, tw.AlignRight, tw.AlignLeft); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s\n", ansi.Wordwrap(fmt.Sprintf(labelCatalogue.In(lang), len(list)), max(width, narrowest), ""))
	return err
}

// ExplainCheck writes all about one check.
func ExplainCheck(w io.Writer, c check.Check, lang audit.Lang, width int) error {
	if width == 0 {
		width = plainWidth
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", c.ID, c.Title.In(lang))
	say := func(label audit.Text, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s\n", ansi.Wordwrap(label.In(lang)+": "+text, max(width, narrowest), ""))
		}
	}
	say(labelWhy, c.Why.In(lang))
	say(labelRemedy, c.Fix.In(lang))
	say(labelMetric, string(c.Metric()))
	say(labelWeight, strconv.Itoa(c.Weight))
	say(labelAlso, shares(c.Also))
	if c.Cap > 0 {
		say(labelCap, strconv.Itoa(c.Cap))
	}
	say(labelEvidence, levelNames[c.Level].In(lang))
	say(labelReference, strings.TrimSpace(c.Source+" "+c.Link))
	_, err := io.WriteString(w, b.String())
	return err
}

func shares(also []audit.Share) string {
	var parts []string
	for _, s := range also {
		parts = append(parts, fmt.Sprintf("%s (%d)", s.Metric, s.Weight))
	}
	return strings.Join(parts, ", ")
}
