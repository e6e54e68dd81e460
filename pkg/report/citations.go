package report

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/citation"
)

// mostRivals is how many rivals of a pass are shown to people; json has them all.
const mostRivals = 10

// WriteCitations writes the citation passes of a document's audits and nothing else of them, as table, json or markdown. In JSON, one audit is an object
// and several are a list.
func WriteCitations(w io.Writer, d Document, format string) error {
	switch format {
	case "table":
		return citationsTable(w, d)
	case "json":
		var list []citationsObject
		for _, a := range d.Batch.Audits {
			list = append(list, newCitationsObject(a))
		}
		if _, ok := d.single(); ok {
			return WriteJSON(w, list[0])
		}
		return WriteJSON(w, list)
	case "markdown":
		_, err := io.WriteString(w, citationsMarkdown(d))
		return err
	}
	return fmt.Errorf("unknown format %q; use table, json or markdown", audit.Printable(format))
}

// The places of the passes that differ from the others, in the specification's order.
const (
	groundedAnswer = 1
	searchAIMode   = 2
	webRetrieval   = 3
)

// citationsObject is the part of an audit that is about the passes, under the names that the audit has for it.
type citationsObject struct {
	AuditID string       `json:"audit_id"`
	URL     string       `json:"url"`
	Domain  string       `json:"domain,omitempty"`
	Status  audit.Status `json:"status"`
	*citationsReport
	Error *audit.Failure `json:"error,omitempty"`
}

type citationsReport struct {
	Business         audit.Business       `json:"business"`
	Questions        []string             `json:"questions,omitempty"`
	AICitation       *citation.Recall     `json:"ai_citation"`
	GroundedCitation *citation.Grounded   `json:"grounded_citation"`
	SearchAIMode     *citation.AIMode     `json:"search_ai_mode"`
	LiveCitation     *citation.Live       `json:"live_citation"`
	Diagnosis        []citation.Diagnosis `json:"citation_diagnosis,omitempty"`
	Notes            []string             `json:"notes"`
	Cost             *audit.Cost          `json:"cost,omitempty"`
}

func newCitationsObject(a audit.Audit) citationsObject {
	o := citationsObject{AuditID: a.AuditID, URL: a.URL, Domain: a.Domain, Status: a.Status, Error: a.Error}
	if r := a.Report; a.Status == audit.Done && r != nil {
		o.citationsReport = &citationsReport{
			Business: r.Business, Questions: r.Questions, Diagnosis: r.Diagnosis, Notes: r.Notes, Cost: r.Cost,
			AICitation: r.AICitation, GroundedCitation: r.GroundedCitation, SearchAIMode: r.SearchAIMode, LiveCitation: r.LiveCitation,
		}
	}
	return o
}

// citations is what the formats for people show of the passes. What comes from outside stands in fields of its own, for each format to make safe.
type citations struct {
	Passes    []shownPass // all four, in the specification's order
	Questions []shownQuestion
	Advice    []shownAdvice
	AIMode    *shownAIMode // nil where it didn't run
	Explained string       // what the figures mean
	Legend    string       // of the marks
}

// shownPass is a row of the table of passes. Ran is false where the audit has null for it; all else but the names is empty then.
type shownPass struct {
	Name, Head             string // Head is short, for columns that stand side by side; it may have two lines
	Ran                    bool
	Count, Rank, Unreplied string
	Engine                 string
	Interval               *shownInterval // nil where no answer was counted
	Hosts                  bool           // the rivals are hosts that are read instead
	Rivals                 []shownRival
	MoreRivals             string
	Unverified             string // how many names were left out because no cited source has them
}

// shownInterval is the share of answers that name the business and its interval, in percent.
type shownInterval struct{ Share, Low, High float64 }

type shownRival struct {
	Name  string // a host where the pass is web retrieval
	Count string // questions, and best rank
}

// shownQuestion is one question with what each pass that ran says of it, in their order.
type shownQuestion struct {
	Number  int // from 1
	Text    string
	Answers []shownAnswer
}

type shownAnswer struct {
	Pass, Mark string
	Hosts      bool // as of the pass
	Kind       markKind
	Share      string             // of the question's answers those that name the business, where it was asked several times
	Question   *citation.Question // nil where the pass has no such question
	Other      string             // what the second reader read otherwise, but for the names
}

type markKind int

// The marks of an answer.
const (
	unanswered markKind = iota
	notNamed
	mentioned
	named
)

