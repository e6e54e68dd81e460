package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/service"
)

// auditOptions are what `auditctl audit` was asked for.
type auditOptions struct {
	urls    []string
	resume  string
	noStore bool
	gate    gate
	config  *config
	sink    sink
}

func newAudit(a *app) *cobra.Command {
	var file, resume, baseline string
	var noStore bool
	var failUnder []string
	cmd := &cobra.Command{
		Use:   "audit URL…",
		Short: "audit sites here and now",
		Example: `  auditctl audit example.com
  auditctl audit -f sites.csv -o csv -O scores.csv
  auditctl audit https://staging.example.com --header 'Authorization: Bearer …' --fail-under seo=80 --fail-under security=60
  auditctl audit --resume bat_01kx…`,
		Long: "Audits sites here and now: reads each one, runs the checks, and prints the report. Nothing else is needed: no account, key, server or browser.",
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := a.auditOptions(cmd, args, file, failUnder, baseline)
			if err != nil {
				return err
			}
			o.resume, o.noStore = resume, noStore
			if resume == "" && len(o.urls) == 0 {
				return usage("name at least one site, like: auditctl audit example.com")
			}
			if resume != "" && (len(o.urls) > 0 || noStore) {
				return usage("--resume takes up a stored batch; it goes with neither addresses nor --no-store")
			}
			return a.runAudit(cmd, o)
		},
	}
	cmd.Flags().StringVarP(&file, "file", "f", "", "more addresses from `FILE` (- is stdin): one a line, or a CSV with a url column; # starts a comment")
	cmd.Flags().StringVar(&resume, "resume", "", "take up a `BATCH_ID` that was interrupted")
	cmd.Flags().BoolVar(&noStore, "no-store", false, "leave no trace in the history")
	cmd.Flags().StringArrayVar(&failUnder, "fail-under", nil, "`METRIC=N`: exit 3 where an audit scores below; repeatable")
	cmd.Flags().StringVar(&baseline, "baseline", "", "`FILE|ID`: exit 3 where a check that passed in that audit fails now")
	outputFlags(cmd)
	addFlags(cmd.Flags(), auditSettings())
	readingFlags(cmd)
	return cmd
}

func (a *app) auditOptions(cmd *cobra.Command, args []string, file string, failUnder []string, baseline string) (auditOptions, error) {
	c, err := a.config(cmd)
	if err != nil {
		return auditOptions{}, err
	}
	o := auditOptions{config: c, urls: args}
	if file != "" {
		more, err := a.readURLs(file)
		if err != nil {
			return o, err
		}
		o.urls = append(o.urls, more...)
	}
	if lang := audit.Lang(c.GetString("lang")); lang != audit.English && lang != audit.French {
		return o, usage("--lang %q: use en or fr", audit.Printable(string(lang)))
	}
	if n := c.GetInt("concurrency"); n < 1 {
		return o, usage("--concurrency is %d; it must be at least 1", n)
	}
	if o.gate, err = newGate(failUnder, c.list("gate-tiers"), baseline); err != nil {
		return o, err
	}
	o.sink, err = a.sink(cmd, c)
	return o, err
}

func (a *app) runAudit(cmd *cobra.Command, o auditOptions) (err error) {
	ctx := cmd.Context()
	p, err := newPipeline(cmd, o.config)
	if err != nil {
		return err
	}
	maxAge, err := duration(o.config, "max-age")
	if err != nil {
		return err
	}
	if err := o.gate.loadBaseline(ctx, o.config); err != nil {
		return err
	}
	s, err := openStore(ctx, o.config, o.noStore)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	lang := audit.Lang(o.config.GetString("lang"))
	view := a.newProgress(o.config)
	stream := &stream{sink: o.sink, lang: lang}
	worker := service.New(service.Config{Store: s, Runner: p, Concurrency: o.config.GetInt("concurrency"), Progress: func(e audit.Event) {
		stream.event(e)
		view.event(e)
	}})
	svc := worker.For(audit.Caller{})
	id := o.resume
	if id == "" {
		receipt, err := svc.Submit(ctx, audit.Submission{URLs: o.urls, Lang: lang, MaxAge: maxAge})
		if err != nil {
			return err
		}
		id = receipt.BatchID
	}
	batch, err := svc.Batch(ctx, id)
	if err != nil {
		return err
	}
	if o.resume != "" {
		lang = batch.Audits[0].Lang
		stream.lang = lang
	}
	stream.begin(*batch)
	worked := view.run(ctx, batch.Audits, func(ctx context.Context) error { return worker.Work(ctx, id) })
	batch, err = svc.Batch(context.WithoutCancel(ctx), id)
	if err != nil {
		return errors.Join(worked, err)
	}
	return errors.Join(stream.err, a.conclude(o, lang, *batch, worked))
}

// conclude writes the result and decides the exit code: interrupted, failed, gate missed, or done.
func (a *app) conclude(o auditOptions, lang audit.Lang, b audit.Batch, worked error) error {
	if worked != nil && !errors.Is(worked, context.Canceled) {
		return worked
	}
	if worked != nil {
		b = finishedOnly(b)
	}
	if len(b.Audits) > 0 && !o.sink.streaming() {
		if err := o.sink.write(b, lang); err != nil {
			return err
		}
	}
	if worked != nil {
		hint := ""
		if !o.noStore {
			hint = fmt.Sprintf("; take it up again with: auditctl audit --resume %s", b.BatchID)
		}
		return &exitError{exitInterrupted, fmt.Errorf("interrupted: %d of %d finished%s", b.Total-b.Pending, b.Total, hint)}
	}
	for _, done := range b.Audits {
		if done.Status == audit.Done && !o.gate.compared(done.Domain) {
			fmt.Fprintf(a.Err, "auditctl: %s is not in the baseline; nothing to compare with\n", audit.Printable(done.URL))
		}
	}
	missed := o.gate.judge(b)
	for _, m := range missed {
		fmt.Fprintf(a.Err, "auditctl: %s\n", m)
	}
	switch {
	case b.Failed > 0:
		a.explainFailures(o.sink, b)
		return &exitError{code: exitFailed}
	case len(missed) > 0:
		return &exitError{code: exitThreshold}
	}
	return nil
}

// finishedOnly leaves out what is still pending; the counts stay those of the whole batch.
func finishedOnly(b audit.Batch) audit.Batch {
	var done []audit.Audit
	for _, a := range b.Audits {
		if a.Status.Terminal() {
			done = append(done, a)
		}
	}
	b.Audits = done
	return b
}

// explainFailures says on stderr why audits failed, a line each; a table on stdout says it already.
func (a *app) explainFailures(s sink, b audit.Batch) {
	if s.Name == "table" && s.file == "" {
		return
	}
	for _, failed := range b.Audits {
		if failed.Error != nil {
			fmt.Fprintf(a.Err, "auditctl: %s: %s (%s)\n", audit.Printable(failed.URL), audit.Printable(failed.Error.Message), failed.Error.Code)
		}
	}
}
