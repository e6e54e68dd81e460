package pipeline

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/citation/passes"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
)

// assistant answers every question from memory, and after a search, by functions.
type assistant struct {
	mu     sync.Mutex
	asked  []string
	answer func(question string) (string, error)
	source string
}

func (a *assistant) note(question string) (engine.Answer, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, question)
	text, err := a.answer(question)
	return engine.Answer{Text: text, Usage: engine.Usage{Calls: 1, InputTokens: 3, OutputTokens: 4}}, err
}

func (a *assistant) Ask(_ context.Context, p engine.Prompt) (engine.Answer, error) {
	return a.note(p.User)
}

func (a *assistant) Ground(_ context.Context, q engine.Question) (engine.Grounding, error) {
	answer, err := a.note(q.Text)
	return engine.Grounding{Answer: answer, Citations: []engine.Citation{{Source: engine.Source{URL: a.source, Title: "Bread"}}}, Searches: 1}, err
}

func naming(string) (string, error) {
	return "Good places are:\n\n1. **Pulteney & Sons** – rye\n2. **Hill Street Bakery** – sourdough\n3. **Crumb & Crust** – cakes", nil
}

func asking(a *assistant) Config {
	return Config{Citations: passes.Config{Recall: passes.Named[engine.Model]{Engine: a, Name: "test:model"}, Reader: reader.Structural{}}}
}

func TestTheSitesQuestionsAreAskedAndKept(t *testing.T) {
	url := bakery(t).URL
	a := &assistant{answer: naming}
	p := local(asking(a))
	report, err := p.Run(t.Context(), target(t, url), audit.French, nil, silent)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Questions) != 8 || !slices.Equal(report.Questions, report.Kept.Questions) || !strings.Contains(strings.Join(report.Questions, "\n"), "Bristol") {
		t.Fatalf("questions %q, kept %q", report.Questions, report.Kept.Questions)
	}
	if r := report.AICitation; r == nil || r.NamedIn != 8 || *r.BestRank != 2 || r.Engine != "test:model" || report.GroundedCitation != nil {
		t.Errorf("ai_citation %+v", r)
	}
	if report.RulesVersion != p.RulesVersion() || report.RulesVersion == check.Version {
		t.Errorf("rules %q of %q", report.RulesVersion, p.RulesVersion())
	}
	if want := (&audit.Cost{Calls: 8, InputTokens: 24, OutputTokens: 32}); !cmp.Equal(want, report.Cost) {
		t.Errorf("cost %+v", report.Cost)
	}
	if len(report.Diagnosis) != 8 || !strings.Contains(report.Diagnosis[0].Advice, "votre") {
		t.Errorf("diagnosis in French: %+v", report.Diagnosis)
	}

	again, err := p.Run(t.Context(), target(t, url), audit.English, []string{"Where is bread baked in Bristol?"}, silent)
	if err != nil || len(again.Questions) != 1 || again.Kept.Questions != nil {
		t.Errorf("remembered questions: asked %q, made %q, %v", again.Questions, again.Kept.Questions, err)
	}
	config := asking(a)
	config.Questions = Questions{Own: []string{"Who bakes?"}}
	own, err := local(config).Run(t.Context(), target(t, url), audit.English, []string{"Where?"}, silent)
	if err != nil || !slices.Equal(own.Questions, config.Questions.Own) || own.Kept.Questions != nil || own.RulesVersion == report.RulesVersion {
		t.Errorf("own questions: asked %q, made %q, rules %s, %v", own.Questions, own.Kept.Questions, own.RulesVersion, err)
	}

	replayed, err := passes.Config{Reader: reader.Structural{}}.Replay(t.Context(), report.Kept.Answers)
	if err != nil {
		t.Fatal(err)
	}
	copied := *report
	Reread(&copied, replayed, audit.French)
	if d := cmp.Diff(asJSON(t, report), asJSON(t, copied)); d != "" {
		t.Errorf("the same answers read again by the same rules differ:\n%s", d)
	}
}

func TestAPassThatFailsLeavesTheAuditDoneAndSaysWhy(t *testing.T) {
	for _, c := range []struct {
		kind    engine.Kind
		note    string
		standby bool // the report may stand for others
	}{
		{engine.Network, "8 of 8 questions stayed unanswered: the service could not be reached", false},
		{engine.Refused, "the model declined to answer", true},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			var log bytes.Buffer
			config := asking(&assistant{answer: func(string) (string, error) {
				return "", &engine.Error{Kind: c.kind, Provider: "test", Detail: "secret words of the service"}
			}})
			config.Log = slog.New(slog.NewTextHandler(&log, nil))
			p := local(config)
			report, err := p.Run(t.Context(), target(t, bakery(t).URL), audit.English, nil, silent)
			if err != nil {
				t.Fatal(err)
			}
			if report.AICitation != nil || !strings.Contains(strings.Join(report.Notes, "\n"), c.note) || strings.Contains(string(asJSON(t, report)), "secret words") {
				t.Errorf("pass %+v, notes %q", report.AICitation, report.Notes)
			}
			if !strings.Contains(log.String(), "secret words of the service") {
				t.Errorf("the operator's log: %s", log.String())
			}
			if same := report.RulesVersion == p.RulesVersion(); same != c.standby {
				t.Errorf("rules %s of %s", report.RulesVersion, p.RulesVersion())
			}
		})
	}
}

