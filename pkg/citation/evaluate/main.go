// Command evaluate reads labelled cases, one JSON object a line, from standard input and writes what the structural reader makes of each, one JSON object
// a line, to standard output. It looks at nothing that a label or a tag could tell it.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// maxLine bounds a case in bytes: a long answer with all its sources stays far below.
const maxLine = 4 << 20

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := evaluate(ctx, reader.Structural{}, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "evaluate: %v\n", err)
		stop()
		os.Exit(1)
	}
}

// example is a case as it stands on a line, without what only a scorer may see.
type example struct {
	ID       string         `json:"id"`
	Lang     string         `json:"lang"`
	Pass     citation.Basis `json:"pass"`
	Industry string         `json:"industry"`
	Business struct {
		Name    string   `json:"name"`
		Aliases []string `json:"aliases"`
		Domain  string   `json:"domain"`
		City    string   `json:"city"`
		Country string   `json:"country"`
	} `json:"business"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Sources  []struct {
		engine.Source
		Snippet string `json:"snippet"`
	} `json:"sources"`
	Results []engine.Source `json:"results"`
	Raw     json.RawMessage `json:"raw"`
}

// prediction is a reading as it stands on a line.
type prediction struct {
	ID                      string   `json:"id"`
	Answered                bool     `json:"answered"`
	Named                   bool     `json:"named"`
	MentionedNotRecommended bool     `json:"mentioned_not_recommended"`
	Rank                    *int     `json:"rank"`
	Rivals                  []string `json:"rivals"`
	NamedUnverified         []string `json:"named_unverified"`
	HostsInstead            []string `json:"hosts_instead"`
	Unreadable              bool     `json:"unreadable"`
}

// evaluate reads cases to the end of in and writes a prediction for each. Its errors name the line.
func evaluate(ctx context.Context, r reader.Reader, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine+1)
	written := bufio.NewWriter(out)
	encoder := json.NewEncoder(written)
	encoder.SetEscapeHTML(false)
	n := 0
	for lines.Scan() {
		n++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		p, err := predict(ctx, r, lines.Bytes())
		if err != nil {
			return errors.Join(written.Flush(), fmt.Errorf("line %d: %w", n, err))
		}
		if err := encoder.Encode(p); err != nil {
			return fmt.Errorf("writing the prediction for line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return errors.Join(written.Flush(), fmt.Errorf("line %d: %w", n+1, err))
	}
	return written.Flush()
}

// predict reads one case.
func predict(ctx context.Context, r reader.Reader, line []byte) (prediction, error) {
	var e example
	if err := json.Unmarshal(line, &e); err != nil {
		return prediction{}, fmt.Errorf("not a case: %w", err)
	}
	c, err := e.read()
	if err != nil {
		return prediction{}, err
	}
	reading, err := r.Read(ctx, c)
	if err != nil {
		return prediction{}, fmt.Errorf("reading case %q: %w", e.ID, err)
	}
	return prediction{
		ID: e.ID, Answered: reading.Answered, Named: reading.Named, MentionedNotRecommended: reading.MentionedNotRecommended, Rank: reading.Rank,
		Rivals: listed(reading.Rivals), NamedUnverified: listed(reading.Unverified), HostsInstead: listed(reading.Hosts), Unreadable: reading.Unreadable,
	}, nil
}

// read gives the case as the reader takes it.
func (e example) read() (reader.Case, error) {
	if e.ID == "" {
		return reader.Case{}, errors.New("not a case: it has no id")
	}
	c := reader.Case{
		Lang: e.Lang, Basis: e.Pass, Question: e.Question, Answer: e.Answer, Hits: e.Results,
		Business: citation.Business{
			Name: e.Business.Name, Aliases: e.Business.Aliases, Domain: e.Business.Domain, Industry: e.Industry,
			City: e.Business.City, Country: e.Business.Country, Language: e.Lang,
		},
	}
	for _, s := range e.Sources {
		c.Sources = append(c.Sources, engine.Excerpt{Source: s.Source, Text: s.Snippet})
	}
	switch e.Pass {
	case citation.ModelRecall, citation.GroundedAnswer, citation.WebRetrieval:
	case citation.SearchAIMode:
		overview, err := overview(e.Raw)
		if err != nil {
			return reader.Case{}, fmt.Errorf("reading the engine's answer of case %q: %w", e.ID, err)
		}
		c.Overview = &overview
	default:
		return reader.Case{}, fmt.Errorf("case %q has pass %q; there are %s, %s, %s and %s", e.ID, e.Pass,
			citation.ModelRecall, citation.GroundedAnswer, citation.SearchAIMode, citation.WebRetrieval)
	}
	return c, nil
}

// overview reads what the engine showed. Nothing is no error: that is an answer too, an empty one.
func overview(raw json.RawMessage) (engine.Overview, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return engine.Overview{}, nil
	}
	o, err := provider.ReadSerpAPI(raw)
	var missing *engine.Error
	if errors.As(err, &missing) && (missing.Kind == engine.Empty || missing.Kind == engine.Unknown) {
		return engine.Overview{}, nil
	}
	return o, err
}

// listed gives an empty list where there is none: a scorer wants lists.
func listed(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}
