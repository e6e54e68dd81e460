package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/passes"
	"github.com/auditctl/auditctl/pkg/citation/question"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
)

// Questions says where the customer questions of the citation passes come from.
type Questions struct {
	Own     []string // asked instead of any other, and not remembered
	New     bool     // new ones are made, whatever is remembered of the site
	Count   int      // 8 where 0
	ByModel bool     // Config.Extract writes them in every language, not only in those without built-in ones
}

const defaultQuestions = 8

// asked is what came of the passes.
type asked struct {
	passes.Outcome
	questions []string
	made      []string // of questions, those that this audit made; nil where they were given
	notes     []string
}

// ask runs the citation passes. remembered are the site's questions; nil where it has none.
func (p *Pipeline) ask(
	ctx context.Context, queue *queue, f *page.Facts, b audit.Business, lang audit.Lang, remembered []string, progress func(audit.Stage, string),
) (out asked) {
	subject := business.ReadSubject(f)
	market := subject.MarketOf(b, lang)
	language := question.Language(market)
	extract := &counted{Structured: p.config.Extract}
	defer func() { out.Usage = out.Usage.Add(extract.total()) }() // also of questions that came to nothing
	out = asked{questions: p.config.Questions.Own}
	if len(out.questions) == 0 && !p.config.Questions.New {
		out.questions = remembered
	}
	if len(out.questions) == 0 {
		made, note := p.questions(ctx, extract, market, language)
		if note.EN != "" {
			out.notes = []string{note.In(lang)}
			return out
		}
		out.questions, out.made = made, made
	}
	if note := subject.QuestionsNote(b, lang); note != "" && len(p.config.Questions.Own) == 0 {
		out.notes = append(out.notes, note)
	}
	config := p.config.Citations
	config.Open = func(ctx context.Context, url string) (title, text string, err error) { return p.open(ctx, queue, url) }
	if p.config.Extract != nil {
		config.Second = reader.ByModel{Engine: extract}
	}
	config.Fault = func(pass citation.Basis, err error) {
		p.config.Log.WarnContext(ctx, "a citation pass got no answer", "domain", market.Domain, "pass", string(pass), "error", err)
	}
	out.Outcome = config.Run(ctx, market, language, out.questions, func(basis citation.Basis, done, of int) {
		progress(audit.StageJudging, fmt.Sprintf("%s: %d of %d questions", basis, done, of))
	})
	out.notes = append(out.notes, passNotes(out.Failed, lang)...)
	return out
}

// foresee adds to the facts what the market's customers typically ask for, where the site speaks their language.
func foresee(f *page.Facts, market citation.Business) {
	f.CustomerNeeds = nil
	if spoken, _, _ := strings.Cut(market.Language, "-"); spoken == question.Language(market) {
		f.CustomerNeeds = question.Needs(market)
	}
}

// add writes what came of the passes into a report.
func (p *Pipeline) add(r *audit.Report, a asked, lang audit.Lang) {
	Reread(r, a.Outcome, lang)
	r.Questions = a.questions
	r.Kept.Questions, r.Kept.Answers = a.made, a.Outcome.Kept
	r.Kept.Partial = r.Kept.Partial || a.partial()
	r.Notes = append(r.Notes, a.notes...)
	if a.Usage.Calls > 0 {
		cost := audit.Cost(a.Usage)
		if r.Cost != nil {
			cost.Add(*r.Cost)
		}
		r.Cost = &cost
	}
	if a.whole() {
		r.RulesVersion += p.asking()
	}
}

// whole says that no pass is missing through a fault that may pass, so that the report may stand for one that would be made now.
func (a asked) whole() bool {
	for basis, f := range a.Failed {
		missing := map[citation.Basis]bool{
			citation.ModelRecall: a.Recall == nil, citation.GroundedAnswer: a.Grounded == nil, citation.SearchAIMode: a.AIMode == nil, citation.WebRetrieval: a.Live == nil,
		}
		if missing[basis] && !slices.Contains(lasting, f.Reason) {
			return false
		}
	}
	return len(a.questions) > 0
}

// partial reports whether some question got no answer for a reason that may pass.
func (a asked) partial() bool {
	for _, f := range a.Failed {
		if f.Unanswered > 0 && !slices.Contains(lasting, f.Reason) || f.Listing != "" && !slices.Contains(lasting, f.Listing) {
			return true
		}
	}
	return false
}

// mayPass reports whether a fault of a model has nothing to do with what it was asked.
func mayPass(fault error) bool {
	if e := (*engine.Error)(nil); errors.As(fault, &e) {
		return !slices.Contains([]engine.Kind{
			engine.Refused, engine.Filtered, engine.Empty, engine.Malformed, engine.Cut, engine.Unknown,
		}, e.Kind)
	}
	return errors.Is(fault, context.DeadlineExceeded)
}

// lasting are the reasons for which a pass has no result and that hold in an hour too: nobody offers it in this market, or nobody wants to answer.
var lasting = []passes.Reason{
	passes.Declined, passes.Unreadable, passes.Reason(engine.Refused), passes.Reason(engine.Filtered), passes.Reason(engine.Empty), passes.Reason(engine.Unknown),
}