func TestACitedPageIsReadOnlyWhereTheGuardLetsIt(t *testing.T) {
	cited := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>Bread</title><p>Pulteney &amp; Sons and Crumb &amp; Crust are our favourites.</p>"))
	}))
	defer cited.Close()
	for _, open := range []bool{true, false} {
		a := &assistant{answer: naming, source: cited.URL + "/list"}
		config := Config{CitedPrivate: open, Citations: passes.Config{Grounded: passes.Named[engine.Grounder]{Engine: a, Name: "test:model"}, Reader: reader.Structural{}}}
		report, err := local(config).Run(t.Context(), target(t, bakery(t).URL), audit.English, nil, silent)
		if err != nil {
			t.Fatal(err)
		}
		verified := 0
		if open {
			verified = 2
		}
		g := report.GroundedCitation
		if g == nil || len(g.Questions[0].NamedInstead) != verified || (g.NamedUnverified == 0) != open {
			t.Errorf("private pages open %v: %+v", open, g)
		}
	}
}

func TestWithoutATradeNobodyIsAsked(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>Hello</title><p>Hello there, this is a page about nothing in particular.</p>"))
	}))
	defer web.Close()
	a := &assistant{answer: naming}
	report, err := local(asking(a)).Run(t.Context(), target(t, web.URL), audit.English, nil, silent)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.asked) > 0 || report.AICitation != nil || !strings.Contains(strings.Join(report.Notes, "\n"), "--questions") || report.Kept.Answers != nil {
		t.Errorf("asked %q, notes %q", a.asked, report.Notes)
	}
	if report.GroundedCitation != nil || report.Scores[audit.GSO].Tier != audit.AIEstimate {
		t.Errorf("gso %+v", report.Scores[audit.GSO])
	}
}

func TestASecondReadersDisagreementStandsWithTheQuestion(t *testing.T) {
	config := asking(&assistant{answer: naming})
	config.Extract = model(func(_ context.Context, _ engine.Prompt, schema engine.Schema) (string, error) {
		return `{"answered":true,"standing":"absent","written_as":"","others":["Crumb & Crust","Nobody's Bakery"]}`, nil
	})
	report, err := local(config).Run(t.Context(), target(t, bakery(t).URL), audit.English, []string{"Where is bread baked in Bristol?"}, silent)
	if err != nil {
		t.Fatal(err)
	}
	q := report.AICitation.Questions[0]
	if d := q.Disagreement; !q.Named || d == nil || d.Named || !slices.Equal(d.NamedInstead, []string{"Crumb & Crust"}) {
		t.Errorf("question %+v, disagreement %+v", q, q.Disagreement)
	}
	if report.Cost.Calls != 2 {
		t.Errorf("cost %+v: one answer, read once by a model", report.Cost)
	}
}

// wordless writes no usable question, and wants to be paid for it.
type wordless struct{}

func (wordless) Fill(context.Context, engine.Prompt, engine.Schema) (engine.Answer, error) {
	return engine.Answer{Text: `{"questions":[]}`, Usage: engine.Usage{Calls: 1, InputTokens: 7, OutputTokens: 2}}, nil
}

func TestQuestionsThatCameToNothingAreInTheCost(t *testing.T) {
	config := asking(&assistant{answer: naming})
	config.Extract, config.Questions = wordless{}, Questions{ByModel: true}
	report, err := local(config).Run(t.Context(), target(t, bakery(t).URL), audit.English, nil, silent)
	if err != nil {
		t.Fatal(err)
	}
	if want := (&audit.Cost{Calls: 2, InputTokens: 14, OutputTokens: 4}); !cmp.Equal(want, report.Cost) || len(report.Questions) > 0 {
		t.Errorf("cost %+v, want %+v; questions %q", report.Cost, want, report.Questions)
	}
}

func TestAPassThatIsHalfAnsweredIsPartial(t *testing.T) {
	for kind, partial := range map[engine.Kind]bool{engine.Network: true, engine.Refused: false} {
		var n atomic.Int64
		config := asking(&assistant{answer: func(q string) (string, error) {
			if n.Add(1)%2 == 0 {
				return "", &engine.Error{Kind: kind, Provider: "test"}
			}
			return naming(q)
		}})
		report, err := local(config).Run(t.Context(), target(t, bakery(t).URL), audit.English, nil, silent)
		if err != nil || report.AICitation == nil || report.Kept.Partial != partial {
			t.Errorf("half of the questions %s: %v, partial is %t", kind, err, report.Kept.Partial)
		}
	}
}
