package passes

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

// Bounds on what is kept of one reply. Answers are asked for at 1,024 tokens; a service may send what it likes.
const (
	maxText    = 64 << 10 // bytes
	maxQuote   = 8 << 10  // bytes, of each source
	maxSources = 100      // of each kind
)

// asking is one pass before it runs.
type asking struct {
	basis citation.Basis
	name  string
	ask   func(ctx context.Context, question string) (reply, engine.Usage, error)
}

// askings are the configured passes.
func (c Config) askings(b citation.Business, lang string) []asking {
	var all []asking
	if e := c.Recall.Engine; e != nil {
		all = append(all, asking{citation.ModelRecall, c.Recall.Name, func(ctx context.Context, question string) (reply, engine.Usage, error) {
			a, err := e.Ask(ctx, prompt(b, lang, question))
			return reply{Text: a.Text, Model: a.Model}, a.Usage, err
		}})
	}
	if e := c.Grounded.Engine; e != nil {
		all = append(all, asking{citation.GroundedAnswer, c.Grounded.Name, func(ctx context.Context, question string) (reply, engine.Usage, error) {
			g, err := e.Ground(ctx, located(b, lang, question))
			return reply{Text: g.Text, Model: g.Model, Citations: g.Citations, Consulted: g.Consulted}, g.Usage, err
		}})
	}
	if e := c.AIMode.Engine; e != nil {
		all = append(all, asking{citation.SearchAIMode, c.AIMode.Name, func(ctx context.Context, question string) (reply, engine.Usage, error) {
			o, err := e.AskAIMode(ctx, located(b, lang, question))
			used := o.Usage
			o.Usage = engine.Usage{}
			return reply{Overview: &o, Model: o.Model}, used, err
		}})
	}
	if e := c.Live.Engine; e != nil {
		all = append(all, asking{citation.WebRetrieval, c.Live.Name, func(ctx context.Context, question string) (reply, engine.Usage, error) {
			found, err := e.Search(ctx, located(b, lang, question))
			r := reply{How: found.How}
			for _, hit := range found.Hits {
				r.Hits = append(r.Hits, hit.Source)
			}
			return r, found.Usage, err
		}})
	}
	return all
}

// gathering is a record while it is made.
type gathering struct {
	config   Config
	opener   *opener
	progress func(pass citation.Basis, done, of int)

	mu     sync.Mutex
	record record
	usage  engine.Usage
}

// gather asks all questions of all passes, and opens what the answers cite.
func (c Config) gather(
	ctx context.Context, b citation.Business, lang string, questions []string, progress func(pass citation.Basis, done, of int),
) (*record, engine.Usage) {
	g := &gathering{config: c, opener: newOpener(c.Open), progress: progress, record: record{
		Format: format, Business: b, Lang: lang, Questions: questions, Repeats: c.Repeats, Passes: map[citation.Basis]asked{},
	}}
	var group sync.WaitGroup
	for _, pass := range c.askings(b, lang) {
		group.Go(func() { g.ask(ctx, pass) })
	}
	group.Wait()
	g.record.Pages = g.opener.wait()
	return &g.record, g.usage
}

