package passes

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
)

const maxAnswer = 4000 // characters of an answer in a result

// answer is a reply, read.
type answer struct {
	reader.Reading
	why      Reason // it is no answer
	came     bool   // there is a reply, whatever it says
	read     reader.Case
	text     string
	sources  []citation.Source
	overview *engine.Overview
	how      string
}

// tally is a pass, counted.
type tally struct {
	citation.Pass
	shown      []answer // by question: the answer that the result shows
	unreadable int      // questions
	unverified int      // names
	cited      []bool   // by question: an own page is among the sources shown
	failure    Failure
}

// read makes the results of a record.
func (c Config) read(ctx context.Context, r *record) Outcome {
	out := Outcome{Failed: map[citation.Basis]Failure{}, questions: r.Questions, cited: map[citation.Basis][]bool{}}
	tallies := map[citation.Basis]*tally{}
	for _, basis := range []citation.Basis{citation.ModelRecall, citation.GroundedAnswer, citation.SearchAIMode, citation.WebRetrieval} {
		if a, there := r.Passes[basis]; there {
			tallies[basis] = c.count(ctx, r, basis, a)
		}
	}
	c.compare(ctx, tallies)
	for basis, t := range tallies {
		if t.failure.Unanswered > 0 || t.failure.Listing != "" {
			out.Failed[basis] = t.failure
		}
		if t.QuestionsAnswered+t.unreadable == 0 {
			continue
		}
		out.cited[basis] = t.cited
		grounded := citation.Grounded{Pass: t.Pass, NamedUnverified: t.unverified}
		switch basis {
		case citation.ModelRecall:
			out.Recall = &citation.Recall{Pass: t.Pass}
		case citation.GroundedAnswer:
			out.Grounded = &grounded
		case citation.SearchAIMode:
			out.AIMode = &citation.AIMode{Grounded: grounded, QuestionsUnreadable: t.unreadable, YourListing: c.yourListing(ctx, r)}
			out.AIMode.Picks, out.AIMode.PicksAllMaps, out.AIMode.Directories = picked(r.Questions, t.shown)
		case citation.WebRetrieval:
			out.Live = &citation.Live{Pass: t.Pass}
		}
	}
	return out
}

// count reads a pass's replies and counts.
func (c Config) count(ctx context.Context, r *record, basis citation.Basis, a asked) *tally {
	t := &tally{Pass: citation.Pass{Basis: basis, Engine: a.Engine, Questions: []citation.Question{}}}
	t.Samples = citation.Samples{Repeats: r.Repeats, Questions: []citation.Share{}}
	rivals := rivals{hosts: basis == citation.WebRetrieval}
	reasons := map[Reason]int{}
	for i, question := range r.Questions {
		var answers []answer
		for _, reply := range a.Replies[i] {
			answers = append(answers, c.answer(ctx, r, basis, question, reply))
		}
		q, share, shown := conclude(question, answers)
		t.Questions = append(t.Questions, q)
		t.shown = append(t.shown, shown)
		t.Samples.Questions = append(t.Samples.Questions, share)
		t.Samples.Answers += share.Answers
		t.Samples.Named += share.Named
		t.cited = append(t.cited, basis != citation.WebRetrieval && c.ownPage(ctx, r.Business, r.Lang, hits(shown.sources)...))
		if basis == citation.WebRetrieval && shown.how != "" {
			t.Engine = shown.how
		}
		switch {
		case q.Answered:
			t.QuestionsAnswered++
			t.unverified += len(shown.Unverified)
			rivals.add(q.NamedInstead, c.places(ctx, shown))
			if q.Named {
				t.NamedIn++
				t.BestRank = best(t.BestRank, q.Rank)
			}
		case shown.Unreadable:
			t.unreadable++
		default:
			t.QuestionsUnanswered++
			reasons[shown.why]++
		}
	}
	t.Rivals = rivals.sorted()
	t.Samples.Low, t.Samples.High = wilson(t.Samples.Named, t.Samples.Answers)
	t.failure = failed(reasons, t.QuestionsAnswered+t.unreadable, len(r.Questions))
	if basis == citation.SearchAIMode {
		t.failure.Listing = r.Unlisted
	}
	return t
}

// failed says what most unanswered questions lacked. Answers that leave the question open are no failure, unless nothing else came.
func failed(reasons map[Reason]int, answered, of int) Failure {
	f := Failure{Of: of}
	most := 0
	for reason, n := range reasons {
		if reason == Declined && answered > 0 {
			continue
		}
		f.Unanswered += n
		if n > most || n == most && reason < f.Reason {
			f.Reason, most = reason, n
		}
	}
	return f
}

// answer reads one reply.
func (c Config) answer(ctx context.Context, r *record, basis citation.Basis, question string, came reply) answer {
	if came.Fault != "" {
		return answer{why: came.Fault}
	}
	a := answer{came: true, text: came.Text, overview: came.Overview, how: came.How}
	a.read = reader.Case{Lang: r.Lang, Basis: basis, Business: r.Business, Question: question}
	sources := r.sources(came)
	switch basis {
	case citation.ModelRecall:
		a.read.Answer = came.Text
	case citation.GroundedAnswer:
		a.read.Answer, a.read.Sources = came.Text, sources
	case citation.SearchAIMode:
		overview := engine.Overview{}
		if came.Overview != nil {
			overview = *came.Overview
		}
		overview.Sources = sources
		a.read.Overview, a.text = &overview, textOf(&overview)
	case citation.WebRetrieval:
		a.read.Hits = came.Hits
		for _, hit := range came.Hits {
			a.sources = append(a.sources, citation.Source(hit))
		}
	}
	for _, source := range sources {
		a.sources = append(a.sources, citation.Source(source.Source))
	}
	a.Reading, a.why = c.see(ctx, a.read)
	switch {
	case a.why != "" || a.Answered:
	case a.Unreadable:
		a.why = Unreadable
	case basis == citation.WebRetrieval:
		a.why = Reason(engine.Empty)
	default:
		a.why = Declined
	}
	return a
}

