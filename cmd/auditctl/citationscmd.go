package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/report"
)

// newCitations makes the command that runs or shows the passes alone. To run them is to audit the site: what is found is stored, and what it costs is
// capped, as with auditctl audit; only no model judges.
func newCitations(a *app) *cobra.Command {
	var run passFlags
	cmd := eitherPlace(&cobra.Command{
		Use:   "citations URL|AUDIT_ID",
		Short: "run or show the citation passes: do AI assistants name the business?",
		Example: `  auditctl citations example.com --recall openai:MODEL --grounded openai:MODEL
  auditctl citations example.com --citations all --repeats 5
  auditctl citations aud_01kx… -o markdown`,
		Long: `Puts a customer's questions to AI assistants and search services and shows who is named, or shows what a stored audit found. Which services are
asked is set by --recall, --grounded, --ai-mode and --live, or found by --citations all; docs/citations.md says how answers are read and counted.`,
		Args: cobra.ExactArgs(1),
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.config(cmd)
		if err != nil {
			return err
		}
		format, err := c.format(a.preferred(), "table", "json", "markdown")
		if err != nil {
			return err
		}
		alone := report.Format{Name: format, Write: func(_ context.Context, w io.Writer, d report.Document) error {
			return report.WriteCitations(w, d, format)
		}}
		out := sink{Format: alone, app: a, color: a.OutTTY && c.color()}
		if strings.HasPrefix(args[0], "aud_") {
			return a.showPasses(cmd, args[0], out)
		}
		o := auditOptions{config: c, urls: args, passes: run, onlyPasses: true, sink: out}
		c.Set("judge", "")
		there, err := a.far(cmd, c)
		switch {
		case err != nil:
			return err
		case there != nil:
			return a.auditThere(cmd.Context(), o, there)
		}
		return a.auditHere(cmd, o)
	}
	listFormat(cmd)
	run.add(cmd)
	addFlags(cmd.Flags(), citationSettings())
	addFlags(cmd.Flags(), evidenceSettings())
	addFlags(cmd.Flags(), only(modelSettings(), "max-cost"))
	addFlags(cmd.Flags(), only(auditSettings(), "lang"))
	readingFlags(cmd)
	return cmd
}

// passFlags are the flags of one run of the passes.
type passFlags struct {
	file  string // of questions
	fresh bool   // new questions
}

func (f *passFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "questions", "", "customer questions from `FILE`, one a line, instead of generated ones; # starts a comment")
	cmd.Flags().BoolVar(&f.fresh, "new-questions", false, "make new questions instead of asking the site's again")
}

// set puts them into what the settings say.
func (f *passFlags) set(q *pipeline.Questions) (err error) {
	if f.file != "" && f.fresh {
		return usage("--questions and --new-questions exclude each other")
	}
	q.New = f.fresh
	q.Own, err = ownQuestions(f.file)
	return err
}

func (a *app) showPasses(cmd *cobra.Command, id string, out sink) (err error) {
	svc, _, done, err := a.openHistory(cmd)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	found, err := svc.Audit(cmd.Context(), id)
	if err != nil {
		return err
	}
	return out.write(cmd.Context(), svc, audit.NewBatch(found.BatchID, []audit.Audit{*found}), found.Lang)
}
