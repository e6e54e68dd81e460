package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/passes"
	"github.com/auditctl/auditctl/pkg/citation/question"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// The roles of the citation passes, as --citations and their own settings name them.
const (
	roleRecall   = "recall"
	roleGrounded = "grounded"
	roleAIMode   = "ai-mode"
	roleLive     = "live"
	roleExtract  = "extract"
)

var passRoles = []string{roleRecall, roleGrounded, roleAIMode, roleLive}

// maxRepeats is how often a question may be asked.
const maxRepeats = 20

// The settings of the citation passes.
func citationSettings() []setting {
	return []setting{
		{key: "citations", value: "", help: "citation passes: none, all, or of " + strings.Join(passRoles, ", ") + " with commas between them (default: those whose service is set)", list: true},
		{key: roleRecall, value: "", help: "`PROVIDER:MODEL` that answers from memory (ai_citation)"},
		{key: roleGrounded, value: "", help: "`PROVIDER:MODEL` that searches the web and answers (grounded_citation)"},
		{key: roleAIMode, value: "", help: "`SERVICE` that asks Google's AI mode (search_ai_mode): serpapi, searchapi, cloro or dataforseo"},
		{key: roleLive, value: "", help: "`SERVICE` that searches the web (live_citation): brave, tavily, serper, exa or searxng"},
		{key: roleExtract, value: "", help: "`PROVIDER:MODEL` that reads the answers a second time, and writes questions in languages without built-in ones"},
		{key: "repeats", value: 1, help: "how often each question is asked, 1 to 20"},
		{key: "question-count", value: 8, help: "customer questions that are asked, 3 to 30"},
		{key: "questions-by", value: "built-in", help: "who writes the questions: built-in, or model (that of --extract)"},
		{key: "citations-timeout", value: "90s", help: "for all citation passes of one site, side by side"},
		{key: "gemini-grounding", value: false, help: "let Gemini search for the grounded pass; Google's terms forbid to store, analyse or measure what it gives, so the operator answers for it"},
	}
}

// citing is the citation passes, as the settings have them.
type citing struct {
	passes    passes.Config
	questions pipeline.Questions
	extract   engine.Structured // nil where nobody reads a second time
}

func (m *models) setCiting() error {
	c := m.config
	wanted, asked, err := wantedPasses(c)
	if err != nil {
		return err
	}
	name := func(role string) string {
		if !slices.Contains(wanted, role) {
			return ""
		}
		if given := c.GetString(role); given != "" || !asked {
			return given
		}
		return m.instead(role)
	}
	p := &m.passes
	if p.Recall.Engine, p.Recall.Name, err = play[engine.Model](m, roleRecall, name(roleRecall)); err != nil {
		return err
	}
	if p.Grounded.Engine, p.Grounded.Name, err = play[engine.Grounder](m, roleGrounded, name(roleGrounded)); err != nil {
		return err
	}
	if p.AIMode.Engine, p.AIMode.Name, err = play[engine.AIMode](m, roleAIMode, name(roleAIMode)); err != nil {
		return err
	}
	if p.Live.Engine, p.Live.Name, err = play[engine.Searcher](m, roleLive, name(roleLive)); err != nil {
		return err
	}
	if l, ok := p.AIMode.Engine.(engine.Lister); ok {
		p.Listings.Engine, p.Listings.Name = l, p.AIMode.Name
	}
	if err := m.missing(wanted, asked); err != nil {
		return err
	}
	return m.setReading()
}

// wantedPasses reads --citations: the roles, and whether somebody asked for them by name, so that what isn't set is looked for.
func wantedPasses(c *config) (roles []string, asked bool, err error) {
	switch list := c.list("citations"); {
	case len(list) == 0:
		return passRoles, false, nil
	case slices.Equal(list, []string{"none"}):
		return nil, false, nil
	case slices.Equal(list, []string{"all"}):
		return passRoles, true, nil
	default:
		for _, role := range list {
			if !slices.Contains(passRoles, role) {
				return nil, false, usage("--citations: there is no pass %q%s; use none, all, or of %s", audit.Printable(role), didYouMean(role, passRoles), strings.Join(passRoles, ", "))
			}
		}
		return list, true, nil
	}
}

// instead is who plays a role that no setting gives: a model that has another one and is able, or the first search service that there is a key for.
func (m *models) instead(role string) string {
	switch role {
	case roleRecall:
		return m.judge.Name
	case roleGrounded:
		for _, p := range m.played {
			if _, ok := p.Provider.(engine.Grounder); ok {
				return p.Name()
			}
		}
		return ""
	}
	for _, s := range provider.All() {
		if a := m.config.access(s); (a.keyFrom != "" || a.baseFrom != "" && !s.NeedKey) && slices.Contains(s.Offers(), offerOf[role]) {
			return s.Name
		}
	}
	return ""
}

// offerOf is what provider.Service.Offers calls what a role needs.
var offerOf = map[string]string{roleAIMode: "ai-mode", roleLive: "results"}

