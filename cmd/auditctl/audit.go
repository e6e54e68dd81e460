package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
	"github.com/auditctl/auditctl/pkg/service"
)

// auditOptions are what `auditctl audit` was asked for.
type auditOptions struct {
	urls    []string
	resume  []string // ids of batches
	refresh bool
	noStore bool
	plan    bool
	gate    gate
	config  *config
	passes  passFlags
	// onlyPasses: the audit is made for the citation passes.
	onlyPasses bool
	sink       sink
	also       []sink
	summary    summary
}

func newAudit(a *app) *cobra.Command {
	var file, baseline string
	var noStore, refresh, plan bool
	var failUnder, resume, also []string
	var passes passFlags
	cmd := eitherPlace(&cobra.Command{
		Use:   "audit URL…",
		Short: "audit sites here and now, or on a server",
		Example: `  auditctl audit example.com
  auditctl audit -f sites.csv -o csv -O scores.csv
  auditctl audit https://staging.example.com --header 'Authorization: Bearer …' --fail-under seo=80 --fail-under security=60
  auditctl audit example.com -o json -O audit.json --also junit=junit.xml --also csv=scores.csv --summary-file summary.md
  auditctl audit --resume bat_01kx…
  auditctl audit -f sites.csv --remote https://audit.example.com`,
		Long: `Audits sites here and now: reads each one, runs the checks, and prints the report. Nothing else is needed: no account, key, server or browser.
With --remote a server audits them; the result is the same.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := a.auditOptions(cmd, args, file, failUnder, baseline, also)
			if err != nil {
				return err
			}
			o.resume, o.refresh, o.noStore, o.plan, o.passes = resume, refresh, noStore, plan, passes
			switch {
			case len(resume) == 0 && len(o.urls) == 0:
				return usage("name at least one site, like: auditctl audit example.com")
			case len(resume) > 0 && (len(o.urls) > 0 || noStore):
				return usage("--resume takes up a stored batch; it goes with neither addresses nor --no-store")
			case len(resume) > 0 && plan:
				return usage("--plan goes with addresses; a batch that --resume takes up has its own")
			case refresh && cmd.Flags().Changed("max-age"):
				return usage("--refresh and --max-age exclude each other")
			}
			there, err := a.far(cmd, o.config)
			switch {
			case err != nil:
				return err
			case there != nil:
				return a.auditThere(cmd.Context(), o, there)
			}
			return a.auditHere(cmd, o)
		},
	})
	cmd.Flags().StringVarP(&file, "file", "f", "", "more addresses from `FILE` (- is stdin): one a line, or a CSV with a url column; # starts a comment")
	cmd.Flags().StringSliceVar(&resume, "resume", nil, "take up a `BATCH_ID` that was interrupted; several with commas between them")
	cmd.Flags().BoolVar(&refresh, "refresh", false, "audit anew whatever is stored: the default here; on a server, past its cache and metered")
	cmd.Flags().BoolVar(&noStore, "no-store", false, "leave no trace in the history")
	cmd.Flags().BoolVar(&plan, "plan", false, "print every fetch and paid call with a ceiling, and do nothing")
	cmd.Flags().StringArrayVar(&failUnder, "fail-under", nil, "`METRIC=N`: exit 3 where an audit scores below; repeatable")
	cmd.Flags().StringVar(&baseline, "baseline", "", "`FILE|ID`: exit 3 where a check that passed in that audit fails now")
	outputFlags(cmd)
	cmd.Flags().StringArrayVar(&also, "also", nil, "`FORMAT=FILE`: write the result in another format as well; repeatable")
	summaryFlag(cmd)
	addFlags(cmd.Flags(), auditSettings())
	addFlags(cmd.Flags(), evidenceSettings())
	addFlags(cmd.Flags(), browserSettings())
	addFlags(cmd.Flags(), screenshotSettings())
	addFlags(cmd.Flags(), modelSettings())
	addFlags(cmd.Flags(), citationSettings())
	passes.add(cmd)
	addFlags(cmd.Flags(), speedSettings())
	readingFlags(cmd)
	return cmd
}

func (a *app) auditOptions(cmd *cobra.Command, args []string, file string, failUnder []string, baseline string, also []string) (auditOptions, error) {
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
	if o.gate, err = newGate(c, failUnder, baseline); err != nil {
		return o, err
	}
	if o.sink, err = a.sink(cmd, c); err != nil {
		return o, err
	}
	if o.also, err = a.alsoSinks(c, also, o.sink.brand); err != nil {
		return o, err
	}
	o.hold()
	o.summary, err = a.summary(cmd)
	return o, err
}

func (a *app) auditHere(cmd *cobra.Command, o auditOptions) (err error) {
	ctx := cmd.Context()
	if err := o.gate.checkPages(o.config); err != nil {
		return err
	}
	services, err := newModels(o.config)
	if err != nil {
		return err
	}
	if err := o.passes.set(&services.questions); err != nil {
		return err
	}
	if o.onlyPasses && !services.passes.Configured() {
		return usage("no citation pass is set; set --%s, or see what is at hand with --citations all (docs/providers.md)", strings.Join(passRoles, ", --"))
	}
	services.shown = len(o.urls) <= report.MostComplete && slices.ContainsFunc(o.sinks(), func(s *sink) bool { return s.Beside })
	limit, err := size(o.config, "evidence-limit")
	if err != nil {
		return err
	}
	p, err := newPipeline(cmd, o.config, services, len(o.urls) == 1)
	if err != nil {
		return err
	}
	defer p.Close()
	if o.plan {
		return a.writePlan(o, p, services)
	}
	maxAge, err := duration(o.config, "max-age")
	if err != nil {
		return err
	}
	if err := o.loadBaseline(ctx, func(id string) (*audit.Audit, error) { return storedAudit(ctx, o.config, id) }); err != nil {
		return err
	}
	s, err := openStore(ctx, o.config, o.noStore)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	view := a.newProgress(o.config)
	stream := &stream{sink: o.sink, lang: o.lang()}
	worker := service.New(service.Config{Store: s, Runner: p, EvidenceLimit: limit, Concurrency: o.config.GetInt("concurrency"), Progress: func(e audit.Event) {
		stream.event(ctx, e)
		view.event(e)
	}})
	svc := worker.For(audit.Caller{})
	ids := o.resume
	if len(ids) == 0 {
		receipt, err := svc.Submit(ctx, audit.Submission{URLs: o.urls, Lang: o.lang(), MaxAge: maxAge, Refresh: o.refresh})
		if err != nil {
			return err
		}
		ids = []string{receipt.BatchID}
	}
	batch, err := together(ctx, svc, ids)
	if err != nil {
		return err
	}
	if len(o.resume) > 0 {
		stream.lang = batch.Audits[0].Lang
	}
	stream.begin(ctx, batch)
	worked := view.run(ctx, batch.Audits, func(ctx context.Context) error {
		for _, id := range ids {
			if err := worker.Work(ctx, id); err != nil {
				return err
			}
		}
		return nil
	})
	batch, err = together(context.WithoutCancel(ctx), svc, ids)
	if err != nil {
		return errors.Join(worked, err)
	}
	again := ""
	if !o.noStore {
		again = "; take it up again with: auditctl audit --resume " + strings.Join(ids, ",")
	}
	return errors.Join(stream.err, a.conclude(context.WithoutCancel(ctx), svc, o, stream.lang, batch, worked, again))
}

// lang is the language that was asked for.
func (o *auditOptions) lang() audit.Lang { return audit.Lang(o.config.GetString("lang")) }

// loadBaseline reads the baseline, from a file or by its id with get, and holds the output to it too.
func (o *auditOptions) loadBaseline(ctx context.Context, get func(id string) (*audit.Audit, error)) error {
	if err := o.gate.loadBaseline(get); err != nil {
		return err
	}
	o.hold()
	return ctx.Err()
}

// hold holds the output to the gate.
func (o *auditOptions) hold() {
	for _, s := range o.sinks() {
		s.gate = o.gate.Gate
	}
}

// sinks gives all that the result is written to.
func (o *auditOptions) sinks() []*sink {
	list := []*sink{&o.sink}
	for i := range o.also {
		list = append(list, &o.also[i])
	}
	return list
}

// together gives batches as one, with the name of the first.
func together(ctx context.Context, svc audit.Service, ids []string) (audit.Batch, error) {
	var all []audit.Audit
	for _, id := range ids {
		b, err := svc.Batch(ctx, id)
		if err != nil {
			return audit.Batch{}, err
		}
		all = append(all, b.Audits...)
	}
	return audit.NewBatch(ids[0], all), nil
}

// conclude writes the result and decides the exit code: interrupted, failed, out of quota, gate missed, or done. again says how an interrupted batch is
// taken up.
func (a *app) conclude(ctx context.Context, on audit.Service, o auditOptions, lang audit.Lang, b audit.Batch, worked error, again string) error {
	if worked != nil && !errors.Is(worked, context.Canceled) {
		return worked
	}
	if worked != nil {
		b = finishedOnly(b)
	}
	if len(b.Audits) > 0 && !o.sink.streaming() {
		if err := o.sink.write(ctx, on, b, lang); err != nil {
			return err
		}
	}
	if len(b.Audits) > 0 {
		var unwritten error
		for _, more := range o.also {
			unwritten = errors.Join(unwritten, more.write(ctx, on, b, lang))
		}
		if err := errors.Join(unwritten, o.summary.write(o.sink.document(b, lang))); err != nil {
			return err
		}
	}
	if worked != nil {
		return &exitError{exitInterrupted, fmt.Errorf("interrupted: %d of %d finished%s", b.Total-b.Pending, b.Total, again)}
	}
	for _, done := range b.Audits {
		if done.Status == audit.Done && !o.gate.Compared(done.Domain) {
			fmt.Fprintf(a.Err, "auditctl: %s is not in the baseline; nothing to compare with\n", audit.Printable(done.URL))
		}
	}
	missed := o.gate.Misses(b.Audits)
	for _, m := range missed {
		fmt.Fprintf(a.Err, "auditctl: %s\n", m)
	}
	switch {
	case b.Failed > 0:
		a.explainFailures(o.sink, b)
		return &exitError{code: failureExit(b)}
	case len(missed) > 0:
		return &exitError{code: exitThreshold}
	}
	return nil
}

// failureExit is the exit code of a batch that holds audits without a report: an exhausted quota says something of the caller, not of a site.
func failureExit(b audit.Batch) int {
	for _, a := range b.Audits {
		if a.Status == audit.Failed || a.Status == audit.Invalid {
			return exitFailed
		}
	}
	return exitRefused
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
