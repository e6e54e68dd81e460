package compare

import "math"

// term is one member of a weighted mean: got of points out of weight.
type term struct {
	key         Part // without points
	got, weight float64
}

// mean is the weighted mean of terms, 0 to 100. ok is false where nothing has weight.
func mean(terms []term) (value float64, ok bool) {
	got, weight := sums(terms)
	if weight == 0 {
		return 0, false
	}
	return 100 * got / weight, true
}

func sums(terms []term) (got, weight float64) {
	for _, t := range terms {
		got += t.got
		weight += t.weight
	}
	return got, weight
}

// share is a part before it is rounded.
type share struct {
	Part
	points float64
}

// line are the weights by which the changes of a mean's terms count, where all of them change together, evenly, from what was to what is (the method of
// Aumann and Shapley, Values of Non-Atomic Games, 1974). The order of the terms doesn't matter, terms that don't change have no part, and the parts add up.
type line struct{ got, weight float64 }

// between needs terms with weight on both sides.
func between(was, is []term) line {
	n0, d0 := sums(was)
	n1, d1 := sums(is)
	dn, dd := n1-n0, d1-d0
	if dd == 0 {
		return line{1 / d0, (n0 + n1) / 2 / (d0 * d0)}
	}
	// The integrals of 1/D and N/D² along the straight line.
	inverse, slope := math.Log(d1/d0)/dd, dn/dd
	return line{inverse, (n0-slope*d0)/(d0*d1) + slope*inverse}
}

// part is what a term's change brought about, in points.
func (l line) part(was, is term) float64 {
	return 100 * ((is.got-was.got)*l.got - (is.weight-was.weight)*l.weight)
}

// split gives each term's part of the change of a mean whose terms have weight on both sides. Terms are told apart by their keys.
func split(was, is []term) []share {
	l := between(was, is)
	before := make(map[Part]term, len(was))
	for _, t := range was {
		before[t.key] = t
	}
	parts := make([]share, 0, len(is))
	for _, t := range is {
		parts = append(parts, share{t.key, l.part(before[t.key], t)})
		delete(before, t.key)
	}
	for _, t := range was {
		if gone, ok := before[t.key]; ok {
			parts = append(parts, share{t.key, l.part(gone, term{})})
		}
	}
	return parts
}

func scaled(parts []share, by float64) []share {
	out := make([]share, len(parts))
	for i, p := range parts {
		out[i] = share{p.Part, p.points * by}
	}
	return out
}

func total(parts []share) float64 {
	sum := 0.0
	for _, p := range parts {
		sum += p.points
	}
	return sum
}

// tenths rounds parts so that they add up to change points exactly: each down, and then those up that lose most by it. Parts of one key become one, and
// those that come to nothing are left out.
func tenths(parts []share, change int) []Part {
	var merged []share
	at := map[Part]int{}
	for _, p := range parts {
		i, known := at[p.Part]
		if !known {
			i = len(merged)
			at[p.Part] = i
			merged = append(merged, share{Part: p.Part})
		}
		merged[i].points += p.points
	}
	left := 10 * change
	for i := range merged {
		down := math.Floor(10*merged[i].points + 1e-6) // what is a whole tenth but for the machine's precision stays one
		merged[i].Points = Tenths(down)
		merged[i].points = 10*merged[i].points - down
		left -= int(down)
	}
	for ; left > 0 && len(merged) > 0; left-- {
		most := 0
		for i := range merged {
			if merged[i].points > merged[most].points {
				most = i
			}
		}
		merged[most].Points++
		merged[most].points--
	}
	out := []Part{}
	for _, p := range merged {
		if p.Points != 0 {
			out = append(out, p.Part)
		}
	}
	return out
}
