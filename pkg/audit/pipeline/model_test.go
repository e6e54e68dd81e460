package pipeline

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/judge"
	"github.com/auditctl/auditctl/pkg/engine"
)

// model is a language model by a function.
type model func(ctx context.Context, p engine.Prompt, schema engine.Schema) (string, error)

func (m model) Fill(ctx context.Context, p engine.Prompt, s engine.Schema) (engine.Answer, error) {
	text, err := m(ctx, p, s)
	return engine.Answer{Text: text, Usage: engine.Usage{Calls: 1, InputTokens: 7, OutputTokens: 5}}, err
}

// zeros finds nothing of anything.
func zeros(_ context.Context, p engine.Prompt, s engine.Schema) (string, error) {
	if s.Name != "votes" {
		return `{"fields":[],"text":"nothing"}`, nil
	}
	return fakeengine.Ballot(p.User, func(question string) (fakeengine.Answer, bool) {
		return fakeengine.Answer{}, slices.ContainsFunc(judge.Criteria(), func(c judge.Criterion) bool { return c.Question == question })
	}), nil
}

func silent(audit.Stage, string) {}

func TestAModelHasItsPartInTheReport(t *testing.T) {
	url := bakery(t).URL
	p := local(Config{Model: judge.Model{Engine: model(zeros), Name: "test:zeros", Votes: 1}})
	report, err := p.Run(t.Context(), target(t, url), audit.English, nil, silent)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := local(Config{}).Run(t.Context(), target(t, url), audit.English, nil, silent)
	if err != nil {
		t.Fatal(err)
	}
	if report.OverallAIReadiness >= plain.OverallAIReadiness || report.OverallAIReadiness != report.Scores[audit.AIReadiness].Value {
		t.Errorf("readiness %d, %d without a model that finds nothing", report.OverallAIReadiness, plain.OverallAIReadiness)
	}
	if s := report.Scores[audit.GEO]; !strings.Contains(s.Source, "test:zeros") || *s.Rubric != plain.Scores[audit.GEO].Value {
		t.Errorf("geo: %+v", s)
	}
	if report.RulesVersion != p.RulesVersion() || report.RulesVersion == plain.RulesVersion {
		t.Errorf("rules %s of %s, %s without a model", report.RulesVersion, p.RulesVersion(), plain.RulesVersion)
	}
	if want := (&audit.Cost{Calls: 3, InputTokens: 21, OutputTokens: 15}); !cmp.Equal(want, report.Cost) || plain.Cost != nil {
		t.Errorf("cost %+v, and %+v without a model", report.Cost, plain.Cost)
	}
}

func TestAModelThatIsDownLeavesTheAuditDone(t *testing.T) {
	down := model(func(context.Context, engine.Prompt, engine.Schema) (string, error) {
		return "", &engine.Error{Kind: engine.Network, Provider: "test", Detail: "dial 10.0.0.7"}
	})
	var log bytes.Buffer
	model := judge.Model{Engine: down, Name: "test:down"}
	report, err := local(Config{Model: model, Log: slog.New(slog.NewTextHandler(&log, nil))}).Run(t.Context(), target(t, bakery(t).URL), audit.English, nil, silent)
	if err != nil {
		t.Fatal(err)
	}
	if report.RulesVersion != check.Version || !strings.Contains(strings.Join(report.Notes, "\n"), "test:down gave no usable judgement") || strings.Contains(string(asJSON(t, report)), "10.0.0.7") {
		t.Errorf("rules %s, notes %q", report.RulesVersion, report.Notes)
	}
	if !strings.Contains(log.String(), "dial 10.0.0.7") {
		t.Errorf("the operator's log has not what happened: %s", log.String())
	}
}

// While one audit waits for a model, another may use the processor.
func TestWhoWaitsForAModelHoldsNoSlot(t *testing.T) {
	url := bakery(t).URL
	var both sync.WaitGroup
	both.Add(2)
	asked := model(func(ctx context.Context, p engine.Prompt, s engine.Schema) (string, error) {
		if s.Name == "votes" {
			both.Done()
			both.Wait()
		}
		return zeros(ctx, p, s)
	})
	p := local(Config{Parsers: 1, Model: judge.Model{Engine: asked, Name: "test:slow", Votes: 1}})
	var audits sync.WaitGroup
	for range 2 {
		audits.Go(func() {
			if _, err := p.Run(t.Context(), target(t, url), audit.English, nil, silent); err != nil {
				t.Error(err)
			}
		})
	}
	audits.Wait()
}

func TestAnAuditInterruptedWhileAModelIsAskedHasNoReport(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := model(func(ctx context.Context, _ engine.Prompt, _ engine.Schema) (string, error) {
		cancel()
		<-ctx.Done()
		return "", ctx.Err()
	})
	report, err := local(Config{Model: judge.Model{Engine: asked, Name: "test:stuck", Time: time.Minute}}).Run(ctx, target(t, bakery(t).URL), audit.English, nil, silent)
	if report != nil || audit.CodeOf(err) != audit.CodeInterrupted {
		t.Errorf("%v, %v", report, err)
	}
}
