package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	defaultVotes = 3
	maxVotes     = 9
	defaultApart = 25
	defaultTime  = 60 * time.Second
	attempts     = 2    // at an answer that keeps to the schema
	maxAnswer    = 8192 // tokens, hidden reasoning among them
)

// Model is a language model that judges what the built-in rubric can't measure. The zero value is none.
type Model struct {
	Engine engine.Structured // nil leaves all to the rubric
	Viewer engine.Viewer     // the same model, where it can see: it judges design by a screenshot, if there is one; nil where it judges by text alone
	Name   string            // provider:model, as sources and notes have it
	Votes  int               // how often it is asked, 1 to 9, made odd; 3 where 0
	Apart  int               // points between model and rubric from which the source warns; 25 where 0
	Time   time.Duration     // for all calls of one audit; 60 s where 0
	// Seed keeps audited sites from foreseeing the control questions; NewSeed makes one. Processes that share paid answers share it.
	Seed []byte
}

// Judgement is what was made of the facts, in one language.
type Judgement struct {
	Scores   map[audit.Metric]audit.Score // all ten
	Business audit.Business
	Summary  string
	Steps    []audit.Step // at most five; nil where there is nothing to mend
	Rules    string       // version of all that judged; equal ones make scores comparable
	Notes    []string     // what went wrong or was added
	Cost     *audit.Cost  // nil where no model was asked
	Faults   []error      // what Notes tell, in the services' words: for the operator's log, never for strangers
	Obeyed   bool         // the model's answers show that it did what the site's text says
}

// ByRubric judges by the built-in rubric: the same facts give the same judgement, to the last bit.
func ByRubric(s business.Subject, assessed []check.Assessed, lang audit.Lang) Judgement {
	f := s.Facts()
	scores, described := Score(f, assessed, lang), s.Describe(lang)
	w := newWriter(lang, f, described, scores, assessed)
	return Judgement{Scores: scores, Business: described, Summary: w.summary(), Steps: w.steps(), Rules: check.Version}
}

// Rules names all that judges: the checks, and the model and prompt where there is one.
func (m Model) Rules() string {
	if m.Engine == nil {
		return check.Version
	}
	return fmt.Sprintf("%s+%s/%s", check.Version, m.Name, PromptID())
}

// Judge has the model judge what the rubric did before. It always gives a judgement: what the model doesn't answer, in time and in due form, stays the
// rubric's, and Notes says so. Where no vote counted, Rules is the rubric's. described is told of the business as soon as it is known, once.
func (m Model) Judge(
	ctx context.Context, f *page.Facts, assessed []check.Assessed, rubric Judgement, lang audit.Lang, described func(audit.Business),
) Judgement {
	m.Votes = min(cmp.Or(max(m.Votes, 0), defaultVotes), maxVotes) | 1
	m.Apart = cmp.Or(m.Apart, defaultApart)
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(m.Time, defaultTime))
	defer cancel()
	s := &session{model: m, lang: lang, material: gather(f, assessed), fault: map[string]error{}}

	var group join.Group
	var business audit.Business
	var added []string
	var votes result
	group.Go(func() { votes = s.vote(ctx) })
	group.Go(func() {
		business, added = s.describe(ctx, rubric.Business)
		described(business)
	})
	group.Wait()

	out := Judgement{Scores: rubric.Scores, Business: business, Rules: rubric.Rules, Obeyed: votes.low() == followed}
	if out.Obeyed { // what it says of the business may be what it was told to say
		out.Business, added = rubric.Business, nil
		business = rubric.Business
	}
	if votes.judged() {
		out.Scores, out.Rules = s.scores(rubric.Scores, votes, assessed), m.Rules()
		w := newWriter(lang, f, business, out.Scores, assessed)
		out.Summary, out.Steps = s.summarize(ctx, w), w.steps()
	} else { // it isn't asked again
		w := newWriter(lang, f, business, out.Scores, assessed)
		out.Summary, out.Steps = w.summary(), w.steps()
	}
	out.Notes = s.notes(votes, added)
	out.Cost = &s.cost
	for _, what := range []string{askedVote, askedLook, askedControl, askedBusiness, askedSummary} {
		if err := s.fault[what]; err != nil {
			out.Faults = append(out.Faults, fmt.Errorf("asking %s for a %s: %w", m.Name, what, err))
		}
	}
	return out
}

