package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Probing says under whose names a site is asked beside the reader's own.
type Probing string

// The ways of probing.
const (
	// ProbeSearch asks once under the names of all search and user agents, and as single ones on suspicion or where pages left requests over.
	ProbeSearch Probing = "search"
	// ProbeAll asks for the submitted page as each agent in turn, at most 40, and makes whatever else needs further requests: about 25 for page.Survey,
	// one for each sub-resource looked at, and handshakes.
	ProbeAll Probing = "all"
	// ProbeNone asks under the reader's own name only.
	ProbeNone Probing = "none"
)

const (
	maxProbes      = 14 // agents asked for one by one where the site turned their names away
	maxSpareProbes = 8  // where it didn't, and pages were fewer than allowed
	maxAllProbes   = 40 // with ProbeAll
	maxScreened    = 40 // names in the screening probe

	maxProbed  = 128 << 10 // bytes of the submitted page that are read under another name
	minSample  = 50        // words in that part that tell something of the others
	maxControl = 512 << 10 // bytes of the answer for a path that can't exist

	probePause = 50 * time.Millisecond // between two requests that only ProbeAll makes
)

// firstProbed are the agents whose being turned away costs most, in that order; the registry's others follow.
var firstProbed = []string{
	"OAI-SearchBot", "ChatGPT-User", "Claude-SearchBot", "Claude-User", "PerplexityBot", "Perplexity-User", "GPTBot", "ClaudeBot",
	"Applebot", "DuckAssistBot", "Amzn-SearchBot", "MistralAI-User", "MistralAI-Index", "meta-webindexer",
}

// readControl asks for a path that can't exist, under the names of all answer and user-fetch agents at once: one request tells how the site
// says "not found", and whether it turns such names away: those that robots.txt keeps from the path aren't borrowed. Only an answer that
// raises a suspicion costs a second request.
func (g *gatherer) readControl(ctx context.Context) {
	first := g.controlURL("1")
	if g.manners.closed.EN != "" || !g.manners.allows(g.controlPath("1")) {
		g.facts.Control = page.Unknown[page.Control](page.Unread, "robots.txt forbids asking")
		return
	}
	var agents []string
	if g.opt.Probing != ProbeNone {
		agents = screened(g.manners.welcomes(g.opt.Crawlers, g.controlPath("1")))
	}
	r := Request{URL: first, MaxBytes: maxControl}
	if len(agents) > 0 {
		r.UserAgent = "Mozilla/5.0 (compatible; " + strings.Join(agents, "/1.0; ") + "/1.0) " + g.cfg.UserAgent
	}
	a, err := g.get(ctx, r)
	if over(err) {
		g.facts.Control = page.Unknown[page.Control](page.Unread, "the time for reading was over")
		return
	}
	var read *page.Page
	if err == nil {
		read = g.parse(ctx, a, false)
	}
	if len(agents) > 0 {
		g.facts.Probes = []page.Probe{{Agents: agents, URL: first, Screening: true}}
		describe(&g.facts.Probes[0], a, err, read)
		if g.suspect = turnedAway(a, err); g.suspect {
			a, err = g.get(ctx, Request{URL: first, MaxBytes: maxControl})
			if err == nil {
				read = g.parse(ctx, a, false)
			}
		}
	}
	g.facts.Control = g.control(ctx, first, a, err, read)
}

// control judges the answer for the control path. One that isn't "not found" is asked for again under a second path.
func (g *gatherer) control(ctx context.Context, address string, a *Answer, err error, read *page.Page) page.Found[page.Control] {
	switch {
	case err != nil:
		return page.Unknown[page.Control](page.Unread, err.Error())
	case a.Wall != "":
		return page.Unknown[page.Control](page.Blocked, a.Wall)
	case read == nil:
		return page.Unknown[page.Control](page.Unread, "the time for reading was over")
	}
	c := controlOf(address, a, read)
	if succeeded(c.Status) {
		second := g.controlURL("2")
		if b, err := g.get(ctx, Request{URL: second, MaxBytes: maxControl}); err == nil && b.Wall == "" && succeeded(b.Response.Status) {
			again := g.parse(ctx, b, false)
			c.Confirmed = again != nil && alike(c, controlOf(second, b, again))
		}
	}
	return page.Known(c)
}

func controlOf(address string, a *Answer, read *page.Page) page.Control {
	c := page.Control{URL: address, Status: a.Response.Status, FinalURL: a.URL, Words: read.Text.Visible, Hash: read.Text.Hash}
	if len(read.Titles) > 0 {
		c.Title = read.Titles[0]
	}
	return c
}

// alike says that two answers are one template: the same text, or the same title around about as many words (a page may repeat the path).
func alike(a, b page.Control) bool {
	if a.Hash == b.Hash && a.Hash != "" {
		return true
	}
	return a.Title == b.Title && 10*abs(a.Words-b.Words) <= max(a.Words, b.Words, 10)
}

func abs(n int) int { return max(n, -n) }

// controlPath differs from site to site, so that no site can prepare for it, and is the same in every audit of one.
func (g *gatherer) controlPath(salt string) string {
	sum := sha256.Sum256([]byte(salt + "\n" + g.facts.Host))
	return "/auditctl-control-" + hex.EncodeToString(sum[:6])
}

func (g *gatherer) controlURL(salt string) string { return g.site.Origin() + g.controlPath(salt) }

