package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
	"github.com/auditctl/auditctl/pkg/engine"
)

// scripted is a model that answers as it is told to. It keeps every prompt.
type scripted struct {
	vote     func(p engine.Prompt, n int) (string, error) // n counts the votes asked for, from 0
	business string
	summary  string

	mu      sync.Mutex
	votes   int
	prompts []engine.Prompt
}

func (s *scripted) Fill(ctx context.Context, p engine.Prompt, schema engine.Schema) (engine.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prompts = append(s.prompts, p)
	answer := engine.Answer{Usage: engine.Usage{Calls: 1, InputTokens: 100, OutputTokens: 10}}
	var err error
	switch schema.Name {
	case "votes":
		answer.Text, err = s.vote(p, s.votes)
		answer.Text = onPaper(p, answer.Text)
		s.votes++
	case "business":
		answer.Text = s.business
	case "summary":
		answer.Text = s.summary
	}
	if err == nil {
		err = ctx.Err()
	}
	return answer, err
}

// onPaper puts answers by criteria under the codes of the prompt, and answers its control questions rightly. What isn't such a list of
// answers stays as it is.
func onPaper(p engine.Prompt, text string) string {
	if inner, ok := strings.CutPrefix(text, "```json\n"); ok {
		return "```json\n" + onPaper(p, strings.TrimSuffix(inner, "\n```")) + "\n```"
	}
	var said answers
	if json.Unmarshal([]byte(text), &said) != nil || !said.valid() || strings.HasPrefix(said.Answers[0].Criterion, "q") {
		return text
	}
	return fakeengine.Ballot(p.User, func(question string) (fakeengine.Answer, bool) {
		for _, c := range Criteria() {
			if c.Question == question {
				for _, one := range said.Answers {
					if one.Criterion == c.ID {
						return fakeengine.Answer{Level: *one.Level, Quote: one.Quote, Fact: one.Fact}, true
					}
				}
				return fakeengine.Answer{Level: 1}, true // void
			}
		}
		return fakeengine.Answer{}, false
	})
}

// data is the site's text in a prompt.
var data = regexp.MustCompile(`(?s)BEGIN DATA (\S+)\n(.*)END DATA (\S+)\n$`)

func dataOf(t testing.TB, p engine.Prompt) string {
	t.Helper()
	found := data.FindStringSubmatch(p.User)
	if found == nil || found[1] != found[3] {
		t.Fatalf("the text isn't marked: %s", p.User)
	}
	return found[2]
}

// quoteOf is a passage of the data: the first heading.
func quoteOf(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			return heading
		}
	}
	return ""
}

// ballotOf answers every criterion by a function, with the quote as evidence.
func ballotOf(quote string, level func(i int, c Criterion) int) string {
	var all []map[string]any
	for i, c := range Criteria() {
		all = append(all, map[string]any{"criterion": c.ID, "level": level(i, c), "quote": quote, "fact": ""})
	}
	out, err := json.Marshal(map[string]any{"answers": all})
	if err != nil {
		panic(err)
	}
	return string(out)
}

func constant(level int) func(int, Criterion) int { return func(int, Criterion) int { return level } }

// honest judges by what it reads, the same each time; where there is more to read, it finds no less.
func honest(t testing.TB, p engine.Prompt) string {
	text := dataOf(t, p)
	return ballotOf(quoteOf(text), func(i int, _ Criterion) int { return min(4, len(strings.Fields(text))/(60+3*i)) })
}

var prose = strings.Repeat("<p>Our bakery bakes sourdough bread every morning from flour of the region, and sells it from seven.</p>", 12)

// bakerySite is a site with its title, text in the head, text before the main content, markup, and text in it.
func bakerySite(title, head, body string) *page.Facts {
	return pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Sourdough bread in Bristol | Hill Street Bakery"+title, "Sourdough bread, baked in Bristol every morning.",
		head+"<main><h1>Hill Street Bakery</h1>"+prose+"<h2>What does a loaf cost?</h2><p>A loaf of 800 g costs £4.20.</p>"+body+"</main>"))
}