// sources are the pages that a reply cites, with what could be read of them.
func (r *record) sources(came reply) []engine.Excerpt {
	all := cited(came)
	for i, source := range all {
		page, opened := r.Pages[source.URL]
		if !opened {
			continue
		}
		all[i].Title = cmp.Or(source.Title, page.Title)
		all[i].Text = strings.TrimSpace(source.Text + "\n" + page.Title + "\n" + page.Text)
	}
	return all
}

// see has a case read by the reader that counts, whatever became of the time for asking: what was answered counts.
func (c Config) see(ctx context.Context, k reader.Case) (reader.Reading, Reason) {
	return see(context.WithoutCancel(ctx), c.Reader, k)
}

// see has a case read. A reader that fails, or panics at what strangers wrote, fails at this answer alone.
func see(ctx context.Context, by reader.Reader, k reader.Case) (r reader.Reading, fault Reason) {
	defer func() {
		if recover() != nil {
			r, fault = reader.Reading{}, Unread
		}
	}()
	r, err := by.Read(ctx, k)
	if err != nil {
		return reader.Reading{}, Unread
	}
	return r, ""
}

// conclude makes one question's result of its answers: named where most of them name, shown by the first that agrees with most, ranked by the middle.
func conclude(question string, answers []answer) (q citation.Question, share citation.Share, shown answer) {
	share.Question = question
	var ranks []int
	for _, a := range answers {
		if !a.Answered {
			continue
		}
		share.Answers++
		if a.Named {
			share.Named++
			if a.Rank != nil {
				ranks = append(ranks, *a.Rank)
			}
		}
	}
	q = citation.Question{Question: question, Answered: share.Answers > 0, Named: 2*share.Named > share.Answers}
	shown = choose(answers, q.Answered, q.Named)
	if q.Named && len(ranks) > 0 {
		slices.Sort(ranks)
		q.Rank = &ranks[(len(ranks)-1)/2]
	}
	q.NamedInstead = instead(shown.Reading)
	q.Sources = shown.sources
	q.Answer = cut(shown.text, maxAnswer)
	q.MentionedNotRecommended = shown.MentionedNotRecommended
	if !q.Answered {
		q.Error = shown.why.In("en")
	}
	return q, share, shown
}

// choose gives the answer to show: the first that agrees with most; where none is one, the first reply that came, else the first fault.
func choose(answers []answer, answered, named bool) answer {
	i := slices.IndexFunc(answers, func(a answer) bool { return a.Answered && a.Named == named })
	if !answered {
		i = slices.IndexFunc(answers, func(a answer) bool { return a.Unreadable })
		if i < 0 {
			i = slices.IndexFunc(answers, func(a answer) bool { return a.came })
		}
	}
	return answers[max(i, 0)]
}

// instead are the names that a question's result lists: hosts in web retrieval, else the rivals that the sources bear out, where there are sources.
func instead(r reader.Reading) []string {
	names := []string{}
	for _, name := range slices.Concat(r.Rivals, r.Hosts) {
		if !slices.Contains(r.Unverified, name) {
			names = append(names, name)
		}
	}
	return names
}

// compare has the second reader read every answer shown, and keeps what it reads otherwise. Hosts need no second opinion.
func (c Config) compare(ctx context.Context, tallies map[citation.Basis]*tally) {
	if c.Second == nil {
		return
	}
	var group errgroup.Group
	group.SetLimit(c.InFlight)
	for basis, t := range tallies {
		if basis == citation.WebRetrieval {
			continue
		}
		for i, shown := range t.shown {
			if !shown.came {
				continue
			}
			group.Go(func() error {
				if other, fault := see(ctx, c.Second, shown.read); fault == "" && differ(shown.Reading, other) {
					t.Questions[i].Disagreement = &citation.Disagreement{Named: other.Named, Rank: other.Rank, NamedInstead: instead(other)}
				}
				return nil
			})
		}
	}
	_ = group.Wait() // what fails leaves no disagreement
}

// differ says that two readings of one answer are not the same in what a result shows.
func differ(one, other reader.Reading) bool {
	if one.Named != other.Named || one.Named && (one.Rank == nil) != (other.Rank == nil) || one.Rank != nil && other.Rank != nil && *one.Rank != *other.Rank {
		return true
	}
	key := func(r reader.Reading) []string {
		var names []string
		for _, name := range instead(r) {
			names = append(names, words(name))
		}
		slices.Sort(names)
		return slices.Compact(names)
	}
	return !slices.Equal(key(one), key(other))
}

// yourListing is the business's own card, wherever it was shown.
func (c Config) yourListing(ctx context.Context, r *record) citation.Listing {
	var all []engine.Card
	for _, replies := range r.Passes[citation.SearchAIMode].Replies {
		for _, reply := range replies {
			all = append(all, cards(reply.Overview)...)
		}
	}
	listing, ok := c.listing(ctx, r.Business, r.Lang, all)
	if !ok {
		listing, _ = c.listing(ctx, r.Business, r.Lang, r.Listings)
	}
	return listing
}

func hits(sources []citation.Source) []engine.Source {
	var all []engine.Source
	for _, s := range sources {
		all = append(all, engine.Source(s))
	}
	return all
}
