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
	value string
	list  []Evidence
}

func (e *evidence) add(feature, quote string) {
	e.list = append(e.list, Evidence{Feature: feature, Quote: quote})
}

func (e *evidence) features() []string {
	names := make([]string, len(e.list))
	for i := range e.list {
		names[i] = e.list[i].Feature
	}
	return names
}

// weigh turns what speaks for each into candidates, the likeliest first; of two alike the first one given.
func weigh(weights choice.Weights, all []evidence) []Candidate {
	features := make([][]string, len(all))
	for i := range all {
		features[i] = all[i].features()
	}
	candidates := make([]Candidate, len(all))
	for i, p := range weights.Probabilities(features) {
		for k := range all[i].list {
			all[i].list[k].Weight = weights[all[i].list[k].Feature]
		}
		slices.SortStableFunc(all[i].list, func(a, b Evidence) int { return cmp.Compare(b.Weight, a.Weight) })
		candidates[i] = Candidate{Value: all[i].value, Confidence: p, Evidence: all[i].list}
	}
	slices.SortStableFunc(candidates, func(a, b Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return candidates
}
