package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/auditctl/auditctl/cmd/auditctl/tui"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// progress shows a person how a batch goes, on stderr: a live view on a terminal, a line per step otherwise, nothing with --quiet.
type progress struct {
	app     *app
	live    bool
	color   bool
	quiet   bool
	verbose bool
	remote  bool // the batch goes on at a server, whatever happens here

	mu     sync.Mutex
	view   *tui.View
	total  int
	ended  int
	notice string // said last
}

func (a *app) newProgress(c *config) *progress {
	quiet, verbose := c.GetBool("quiet"), c.GetBool("verbose")
	live := a.ErrTTY && !quiet && !verbose && os.Getenv("TERM") != "dumb"
	return &progress{app: a, live: live, color: c.color(), quiet: quiet, verbose: verbose}
}

// run runs work and shows what event is told meanwhile.
func (p *progress) run(ctx context.Context, audits []audit.Audit, work func(context.Context) error) error {
	if !p.live {
		p.total = len(audits)
		for i := range audits {
			if a := &audits[i]; a.Status.Terminal() { // refused, or served from the history
				p.event(audit.Event{URL: a.URL, Stage: audit.StageDone, Audit: a})
			}
		}
		return work(ctx)
	}
	var keys io.Reader
	if p.app.InTTY {
		keys = p.app.In
	}
	return tui.Run(ctx, tui.Config{In: keys, Out: p.app.Err, Color: p.color, Audits: audits, Remote: p.remote}, func(v *tui.View) {
		p.mu.Lock()
		p.view = v
		p.mu.Unlock()
	}, work)
}

func (p *progress) event(e audit.Event) {
	if p.quiet {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.view != nil {
		p.view.Event(e)
		return
	}
	url := audit.Printable(e.URL)
	switch {
	case e.Audit != nil:
		p.ended++
		fmt.Fprintf(p.app.Err, "[%d/%d] %s %s\n", p.ended, p.total, url, verdictOf(e.Audit))
	case p.verbose && e.Detail != "":
		fmt.Fprintf(p.app.Err, "%s %s: %s\n", url, e.Stage, report.PrintableLines(e.Detail))
	case e.Detail == "":
		fmt.Fprintf(p.app.Err, "%s %s\n", url, e.Stage)
	}
}

// tell says something of the connection to a server, once; an empty text takes it back.
func (p *progress) tell(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.quiet || text == p.notice {
		return
	}
	p.notice = text
	switch {
	case p.view != nil:
		p.view.Notice(text)
	case text != "":
		fmt.Fprintf(p.app.Err, "auditctl: %s\n", text)
	}
}

// quota shows what is left of an allowance, where there is a view to show it.
func (p *progress) quota(q audit.Quota) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.view != nil {
		p.view.Quota(quotaText(q))
	}
}

func verdictOf(a *audit.Audit) string {
	switch {
	case a.Status == audit.Done && a.Cached:
		return fmt.Sprintf("%d/100, from an audit before", a.OverallAIReadiness)
	case a.Status == audit.Done:
		return fmt.Sprintf("%d/100", a.OverallAIReadiness)
	case a.Error != nil:
		return fmt.Sprintf("%s: %s", a.Status, a.Error.Code)
	}
	return string(a.Status)
}