// Reread puts what the passes found into a report, in place of what stands there.
func Reread(r *audit.Report, o passes.Outcome, lang audit.Lang) {
	r.AICitation, r.GroundedCitation, r.SearchAIMode, r.LiveCitation = o.Recall, o.Grounded, o.AIMode, o.Live
	r.Diagnosis = passes.Diagnose(o, string(lang))
}

// counted counts what a model used in one audit.
type counted struct {
	engine.Structured
	mu   sync.Mutex
	used engine.Usage
}

// Fill implements engine.Structured.
func (c *counted) Fill(ctx context.Context, p engine.Prompt, s engine.Schema) (engine.Answer, error) {
	answer, err := c.Structured.Fill(ctx, p, s)
	used := answer.Usage
	if e := (*engine.Error)(nil); errors.As(err, &e) {
		used = e.Usage
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used = c.used.Add(used)
	return answer, err
}

func (c *counted) total() engine.Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used
}

// questions makes a site's questions, or says why there are none.
func (p *Pipeline) questions(ctx context.Context, model *counted, m citation.Business, language string) ([]string, audit.Text) {
	q, there := p.config.Questions, model.Structured != nil
	count := q.Count
	if count <= 0 {
		count = defaultQuestions
	}
	var list []string
	err := question.ErrLanguage
	if !q.ByModel || !there {
		list, err = question.Built(m, count)
	}
	if err != nil && there {
		list, err = question.ByModel(ctx, model, m, count)
	}
	switch {
	case err == nil:
		return list, audit.Text{}
	case there:
		p.config.Log.WarnContext(ctx, "no customer questions could be made", "domain", m.Domain, "error", err)
		return nil, audit.Text{
			EN: "The citation passes did not run: the language model wrote no usable customer questions. Give your own with --questions.",
			FR: "Les passes de citation n'ont pas eu lieu : le modèle de langage n'a pas écrit de questions de clients exploitables. Donnez les vôtres avec --questions.",
		}
	case m.Trade == "" && m.Industry == "":
		return nil, audit.Text{
			EN: "The citation passes did not run: the site doesn't say what the business does, so nobody knows what its customers ask. Give questions with --questions.",
			FR: "Les passes de citation n'ont pas eu lieu : le site ne dit pas ce que fait l'entreprise, on ne sait donc pas ce que demandent ses clients. Donnez des questions avec --questions.",
		}
	default:
		return nil, audit.Text{
			EN: "The citation passes did not run: there are no built-in questions in the market's language (" + language + "). Give your own with --questions, or a model with --extract.",
			FR: "Les passes de citation n'ont pas eu lieu : il n'y a pas de questions intégrées dans la langue du marché (" + language + "). Donnez les vôtres avec --questions, ou un modèle avec --extract.",
		}
	}
}

// open reads a page that an answer cites. Where it stands is a stranger's say: private addresses stay closed unless the operator opened them for cited
// pages too.
func (p *Pipeline) open(ctx context.Context, queue *queue, url string) (title, text string, err error) {
	config := p.config.Fetch
	config.AllowPrivate = p.config.CitedPrivate
	if target, fault := audit.ParseTarget(url); fault == nil && p.config.CitedPrivate && target.Port != "" {
		if port, err := strconv.ParseUint(target.Port, 10, 16); err == nil {
			config.AllowPorts = append(slices.Clone(config.AllowPorts), uint16(port))
		}
	}
	read, err := fetch.Cited(ctx, config, url, queue.parse)
	if err != nil {
		return "", "", err
	}
	if len(read.Titles) > 0 {
		title = read.Titles[0]
	}
	return title, strings.TrimSpace(read.Text.Main + "\n" + read.Text.Outside), nil
}

// passNotes say what went wrong in the passes, to strangers too.
func passNotes(failed map[citation.Basis]passes.Failure, lang audit.Lang) []string {
	var notes []string
	for _, basis := range []citation.Basis{citation.ModelRecall, citation.GroundedAnswer, citation.SearchAIMode, citation.WebRetrieval} {
		f, ok := failed[basis]
		if !ok {
			continue
		}
		if f.Unanswered > 0 {
			notes = append(notes, fmt.Sprintf(audit.Text{
				EN: "Citation pass %s: %d of %d questions stayed unanswered: %s.", FR: "Passe de citation %s : %d questions sur %d sont restées sans réponse : %s.",
			}.In(lang), passNames[basis].In(lang), f.Unanswered, f.Of, f.Reason.In(string(lang))))
		}
		if f.Listing != "" {
			notes = append(notes, fmt.Sprintf(audit.Text{
				EN: "The map could not be searched for the business's own listing: %s.", FR: "La fiche de l'entreprise n'a pas pu être cherchée sur la carte : %s.",
			}.In(lang), f.Listing.In(string(lang))))
		}
	}
	return notes
}

// passNames are the passes in people's words.
var passNames = map[citation.Basis]audit.Text{
	citation.ModelRecall:    {EN: "answers from a model's memory", FR: "réponses de mémoire d'un modèle"},
	citation.GroundedAnswer: {EN: "answers after a web search", FR: "réponses après recherche sur le web"},
	citation.SearchAIMode:   {EN: "a search engine's AI mode", FR: "mode IA d'un moteur de recherche"},
	citation.WebRetrieval:   {EN: "web search", FR: "recherche sur le web"},
}
