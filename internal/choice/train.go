package choice

import (
	"maps"
	"math"
	"slices"
)

// Example is one labelled choice.
type Example struct {
	Candidates [][]string // the features of each
	Right      []int      // the places of those that are right; an example without any teaches nothing
}

// The training's own numbers: passes over all examples, and the length of a step.
const (
	passes   = 300
	stepSize = 0.3
)

// Train learns weights that make the right candidates likely, by gradient ascent with a step of its own for each feature (AdaGrad: Duchi, Hazan, Singer,
// JMLR 12, 2011). penalty, of the squared weights (L2), holds down features that few examples have; 1 is a good one for some hundred examples. The same
// examples in the same order give the same weights.
func Train(examples []Example, penalty float64) Weights {
	names, indexed := index(examples)
	weights, squares, gradient := make([]float64, len(names)), make([]float64, len(names)), make([]float64, len(names))
	for range passes {
		for i, w := range weights {
			gradient[i] = -penalty * w
		}
		for k := range examples {
			addGradient(gradient, weights, indexed[k], examples[k].Right)
		}
		for i, g := range gradient {
			if squares[i] += g * g; g != 0 {
				weights[i] += stepSize * g / math.Sqrt(squares[i])
			}
		}
	}
	w := Weights{}
	for i, name := range names {
		w[name] = weights[i]
	}
	return w
}

// index numbers the features in the order of their names.
func index(examples []Example) (names []string, indexed [][][]int) {
	numbers := make(map[string]int)
	for _, e := range examples {
		for _, c := range e.Candidates {
			for _, name := range c {
				numbers[name] = 0
			}
		}
	}
	names = slices.Sorted(maps.Keys(numbers))
	for i, name := range names {
		numbers[name] = i
	}
	for _, e := range examples {
		var candidates [][]int
		for _, c := range e.Candidates {
			features := make([]int, len(c))
			for i, name := range c {
				features[i] = numbers[name]
			}
			candidates = append(candidates, features)
		}
		indexed = append(indexed, candidates)
	}
	return names, indexed
}

// addGradient adds the gradient of the logarithm of the probability that a right candidate is chosen.
func addGradient(gradient, weights []float64, candidates [][]int, right []int) {
	if len(right) == 0 {
		return
	}
	p := make([]float64, len(candidates))
	for i, features := range candidates {
		for _, f := range features {
			p[i] += weights[f]
		}
	}
	Softmax(p)
	ofRight := 0.0
	for _, i := range right {
		ofRight += p[i]
	}
	for i, features := range candidates {
		slope := -p[i]
		if slices.Contains(right, i) && ofRight > 0 {
			slope += p[i] / ofRight
		}
		for _, f := range features {
			gradient[f] += slope
		}
	}
}
