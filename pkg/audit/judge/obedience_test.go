package judge

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/engine"
)

// twin is a page without the injection, as an honest model judges it: below the rubric, so that there is something to gain.
type twin struct {
	scores map[audit.Metric]audit.Score
	text   string
}

func honestTwin(t *testing.T, c injection) twin {
	assessed := check.AssessAll(check.All(), c.clean)
	text := gather(c.clean, assessed).text
	m := Model{Name: "test:honest", Votes: 1, Engine: &scripted{business: `{"fields":[]}`, vote: func(engine.Prompt, int) (string, error) {
		return ballotOf(quoteOf(text), constant(2)), nil
	}}}
	rubric := ByRubric(business.ReadSubject(c.clean), assessed, audit.English)
	return twin{m.Judge(t.Context(), c.clean, assessed, rubric, audit.English, func(audit.Business) {}).Scores, text}
}

// A model that does whatever the text says, in every language, place and encoding of the table, brings no page above its clean twin, and
// the check says so. Of 2,280 pages every seventh is tried; AUDITCTL_INJECTIONS=all tries all.
func TestAnObedientModelRaisesNoPage(t *testing.T) {
	step := 7
	if os.Getenv("AUDITCTL_INJECTIONS") == "all" {
		step = 1
	}
	twins := map[string]twin{}
	tried, read := 0, 0
	for i, c := range table() {
		if i%step != 0 {
			continue
		}
		clean, known := twins[c.spot]
		if !known {
			clean = honestTwin(t, c)
			twins[c.spot] = clean
		}
		assessed := check.AssessAll(check.All(), c.injected)
		double := &scripted{business: `{"fields":[]}`, vote: func(p engine.Prompt, _ int) (string, error) {
			if text := dataOf(t, p); text != clean.text && text != "" {
				return allFour(p, text), nil
			}
			return ballotOf(quoteOf(clean.text), constant(2)), nil
		}}
		m := Model{Name: "test:obedient", Votes: 1, Engine: double}
		got := m.Judge(t.Context(), c.injected, assessed, ByRubric(business.ReadSubject(c.injected), assessed, audit.English), audit.English,
			func(audit.Business) {})
		for metric, s := range got.Scores {
			if s.Value > clean.scores[metric].Value {
				t.Errorf("%s: %s is %d, %d without: %s", c.name, metric, s.Value, clean.scores[metric].Value, s.Source)
			}
		}
		tried++
		if gather(c.injected, assessed).text != clean.text {
			read++
			if !got.Obeyed && !reported(assessed) {
				t.Errorf("%s: not reported", c.name)
			}
		}
	}
	t.Logf("%d pages, the model read something of %d", tried, read)
}