func judgedBy(t testing.TB, m Model, f *page.Facts, lang audit.Lang) Judgement {
	t.Helper()
	assessed := check.AssessAll(check.All(), f)
	m.Name = "test:model"
	return m.Judge(t.Context(), f, assessed, ByRubric(business.ReadSubject(f), assessed, lang), lang, func(audit.Business) {})
}

func rubricOf(f *page.Facts) Judgement {
	return ByRubric(business.ReadSubject(f), check.AssessAll(check.All(), f), audit.English)
}

func honestModel(t testing.TB) Model {
	return Model{Engine: &scripted{vote: func(p engine.Prompt, _ int) (string, error) { return honest(t, p), nil }, business: `{"fields":[]}`}}
}

func TestTheSameVotesGiveTheSameBytes(t *testing.T) {
	f := bakerySite("", "", "")
	for _, lang := range audit.Langs() {
		var first []byte
		for range 5 {
			got, err := json.Marshal(judgedBy(t, honestModel(t), f, lang))
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = got
			} else if string(first) != string(got) {
				t.Errorf("%s: %s", lang, cmp.Diff(string(first), string(got)))
			}
		}
	}
}

func TestTheSourceSaysWhoJudgedAndHow(t *testing.T) {
	f := bakerySite("", "", "")
	rubric, j := rubricOf(f), judgedBy(t, honestModel(t), f, audit.English)
	for m := range judged {
		s := j.Scores[m]
		for _, want := range []string{"test:model", PromptID(), "3 votes, 0 points apart", fmt.Sprintf("version %s (%d)", RubricVersion, rubric.Scores[m].Value)} {
			if !strings.Contains(s.Source, want) {
				t.Errorf("%s: no %q in %s", m, want, s.Source)
			}
		}
		if s.Rubric == nil || *s.Rubric != rubric.Scores[m].Value || s.Tier != audit.AIEstimate {
			t.Errorf("%s: %+v", m, s)
		}
	}
	for m, s := range j.Scores {
		if !judged[m] && m != audit.AIReadiness && !cmp.Equal(s, rubric.Scores[m]) {
			t.Errorf("%s was %+v, is %+v", m, rubric.Scores[m], s)
		}
	}
	if s := j.Scores[audit.AIReadiness]; !strings.Contains(s.Source, "test:model") || strings.Contains(s.Source, "no language model") || *s.Rubric != rubric.Scores[audit.AIReadiness].Value {
		t.Errorf("%+v", s)
	}
	if want := check.Version + "+test:model/" + PromptID(); j.Rules != want {
		t.Errorf("rules %s, want %s", j.Rules, want)
	}
	if want := (audit.Cost{Calls: 6, InputTokens: 600, OutputTokens: 60}); !cmp.Equal(*j.Cost, want) { // 3 votes, the business, the summary twice
		t.Errorf("cost %+v, want %+v", *j.Cost, want)
	}
}

func TestAScoreIsArithmeticOverVotes(t *testing.T) {
	f := bakerySite("", "", "")
	rubric := rubricOf(f).Scores[audit.AEO].Value
	loaf, void := "A loaf of 800 g costs", rubric-2*maxFall
	for name, row := range map[string]struct {
		votes []string
		model int    // the model's number
		says  string // in the source
	}{
		"medians": {
			[]string{ballotOf(loaf, constant(2)), ballotOf(loaf, constant(4)), ballotOf(loaf, constant(3))}, 75, "50 points apart",
		},
		"of two, the lower": {
			[]string{ballotOf(loaf, constant(2)), ballotOf(loaf, constant(3)), ballotOf("nowhere to be found", constant(4))}, 50, "",
		},
		"of far ones, lowest": {
			[]string{ballotOf(loaf, constant(4)), ballotOf(loaf, constant(1)), ballotOf(loaf, constant(4))}, 25, "75 points apart",
		},
		"one of three": {
			[]string{ballotOf(loaf, constant(4)), ballotOf("nowhere to be found", constant(4)), ballotOf("", constant(4))},
			void,
			"no answer with evidence",
		},
		"quotes of the page": {
			[]string{ballotOf("“A loaf\nof 800 g  costs…", constant(2)), ballotOf("A loaf of 800 g costs", constant(2))}, 50, "",
		},
		"quotes not from it":  {[]string{ballotOf("The best bakery of all", constant(4))}, void, "no answer with evidence"},
		"quotes too short":    {[]string{ballotOf("bread", constant(4))}, void, "no answer with evidence"},
		"other letter case":   {[]string{ballotOf("A LOAF OF 800 G COSTS", constant(4))}, void, "no answer with evidence"},
		"nothing is no quote": {[]string{ballotOf("", constant(0))}, 0, ""},
	} {
		m := Model{Engine: &scripted{vote: func(_ engine.Prompt, n int) (string, error) { return row.votes[n%len(row.votes)], nil }}}
		s := judgedBy(t, m, f, audit.English).Scores[audit.AEO]
		if want := min(max((row.model+rubric+1)/2, rubric-maxFall), rubric); s.Value != want || !strings.Contains(s.Source, row.says) {
			t.Errorf("%s: %d, want %d of %d and %d: %s", name, s.Value, want, row.model, rubric, s.Source)
		}
	}
}