// missing refuses passes that were asked for by name and that nobody can run.
func (m *models) missing(wanted []string, asked bool) error {
	if !asked {
		return nil
	}
	has := map[string]bool{
		roleRecall: m.passes.Recall.Engine != nil, roleGrounded: m.passes.Grounded.Engine != nil, roleAIMode: m.passes.AIMode.Engine != nil, roleLive: m.passes.Live.Engine != nil,
	}
	all := len(m.config.list("citations")) == 1 && m.config.list("citations")[0] == "all"
	for _, role := range wanted {
		switch {
		case has[role]:
			if all {
				return nil // as many as there are
			}
		case !all:
			return usage("--citations %s: nobody is set to ask; set --%s, see docs/providers.md", role, role)
		}
	}
	if all {
		return usage("--citations all: no service is set; set --%s, see docs/providers.md", strings.Join(passRoles, ", --"))
	}
	return nil
}

// setReading sets up questions and readers.
func (m *models) setReading() error {
	c := m.config
	extract, extractName, err := play[engine.Structured](m, roleExtract, c.GetString(roleExtract))
	if err != nil {
		return err
	}
	m.passes.Reader = reader.Structural{}
	m.extract = extract
	if m.passes.Repeats = c.GetInt("repeats"); m.passes.Repeats < 1 || m.passes.Repeats > maxRepeats {
		return usage("--repeats is %d; it must be 1 to %d", m.passes.Repeats, maxRepeats)
	}
	if m.questions.Count = c.GetInt("question-count"); m.questions.Count < question.Fewest || m.questions.Count > question.Most {
		return usage("--question-count is %d; it must be %d to %d", m.questions.Count, question.Fewest, question.Most)
	}
	if m.passes.Timeout, err = duration(c, "citations-timeout"); err != nil {
		return err
	}
	if m.passes.Timeout == 0 {
		return usage("--citations-timeout is 0; to ask nobody, use --citations none")
	}
	switch by := c.GetString("questions-by"); {
	case by == "built-in":
	case by == "model" && extractName != "":
		m.questions.ByModel = true
	case by == "model":
		return usage("--questions-by model: no model is set; set --%s", roleExtract)
	default:
		return usage("--questions-by %q: use built-in or model", audit.Printable(by))
	}
	return nil
}

// ownQuestions reads --questions.
func ownQuestions(file string) ([]string, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, usage("--questions: %v", err)
	}
	defer f.Close()
	list, err := question.Read(f)
	if err != nil {
		return nil, usage("--questions: %s: %v", file, err)
	}
	return list, nil
}

// String names the passes that are set, for people.
func (c citing) String() string {
	var parts []string
	for _, p := range []struct{ role, name string }{
		{roleRecall, c.passes.Recall.Name}, {roleGrounded, c.passes.Grounded.Name}, {roleAIMode, c.passes.AIMode.Name}, {roleLive, c.passes.Live.Name},
	} {
		if p.name != "" {
			parts = append(parts, fmt.Sprintf("%s by %s", p.role, p.name))
		}
	}
	return strings.Join(parts, ", ")
}

// foreseen is a kind of call, before it is known what will be asked.
type foreseen struct {
	what, of      string
	times, atMost int
	each          engine.Usage // at most
}

// calls says what the passes ask of one site. Its questions are as long as can be where they aren't known.
func (m *models) calls() []foreseen {
	if !m.passes.Configured() {
		return nil
	}
	questions := m.questions.Own
	if len(questions) == 0 {
		questions = slices.Repeat([]string{strings.Repeat(".", longestQuestion)}, m.questions.Count)
	}
	var list []foreseen
	answers := 0
	for _, call := range m.passes.Calls(citation.Business{}, questions) {
		f := foreseen{what: fieldOf[call.Basis], of: call.Engine, times: call.Times, atMost: call.Times}
		if call.Basis == citation.SearchAIMode && call.Engine == m.passes.Listings.Name && slices.ContainsFunc(list, func(f foreseen) bool { return f.what == fieldOf[call.Basis] }) {
			f.what = "your_listing"
		}
		switch call.Basis {
		case citation.ModelRecall:
			f.each = provider.Worst(call.Prompt, engine.Schema{})
		case citation.GroundedAnswer:
			f.each = provider.WorstGround(call.Question)
		default:
			f.each = provider.WorstSearch(m.player(call.Engine))
		}
		if call.Basis != citation.WebRetrieval {
			answers += call.Times
		}
		list = append(list, f)
	}
	if m.extract != nil {
		of := m.player(m.config.GetString(roleExtract)).Name()
		list = append(list, foreseen{"reading of answers", of, answers, answers * reader.Attempts, provider.Worst(reader.Prompt())})
		if len(m.questions.Own) == 0 {
			list = append(list, foreseen{"questions", of, 1, question.Attempts, provider.Worst(question.Prompt(m.questions.Count))})
		}
	}
	return list
}

// fieldOf is where a pass stands in the result.
var fieldOf = map[citation.Basis]string{
	citation.ModelRecall: "ai_citation", citation.GroundedAnswer: "grounded_citation", citation.SearchAIMode: "search_ai_mode", citation.WebRetrieval: "live_citation",
}

// longestQuestion is as long as a question may be, in characters.
const longestQuestion = 300

// player is the service that plays a role by its name.
func (m *models) player(name string) provider.Provider {
	i := slices.IndexFunc(m.played, func(p played) bool { return p.Name() == name })
	return m.played[i].Provider
}