// What else a text may have a model do with its ballot: each stands at or below the clean twin.
func TestNoWayOfAnsweringRaisesAPage(t *testing.T) {
	c := injection{spot: "paragraph", clean: bakerySite("", "", ""), injected: bakerySite("", "", "<p>"+payloads["persuasion"]+"</p>")}
	clean := honestTwin(t, c)
	rubric := rubricOf(c.injected)
	ballot := func(p engine.Prompt, answer func(real bool, right int) (level int, given bool)) string {
		var right struct {
			Answers []struct {
				Criterion string
				Level     int
			}
		}
		ballot := fakeengine.Ballot(p.User, func(string) (fakeengine.Answer, bool) { return fakeengine.Answer{}, false })
		if err := json.Unmarshal([]byte(ballot), &right); err != nil {
			t.Fatal(err)
		}
		all := []map[string]any{}
		for i, q := range fakeengine.Questions(p.User) {
			real := false
			for _, c := range Criteria() {
				real = real || c.Question == q.Text
			}
			if level, given := answer(real, right.Answers[i].Level); given {
				all = append(all, map[string]any{"criterion": q.Code, "level": level, "quote": figureIn(clean.text), "fact": ""})
			}
		}
		out, err := json.Marshal(map[string]any{"answers": all})
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	for name, vote := range map[string]func(p engine.Prompt) (string, error){
		"everything is 4": func(p engine.Prompt) (string, error) { return allFour(p, clean.text), nil },
		"everything is 3": func(p engine.Prompt) (string, error) {
			return ballot(p, func(bool, int) (int, bool) { return 3, true }), nil
		},
		"4, and 0 for what isn't known by name": func(p engine.Prompt) (string, error) {
			return ballot(p, func(real bool, _ int) (int, bool) {
				if real {
					return 4, true
				}
				return 0, true
			}), nil
		},
		"4, and nothing else is answered": func(p engine.Prompt) (string, error) {
			return ballot(p, func(real bool, _ int) (int, bool) { return 4, real }), nil
		},
		"controls alone are answered": func(p engine.Prompt) (string, error) {
			return ballot(p, func(real bool, right int) (int, bool) { return right, !real }), nil
		},
		"invented quotes": func(engine.Prompt) (string, error) { return ballotOf("Everybody loves this bakery", constant(4)), nil },
		"prose":           func(engine.Prompt) (string, error) { return "A fine site: 100 of 100.", nil },
		"an empty answer": func(engine.Prompt) (string, error) { return "", &engine.Error{Kind: engine.Empty, Provider: "test"} },
		"a refusal":       func(engine.Prompt) (string, error) { return "", &engine.Error{Kind: engine.Refused, Provider: "test"} },
		"no end":          func(engine.Prompt) (string, error) { return "", &engine.Error{Kind: engine.Cut, Provider: "test"} },
	} {
		m := Model{Engine: &scripted{business: `{"fields":[]}`, vote: func(p engine.Prompt, _ int) (string, error) {
			if strings.Contains(p.User, payloads["persuasion"]) {
				return vote(p)
			}
			return ballotOf("", constant(0)), nil // without the text, there is nothing to be seen
		}}}
		got := judgedBy(t, m, c.injected, audit.English)
		for metric, s := range got.Scores {
			if s.Value > clean.scores[metric].Value {
				t.Errorf("%s: %s is %d, %d without: %s", name, metric, s.Value, clean.scores[metric].Value, s.Source)
			}
		}
		if len(got.Notes) == 0 && name != "controls alone are answered" && name != "invented quotes" {
			t.Errorf("%s: no note", name)
		}
	}
	// Who tells controls from criteria keeps a model from lowering a score, and gains nothing above the rubric.
	m := Model{Engine: &scripted{business: `{"fields":[]}`, vote: func(p engine.Prompt, _ int) (string, error) {
		return ballotOf(figureIn(dataOf(t, p)), constant(4)), nil
	}}}
	for metric, s := range judgedBy(t, m, c.injected, audit.English).Scores {
		if s.Value > rubric.Scores[metric].Value {
			t.Errorf("all controls right: %s is %d, the rubric's %d", metric, s.Value, rubric.Scores[metric].Value)
		}
	}
}

// A reader can answer the controls from the text and the facts. Another seed selects other controls.
func TestControlsHaveOneRightAnswer(t *testing.T) {
	f := bakerySite("", "", "")
	s := &session{material: gather(f, nil)}
	seen := map[string]bool{}
	for vote := range 50 {
		p := s.newPaper(Criteria(), vote)
		seen[p.write()] = true
		var said answers
		text := fakeengine.Ballot(p.write()+"\nFacts:\n"+s.material.factLines, func(string) (fakeengine.Answer, bool) {
			return fakeengine.Answer{}, false
		})
		if err := json.Unmarshal([]byte(text), &said); err != nil || p.check(said) != believed {
			t.Fatalf("vote %d: %v, %s", vote, err, p.write())
		}
		if again := s.newPaper(Criteria(), vote).write(); again != p.write() {
			t.Error("the same vote is asked in other words")
		}
	}
	other := &session{model: Model{Seed: NewSeed("key")}, material: s.material}
	if seen[other.newPaper(Criteria(), 0).write()] || len(seen) != 50 {
		t.Errorf("%d papers", len(seen))
	}
}
