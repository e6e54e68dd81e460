// Package choice picks one of several candidates by what speaks for each: a conditional logit model (McFadden, Conditional Logit Analysis of Qualitative
// Choice Behavior, 1974). What speaks for a candidate are named features; the weight of each is learnt from labelled examples by Train and kept in a file
// that people can read.
package choice

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Weights are what features count for or against a candidate, in logits; a feature without one counts nothing.
type Weights map[string]float64

// Parse reads weights as Format writes them: one feature a line, its weight behind the last space; lines that begin with # are comments.
func Parse(file string) (Weights, error) {
	w := Weights{}
	for line := range strings.Lines(file) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		at := strings.LastIndexByte(line, ' ')
		if at < 0 {
			return nil, fmt.Errorf("weights: %q has no weight", line)
		}
		value, err := strconv.ParseFloat(line[at+1:], 64)
		if err != nil {
			return nil, fmt.Errorf("weights: %q: %w", line, err)
		}
		w[line[:at]] = value
	}
	return w, nil
}

// MustParse is Parse for a file that is part of the program.
func MustParse(file string) Weights {
	w, err := Parse(file)
	if err != nil {
		panic(err)
	}
	return w
}

// Format writes weights sorted by feature, rounded to hundredths; those that round to nothing are left out.
func (w Weights) Format() string {
	var names []string
	for name, value := range w {
		if math.Abs(value) >= 0.005 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%s %.2f\n", name, w[name])
	}
	return b.String()
}

// Score is what a candidate's features weigh together.
func (w Weights) Score(features []string) float64 {
	sum := 0.0
	for _, f := range features {
		sum += w[f]
	}
	return sum
}

// Probabilities says how likely each candidate is the right one, 0 to 1; together they are 1.
func (w Weights) Probabilities(candidates [][]string) []float64 {
	p := make([]float64, len(candidates))
	for i, features := range candidates {
		p[i] = w.Score(features)
	}
	return Softmax(p)
}

// Softmax turns the scores of candidates into probabilities, in place.
func Softmax(scores []float64) []float64 {
	if len(scores) == 0 {
		return scores
	}
	most, sum := slices.Max(scores), 0.0
	for i, s := range scores {
		scores[i] = math.Exp(s - most)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
	return scores
}
