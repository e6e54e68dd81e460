package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/report"
)

func newChecks(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "checks [ID]",
		Short:   "list the catalogue of checks, or explain one",
		Example: "  auditctl checks\n  auditctl checks crawl.answer-bots-allowed --lang fr",
		Args:    cobra.MaximumNArgs(1),
		Long:    "Lists every check with its weight and the level of evidence behind it, or explains one: what it looks at, why, who says so, what to do.",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.config(cmd)
			if err != nil {
				return err
			}
			lang := audit.Lang(c.GetString("lang"))
			if lang != audit.English && lang != audit.French {
				return usage("--lang %q: use en or fr", audit.Printable(string(lang)))
			}
			list := check.All()
			if len(args) == 1 {
				if list, err = oneCheck(list, args[0]); err != nil {
					return err
				}
			}
			format, err := c.format("table", "table", "json", "markdown")
			switch {
			case err != nil:
				return err
			case format == "json":
				return writeCatalogue(a.Out, list, lang, len(args) == 1)
			case format == "markdown":
				return report.WriteCatalogueMarkdown(a.Out, list, lang)
			case len(args) == 1:
				return report.ExplainCheck(a.Out, list[0], lang, a.Width)
			default:
				return report.WriteCatalogue(a.Out, list, lang, a.Width)
			}
		},
	}
	cmd.Flags().StringP("output", "o", "", "`FORMAT`: table, json or markdown")
	cmd.Flags().String("lang", "en", "en or fr")
	return cmd
}

func oneCheck(list []check.Check, id string) ([]check.Check, error) {
	var ids []string
	for i, c := range list {
		if c.ID == id {
			return list[i : i+1], nil
		}
		ids = append(ids, c.ID)
	}
	return nil, usage("there is no check %q%s", audit.Printable(id), didYouMean(id, ids))
}

// catalogueEntry is a check in `auditctl checks -o json`.
type catalogueEntry struct {
	ID            string        `json:"id"`
	Metric        audit.Metric  `json:"metric"`
	Weight        int           `json:"weight"`
	Also          []audit.Share `json:"also,omitempty"`
	Cap           int           `json:"cap,omitempty"`
	EvidenceLevel string        `json:"evidence_level"`
	Title         string        `json:"title"`
	Why           string        `json:"why"`
	Remedy        string        `json:"remedy"`
	Needs         []check.Need  `json:"needs,omitempty"`
	Source        string        `json:"source"`
	Link          string        `json:"link,omitempty"`
}

func writeCatalogue(w io.Writer, list []check.Check, lang audit.Lang, single bool) error {
	entries := []catalogueEntry{}
	for _, c := range list {
		entries = append(entries, catalogueEntry{
			ID: c.ID, Metric: c.Metric(), Weight: c.Weight, Also: c.Also, Cap: c.Cap, EvidenceLevel: string(c.Level), Title: c.Title.In(lang),
			Why: c.Why.In(lang), Remedy: c.Fix.In(lang), Needs: c.Needs, Source: c.Source, Link: c.Link,
		})
	}
	if single {
		return report.WriteJSON(w, entries[0])
	}
	return report.WriteJSON(w, entries)
}
