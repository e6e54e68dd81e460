// Package passes asks assistants and search services a business's customer questions, has the answers read, counts, and says what follows.
//
// It works in two steps that meet in one record: what came back is gathered, then read. Run does both; Replay does the second alone, so that newer
// rules can read what older ones read before.
package passes

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	defaultInFlight = 4
	defaultTimeout  = 60 * time.Second
	maxRepeats      = 20
	maxTokens       = 1024 // of an answer
)

// Named is an engine with the name that results show: provider:model, or the service.
type Named[T any] struct {
	Engine T
	Name   string
}

// Config is who is asked. A nil engine leaves its pass out. The zero value asks nobody.
type Config struct {
	Recall   Named[engine.Model]
	Grounded Named[engine.Grounder]
	AIMode   Named[engine.AIMode]
	Live     Named[engine.Searcher]
	Listings Named[engine.Lister] // for the business's own listing, where the AI mode's cards don't show it
	// Reader is the one that counts. It may be nil only where nobody is asked and nothing replayed.
	Reader   reader.Reader
	Second   reader.Reader // what it reads otherwise is kept with the question; nil is none
	Repeats  int           // how often each question is asked, 1 to 20; 1 where 0
	InFlight int           // questions asked at once of each engine; 4 where 0
	Timeout  time.Duration // of all passes together; 60 s where 0
	// Open gives a cited page's title and text. It guards itself against addresses that may not be visited, and bounds what it reads. Nil leaves sources
	// as the services gave them.
	Open func(ctx context.Context, url string) (title, text string, err error)
	// Fault is told why a call gave nothing, in the service's words: for the operator's log, never for strangers. Several goroutines may call it. May be nil.
	Fault func(pass citation.Basis, err error)
}

// Outcome is what the passes found. A pass is nil where it isn't configured or nothing was answered; the AI mode's is there also where its answers
// came and none could be read.
type Outcome struct {
	Recall   *citation.Recall
	Grounded *citation.Grounded
	AIMode   *citation.AIMode
	Live     *citation.Live
	Failed   map[citation.Basis]Failure // the passes of which some question got no answer through a fault, or none did
	Usage    engine.Usage               // of the engines; what the second reader uses its own engine counts
	Kept     []byte                     // what came back, for Replay; nil where nothing was asked, or more came than is kept

	questions []string
	cited     map[citation.Basis][]bool // by question: an own page is among the sources of the answer shown
}

// Configured says that there is somebody to ask.
func (c Config) Configured() bool {
	return c.Recall.Engine != nil || c.Grounded.Engine != nil || c.AIMode.Engine != nil || c.Live.Engine != nil
}

// Fingerprint names who is asked, how often, and by which rules the answers are read. Results with equal ones may stand for each other; it is empty
// where nobody is asked.
func (c Config) Fingerprint() string {
	if !c.Configured() {
		return ""
	}
	c = c.complete()
	var parts []string
	add := func(there bool, what, name string) {
		if there {
			parts = append(parts, what+"="+name)
		}
	}
	add(c.Recall.Engine != nil, "recall", c.Recall.Name)
	add(c.Grounded.Engine != nil, "grounded", c.Grounded.Name)
	add(c.AIMode.Engine != nil, "ai_mode", c.AIMode.Name)
	add(c.AIMode.Engine != nil && c.Listings.Engine != nil, "listings", c.Listings.Name)
	add(c.Live.Engine != nil, "live", c.Live.Name)
	add(true, "repeats", fmt.Sprint(c.Repeats))
	add(true, "reader", reader.Version)
	add(c.Second != nil, "second", "yes")
	add(c.Open != nil, "sources", "opened")
	return strings.Join(parts, " ")
}

// complete fills in what is left to the defaults.
func (c Config) complete() Config {
	c.Repeats = min(max(c.Repeats, 1), maxRepeats)
	c.InFlight = cmp.Or(max(c.InFlight, 0), defaultInFlight)
	c.Timeout = cmp.Or(max(c.Timeout, 0), defaultTimeout)
	return c
}

// Run asks every configured engine all questions, side by side, and reads what comes back. lang is the market's language (BCP 47). progress, if not
// nil, is told how many of a pass's calls are done, one call at a time. What was answered when ctx ended counts.
func (c Config) Run(ctx context.Context, b citation.Business, lang string, questions []string, progress func(pass citation.Basis, done, of int)) Outcome {
	if !c.Configured() || len(questions) == 0 {
		return Outcome{}
	}
	c = c.complete()
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	gathered, usage := c.gather(ctx, b, lang, questions, progress)
	kept := gathered.encode()
	if same, err := decode(kept); err == nil {
		gathered = same // what is reported is read from what is kept
	} else {
		kept = nil // more than is kept
	}
	out := c.read(ctx, gathered)
	out.Usage, out.Kept = usage, kept
	return out
}

// Replay reads kept answers again, with the readers of c and asking no engine. Bytes that Run didn't keep are ErrKept, those of a later format
// ErrFormat.
func (c Config) Replay(ctx context.Context, kept []byte) (Outcome, error) {
	gathered, err := decode(kept)
	if err != nil {
		return Outcome{}, fmt.Errorf("reading kept answers: %w", err)
	}
	out := c.complete().read(ctx, gathered)
	out.Kept = kept
	return out, nil
}

// Call is what Run asks of one engine.
type Call struct {
	Basis    citation.Basis
	Engine   string          // its name
	Times    int             // at most
	Prompt   engine.Prompt   // the longest, where a model is asked from what it knows
	Question engine.Question // the longest, where there is a search
}

// Calls says what Run would ask of the engines at most, before it does; retries within an engine and the second reader's calls not counted.
func (c Config) Calls(b citation.Business, questions []string) []Call {
	c = c.complete()
	longest := ""
	for _, q := range questions {
		if len(q) > len(longest) {
			longest = q
		}
	}
	var calls []Call
	add := func(there bool, pass citation.Basis, name string, times int, text string) {
		if !there || times == 0 {
			return
		}
		call := Call{Basis: pass, Engine: name, Times: times}
		if pass == citation.ModelRecall {
			call.Prompt = prompt(b, b.Language, text)
		} else {
			call.Question = located(b, b.Language, text)
		}
		calls = append(calls, call)
	}
	times := len(questions) * c.Repeats
	add(c.Recall.Engine != nil, citation.ModelRecall, c.Recall.Name, times, longest)
	add(c.Grounded.Engine != nil, citation.GroundedAnswer, c.Grounded.Name, times, longest)
	add(c.AIMode.Engine != nil, citation.SearchAIMode, c.AIMode.Name, times, longest)
	add(c.AIMode.Engine != nil && c.Listings.Engine != nil, citation.SearchAIMode, c.Listings.Name, min(times, 1), listingSearch(b))
	add(c.Live.Engine != nil, citation.WebRetrieval, c.Live.Name, times, longest)
	return calls
}
