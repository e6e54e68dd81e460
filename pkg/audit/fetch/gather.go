package fetch

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/internal/suspend"
	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Options say how much of a site is read. The zero value reads ten pages within 30 seconds and obeys robots.txt.
type Options struct {
	Pages        int           // read at most, the submitted one included; 0: 10
	Deadline     time.Duration // of all reading, less the waits for Parse; what isn't read by then is left out; 0: 30 s
	IgnoreRobots bool          // for one's own site: neither Disallow nor Crawl-delay hold
	KeepMarkdown bool          // of the submitted page's main content
	Probing      Probing       // under whose names the site is asked beside the reader's own; empty: ProbeSearch
	// Parse waits for one of the slots that all audits share, for a page of so many bytes, and gives what frees it; ok is false where ctx ended first. nil:
	// no bound.
	Parse    func(ctx context.Context, bytes int) (free func(), ok bool)
	Crawlers []page.Crawler      // the registry that probes are made for and verdicts given
	Record   *evidence.Recorder  // of what is asked and answered; nil: nothing is kept
	Progress func(detail string) // what is being asked for; called by one goroutine at a time; nil: nobody looks
	Now      func() time.Time    // nil: time.Now
}

func (o Options) withDefaults() Options {
	set(&o.Pages, 10)
	set(&o.Deadline, 30*time.Second)
	set(&o.Probing, ProbeSearch)
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Gather reads one site: the submitted page, robots.txt, sitemaps, llms.txt, further pages chosen for their meaning, and how the site answers a path
// that can't exist, plain http, the other of apex and www, and the user agents of answer engines.
//
// A site without faults gets at most Options.Pages + 4 requests: pages, robots.txt, a sitemap, llms.txt and one control path. Redirects, faults
// that are asked for twice, suspicions and ProbeAll add to that; one request each to the http and www forms of the site, and one preflight, are not counted.
// The same site gives the same Facts but for Timing and ReadAt.
//
// The error is always an *audit.Error: where the submitted page can't be read, why; CodeTimeout or CodeInterrupted where ctx ended; CodeInternal where
// this machine had no connection left for some part of the site. Whatever else
// can't be read is a Found with a reason, a Failure or a note, and no error. Nothing of it goes on when Gather returns.
func Gather(ctx context.Context, t audit.Target, cfg Config, opt Options) (*page.Facts, error) {
	if err := CheckTarget(t, cfg); err != nil {
		return nil, err
	}
	cfg = cfg.submittedPort(t)
	cfg.Site = t.URL
	opt = opt.withDefaults()
	// A server that closes after every answer needs a connection for each request: pages and their retries, files, probes.
	dials := 32 + 2*opt.Pages
	if opt.Probing == ProbeAll {
		dials += 2*maxAllProbes + 2*maxAssets
	}
	set(&cfg.MaxDials, dials)
	set(&cfg.MaxTraffic, opt.traffic())
	reading, cancel := suspend.WithTimeout(ctx, opt.Deadline)
	session := NewSession(cfg)
	session.record, session.fence, session.admission = opt.Record, fenceOf(ctx), newAdmission(ctx, t)
	defer session.Close()
	defer cancel()
	g := &gatherer{session: session, admission: session.admission, cfg: cfg.WithDefaults(), opt: opt}
	g.facts = &page.Facts{URL: t.URL, ReadAt: opt.Now(), Agent: agentToken, Crawlers: opt.Crawlers}
	opt.Record.Start(g.head(t))
	err := g.read(reading, t)
	if ctx.Err() != nil {
		return nil, ended(ctx)
	}
	if err := cmp.Or(session.admission.refused(), err); err != nil {
		return nil, err
	}
	if fault := g.fault.Load(); fault != nil {
		return nil, fault
	}
	return g.facts, nil
}

// traffic bounds the bytes on the wire by how much was asked for.
func (o Options) traffic() int64 {
	most := maxTraffic + trafficOfPage*int64(max(0, o.Pages-10))
	if o.Probing == ProbeAll {
		most += trafficOfProbes
	}
	return most
}

// reader is what Gather reads a site through: a Session, or the evidence of one.
type reader interface {
	Get(ctx context.Context, r Request) (*Answer, error)
	CAA(ctx context.Context, hostport string) page.Found[page.CAA]
	OfferTLS(ctx context.Context, hostport, servername string) []page.Offer
	settle(site weburl.URL)
}

// gatherer is one Gather under way. Its goroutines write different fields of facts.
type gatherer struct {
	session   reader
	admission *admission // the session's; nil of a replay
	replay    *player    // the session of a replay; nil while a site is read
	cfg       Config
	opt       Options
	facts     *page.Facts

	early   string     // origin that robots.txt was asked of before the submitted page, and llms.txt beside it
	site    weburl.URL // final address of the submitted page
	sum     [32]byte   // SHA-256 of its body
	prefix  []byte     // of its body, as much as a probe reads; nil if the body is shorter
	manners *manners
	pages   int // requests made for pages, the submitted one included
	suspect bool

	sitemapsLeft int // files that were named and not asked for

	fault atomic.Pointer[audit.Error] // of this machine, which no part of a site may be judged by

	spent atomic.Bool // the site has sent as much as is read of it

	progress sync.Mutex
}

func (g *gatherer) read(ctx context.Context, t audit.Target) error {
	early, cancelEarly := g.askFiles(ctx, t)
	defer cancelEarly()
	began := time.Now()
	answer, err := g.submitted(ctx, t)
	if err != nil {
		return err
	}
	g.admission.settle()
	if err := g.settle(answer); err != nil {
		return err
	}

	var parsing, aside join.Group
	defer aside.Wait()
	defer parsing.Wait()
	var main *page.Page
	parsing.Go(func() { main = g.parse(ctx, answer, g.opt.KeepMarkdown) })
	aside.Go(func() { g.facts.TLS = g.readTLS(ctx, answer) })
	aside.Go(func() { g.facts.Plain = g.readPlain(ctx, answer.Response.Redirects) })
	aside.Go(func() { g.facts.Preflight = g.readPreflight(ctx, answer) })
	aside.Go(func() { g.facts.Sibling = g.readSibling(ctx, answer.Response.Redirects) })
	aside.Go(func() { g.facts.LLMs = g.readLLMs(ctx, early.llms()) })
	g.facts.Robots = g.readRobots(ctx, early.robots())
	g.manners = newManners(g.facts.Robots, g.opt.IgnoreRobots, g.opt.Deadline)
	g.manners.began(began)
	aside.Go(func() { g.readControl(ctx) })
	g.facts.Sitemaps = g.readSitemaps(ctx)
	parsing.Wait()
	if main == nil {
		return ended(ctx)
	}
	main.URL, main.Kind = g.asked(t), g.mainKind(main, t)
	g.facts.Pages = []*page.Page{main}

	g.readFurther(ctx)
	g.readAssets(ctx)
	aside.Wait()
	g.probe(ctx)
	g.survey(ctx)
	g.conclude(ctx)
	return nil
}

// settle notes where the submitted page was found.
func (g *gatherer) settle(a *Answer) error {
	u, err := weburl.Parse(a.URL)
	if err != nil {
		return &audit.Error{Code: audit.CodeURLMalformed, Message: "the site redirects to something that is not a web address", Err: err}
	}
	g.site = u
	g.session.settle(u)
	g.facts.FinalURL = a.URL
	g.facts.Host = u.HostPort()
	g.facts.Domain = weburl.RegistrableDomain(u.Host)
	g.pages = 1
	return nil
}

// asked is the address that the submitted page was asked for under.
func (g *gatherer) asked(t audit.Target) string {
	if g.facts.SchemeFallback {
		return plainForm(t.URL)
	}
	return t.URL
}

// conclude says what the bounds cut.
func (g *gatherer) conclude(ctx context.Context) {
	for _, p := range g.facts.Pages {
		if p.Response.Truncated != "" {
			g.facts.Truncated = true
			why, url := cutShort[p.Response.Truncated], audit.Printable(p.FinalURL)
			g.note(page.Note{
				EN: "only the beginning of " + url + " was read: " + why.EN,
				FR: "seul le début de la page " + url + " a été lu : " + why.FR,
			})
		}
	}
	g.concludeFiles()
	if g.spent.Load() {
		g.cut(page.Note{
			EN: "the site sent more bytes than are read of one site, those of its protocols included; the rest is left out",
			FR: "le site a envoyé plus d'octets qu'auditctl n'en lit d'un site, protocoles compris ; le reste est laissé de côté",
		})
	}
	if g.expired(ctx) {
		g.facts.Truncated = true
		g.opt.Record.Expire()
		after := g.opt.Deadline.String()
		g.note(page.Note{
			EN: "reading ended after " + after + "; what had not answered by then is left out",
			FR: "la lecture s'est arrêtée après " + after + " ; ce qui n'avait pas encore répondu est laissé de côté",
		})
	}
}

// note is called by the goroutine of read only, so that notes have one order.
func (g *gatherer) note(n page.Note) { g.facts.Notes = append(g.facts.Notes, n) }

// cutShort says why a body is not whole, by page.Response.Truncated.
var cutShort = map[string]page.Note{
	"decoded_limit": {EN: "it is larger than auditctl reads", FR: "elle dépasse la taille qu'auditctl lit"},
	"wire_limit":    {EN: "it is larger than auditctl reads", FR: "elle dépasse la taille qu'auditctl lit"},
	"deadline":      {EN: "the time for it was over", FR: "le temps imparti était écoulé"},
	"cut_by_server": {EN: "the server broke it off", FR: "le serveur l'a interrompue"},
}

func (g *gatherer) get(ctx context.Context, r Request) (*Answer, error) {
	g.progress.Lock()
	g.opt.Progress(audit.Printable(r.URL))
	g.progress.Unlock()
	a, err := g.session.Get(ctx, r)
	if err != nil {
		var e *audit.Error
		if errors.As(err, &e) && e.Code == audit.CodeInternal {
			g.fault.Store(e)
		}
		if audit.CodeOf(err) == audit.CodeResponseTooLarge {
			g.spent.Store(true)
		}
		return nil, err
	}
	a.Response.Header = stableHeader(a.Response.Header)
	return a, nil
}

// expired says that the time for reading is over.
func (g *gatherer) expired(ctx context.Context) bool {
	if g.replay != nil {
		return g.replay.log.Expired
	}
	return errors.Is(ctx.Err(), context.DeadlineExceeded)
}

// over reports whether a request failed because the audit's time or traffic was used up. What was asked for isn't to blame.
func over(err error) bool {
	switch audit.CodeOf(err) {
	case audit.CodeTimeout, audit.CodeInterrupted, audit.CodeResponseTooLarge:
		return true
	}
	return false
}

// turn waits, after a pause, until a request that the reader chose may begin. It gives false where it may not, and of a replay, where it wasn't made.
func (g *gatherer) turn(ctx context.Context, r Request, pause time.Duration) bool {
	if g.replay != nil {
		return g.replay.holds(r) && g.manners.count()
	}
	return sleep(ctx, pause) && g.manners.turn(ctx)
}

// pause waits before a request is made again; false where it isn't made.
func (g *gatherer) pause(ctx context.Context, r Request, d time.Duration) bool {
	if g.replay != nil {
		return g.replay.holds(r)
	}
	return sleep(ctx, d)
}

// parse reads a page's HTML in a parsing slot and drops the body. It returns nil if ctx ended before the page was parsed.
func (g *gatherer) parse(ctx context.Context, a *Answer, markdown bool) (p *page.Page) {
	g.inSlot(ctx, a, func() (err error) {
		p, err = page.ParseHTML(ctx, page.Document{URL: a.URL, Header: a.Response.Header, Body: a.Body, KeepMarkdown: markdown})
		return err
	})
	a.Body = nil
	if p != nil {
		p.FinalURL, p.Response = a.URL, a.Response
	}
	return p
}

// inSlot runs a parser of an answer's body in a parsing slot. It returns false if ctx ended before the parser was done. The evidence then
// says that the answer wasn't parsed, so that a replay doesn't parse it either.
func (g *gatherer) inSlot(ctx context.Context, a *Answer, parse func() error) bool {
	if a.unparsed {
		return false
	}
	if g.opt.Parse != nil {
		free, ok := g.opt.Parse(ctx, len(a.Body))
		if !ok {
			g.opt.Record.Unparsed(a.place)
			return false
		}
		defer free()
	}
	if err := parse(); err != nil {
		g.opt.Record.Unparsed(a.place)
		return false
	}
	return true
}

func succeeded(status int) bool { return status >= 200 && status < 300 }