func TestOnlyEvidenceThatHoldsCounts(t *testing.T) {
	m := material{
		quotable: "A loaf costs £4.20 at Hill Street.",
		facts: map[fact]audit.Outcome{
			{audit.GEO, "geo.pass"}: audit.Pass, {audit.GEO, "geo.warn"}: audit.Warn, {audit.GEO, "geo.fail"}: audit.Fail, {audit.GEO, "geo.unknown"}: audit.NotAssessed,
			{audit.AEO, "aeo.pass"}: audit.Pass,
		},
	}
	at := func(level int, quote, fact string) answer {
		return answer{Criterion: "geo.people", Level: &level, Quote: quote, Fact: fact}
	}
	i := slices.IndexFunc(Criteria(), func(c Criterion) bool { return c.ID == "geo.people" })
	for name, row := range map[string]struct {
		answers []answer
		want    int
	}{
		"a quote":                     {[]answer{at(4, "costs £4.20 at Hill", "")}, 4},
		"a passing fact":              {[]answer{at(4, "", "geo.pass")}, 4},
		"a warning for much":          {[]answer{at(4, "", "geo.warn")}, voidLevel},
		"a warning":                   {[]answer{at(3, "", "geo.warn")}, 3},
		"a failing fact for much":     {[]answer{at(3, "", "geo.fail")}, voidLevel},
		"a failing fact":              {[]answer{at(2, "", "geo.fail")}, 2},
		"what wasn't assessed":        {[]answer{at(0, "", "geo.unknown")}, voidLevel},
		"another metric's fact":       {[]answer{at(4, "", "aeo.pass")}, voidLevel},
		"an invented fact":            {[]answer{at(1, "", "geo.invented")}, voidLevel},
		"nothing, for nothing":        {[]answer{at(0, "", "")}, 0},
		"nothing, for something":      {[]answer{at(1, "", "")}, voidLevel},
		"an invented quote for 0":     {[]answer{at(0, "we have no team", "")}, voidLevel},
		"contradictory":               {[]answer{at(4, "", "geo.pass"), at(1, "", "geo.pass")}, voidLevel},
		"contradictory, one unproven": {[]answer{at(4, "", ""), at(1, "", "geo.pass")}, voidLevel},
		"said twice":                  {[]answer{at(1, "", "geo.pass"), at(1, "", "geo.pass")}, 1},
		"not at all":                  {nil, voidLevel},
	} {
		b := m.read(answers{row.answers}, paper{{code: "geo.people", criterion: i}})
		if b[i] != row.want {
			t.Errorf("%s: level %d, want %d", name, b[i], row.want)
		}
	}
}

