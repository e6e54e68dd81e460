// Package pipeline is the recipe that turns an address into a report: read the site, run the checks, weigh, describe the business, sum up.
// Its steps are calls, in order; everything after reading can be done again from saved facts.
package pipeline

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/internal/suspend"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/judge"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/render"
	"github.com/auditctl/auditctl/pkg/audit/speed"
	"github.com/auditctl/auditctl/pkg/citation/passes"
	"github.com/auditctl/auditctl/pkg/engine"
)

// Config is how sites are read. The zero value reads public sites with the defaults.
type Config struct {
	Fetch fetch.Config
	// Pages is how many pages of a site are read, the submitted one included; 10 where it is 0.
	Pages int
	// Timeout bounds the reading of one site; 0 means 60 s. Waiting for one of the Parsers doesn't count.
	Timeout time.Duration
	// IgnoreRobots reads further pages that robots.txt forbids, for one's own site.
	IgnoreRobots bool
	// Probing says under whose names a site is asked beside the reader's own; fetch.ProbeSearch where it is empty.
	Probing fetch.Probing
	// Parsers is how many pages are parsed, and sites judged, at once over all audits, and how many large pages beside them; one less than GOMAXPROCS where
	// it is 0, so that a batch leaves room to answer.
	Parsers int
	// Answering says whether so many are being answered at the moment that one of the Parsers, and of those of large pages, should rest; nil never does. It
	// is asked for every page.
	Answering func() bool
	// Crawlers is the registry of AI and search agents; the embedded one where nil.
	Crawlers []page.Crawler
	// Model judges, beside the built-in rubric, what can't be measured; the rubric judges alone where it is the zero value.
	Model judge.Model
	// Browser opens the submitted page where Rendering or Screenshots say so, and shows it to a Model with a Viewer; nil where there is none. Close closes it.
	Browser *render.Browser
	// Rendering says which submitted pages are read as they are after JavaScript; RenderNeeded where it is empty.
	Rendering Rendering
	// Screenshots says which submitted pages a picture is kept of (audit.Kept); ScreenshotOpened where it is empty.
	Screenshots Screenshots
	// Speed measures the submitted page; nil where performance is estimated.
	Speed speed.Tool
	// Citations are the citation passes that are run; none where it is the zero value. Open is the pipeline's own, and so is Second where Extract is set.
	Citations passes.Config
	// Questions says what the passes ask.
	Questions Questions
	// Extract reads the passes' answers a second time and writes questions where no built-in ones are; nil where nobody does.
	Extract engine.Structured
	// CitedPrivate opens private and loopback addresses for pages that answers cite: closed networks and tests.
	CitedPrivate bool
	// Evidence keeps what audits read, so that they can be judged again (audit.Kept); nothing is kept where it is nil.
	Evidence *evidence.Keeper
	// Now is the clock; time.Now where nil.
	Now func() time.Time
	// Log is where failures of the services asked go, with what they said; nowhere where nil.
	Log *slog.Logger
	// Tracer follows an audit and its steps; none does where nil.
	Tracer trace.Tracer
}

// Pipeline runs audits. It is safe for concurrent use.
type Pipeline struct {
	config Config
	checks []check.Check
	slots  *slots
}