// probe asks for the submitted page under the names of single agents: where that is wanted, where the screening raised a suspicion, or where the pages left
// requests over.
func (g *gatherer) probe(ctx context.Context) {
	n, atOnce, pause := maxProbes, pagesAtOnce, time.Duration(0)
	switch {
	case g.opt.Probing == ProbeNone:
		return
	case g.opt.Probing == ProbeAll:
		n, atOnce, pause = maxAllProbes, 1, probePause
	case !g.suspect:
		n = min(g.opt.Pages-g.pages-max(0, len(g.facts.Sitemaps)-1), maxSpareProbes)
		if g.manners.delay > 0 { // the site asked for few requests; none is made without a reason
			return
		}
	}
	if g.manners.closed.EN != "" || !g.manners.allows(g.site.RequestPath()) || n <= 0 {
		return
	}
	agents := g.manners.welcomes(probed(g.opt.Crawlers, g.opt.Probing == ProbeAll), g.site.RequestPath())
	agents = agents[:min(n, len(agents))]
	probes := make([]page.Probe, len(agents))
	group := join.Limited(atOnce)
	for i, c := range agents {
		if !g.turn(ctx, g.probing(c), pause) {
			continue
		}
		group.Go(func() {
			probes[i] = g.probeAs(ctx, c)
		})
	}
	group.Wait() // what went wrong is in the probes
	for _, p := range probes {
		if p.URL != "" {
			g.facts.Probes = append(g.facts.Probes, p)
		}
	}
}

// probing is the submitted page's request under an agent's name.
func (g *gatherer) probing(c page.Crawler) Request {
	return Request{URL: g.facts.FinalURL, UserAgent: c.Header() + " " + g.cfg.UserAgent, MaxBytes: maxProbed}
}

// probeAs asks under an agent's name, with the reader's own beside it: whoever looks can see who asks. The probe is empty where the time was over.
func (g *gatherer) probeAs(ctx context.Context, c page.Crawler) page.Probe {
	r := g.probing(c)
	p := page.Probe{Agents: []string{c.Token}, URL: r.URL}
	a, err := g.get(ctx, r)
	if over(err) {
		return page.Probe{}
	}
	if err != nil {
		describe(&p, a, err, nil)
		return p
	}
	if g.opt.Probing == ProbeAll && a.Response.Status == http.StatusTooManyRequests {
		g.manners.heed(a)
	}
	main := g.facts.Main()
	cut := a.Response.Truncated == "decoded_limit" && g.prefix != nil
	switch {
	case a.HTML && sha256.Sum256(a.Body) == g.sum: // the very same page needs no second parsing
		describe(&p, a, err, main)
	case cut && bytes.Equal(a.Body, g.prefix):
		describe(&p, a, err, main)
		p.Bytes = main.Response.Bytes
	case cut:
		g.describeCut(ctx, &p, a)
	default:
		describe(&p, a, err, g.parse(ctx, a, false))
	}
	return p
}

// describeCut describes an answer of which only the beginning was read: all of it counts as being what that is of the reader's own
// beginning.
func (g *gatherer) describeCut(ctx context.Context, p *page.Probe, a *Answer) {
	own := g.parse(ctx, &Answer{URL: a.URL, Body: g.prefix, Response: a.Response, place: a.place, unparsed: a.unparsed}, false)
	if own == nil {
		describe(p, a, nil, nil)
		return
	}
	main := g.facts.Main()
	describe(p, a, nil, g.parse(ctx, a, false))
	switch {
	case p.Words == 0:
	case own.Text.Visible < minSample:
		p.Words = main.Text.Visible
	default:
		p.Words = max(1, int(int64(p.Words)*int64(main.Text.Visible)/int64(own.Text.Visible)))
	}
	p.Bytes += main.Response.Bytes - int64(len(g.prefix))
}

func describe(p *page.Probe, a *Answer, err error, read *page.Page) {
	if err != nil {
		p.Code = string(audit.CodeOf(err))
		return
	}
	p.Status, p.Wall, p.Bytes, p.Timing = a.Response.Status, a.Wall, a.Response.Bytes, a.Response.Timing
	if read != nil {
		p.Words = read.Text.Visible
	}
}

// turnedAway says that an answer is one that firewalls and bot rules give.
func turnedAway(a *Answer, err error) bool {
	if err != nil || a.Wall != "" {
		return true
	}
	switch a.Response.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, http.StatusUnavailableForLegalReasons, http.StatusServiceUnavailable:
		return true
	}
	return false
}

// screened are the tokens of all agents that search or fetch for a person's question.
func screened(crawlers []page.Crawler) []string {
	var tokens []string
	for _, c := range crawlers {
		if (c.Class == "search" || c.Class == "user") && nameable(c) && len(tokens) < maxScreened {
			tokens = append(tokens, c.Token)
		}
	}
	return tokens
}

// probed are the agents to ask as one by one, most important first: those that search, fetch for a person or matter most, or all that visit.
func probed(crawlers []page.Crawler, all bool) []page.Crawler {
	var out []page.Crawler
	rank := func(c page.Crawler) int {
		switch i := slices.Index(firstProbed, c.Token); {
		case i >= 0:
			return i
		case c.Class == "search" || c.Class == "user":
			return len(firstProbed)
		}
		return len(firstProbed) + 1
	}
	for _, c := range crawlers {
		if nameable(c) && (rank(c) <= len(firstProbed) || all && c.Visits()) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b page.Crawler) int { return rank(a) - rank(b) })
	return out
}

// verified are operators whose crawlers firewalls know by their addresses. Their names are not borrowed to see who gets in: the answer would tell nothing,
// and whoever borrows them counts as an attacker. Googlebot's is borrowed once with ProbeAll, to compare texts.
const verified = " Google Microsoft Yandex Baidu "

// nameable says that an agent's name may be borrowed.
func nameable(c page.Crawler) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789-_."
	return c.Token != "" && strings.Trim(strings.ToLower(c.Token), letters) == "" && !strings.Contains(verified, " "+c.Operator+" ")
}