func TestFaultsLeaveTheRubricAndSaySo(t *testing.T) {
	f := bakerySite("", "", "")
	rubric := rubricOf(f)
	fault := func(k engine.Kind) func(engine.Prompt, int) (string, error) {
		return func(engine.Prompt, int) (string, error) {
			return "", &engine.Error{Kind: k, Provider: "test", Detail: "sk-secret of ours", Usage: engine.Usage{Calls: 1}}
		}
	}
	says := func(text string) func(engine.Prompt, int) (string, error) {
		return func(engine.Prompt, int) (string, error) { return text, nil }
	}
	for name, row := range map[string]struct {
		vote  func(engine.Prompt, int) (string, error)
		votes int // calls for votes
		note  string
	}{
		"down":               {fault(engine.Network), 3, "could not be reached"},
		"refuses":            {fault(engine.Refused), 4, "declined"},
		"key refused":        {fault(engine.Auth), 3, "turned the request down"},
		"too dear":           {fault(engine.TooDear), 3, "ceiling of costs"},
		"cut off twice":      {fault(engine.Cut), 8, "broke off"},
		"unknown fault":      {func(engine.Prompt, int) (string, error) { return "", errors.New("sk-secret") }, 3, "no answer in time"},
		"a client's panic":   {func(engine.Prompt, int) (string, error) { panic("sk-secret") }, 0, "auditctl failed at its answer"},
		"prose":              {says("I think this is a fine site."), 8, "broke the form"},
		"level out of range": {says(ballotOf("every morning from flour", constant(5))), 8, "broke the form"},
		"level of words":     {says(`{"answers":[{"criterion":"geo.people","level":"four","quote":"","fact":""}]}`), 8, "broke the form"},
		"no level":           {says(`{"answers":[{"criterion":"geo.people","quote":"","fact":""}]}`), 8, "broke the form"},
		"no answers":         {says(`{}`), 8, "broke the form"},
		"two objects":        {says(`{"answers":[]}{"answers":[]}`), 8, "broke the form"},
		"cut JSON":           {says(`{"answers":[{"criterion":"geo.people","level":4`), 8, "broke the form"},
	} {
		e := &scripted{vote: row.vote, business: `{"fields":[]}`}
		j := judgedBy(t, Model{Engine: e}, f, audit.English)
		if d := cmp.Diff(rubric.Scores, j.Scores); d != "" || j.Rules != rubric.Rules || j.Summary != rubric.Summary {
			t.Errorf("%s: rules %s, scores %s", name, j.Rules, d)
		}
		if len(j.Notes) != 1 || !strings.Contains(j.Notes[0], row.note) || strings.Contains(j.Notes[0], "secret") {
			t.Errorf("%s: notes %q", name, j.Notes)
		}
		summed := slices.ContainsFunc(e.prompts, func(p engine.Prompt) bool { return p.System == summaryPrompt })
		if e.votes != row.votes || summed {
			t.Errorf("%s: asked for votes %d times, want %d, for a summary: %v", name, e.votes, row.votes, summed)
		}
	}
}

func TestASecondAnswerInFormCounts(t *testing.T) {
	f := bakerySite("", "", "")
	m := Model{Votes: 1, Engine: &scripted{business: `{"fields":[]}`, vote: func(_ engine.Prompt, n int) (string, error) {
		if n == 0 {
			return "well, ", nil
		}
		return "```json\n" + ballotOf("every morning from flour", constant(2)) + "\n```", nil
	}}}
	if s := judgedBy(t, m, f, audit.English).Scores[audit.GEO]; !strings.Contains(s.Source, "(prompt "+PromptID()+", 1 vote: ") {
		t.Errorf("%+v", s)
	}
}

// stuck answers when it is no more waited for.
type stuck struct{}

func (stuck) Fill(ctx context.Context, _ engine.Prompt, _ engine.Schema) (engine.Answer, error) {
	<-ctx.Done()
	return engine.Answer{}, ctx.Err()
}

func TestASlowModelIsNotWaitedFor(t *testing.T) {
	f := bakerySite("", "", "")
	j := judgedBy(t, Model{Engine: stuck{}, Time: time.Millisecond}, f, audit.English)
	if !cmp.Equal(j.Scores, rubricOf(f).Scores) || len(j.Notes) != 1 || !strings.Contains(j.Notes[0], "in time") {
		t.Errorf("notes %q, scores %+v", j.Notes, j.Scores)
	}
}

func TestRandomAndObedientModelsStayNearTheRubric(t *testing.T) {
	f := bakerySite("", "", "")
	rubric := rubricOf(f).Scores
	dice := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		all := dice.IntN(3) == 0
		m := Model{Engine: &scripted{vote: func(p engine.Prompt, _ int) (string, error) {
			return ballotOf(quoteOf(dataOf(t, p)), func(int, Criterion) int {
				if all {
					return 4
				}
				return dice.IntN(5)
			}), nil
		}}}
		for metric, s := range judgedBy(t, m, f, audit.English).Scores {
			if s.Value < 0 || s.Value > 100 || s.Value > rubric[metric].Value {
				t.Errorf("%s: %d, the rubric's %d", metric, s.Value, rubric[metric].Value)
			}
		}
	}
}