// New makes a Pipeline.
func New(c Config) *Pipeline {
	if c.Pages <= 0 {
		c.Pages = 10
	}
	if c.Timeout <= 0 {
		c.Timeout = 60 * time.Second
	}
	if c.Parsers <= 0 {
		c.Parsers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if c.Crawlers == nil {
		c.Crawlers = page.Crawlers()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Tracer == nil {
		c.Tracer = noop.NewTracerProvider().Tracer("")
	}
	return &Pipeline{config: c, checks: check.All(), slots: newSlots(c.Parsers, c.Answering)}
}

// Close ends the browser, if there is one, and waits for it.
func (p *Pipeline) Close() {
	if p.config.Browser != nil {
		p.config.Browser.Close()
	}
}

// Validate says why an address may not be visited, as far as can be told without asking the DNS.
func (p *Pipeline) Validate(t audit.Target) *audit.Error { return fetch.CheckTarget(t, p.config.Fetch) }

// RulesVersion names the checks, weights and rubric, the model and prompts that judge beside them, and the citation passes. Scores are comparable where
// it is the same up to its citations part.
func (p *Pipeline) RulesVersion() string {
	return p.config.Model.Rules() + p.asking()
}

// asking names the citation passes; empty where there are none.
func (p *Pipeline) asking() string {
	if !p.config.Citations.Configured() {
		return ""
	}
	q := p.config.Questions
	all := fmt.Sprint(p.config.Citations.Fingerprint(), q.Count, q.ByModel, strings.Join(q.Own, "\n"), p.config.Extract != nil)
	return fmt.Sprintf("%s%x", passesMark, sha256.Sum256([]byte(all)))[:len(passesMark)+8]
}

// passesMark begins the citation passes' part of a rules version.
const passesMark = "+citations/"

// SpeedTool is what measures pages; nil where performance is estimated.
func (p *Pipeline) SpeedTool() speed.Tool { return p.config.Speed }

// checksAtOnce bounds how many checks of one audit are run at once, where nobody else has use for the processor.
const checksAtOnce = 4

// Run audits one site. questions are the customer questions that the site was asked before; nil where it wasn't. The error is an *audit.Error: the code says whether the address may not be visited or the site could not be read.
func (p *Pipeline) Run(
	ctx context.Context, t audit.Target, lang audit.Lang, questions []string, progress func(audit.Stage, string),
) (report *audit.Report, err error) {
	ctx, span := p.config.Tracer.Start(ctx, "audit", trace.WithAttributes(attribute.String("url.domain", t.Domain)))
	defer func() {
		if code := audit.CodeOf(err); code != "" {
			span.SetStatus(codes.Error, string(code))
		}
		span.End()
	}()
	ctx = fetch.WithFence(ctx)
	began := p.config.Now()
	within, cancel := suspend.WithTimeout(ctx, p.config.Timeout)
	defer cancel()
	queue := p.slots.enter()
	reading, read := p.config.Tracer.Start(within, "read site")
	record := p.record()
	facts, err := p.gather(reading, t, queue, record, false, progress)
	read.End()
	if err != nil {
		return nil, err
	}
	noted := len(facts.Notes)
	seen := p.look(within, facts, progress)
	late := within.Err() != nil
	if p.config.Speed != nil { // a browser beside it would slow the page down
		p.measure(ctx, facts, lang, progress)
	}
	progress(audit.StageJudging, "")
	ctx, judging := p.config.Tracer.Start(ctx, "judge")
	defer judging.End()
	var assessed []check.Assessed
	var rubric judge.Judgement
	var screenshot []byte
	var subject business.Subject
	done := queue.run(ctx, checksAtOnce, func(slots int) { // the timeout is the site's, and that was read
		subject = business.ReadSubject(facts)
		foresee(facts, subject.Market())
		assessed = check.AssessBeside(p.checks, facts, slots)
		rubric = judge.ByRubric(subject, assessed, lang)
		screenshot = p.screenshot(ctx, facts, seen)
	})
	if !done {
		return nil, interrupted(ctx)
	}
	judgement, answers := p.consult(ctx, queue, facts, assessed, rubric, lang, questions, progress)
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, interrupted(ctx)
	}
	if judgement.Obeyed {
		assessed = check.Obeyed(assessed)
	}
	report = compose(subject, assessed, judgement, lang)
	report.Kept.Partial = late || slices.ContainsFunc(judgement.Faults, mayPass)
	p.add(report, answers, lang)
	report.Kept.Screenshot = screenshot
	report.Timings.Total = p.config.Now().Sub(began).Milliseconds()
	p.keep(ctx, report, record, facts.Domain, evidence.Beside{
		Speed: facts.Speed, Rendering: facts.Rendering(), Notes: facts.Notes[noted:], Asked: len(answers.notes), Total: report.Timings.Total,
	})
	return report, nil
}

// consult has the model judge and the citation passes run, side by side as soon as the business is known.
func (p *Pipeline) consult(
	ctx context.Context, queue *queue, f *page.Facts, assessed []check.Assessed, rubric judge.Judgement, lang audit.Lang, questions []string,
	progress func(audit.Stage, string),
) (judge.Judgement, asked) {
	var group join.Group
	var answers asked
	ask := func(b audit.Business) {
		if p.config.Citations.Configured() {
			group.Go(func() { answers = p.ask(ctx, queue, f, b, lang, questions, progress) })
		}
	}
	judgement := rubric
	if p.config.Model.Engine == nil {
		ask(rubric.Business)
	} else {
		judgement = p.config.Model.Judge(ctx, f, assessed, rubric, lang, ask)
		for _, fault := range judgement.Faults {
			p.config.Log.WarnContext(ctx, "a language model failed", "domain", f.Domain, "error", fault)
		}
	}
	group.Wait()
	return judgement, answers
}

func interrupted(ctx context.Context) error {
	return &audit.Error{Code: audit.CodeInterrupted, Message: "the audit was interrupted", Err: ctx.Err()}
}

// Inspect reads one site and judges nothing. The submitted page's main content comes as Markdown too. The error is an *audit.Error; a panic
// in what reads the site is one of CodeInternal.
func (p *Pipeline) Inspect(ctx context.Context, t audit.Target) (facts *page.Facts, err error) {
	defer func() {
		if value := recover(); value != nil {
			p.config.Log.ErrorContext(ctx, "reading a site panicked", "domain", t.Domain, "panic", value, "stack", string(debug.Stack()))
			facts, err = nil, audit.Errorf(audit.CodeInternal, "auditctl failed on this site; please report it, with the site's address")
		}
	}()
	ctx, cancel := suspend.WithTimeout(fetch.WithFence(ctx), p.config.Timeout)
	defer cancel()
	silent := func(audit.Stage, string) {}
	f, err := p.gather(ctx, t, p.slots.enter(), nil, true, silent)
	if err != nil {
		return nil, err
	}
	p.look(ctx, f, silent)
	return f, nil
}

func (p *Pipeline) gather(
	ctx context.Context, t audit.Target, queue *queue, record *evidence.Recorder, markdown bool, progress func(audit.Stage, string),
) (*page.Facts, error) {
	progress(audit.StageReading, "")
	return fetch.Gather(ctx, t, p.config.Fetch, fetch.Options{
		Pages:        p.config.Pages,
		Deadline:     p.config.Timeout * 4 / 5, // a slow site is judged by what was read, so judging needs time of its own
		IgnoreRobots: p.config.IgnoreRobots,
		Probing:      p.config.Probing,
		Parse:        queue.parse,
		Record:       record,
		Crawlers:     p.config.Crawlers,
		Progress:     func(detail string) { progress(audit.StageReading, detail) },
		Now:          p.config.Now,
		KeepMarkdown: markdown,
	})
}

// Judge turns facts into a report by the built-in rubric: the same facts, checks and language give the same report, to the last bit.
func Judge(f *page.Facts, checks []check.Check, lang audit.Lang) *audit.Report {
	foreseen := *f // facts are read by others too
	f = &foreseen
	subject := business.ReadSubject(f)
	foresee(f, subject.Market())
	assessed := check.AssessAll(checks, f)
	return compose(subject, assessed, judge.ByRubric(subject, assessed, lang), lang)
}

// compose writes the report.
func compose(subject business.Subject, assessed []check.Assessed, j judge.Judgement, lang audit.Lang) *audit.Report {
	f := subject.Facts()
	main := f.Main()
	r := &audit.Report{
		OverallAIReadiness: j.Scores[audit.AIReadiness].Value,
		Scores:             j.Scores,
		Business:           j.Business,
		Summary:            j.Summary,
		Steps:              j.Steps,
		FinalURL:           f.FinalURL,
		AuditedAt:          f.ReadAt.UTC().Truncate(time.Microsecond),
		RulesVersion:       j.Rules,
		Truncated:          f.Truncated,
		Notes:              []string{},
		Cost:               j.Cost,
		Timings: audit.Timings{
			DNS: main.Response.Timing.DNS, Connect: main.Response.Timing.Connect, TLS: main.Response.Timing.TLS,
			FirstByte: main.Response.Timing.FirstByte, Body: main.Response.Timing.Body,
		},
	}
	r.References.PageSpeed = pageSpeed(f)
	r.References.HTTPObservatory = observatory.Assess(f)
	r.References.LighthouseSEO = check.LighthouseSEO(f)
	r.Rendered = check.Rendered(f)
	r.References.RichResults = check.RichResults(f)
	r.References.Crawlers = check.Crawlers(f, lang, false)
	if v, ok := check.TLSVerdict(f); ok {
		r.References.TLS = &v
	}
	if v, ok := check.HSTSPreload(f); ok {
		r.References.HSTSPreload = &v
	}
	for _, n := range f.Notes {
		r.Notes = append(r.Notes, audit.Text(n).In(lang))
	}
	r.Notes = append(r.Notes, subject.Notes(j.Business, lang)...)
	r.Notes = append(r.Notes, j.Notes...)
	for _, p := range f.Pages {
		title := ""
		if len(p.Titles) > 0 {
			title = p.Titles[0]
		}
		r.Pages = append(r.Pages, audit.PageRead{URL: p.FinalURL, Status: p.Response.Status, Kind: string(p.Kind), Title: audit.Printable(title), Words: p.Text.Words})
	}
	for _, a := range assessed {
		r.Checks = append(r.Checks, a.In(lang))
	}
	return r
}
