package passes

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
)

// Engines that answer by a function of the question and how often it was put before.
type script[T any] struct {
	answer func(ctx context.Context, question string, n int) (T, error)

	mu    sync.Mutex
	count map[string]int
	asked []engine.Question // what searches were asked
	heard []engine.Prompt   // what models were
}

func (s *script[T]) next(ctx context.Context, question string) (T, error) {
	s.mu.Lock()
	if s.count == nil {
		s.count = map[string]int{}
	}
	n := s.count[question]
	s.count[question]++
	s.mu.Unlock()
	return s.answer(ctx, question, n)
}

func (s *script[T]) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	total := 0
	for _, n := range s.count {
		total += n
	}
	return total
}

func (s *script[T]) search(ctx context.Context, q engine.Question) (T, error) {
	s.mu.Lock()
	s.asked = append(s.asked, q)
	s.mu.Unlock()
	return s.next(ctx, q.Text)
}

type model struct{ script[engine.Answer] }

func (m *model) Ask(ctx context.Context, p engine.Prompt) (engine.Answer, error) {
	m.mu.Lock()
	m.heard = append(m.heard, p)
	m.mu.Unlock()
	return m.next(ctx, p.User)
}

type grounder struct{ script[engine.Grounding] }

func (g *grounder) Ground(ctx context.Context, q engine.Question) (engine.Grounding, error) {
	return g.search(ctx, q)
}

type aiMode struct{ script[engine.Overview] }

func (a *aiMode) AskAIMode(ctx context.Context, q engine.Question) (engine.Overview, error) {
	return a.search(ctx, q)
}

type searcher struct{ script[engine.Results] }

func (s *searcher) Search(ctx context.Context, q engine.Question) (engine.Results, error) {
	return s.search(ctx, q)
}

type lister struct{ script[engine.Listings] }

func (l *lister) Listings(ctx context.Context, q engine.Question) (engine.Listings, error) {
	return l.search(ctx, q)
}

var used = engine.Usage{Calls: 1, InputTokens: 10, OutputTokens: 5}

// says makes a recall pass of one text per question; of several, divided by |, one per repeat.
func says(texts map[string]string) (Named[engine.Model], *model) {
	m := &model{script[engine.Answer]{answer: func(_ context.Context, question string, n int) (engine.Answer, error) {
		again := strings.Split(texts[question], "|")
		text := again[min(n, len(again)-1)]
		if kind, broken := strings.CutPrefix(text, "!"); broken {
			return engine.Answer{}, &engine.Error{Kind: engine.Kind(kind), Provider: "test", Detail: "secret words of the service", Usage: used}
		}
		return engine.Answer{Text: text, Usage: used}, nil
	}}}
	return Named[engine.Model]{m, "test:model"}, m
}

// grounds makes a grounded pass of an answer and its sources per question.
func grounds(answers map[string]engine.Grounding) (Named[engine.Grounder], *grounder) {
	g := &grounder{script[engine.Grounding]{answer: func(_ context.Context, question string, _ int) (engine.Grounding, error) {
		return answers[question], nil
	}}}
	return Named[engine.Grounder]{g, "test:search"}, g
}

func cites(text string, sources ...engine.Citation) engine.Grounding {
	return engine.Grounding{Answer: engine.Answer{Text: text, Usage: used}, Citations: sources, Searches: 1}
}

func source(url, title, quote string) engine.Citation {
	return engine.Citation{Source: engine.Source{URL: url, Title: title}, Quote: quote}
}

func overviews(answers map[string]engine.Overview) (Named[engine.AIMode], *aiMode) {
	a := &aiMode{script[engine.Overview]{answer: func(_ context.Context, question string, _ int) (engine.Overview, error) {
		o, there := answers[question]
		if !there {
			return engine.Overview{}, &engine.Error{Kind: engine.Empty, Provider: "test"}
		}
		return o, nil
	}}}
	return Named[engine.AIMode]{a, "test-ai-mode"}, a
}

func finds(results map[string][]string) (Named[engine.Searcher], *searcher) {
	s := &searcher{script[engine.Results]{answer: func(_ context.Context, question string, _ int) (engine.Results, error) {
		r := engine.Results{How: "test (FR/fr, top 10)", Usage: used}
		for _, address := range results[question] {
			r.Hits = append(r.Hits, engine.Excerpt{Source: engine.Source{URL: address, Title: "a page"}, Text: "not kept"})
		}
		return r, nil
	}}}
	return Named[engine.Searcher]{s, "test-web"}, s
}

// plainReader reads answers that are lists of names divided by commas, "declined", "Ours has closed", or one of the words that make it fail.
type plainReader struct{}

var errRead = errors.New("broken")

func (plainReader) Read(ctx context.Context, k reader.Case) (reader.Reading, error) {
	var r reader.Reading
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	names := strings.Split(k.Answer, ", ")
	switch k.Basis {
	case citation.WebRetrieval:
		return readHits(k), nil
	case citation.SearchAIMode:
		names = nil
		if k.Overview.Text != "" {
			names = strings.Split(k.Overview.Text, ", ")
		}
		for _, card := range cards(k.Overview) {
			if card.Name != "" && !slices.Contains(names, card.Name) {
				names = append(names, card.Name)
			}
		}
		r.Unreadable = len(names) == 0 && len(cards(k.Overview)) > 0
		for _, s := range k.Overview.Sources {
			r.Directories = append(r.Directories, citation.Source(s.Source))
		}
	}
	switch k.Answer {
	case "panic":
		panic("at what strangers wrote")
	case "fail":
		return r, errRead
	case "declined":
		names = nil
	case "Ours has closed":
		r.Answered, r.MentionedNotRecommended = true, true
		return r, nil
	}
	known := ""
	for _, s := range k.Sources {
		known += s.Title + s.Text
	}
	for i, name := range names {
		rank := i + 1
		if name == k.Business.Name {
			r.Named, r.Rank = true, &rank
			continue
		}
		r.Rivals = append(r.Rivals, name)
		if k.Basis == citation.GroundedAnswer && !strings.Contains(known, name) {
			r.Unverified = append(r.Unverified, name)
		}
	}
	for _, name := range names {
		r.Picks = append(r.Picks, citation.Pick{Name: name})
	}
	r.Answered = len(names) > 0
	return r, nil
}

func readHits(k reader.Case) (r reader.Reading) {
	place := 0
	for _, hit := range k.Hits {
		host := hostOf(hit.URL)
		if host == "" {
			continue
		}
		place++
		switch {
		case host == k.Business.Domain && !r.Named:
			rank := place
			r.Named, r.Rank = true, &rank
		case host != k.Business.Domain && !slices.Contains(r.Hosts, host):
			r.Hosts = append(r.Hosts, host)
		}
	}
	r.Answered = place > 0
	return r
}

var own = citation.Business{Name: "Ours", Domain: "ours.example", City: "Lyon", Country: "FR", Phone: "+33478000000"}

func run(t *testing.T, c Config, questions ...string) Outcome {
	t.Helper()
	if c.Reader == nil {
		c.Reader = plainReader{}
	}
	return c.Run(t.Context(), own, "fr", questions, nil)
}