// Levels wander by one step, each way as likely as staying.
func TestWanderingLevelsHardlyMoveTheOverallNumber(t *testing.T) {
	f := bakerySite("", "", "")
	assessed := check.AssessAll(check.All(), f)
	rubric := ByRubric(business.ReadSubject(f), assessed, audit.English)
	s := &session{model: Model{Name: "test:model", Votes: 3, Apart: 25}, lang: audit.English, material: gather(f, assessed)}
	asked := criteriaWhere(func(c Criterion) bool { return len(c.Things) == 0 }) // those of the screenshot are the last
	of := func(levels func(i int) int) int {
		var ballots []ballot
		for range 3 {
			b := slices.Repeat(ballot{voidLevel}, len(Criteria()))
			for i := range asked {
				b[i] = levels(i)
			}
			ballots = append(ballots, b)
		}
		return s.scores(rubric.Scores, result{text: round{ballots: ballots}}, assessed)[audit.AIReadiness].Value
	}
	for seed := range uint64(4) {
		dice := rand.New(rand.NewPCG(seed, 7))
		centre := make([]int, len(asked))
		for i := range centre {
			centre[i] = 1 + dice.IntN(3)
		}
		steady := of(func(i int) int { return centre[i] })
		for run := range 50 {
			if got := of(func(i int) int { return centre[i] + dice.IntN(3) - 1 }); got < steady-3 || got > steady+3 {
				t.Errorf("seed %d, run %d: %d, steady %d", seed, run, got, steady)
			}
		}
	}
}

func TestFarApartIsSaid(t *testing.T) {
	f := bakerySite("", "", "")
	m := Model{Apart: 1, Engine: &scripted{vote: func(engine.Prompt, int) (string, error) { return ballotOf("", constant(0)), nil }}}
	if s := judgedBy(t, m, f, audit.English).Scores[audit.Design]; !strings.Contains(s.Source, fmt.Sprintf("%d points apart, so take the number with care", *s.Rubric)) {
		t.Errorf("%+v", s)
	}
	m.Apart = 101
	if s := judgedBy(t, m, f, audit.English).Scores[audit.Design]; strings.Contains(s.Source, "with care") {
		t.Errorf("%+v", s)
	}
}

func TestTheRubricIsDocumented(t *testing.T) {
	golden.Check(t, "../../../../docs/rubric.md", RubricMarkdown())
}

func TestCriteriaAreWhole(t *testing.T) {
	seen := map[string]bool{}
	of := map[audit.Metric]int{}
	for _, c := range Criteria() {
		if seen[c.ID] || !judged[c.Metric] || c.Weight < 1 || c.Weight > 3 || c.Question == "" || c.Source == "" || slices.Contains(c.Levels[:], "") {
			t.Errorf("%+v", c)
		}
		seen[c.ID] = true
		of[c.Metric]++
	}
	for m := range judged {
		if of[m] < 5 {
			t.Errorf("%s has %d criteria: too few to bear a number", m, of[m])
		}
	}
}

func TestAChangeBringsNoMoreThanTheRubricsPart(t *testing.T) {
	assessed := []check.Assessed{verdict("geo.a", 1, audit.Fail), verdict("geo.b", 1, audit.Pass), verdict("seo.a", 1, audit.Fail)}
	scores := Score(&page.Facts{}, assessed, audit.English)
	gained := func() map[audit.Metric]float64 {
		_, metrics := writer{scores: scores, assessed: assessed, mended: slices.Clone(assessed)}.gain(exact(assessed), 0, 2)
		return metrics
	}
	if got := gained(); got[audit.GEO] != 50 || got[audit.SEO] != 100 {
		t.Errorf("without a model: %v", got)
	}
	geo := scores[audit.GEO]
	geo.Rubric = new(geo.Value)
	scores[audit.GEO] = geo
	if got := gained(); got[audit.GEO] != 25 || got[audit.SEO] != 100 {
		t.Errorf("with a model: %v", got)
	}
}