// session is one audit's dealings with the model.
type session struct {
	model    Model
	lang     audit.Lang
	material material

	mu    sync.Mutex
	cost  audit.Cost
	fault map[string]error // by what was asked for
}

func (s *session) say(en, fr string, args ...any) string {
	return fmt.Sprintf(audit.Text{EN: en, FR: fr}.In(s.lang), args...)
}

var (
	errForm  = errors.New("the answer doesn't keep to the schema")
	errPanic = errors.New("the model's client panicked")
)

// fill asks until an answer reads as T, twice at most, and keeps count. What fails is kept under the name of what was asked for.
func fill[T any](ctx context.Context, s *session, what string, p engine.Prompt, schema engine.Schema, valid func(T) bool) (T, bool) {
	var err error
	for range attempts {
		var answer engine.Answer
		answer, err = s.ask(ctx, what, p, schema)
		s.count(answer.Usage, err)
		if err == nil {
			var v T
			if err = decode(answer.Text, &v); err == nil && valid(v) {
				return v, true
			}
			err = errForm
		}
		if !again(err) || ctx.Err() != nil {
			break
		}
	}
	s.failed(what, err)
	var none T
	return none, false
}

// ask makes one call. Its client reads what strangers send, in a goroutine of ours: a panic there is this call's fault alone.
func (s *session) ask(ctx context.Context, what string, p engine.Prompt, schema engine.Schema) (answer engine.Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errPanic, r)
		}
	}()
	if what == askedLook {
		return s.model.Viewer.Look(ctx, p, schema, engine.Image{MediaType: "image/jpeg", Data: s.material.picture})
	}
	return s.model.Engine.Fill(ctx, p, schema)
}

func (s *session) failed(what string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault[what] = err
}

func (s *session) faultOf(what string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault[what]
}

// provoked reports whether a text can bring the fault about: the service answered, and the answer is of no use.
func provoked(err error) bool {
	var e *engine.Error
	if !errors.As(err, &e) {
		return errors.Is(err, errForm)
	}
	return slices.Contains([]engine.Kind{engine.Refused, engine.Filtered, engine.Empty, engine.Cut, engine.Malformed}, e.Kind)
}

// again reports whether a second attempt may bring what the first didn't. What the network or the service failed at, package engine tried
// again itself.
func again(err error) bool {
	var e *engine.Error
	if !errors.As(err, &e) {
		return errors.Is(err, errForm)
	}
	return e.Kind == engine.Malformed || e.Kind == engine.Empty || e.Kind == engine.Cut
}

// decode reads one JSON value, in a code fence perhaps.
func decode(text string, v any) error {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		inner = strings.TrimPrefix(inner, "json")
		text = strings.TrimSuffix(inner, "```")
	}
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("reading the model's answer: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errForm
	}
	return nil
}

