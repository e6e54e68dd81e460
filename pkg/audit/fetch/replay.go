package fetch

import (
	"context"
	"errors"
	"sync"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Replay gathers again what an audit read, from its evidence and as it was read then; nobody is asked, nothing is waited for, and the clock stands at the
// time of the audit. The same rules give the same Facts. What later rules ask for and that audit didn't counts as what there was no time for. crawlers is
// the registry that verdicts are given for.
//
// Errors: as Gather; and evidence.ErrDamaged.
func Replay(ctx context.Context, log *evidence.Log, crawlers []page.Crawler) (*page.Facts, error) {
	t, fault := audit.ParseTarget(log.URL)
	if fault != nil {
		return nil, fault
	}
	t.Bare, t.Root = log.Bare, log.Root
	player := newPlayer(log)
	g := &gatherer{session: player, replay: player, cfg: Config{UserAgent: log.UserAgent}.WithDefaults(), opt: Options{
		Pages: log.Pages, Deadline: log.Deadline, IgnoreRobots: log.IgnoreRobots, Probing: Probing(log.Probing), Crawlers: log.Crawlers,
	}.withDefaults()}
	g.facts = &page.Facts{URL: t.URL, ReadAt: log.ReadAt, Agent: agentToken, Crawlers: crawlers}
	err := g.read(ctx, t)
	switch {
	case player.damage() != nil:
		return nil, player.damage()
	case ctx.Err() != nil:
		return nil, ended(ctx)
	case err != nil:
		return nil, err
	}
	return g.facts, nil
}

// player answers from evidence: the same question is answered, each time it is put, as it was that time.
type player struct {
	log *evidence.Log

	mu     sync.Mutex
	left   map[evidence.Request][]int // places of exchanges that weren't replayed yet
	broken error
}

func newPlayer(log *evidence.Log) *player {
	p := &player{log: log, left: make(map[evidence.Request][]int)}
	for i := range log.Exchanges {
		q := log.Exchanges[i].Request
		p.left[q] = append(p.left[q], i)
	}
	return p
}

// holds says that a request was made, and isn't replayed yet.
func (p *player) holds(r Request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.left[r.question(p.log.UserAgent)]) > 0
}

// missing stands for an exchange that isn't there.
func missing() *audit.Error {
	return audit.Errorf(audit.CodeTimeout, "the evidence of the audit doesn't hold this")
}

// Get gives what the audit was answered.
func (p *player) Get(_ context.Context, r Request) (*Answer, error) {
	q := r.question(p.log.UserAgent)
	p.mu.Lock()
	places := p.left[q]
	if len(places) == 0 {
		p.mu.Unlock()
		return nil, missing()
	}
	place := places[0]
	p.left[q] = places[1:]
	p.mu.Unlock()

	x := &p.log.Exchanges[place]
	if x.Code != "" || x.Body == nil || len(x.Hops) == 0 {
		return nil, audit.Errorf(x.Code, "%s", x.Message)
	}
	content, err := p.log.Content(x.Body)
	switch {
	case errors.Is(err, evidence.ErrLeftOut):
		return nil, missing()
	case err != nil:
		p.fail(err)
		return nil, missing()
	}
	w := walk{chain: x.Redirects}
	var u weburl.URL
	for i := range x.Hops {
		if u, err = weburl.Parse(x.Hops[i].URL); err != nil {
			p.fail(evidence.ErrDamaged)
			return nil, missing()
		}
		w.noteCookies(u, x.Hops[i].Header)
	}
	last := &x.Hops[len(x.Hops)-1]
	a := w.response(u, last.Status, last.Proto, last.Header, x.Timing, body{
		data: content, wire: x.Body.Wire, encoding: x.Body.Encoding, truncated: x.Body.Truncated,
	})
	a.Response.Bytes = x.Body.Size
	a.ended, a.place, a.unparsed = x.Ended, place, x.Unparsed
	if x.TLS != nil {
		t := *x.TLS
		a.TLS = &t
	}
	return a, nil
}

// CAA gives the records that were found.
func (p *player) CAA(_ context.Context, hostport string) page.Found[page.CAA] {
	if found, ok := p.log.CAA[hostport]; ok {
		return found
	}
	return page.Unknown[page.CAA](page.Unread, missing().Message)
}

// OfferTLS gives what the further handshakes showed.
func (p *player) OfferTLS(_ context.Context, hostport, _ string) []page.Offer {
	if offers, ok := p.log.Offers[hostport]; ok {
		return offers
	}
	return []page.Offer{}
}

// settle does nothing: a replay connects to nobody.
func (p *player) settle(weburl.URL) {}

func (p *player) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = err
}

func (p *player) damage() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.broken
}
