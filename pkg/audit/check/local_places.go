package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localBusinesses gives the page's own entities that are local businesses.
func localBusinesses(f *page.Facts, p *page.Page) []*page.Node {
	var out []*page.Node
	for _, n := range ownEntities(f, p) {
		if isLocal(n) {
			out = append(out, n)
		}
	}
	return out
}

// travels says whether the business goes to its customers: it says which area it serves and gives no street.
func travels(f *page.Facts) bool {
	area, street := false, false
	for _, p := range f.Pages {
		for _, n := range ownEntities(f, p) {
			area = area || n.Has("areaServed")
		}
		for _, a := range p.Addresses {
			street = street || a.Street != "" && p.Kind != page.KindLegal
		}
	}
	return area && !street
}

// shownAddress gives the first postal address that readers see; a legal notice's counts last.
func shownAddress(f *page.Facts) (page.Address, *page.Page) {
	var legal page.Address
	var on *page.Page
	for _, p := range f.Pages {
		for _, a := range p.Addresses {
			switch {
			case a.Source != "address" && a.Source != "text":
			case p.Kind != page.KindLegal:
				return a, p
			case on == nil:
				legal, on = a, p
			}
		}
	}
	return legal, on
}

// places gives the towns that the site says it is in or serves, as written, the address's first.
func places(f *page.Facts) []string {
	var out []string
	for _, p := range f.Pages {
		if p.Kind == page.KindLegal {
			continue
		}
		for _, a := range p.Addresses {
			out = append(out, a.Locality)
		}
		for _, n := range ownEntities(f, p) {
			out = append(out, p.Graph.Texts(n, "areaServed")...)
		}
	}
	return out
}

// longestTown is how long the name of a place may be, in bytes. Wales has the longest in Europe, with 58.
const longestTown = 100

// towns are names of places, to be found in many texts.
type towns struct {
	order  map[string]int // names in the form that texts have, by their place in the list
	names  []string       // as written
	counts []int          // of words in names, each once, ascending
}

func townsOf(names []string) towns {
	t := towns{order: make(map[string]int), names: names}
	for i, written := range names {
		name := townName(written)
		if _, known := t.order[name]; known || len(name) < 2 || len(name) > longestTown {
			continue
		}
		t.order[name] = i
		if words := 1 + strings.Count(name, " "); !slices.Contains(t.counts, words) {
			t.counts = append(t.counts, words)
		}
	}
	slices.Sort(t.counts)
	return t
}

// townName is a name without the number of a district; Saint and St are one.
func townName(written string) string {
	words := strings.FieldsFunc(folded(written), func(r rune) bool { return r == ' ' || r >= '0' && r <= '9' })
	for i, w := range words {
		switch w {
		case "saint":
			words[i] = "st"
		case "sainte":
			words[i] = "ste"
		case "e", "er", "eme", "cedex", "arrondissement":
			words[i] = ""
		}
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// firstIn returns the first name of the list that the text has, or "". passages makes the text ready. firstIn looks up every run of words
// that may be a name, so that the length of the list doesn't matter.
func (t *towns) firstIn(ready string) string {
	ready = strings.ReplaceAll(strings.ReplaceAll(ready, " saint ", " st "), " sainte ", " ste ")
	var gaps []int // before, between and after words
	for i := range len(ready) {
		if ready[i] == ' ' {
			gaps = append(gaps, i)
		}
	}
	best := -1
	for i := range gaps {
		for _, n := range t.counts {
			if i+n >= len(gaps) || gaps[i+n]-gaps[i] > longestTown+1 {
				break
			}
			if at, ok := t.order[ready[gaps[i]+1:gaps[i+n]]]; ok && (best < 0 || at < best) {
				best = at
			}
		}
	}
	if best < 0 {
		return ""
	}
	return t.names[best]
}
