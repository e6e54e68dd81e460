package business

import (
	"cmp"
	"slices"

	"github.com/auditctl/auditctl/internal/choice"
)

// Candidate is one answer to a question about a business, and what speaks for it.
type Candidate struct {
	Value string // a name, a key of the taxonomy, a type
	// Confidence is the share of cases like this one in which the answer is right, 0 to 1, as the model that chose it estimates it.
	Confidence float64
	Evidence   []Evidence // the strongest first
}

// Evidence is one thing that speaks for a candidate, or against it.
type Evidence struct {
	Feature string  // what it is, as the model's weights name it: "title, strong 1"
	Quote   string  // the site's words; empty where it is no text
	Weight  float64 // in logits; negative where it speaks against the candidate
}

// evidence collects what speaks for one candidate.
type evidence struct {
	value  string
	list   []Evidence
	shared []Evidence // what speaks for all candidates of a sort alike; not to be changed
}

func (e *evidence) add(feature, quote string) {
	e.list = append(e.list, Evidence{Feature: feature, Quote: quote})
}

// score is what all of it weighs.
func (e *evidence) score(weights choice.Weights, shared map[*Evidence]float64) float64 {
	sum := 0.0
	for i := range e.list {
		sum += weights[e.list[i].Feature]
	}
	if len(e.shared) == 0 {
		return sum
	}
	of, known := shared[&e.shared[0]]
	if !known {
		for i := range e.shared {
			of += weights[e.shared[i].Feature]
		}
		shared[&e.shared[0]] = of
	}
	return sum + of
}

// weighed returns all of it with its weights, the strongest first.
func (e *evidence) weighed(weights choice.Weights) []Evidence {
	all := slices.Concat(e.list, e.shared)
	for i := range all {
		all[i].Weight = weights[all[i].Feature]
	}
	slices.SortStableFunc(all, func(a, b Evidence) int { return cmp.Compare(b.Weight, a.Weight) })
	return all
}

// none is a candidate beside all others: that none of them is right. It keeps a lone candidate from being certain.
func (s Subject) none() evidence {
	e := evidence{}
	e.add("none of these", "")
	if s.saysLittle() {
		e.add("none of these, few words", "")
	}
	return e
}

// choose weighs the candidates and none beside them. Without weights, for who learns them, none stays among the candidates.
func (s Subject) choose(weights choice.Weights, all []evidence) []Candidate {
	candidates := weigh(weights, append(all, s.none()))
	if weights == nil {
		return candidates
	}
	return slices.DeleteFunc(candidates, func(c Candidate) bool { return c.Value == "" })
}

// explained is how many of the likeliest candidates bring their evidence with them.
const explained = 3

// weigh turns what speaks for each into candidates, the likeliest first; of two alike the first one given.
func weigh(weights choice.Weights, all []evidence) []Candidate {
	scores, shared := make([]float64, len(all)), map[*Evidence]float64{}
	order := make([]int, len(all))
	for i := range all {
		scores[i], order[i] = all[i].score(weights, shared), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	probabilities := choice.Softmax(scores)
	candidates := make([]Candidate, len(all))
	for place, i := range order {
		candidates[place] = Candidate{Value: all[i].value, Confidence: probabilities[i]}
		if place < explained || weights == nil {
			candidates[place].Evidence = all[i].weighed(weights)
		}
	}
	return candidates
}
