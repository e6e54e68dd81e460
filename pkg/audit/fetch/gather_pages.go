package fetch

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// pagesAtOnce bounds the bodies and trees in memory; what is on its way to one host is bounded by Config.MaxPerHost.
const pagesAtOnce = 4

// wholePages are kept with all that was found on them; pages past them are condensed, and large ones past the first ten already.
const (
	wholePages      = 50
	wholeLargePages = 10
	largePage       = 512 << 10 // bytes of its body
)

// condensed reports whether little is kept of a page at a place in the order of reading, so that the memory of an audit is bounded.
func condensed(place int, p *page.Page) bool {
	return place >= wholePages || place >= wholeLargePages && p.Response.Bytes > largePage
}

// readFurther reads the pages beside the submitted one, in rounds: what a round finds decides the next. A round ends before the next begins, so
// that the choice doesn't depend on which page came first.
func (g *gatherer) readFurther(ctx context.Context) {
	room := g.opt.Pages - 1 - max(0, len(g.facts.Sitemaps)-1)
	if room <= 0 {
		return
	}
	if g.manners.closed.EN != "" {
		g.note(g.manners.closed)
		return
	}
	main := g.facts.Main()
	c := newChooser(g.site, main.Kind, g.manners.allows)
	c.take(main.URL)
	for _, r := range main.Response.Redirects {
		c.take(r.From)
	}
	c.addPage(main)
	c.addSitemaps(g.facts.Sitemaps)
	if main.Kind != page.KindHome {
		c.addHome()
	}

	// Some room is kept for addresses that may be broken; they are known once the important pages were read.
	kept := min(max(2, g.opt.Pages/5), room/2)
	chosen := c.important(room - kept)
	left := g.readRound(ctx, c, chosen)
	room -= len(chosen)
	for doubtful := kept; room > 0 && left == 0; doubtful = 0 {
		chosen = c.doubtful(min(doubtful, room))
		chosen = append(chosen, c.important(room-len(chosen))...)
		chosen = append(chosen, c.rest(room-len(chosen))...)
		if len(chosen) == 0 {
			break
		}
		left = g.readRound(ctx, c, chosen)
		room -= len(chosen)
	}
	switch {
	case left > 0:
		g.note(unread(left, g.manners.whyLeft()))
	case g.pages == 1 && !g.manners.allows("/"):
		g.note(page.Note{
			EN: "robots.txt forbids crawling, so no page but the submitted one was read",
			FR: "robots.txt interdit l'exploration ; seule la page soumise a été lue",
		})
	}
}

// unread says that so many chosen pages are missing, and why.
func unread(left int, why page.Note) page.Note {
	if left == 1 {
		return page.Note{EN: "1 chosen page was not read: " + why.EN, FR: "1 page choisie n'a pas été lue : " + why.FR}
	}
	return page.Note{
		EN: fmt.Sprintf("%d chosen pages were not read: %s", left, why.EN),
		FR: fmt.Sprintf("%d pages choisies n'ont pas été lues : %s", left, why.FR),
	}
}

// outcome is what became of one chosen address; empty where it was left out.
type outcome struct {
	asked   bool
	page    *page.Page
	failure *page.Failure
}

// readRound reads addresses side by side and notes the outcomes in the order of choice. It gives how many were left out.
func (g *gatherer) readRound(ctx context.Context, c *chooser, chosen []*candidate) (left int) {
	outcomes := make([]outcome, len(chosen))
	place := g.pages // of the first one
	group := join.Limited(pagesAtOnce)
	for i, have := range chosen {
		if !g.turn(ctx, Request{URL: have.url}, 0) {
			continue
		}
		group.Go(func() {
			outcomes[i] = g.readPage(ctx, c, have)
			if p := outcomes[i].page; p != nil && condensed(place+i, p) {
				p.Condense()
			}
		})
	}
	group.Wait() // what went wrong is in the outcomes
	for _, o := range outcomes {
		switch {
		case !o.asked:
			left++
			continue
		case o.failure != nil:
			g.facts.Failures = append(g.facts.Failures, *o.failure)
		case o.page != nil && c.addPage(o.page):
			g.facts.Pages = append(g.facts.Pages, o.page)
		}
		g.pages++
	}
	return left
}

// readPage asks for one address. What turns out to be on another site is neither page nor failure.
func (g *gatherer) readPage(ctx context.Context, c *chooser, have *candidate) outcome {
	request := Request{URL: have.url}
	a, err := g.get(ctx, request)
	retried := false
	if pause, ok := mayPass(a, err); ok && g.pause(ctx, request, pause) {
		status, code := statusOf(a), audit.CodeOf(err)
		a, err = g.get(ctx, request)
		retried = statusOf(a) == status && audit.CodeOf(err) == code
	}
	if over(err) {
		g.manners.sated(err)
		return outcome{}
	}
	if audit.CodeOf(err) == audit.CodeRateLimited { // it redirects to another site, whose limit is reached
		return outcome{asked: true}
	}
	if err == nil && !g.manners.heed(a) { // that we ask too much is no fault of the page
		return outcome{}
	}
	failure := &page.Failure{URL: have.url, From: have.from, Text: have.text, Status: statusOf(a), Code: string(audit.CodeOf(err)), Retried: retried}
	if err != nil {
		return outcome{asked: true, failure: failure}
	}
	if fault := notAPage(a); fault != nil {
		failure.Code = string(fault.Code)
		return outcome{asked: true, failure: failure}
	}
	path, ok := c.sitePath(a.URL)
	if !ok {
		return outcome{asked: true}
	}
	p := g.parse(ctx, a, false)
	if p == nil {
		return outcome{}
	}
	p.URL, p.Kind = have.url, readKind(p, classify(path, have.text), have.text)
	return outcome{asked: true, page: p}
}

// mayPass says that a second request may bring something better, and after what pause: after a fault of the server or of the connection. What ran
// into its time limit has had its time, and would hold up the audit once more.
func mayPass(a *Answer, err error) (pause time.Duration, ok bool) {
	if err != nil {
		code := audit.CodeOf(err)
		return retryPause, code == audit.CodeConnectFailed || code == audit.CodeMalformedResponse
	}
	after, given := retryAfter(a)
	switch {
	case a.Wall != "" || after > retryAfterBound:
		return 0, false
	case a.Response.Status == http.StatusTooManyRequests:
		return after, given
	default:
		return max(after, retryPause), a.Response.Status >= 500
	}
}

func statusOf(a *Answer) int {
	if a == nil {
		return 0
	}
	return a.Response.Status
}