// ask puts one pass's questions: all of them once, then all a second time, so that time that runs out leaves no question unasked.
func (g *gathering) ask(ctx context.Context, pass asking) {
	questions := g.record.Questions
	replies := make([][]reply, len(questions))
	for i := range replies {
		replies[i] = make([]reply, g.config.Repeats)
	}
	var mu sync.Mutex
	var ended Reason // why no more questions are put
	var done int
	var group errgroup.Group
	group.SetLimit(g.config.InFlight)
	for n := range g.config.Repeats {
		for i, question := range questions {
			group.Go(func() error {
				mu.Lock()
				answer := reply{Fault: ended}
				mu.Unlock()
				if answer.Fault == "" {
					answer = g.once(ctx, pass, question)
					g.opener.read(ctx, pass.basis, i, answer)
				}
				mu.Lock()
				defer mu.Unlock()
				replies[i][n] = answer
				if answer.Fault.final() {
					ended = answer.Fault
				}
				done++
				g.tell(pass.basis, done, len(questions)*g.config.Repeats)
				return nil
			})
		}
	}
	_ = group.Wait() // what fails is in the replies
	if pass.basis == citation.SearchAIMode {
		g.list(ctx, replies)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.record.Passes[pass.basis] = asked{Engine: pass.name, Replies: replies}
}

// once makes one call and counts it.
func (g *gathering) once(ctx context.Context, pass asking, question string) (answer reply) {
	answer.Fault = g.call(ctx, pass.basis, func() (used engine.Usage, err error) {
		answer, used, err = pass.ask(ctx, question)
		return used, err
	})
	if answer.Fault != "" {
		return reply{Fault: answer.Fault}
	}
	return answer.bounded()
}

// call asks an engine, and says why nothing came. Its client reads what strangers send, in a goroutine of ours: a panic there is this call's fault alone.
func (g *gathering) call(ctx context.Context, pass citation.Basis, ask func() (engine.Usage, error)) (fault Reason) {
	if ctx.Err() != nil {
		return Late
	}
	defer func() {
		if p := recover(); p != nil {
			fault = Unread
			g.report(pass, fmt.Errorf("the client of the service panicked: %v", p))
		}
	}()
	used, err := ask()
	if err != nil {
		g.report(pass, err)
		fault, used = reasonOf(ctx, err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.usage = g.usage.Add(used)
	return fault
}

func (g *gathering) report(pass citation.Basis, err error) {
	if g.config.Fault != nil {
		g.config.Fault(pass, err)
	}
}

// tell reports progress, to one listener at a time.
func (g *gathering) tell(pass citation.Basis, done, of int) {
	if g.progress == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.progress(pass, done, of)
}

// list searches the map for the business, where the AI mode answered and showed no card of it.
func (g *gathering) list(ctx context.Context, replies [][]reply) {
	if g.config.Listings.Engine == nil {
		return
	}
	answered := false
	for _, again := range replies {
		for _, r := range again {
			answered = answered || r.Fault == ""
			if listing, ok := g.config.listing(ctx, g.record.Business, g.record.Lang, cards(r.Overview)); ok && listing.Found {
				return
			}
		}
	}
	if !answered {
		return
	}
	var found engine.Listings
	fault := g.call(ctx, citation.SearchAIMode, func() (engine.Usage, error) {
		var err error
		found, err = g.config.Listings.Engine.Listings(ctx, located(g.record.Business, g.record.Lang, listingSearch(g.record.Business)))
		return found.Usage, err
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	g.record.Listings, g.record.Unlisted = some(found.Cards), fault
}

// listingSearch is what the map is searched for.
func listingSearch(b citation.Business) string { return strings.TrimSpace(b.Name + " " + b.City) }

// bounded is the reply, with what is too long cut off.
func (r reply) bounded() reply {
	r.Text = cutBytes(r.Text, maxText)
	r.Citations = some(r.Citations)
	r.Consulted = some(r.Consulted)
	r.Hits = some(r.Hits)
	for i := range r.Citations {
		r.Citations[i].Quote = cutBytes(r.Citations[i].Quote, maxQuote)
	}
	if r.Overview != nil {
		r.Overview.Text = cutBytes(r.Overview.Text, maxText)
		r.Overview.Sources = some(r.Overview.Sources)
		for i := range r.Overview.Sources {
			r.Overview.Sources[i].Text = cutBytes(r.Overview.Sources[i].Text, maxQuote)
		}
	}
	return r
}

// some are the first of a list, in one of their own.
func some[T any](list []T) []T { return slices.Clone(list[:min(len(list), maxSources)]) }

// cutBytes cuts a text to at most so many bytes, between characters.
func cutBytes(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