// count adds what a call used, a failed one too.
func (s *session) count(u engine.Usage, err error) {
	if e := (*engine.Error)(nil); errors.As(err, &e) {
		u = e.Usage
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cost.Add(audit.Cost(u))
}

// What is asked for, as notes name it.
const (
	askedVote     = "vote"
	askedLook     = "look at the screenshot"
	askedControl  = "vote without the text"
	askedBusiness = "business description"
	askedSummary  = "summary"
)

// notes say what the model left to the rubric, why, and what it added.
func (s *session) notes(found result, added []string) []string {
	var notes []string
	votes := len(found.text.ballots)
	if why := found.low(); why != "" {
		notes = append(notes, capital(s.lowReason(why))+s.say(". The scores that it has a part in are %d points below the rubric's.",
			" Les notes auxquelles il contribue sont %d points sous celles de la grille.", maxFall))
	}
	switch err := s.fault[askedVote]; {
	case found.low() != "": // said above
	case err == nil && votes == 0:
		notes = append(notes, s.say(
			"The language model %s answered questions wrongly whose answers auditctl knows, "+
				"also without the site's text. The built-in rubric judged.",
			"Le modèle de langage %s a mal répondu à des questions dont auditctl connaît la réponse, même sans le texte du site. "+
				"La grille intégrée a jugé.", s.model.Name))
	case votes == 0:
		notes = append(notes, s.say("The language model %s gave no usable judgement: %s. The built-in rubric judged.",
			"Le modèle de langage %s n'a donné aucun jugement exploitable : %s. La grille intégrée a jugé.", s.model.Name, s.why(err)))
	case err != nil:
		notes = append(notes, s.say("Of %d votes of the language model %s, %d could be used: %s.",
			"Sur %d votes du modèle de langage %s, %d ont pu être utilisés : %s.", s.model.Votes, s.model.Name, votes, s.why(err)))
	}
	if err := s.fault[askedLook]; err != nil && votes > 0 {
		notes = append(notes, s.say("The language model %s did not judge the screenshot, or not in every vote: %s.",
			"Le modèle de langage %s n'a pas jugé la capture d'écran, ou pas à chaque vote : %s.", s.model.Name, s.why(err)))
	}
	if err := s.fault[askedBusiness]; err != nil && votes > 0 {
		notes = append(notes, s.say("The language model %s did not describe the business: %s.",
			"Le modèle de langage %s n'a pas décrit l'entreprise : %s.", s.model.Name, s.why(err)))
	}
	if err := s.fault[askedSummary]; err != nil && votes > 0 {
		notes = append(notes, s.say("The summary is the built-in one; that of the language model %s could not be used: %s.",
			"Le résumé est celui d'auditctl ; celui du modèle de langage %s n'a pas pu être utilisé : %s.", s.model.Name, s.why(err)))
	}
	if len(added) > 0 {
		notes = append(notes, s.say("Found in the site's text by the language model %s, where auditctl found nothing: %s.",
			"Trouvé dans le texte du site par le modèle de langage %s, là où auditctl n'a rien trouvé : %s.", s.model.Name, strings.Join(added, ", ")))
	}
	return notes
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] } // of our own words, which begin in ASCII

// why says what was the matter, to strangers too: nothing of what the service wrote.
func (s *session) why(err error) string {
	var e *engine.Error
	switch {
	case errors.Is(err, errForm):
		return s.say("it broke the form asked for twice", "il n'a pas respecté deux fois la forme demandée")
	case errors.Is(err, errUnproven):
		return s.say("it says what the result doesn't show", "il affirme ce que le résultat ne montre pas")
	case errors.Is(err, errPanic):
		return s.say("auditctl failed at its answer; report it, please", "auditctl a échoué sur sa réponse ; merci de le signaler")
	case !errors.As(err, &e):
		return s.say("it gave no answer in time", "il n'a pas répondu à temps")
	}
	switch e.Kind {
	case engine.Refused, engine.Filtered:
		return s.say("it declined to answer", "il a refusé de répondre")
	case engine.Empty, engine.Cut, engine.Malformed:
		return s.say("its answers were empty or broke off", "ses réponses étaient vides ou coupées")
	case engine.TooDear:
		return s.say("the ceiling of costs was reached", "le plafond de dépenses était atteint")
	case engine.Auth, engine.Quota, engine.Unknown, engine.Invalid:
		return s.say("the service turned the request down", "le service a rejeté la demande")
	default:
		return s.say("the service could not be reached or failed", "le service était injoignable ou en panne")
	}
}
