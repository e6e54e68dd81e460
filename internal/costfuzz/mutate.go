package costfuzz

import (
	"math/rand/v2"
	"slices"
)

// mutate returns a changed copy of g. other is a genome to take routes and parts from.
func mutate(r *rand.Rand, g, other Genome) Genome {
	m := g.clone()
	m.About = ""
	if len(m.Routes) == 0 {
		m.Routes = []Route{{Path: "*"}}
	}
	for range 1 + r.IntN(3) {
		mutateOnce(r, &m, other)
	}
	return m
}

func mutateOnce(r *rand.Rand, g *Genome, other Genome) {
	route := &g.Routes[r.IntN(len(g.Routes))]
	switch r.IntN(16) {
	case 0:
		g.HTTP2 = !g.HTTP2
	case 1:
		g.Pages = pick(r, []int{1, 2, 5, 10})
	case 2:
		if len(g.Routes) < maxRoutes {
			added := Route{
				Path: pick(r, paths), Header: []Field{headerFields[0]}, Body: []Part{{Text: pick(r, texts), Times: pick(r, counts)}},
			}
			g.Routes = slices.Insert(g.Routes, r.IntN(len(g.Routes)+1), added)
		}
	case 3:
		if taken := other.clone(); len(taken.Routes) > 0 && len(g.Routes) < maxRoutes {
			g.Routes = slices.Insert(g.Routes, r.IntN(len(g.Routes)+1), pick(r, taken.Routes))
		}
	case 4:
		if len(g.Routes) > 1 {
			i := r.IntN(len(g.Routes))
			g.Routes = slices.Delete(g.Routes, i, i+1)
		}
	case 5:
		mutateRoute(r, route)
	case 6, 7:
		mutateFrames(r, &route.Frames)
	default:
		route.Body = mutateParts(r, route.Body, other, 0)
	}
}

const (
	maxRoutes = 8
	maxParts  = 12
	maxInside = 6
	maxLength = 2000 // bytes of one part's text
)

func mutateRoute(r *rand.Rand, route *Route) {
	switch r.IntN(7) {
	case 0:
		route.Status = pick(r, statuses)
	case 1:
		route.Path = pick(r, paths)
	case 2:
		route.Packed = encodingList(r)
	case 3:
		route.Encoding = encodingList(r)
	case 4:
		if len(route.Header) > 0 {
			i := r.IntN(len(route.Header))
			route.Header = slices.Delete(route.Header, i, i+1)
		}
	case 5:
		if len(route.Header) > 0 {
			f := &route.Header[r.IntN(len(route.Header))]
			f.Times = scaled(r, f.Times)
			return
		}
		fallthrough
	default:
		if len(route.Header) < maxParts {
			f := pick(r, headerFields)
			f.Times = pick(r, counts)
			route.Header = append(route.Header, f)
		}
	}
}

func encodingList(r *rand.Rand) []string {
	var list []string
	for range r.IntN(3) {
		list = append(list, pick(r, encodings))
	}
	return list
}

func mutateFrames(r *rand.Rand, f *Frames) {
	switch r.IntN(9) {
	case 0:
		*f = Frames{}
	case 1:
		f.Size = pick(r, counts)
	case 2:
		f.Extension = pick(r, []int{0, 1, 255, 1000, 4000})
	case 3:
		f.Empty = pick(r, []int{0, 1, 10, 100, 1000})
	case 4:
		f.Control, f.ControlKind = pick(r, []int{0, 1, 10, 100, 1000}), pick(r, controlKinds)
	case 5:
		f.Informational = pick(r, []int{0, 1, 5, 100})
	case 6:
		f.Trailers = pick(r, []int{0, 1, 1000})
	case 7:
		f.Pause = pick(r, []int{0, 1, 100})
	default:
		f.Endless = !f.Endless
	}
}

func mutateParts(r *rand.Rand, list []Part, other Genome, depth int) []Part {
	if len(list) == 0 {
		return []Part{{Text: pick(r, texts), Times: pick(r, counts)}}
	}
	i := r.IntN(len(list))
	p := &list[i]
	if len(p.Inside) > 0 && r.IntN(2) == 0 {
		p.Inside = mutateParts(r, p.Inside, other, depth+1)
		return list
	}
	switch r.IntN(11) {
	case 0, 1, 2:
		p.Times = scaled(r, p.Times)
	case 3:
		p.Text = pick(r, texts)
	case 4:
		if joined := p.Text + pick(r, texts); len(joined) < maxLength {
			p.Text = joined
		}
	case 5:
		p.Deep = !p.Deep
	case 6:
		p.Close = pick(r, append(texts, ""))
	case 7:
		if depth < maxInside {
			p.Inside = append(p.Inside, Part{Text: pick(r, texts), Times: pick(r, counts)})
		}
	case 8:
		if len(list) > 1 {
			list = slices.Delete(list, i, i+1)
		}
	case 9:
		if route, ok := anyRoute(r, other); ok && len(route.Body) > 0 && len(list) < maxParts {
			list = slices.Insert(list, i, pick(r, route.clone().Body))
		}
	default:
		if len(list) < maxParts {
			list = slices.Insert(list, i, Part{Text: pick(r, texts), Times: pick(r, counts)})
		}
	}
	return list
}

func anyRoute(r *rand.Rand, g Genome) (Route, bool) {
	if len(g.Routes) == 0 {
		return Route{}, false
	}
	return pick(r, g.Routes), true
}

func (r Route) clone() Route { return Genome{Routes: []Route{r}}.clone().Routes[0] }

// scaled returns a count near n or far from it.
func scaled(r *rand.Rand, n int) int {
	n = max(1, n)
	switch r.IntN(5) {
	case 0:
		return n + 1
	case 1:
		return min(n*2, maxBody)
	case 2:
		return max(1, n/2)
	case 3:
		return min(n*10, maxBody)
	default:
		return pick(r, counts)
	}
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