// shownAdvice is one piece of advice with the questions that it is for.
type shownAdvice struct {
	Finding, Advice string
	Questions       []int // numbers, in ascending order
}

// shownAIMode is what only the search engine's AI mode has.
type shownAIMode struct {
	Listing     string // the audited business's own, in one line
	Cards       []shownCards
	Directories []citation.Directory
}

type shownCards struct {
	Title string
	Picks []shownPick
}

type shownPick struct {
	citation.Pick
	Rated string // rating and reviews
}

// Numbers lists the questions' numbers.
func (a shownAdvice) Numbers() string {
	var list []string
	for _, n := range a.Questions {
		list = append(list, strconv.Itoa(n))
	}
	return strings.Join(list, ", ")
}

// newCitations reports false where no pass ran.
func newCitations(r *audit.Report, lang audit.Lang) (citations, bool) {
	v := citations{Legend: labelMarks.In(lang)}
	all := passes(r)
	ran := slices.ContainsFunc(all, func(p *citation.Pass) bool { return p != nil })
	if !ran {
		return v, false
	}
	var answers, repeats int
	for i, p := range all {
		v.Passes = append(v.Passes, newShownPass(i, p, lang))
		if p != nil {
			answers, repeats = max(answers, p.Samples.Answers), max(repeats, p.Samples.Repeats)
		}
	}
	if answers > 0 {
		v.Explained = labelExplained.In(lang)
	}
	if repeats > 1 {
		v.Legend += " " + labelShares.In(lang)
	}
	if p := r.GroundedCitation; p != nil {
		v.Passes[groundedAnswer].Unverified = unverified(p.NamedUnverified, lang)
	}
	if p := r.SearchAIMode; p != nil {
		v.AIMode = newShownAIMode(p, lang)
		v.Passes[searchAIMode].Unverified = unverified(p.NamedUnverified, lang)
		if p.QuestionsUnreadable > 0 {
			v.Passes[searchAIMode].Unreplied += fmt.Sprintf(labelUnreadable.In(lang), p.QuestionsUnreadable)
		}
	}
	if r.LiveCitation != nil {
		v.Explained = strings.TrimSpace(v.Explained + " " + labelRetrieval.In(lang))
	}
	number := map[string]int{}
	for _, text := range questionTexts(r, all) {
		if number[text] > 0 {
			continue
		}
		number[text] = len(v.Questions) + 1
		q := shownQuestion{Number: number[text], Text: text}
		for i, p := range all {
			if p != nil {
				q.Answers = append(q.Answers, newShownAnswer(v.Passes[i], p, text, lang))
			}
		}
		v.Questions = append(v.Questions, q)
	}
	for _, g := range r.Diagnosis {
		finding := string(g.Finding)
		if name, ok := diagnosisNames[g.Finding]; ok {
			finding = name.In(lang)
		}
		same := func(a shownAdvice) bool { return a.Finding == finding && a.Advice == g.Advice }
		i := slices.IndexFunc(v.Advice, same)
		if i < 0 {
			i = len(v.Advice)
			v.Advice = append(v.Advice, shownAdvice{Finding: finding, Advice: g.Advice})
		}
		v.Advice[i].Questions = append(v.Advice[i].Questions, number[g.Question])
	}
	return v, true
}

// questionTexts gives the questions in order: the audit's, then what a pass or the diagnosis speaks of beyond them, as an audit of another version may.
func questionTexts(r *audit.Report, all []*citation.Pass) []string {
	texts := slices.Clone(r.Questions)
	for _, p := range all {
		if p == nil {
			continue
		}
		for _, q := range p.Questions {
			texts = append(texts, q.Question)
		}
	}
	for _, g := range r.Diagnosis {
		texts = append(texts, g.Question)
	}
	return texts
}

// newShownPass makes the row of the pass in place i of the specification's order.
func newShownPass(i int, p *citation.Pass, lang audit.Lang) shownPass {
	v := shownPass{Name: passNames[i].In(lang), Head: passHeads[i].In(lang), Hosts: i == webRetrieval}
	if p == nil {
		return v
	}
	v.Ran, v.Engine, v.Count, v.Unreplied = true, p.Engine, count(p, lang), strconv.Itoa(p.QuestionsUnanswered)
	if s := p.Samples; s.Answers > 0 {
		v.Interval = &shownInterval{100 * float64(s.Named) / float64(s.Answers), 100 * s.Low, 100 * s.High}
	}
	if p.BestRank != nil {
		v.Rank = strconv.Itoa(*p.BestRank)
	}
	for _, rival := range p.Rivals[:min(len(p.Rivals), mostRivals)] {
		text := strconv.Itoa(rival.NamedIn)
		if rival.BestRank != nil {
			text += ", " + fmt.Sprintf(labelRank.In(lang), *rival.BestRank)
		}
		v.Rivals = append(v.Rivals, shownRival{rival.Name, text})
	}
	if more := len(p.Rivals) - mostRivals; more > 0 {
		v.MoreRivals = fmt.Sprintf(labelMoreRivals.In(lang), more)
	}
	return v
}

