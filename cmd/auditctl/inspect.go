package main

import (
	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

func newInspect(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "inspect URL",
		Short: "show what was read of a site, unscored",
		Example: `  auditctl inspect example.com
  auditctl inspect https://example.com/about -o json | jq .robots.agents.GPTBot`,
		Args: cobra.ExactArgs(1),
		Long: "Shows what was read, unscored: response, redirects, TLS, the robots.txt verdict for each AI crawler, canonical, structured data, headings, links,\nand the text that a crawler without JavaScript gets.",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.config(cmd)
			if err != nil {
				return err
			}
			format, err := c.format(a.preferred(), "table", "json", "markdown")
			if err != nil {
				return err
			}
			target, fault := audit.ParseTarget(args[0])
			if fault != nil {
				return fault
			}
			p, err := newPipeline(cmd, c, &models{config: c}, false)
			if err != nil {
				return err
			}
			defer p.Close()
			if fault := p.Validate(target); fault != nil {
				return fault
			}
			facts, err := p.Inspect(cmd.Context(), target)
			if err != nil {
				return err
			}
			return report.WriteInspection(a.Out, report.Inspect(facts), format, a.Width)
		},
	}
	cmd.Flags().StringP("output", "o", "", "`FORMAT`: table (default on a terminal), json (default in a pipe), markdown")
	addFlags(cmd.Flags(), browserSettings())
	readingFlags(cmd)
	return cmd
}