// count is in how many questions a pass named the business, with the interval of the share of answers.
func count(p *citation.Pass, lang audit.Lang) string {
	text := fmt.Sprintf(labelOf.In(lang), p.NamedIn, p.QuestionsAnswered)
	s := p.Samples
	if s.Answers == 0 {
		return text
	}
	interval := fmt.Sprintf(labelInterval.In(lang), 100*s.Low, 100*s.High)
	if s.Repeats > 1 {
		interval = fmt.Sprintf(labelAnswers.In(lang), s.Named, s.Answers) + colon.In(lang) + interval
	}
	return text + " (" + interval + ")"
}

func unverified(n int, lang audit.Lang) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(labelUnverified.In(lang), n)
}

func newShownAnswer(pass shownPass, p *citation.Pass, text string, lang audit.Lang) shownAnswer {
	v := shownAnswer{Pass: pass.Name, Hosts: pass.Hosts, Mark: labelUnanswered.In(lang)}
	i := slices.IndexFunc(p.Questions, func(q citation.Question) bool { return q.Question == text })
	if i < 0 {
		return v
	}
	q := &p.Questions[i]
	v.Question = q
	switch {
	case !q.Answered:
	case q.Named:
		v.Kind, v.Mark = named, rankOrNamed(q.Rank, lang)
	case q.MentionedNotRecommended:
		v.Kind, v.Mark = mentioned, labelMentioned.In(lang)
	default:
		v.Kind, v.Mark = notNamed, labelNotNamed.In(lang)
	}
	for _, s := range p.Samples.Questions {
		if s.Question == text && p.Samples.Repeats > 1 {
			v.Share = fmt.Sprintf(labelOf.In(lang), s.Named, s.Answers)
		}
	}
	if other := q.Disagreement; other != nil {
		v.Other = labelNotNamed.In(lang)
		if other.Named {
			v.Other = rankOrNamed(other.Rank, lang)
		}
	}
	return v
}

func rankOrNamed(rank *int, lang audit.Lang) string {
	if rank == nil {
		return labelNamed.In(lang)
	}
	return fmt.Sprintf(labelRank.In(lang), *rank)
}

func newShownAIMode(p *citation.AIMode, lang audit.Lang) *shownAIMode {
	v := &shownAIMode{Listing: listing(p.YourListing, lang), Directories: p.Directories}
	for _, cards := range []struct {
		title audit.Text
		picks []citation.Pick
	}{{labelPicks, p.Picks}, {labelAllMaps, p.PicksAllMaps}} {
		if len(cards.picks) == 0 {
			continue
		}
		shown := shownCards{Title: cards.title.In(lang)}
		for _, pick := range cards.picks {
			shown.Picks = append(shown.Picks, shownPick{pick, stars(pick.Rating, pick.Reviews, lang)})
		}
		v.Cards = append(v.Cards, shown)
	}
	return v
}

// stars is a rating with the number of reviews behind it, as far as the engine quoted them.
func stars(rating *float64, reviews *int, lang audit.Lang) string {
	var parts []string
	if rating != nil {
		text := strconv.FormatFloat(*rating, 'f', -1, 64)
		if lang == audit.French {
			text = strings.Replace(text, ".", ",", 1)
		}
		parts = append(parts, text+"/5")
	}
	if reviews != nil {
		parts = append(parts, fmt.Sprintf(labelReviews.In(lang), *reviews))
	}
	return strings.Join(parts, ", ")
}

// listing says in one line what the engine lists the audited business as.
func listing(l citation.Listing, lang audit.Lang) string {
	if !l.Found {
		return labelUnlisted.In(lang)
	}
	var parts []string
	for _, p := range []string{l.Name, stars(l.Rating, l.Reviews, lang), l.Address, l.Phone} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " · ")
}

// host gives an address's host, or nothing where it has none.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
