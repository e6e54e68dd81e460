package business

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/internal/choice"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/industry"
)

//go:embed industry_weights.txt
var industryFile string

var industryWeights = sync.OnceValue(func() choice.Weights { return choice.MustParse(industryFile) })

// found is what one field has of one industry's words.
type found struct {
	strong, weak []string // different terms, as the taxonomy has them
	tokens       float64  // strong terms with repetitions, each divided by the number of industries that it stands for
}

// wordsOf finds the words of industries in all fields: those of the site's language, and English ones on sites in others.
type wordsOf struct {
	fields []field
	found  []map[int]*found // per field, by the industry's place in the taxonomy
	whole  []float64        // per field, the tokens of all industries
	// ahead and below are an industry's parts of the strong terms, summed over the short fields, such as titles, and over the long ones.
	ahead, below map[int]float64
}

func findWords(fields []field, lang string) wordsOf {
	w := wordsOf{fields: fields, ahead: map[int]float64{}, below: map[int]float64{}}
	var vocabularies []*industry.Vocabulary
	if v := industry.Words(lang); v != nil {
		vocabularies = append(vocabularies, v)
	}
	if english := industry.Words("en"); lang != "en" && english != nil {
		vocabularies = append(vocabularies, english)
	}
	for _, f := range fields {
		in, whole := map[int]*found{}, 0.0
		for _, v := range vocabularies {
			for _, hit := range v.Find(f.folded, f.words) {
				have := in[hit.Industry]
				if have == nil {
					have = &found{}
					in[hit.Industry] = have
				}
				list := &have.weak
				if hit.Strong {
					list = &have.strong
					have.tokens += 1 / float64(v.Owners[hit.Term])
					whole += 1 / float64(v.Owners[hit.Term])
				}
				if !slices.Contains(*list, hit.Term) {
					*list = append(*list, hit.Term)
				}
			}
		}
		w.found, w.whole = append(w.found, in), append(w.whole, whole)
		sum := w.ahead
		if f.long {
			sum = w.below
		}
		for row, have := range in {
			if whole > 0 {
				sum[row] += have.tokens / whole
			}
		}
	}
	return w
}

// rank says which place an industry has by its part, from 1.
func rank(parts map[int]float64, row int) int {
	place := 1
	for other, part := range parts {
		if part > parts[row] || part == parts[row] && other < row {
			place++
		}
	}
	return place
}

// industryEvidence gathers what speaks for each industry that anything speaks for.
func (s Subject) industryEvidence() []evidence {
	words := findWords(s.texts, s.primary())
	marked := s.markedIndustry()
	article := s.frontIsArticle()
	short := s.front.Text.Visible < leastWords
	named := namesSpecific(&words)
	serving := namesServing(&words)
	ofType := map[industry.Type][]Evidence{}
	for _, typ := range industry.Types() {
		for _, signal := range s.signs {
			ofType[typ] = append(ofType[typ], Evidence{Feature: signal.name + " & type " + string(typ), Quote: signal.quote})
		}
	}
	has := s.schemaTypes()
	var all []evidence
	for row := range industry.All() {
		i := &industry.All()[row]
		e := evidence{value: i.Key}
		s.addWords(&e, &words, row)
		if article { // its words are those of what it tells of, not of whom it belongs to
			for k := range e.list {
				e.list[k].Feature = "article: " + e.list[k].Feature
			}
		}
		s.addMarkup(&e, marked, i, has)
		if len(e.list) == 0 && (!generic[i.Key] || short) {
			continue
		}
		e.shared = ofType[i.Type]
		if generic[i.Key] {
			for _, signal := range s.signs {
				e.add(signal.name+" & "+i.Key, signal.quote)
			}
		}
		if len(e.list) == 0 {
			continue
		}
		e.add("type "+string(i.Type), "")
		if generic[i.Key] {
			e.add("generic", "")
		}
		if i.Wide {
			e.add(map[bool]string{true: "wide beside another", false: "wide alone"}[named > 0], "")
		}
		if serving && !i.Serves {
			e.add("beside one that serves", "")
		}
		if i.Serves {
			e.add("serves", "")
			if words.leads(row) {
				e.add(map[bool]string{true: "serves, ahead of others", false: "serves, ahead alone"}[named > 1], "")
			}
		}
		all = append(all, e)
	}
	return all
}

// namesSpecific counts the industries that a headline has a strong word of and that aren't wide ones.
func namesSpecific(w *wordsOf) int {
	n := 0
	for row := range industry.All() {
		if !industry.All()[row].Wide && w.leads(row) {
			n++
		}
	}
	return n
}

// namesServing reports whether a headline has a strong word of an industry whose sites name their customers' industries too.
func namesServing(w *wordsOf) bool {
	for row := range industry.All() {
		if industry.All()[row].Serves && w.leads(row) {
			return true
		}
	}
	return false
}

// leads reports whether a headline has a strong word of the industry.
func (w *wordsOf) leads(row int) bool {
	for k, f := range w.fields {
		if f.name == "title" || f.name == "h1" || f.name == "description" || f.name == "name" {
			if have := w.found[k][row]; have != nil && len(have.strong) > 0 {
				return true
			}
		}
	}
	return false
}

// frontIsArticle reports whether the front page tells of something, rather than of whom the site belongs to.
func (s Subject) frontIsArticle() bool {
	if s.front.Kind == page.KindArticle || meta(s.front.OpenGraph, "og:type") == "article" || meta(s.front.OpenGraph, "article:published_time") != "" {
		return true
	}
	return len(s.front.Graph.OfType("Article")) > 0 && len(s.front.Graph.OfType("LocalBusiness")) == 0
}

// leastWords is how many words a page needs for its build alone to tell an industry.
const leastWords = 60

// generic are the industries that a site's build says as much as its words.
var generic = setOf(`onlineshop shop newspaper magazine technews blog documentation opensource software webapp mobileapp personalsite artist musician author
	university research municipality government recipes forum encyclopedia socialnetwork marketplace reviewsite directory videoplatform association charity
	podcast journal searchengine healthinfo jobboard`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

func (s Subject) addWords(e *evidence, w *wordsOf, row int) {
	where, different := 0, map[string]bool{}
	for k, f := range w.fields {
		have := w.found[k][row]
		if have == nil {
			continue
		}
		if n := len(have.strong); n > 0 {
			where++
			e.add(fmt.Sprintf("%s, strong %d", f.name, min(n, 3)), strings.Join(have.strong, ", "))
			for _, term := range have.strong {
				different[term] = true
			}
			share := w.share(k, row)
			if f.long {
				e.add(fmt.Sprintf("%s, share %d", f.name, bucket(share, 0.1, 0.25, 0.5)), "")
			} else if share > 0.5 {
				e.add(f.name+", most", "")
			}
		}
		if n := len(have.weak); n > 0 {
			e.add(fmt.Sprintf("%s, weak %d", f.name, min(n, 2)), strings.Join(have.weak, ", "))
		}
	}
	if where > 0 {
		e.add(fmt.Sprintf("in %d fields", min(where, 6)), "")
		e.add(fmt.Sprintf("%d terms", bucket(float64(len(different)), 2, 3, 5, 8)), "")
		for _, part := range []struct {
			name string
			of   map[int]float64
		}{{"ahead", w.ahead}, {"below", w.below}} {
			if part.of[row] > 0 {
				e.add(fmt.Sprintf("%s, place %d", part.name, min(rank(part.of, row), 5)), "")
				e.add(fmt.Sprintf("%s, part %d", part.name, bucket(part.of[row], 0.3, 0.8, 1.5, 2.5, 4)), "")
			}
		}
	}
}

// share is the part of a field's strong terms that are the industry's, 0 to 1.
func (w *wordsOf) share(k, row int) float64 {
	if w.whole[k] == 0 {
		return 0
	}
	return w.found[k][row].tokens / w.whole[k]
}

// bucket counts the bounds that a value reaches.
func bucket(value float64, bounds ...float64) int {
	n := 0
	for _, b := range bounds {
		if value >= b {
			n++
		}
	}
	return n
}

// markedIndustry returns the industry whose schema.org type the business's node has; the most specific wins, that is the type that stands lowest. Types
// that say no industry, such as LocalBusiness and ProfessionalService, give nil.
func (s Subject) markedIndustry() *industry.Industry {
	if s.node == nil {
		return nil
	}
	return markedBy(s.node)
}

func markedBy(n *page.Node) *industry.Industry {
	var best *industry.Industry
	var bestType string
	for i := range industry.All() {
		row := &industry.All()[i]
		for _, typ := range row.Schema {
			if n.Is(typ) && (best == nil || page.IsA(typ, bestType)) {
				best, bestType = row, typ
			}
		}
	}
	return best
}

// schemaTypes are the types of all that the markup of the pages describes but organisations, each once.
func (s Subject) schemaTypes() []string {
	var types []string
	for _, p := range s.facts.Pages {
		for i := range p.Graph.Nodes {
			for _, typ := range p.Graph.Nodes[i].Types {
				if !slices.Contains(types, typ) && !page.IsA(typ, "Organization") {
					types = append(types, typ)
				}
			}
		}
	}
	return types
}

// addMarkup adds what the structured data say of the industry.
func (s Subject) addMarkup(e *evidence, marked, i *industry.Industry, has []string) {
	switch {
	case marked == i:
		e.add("markup says it", strings.Join(s.node.Types, ", "))
	case s.node != nil && s.node.Is(i.Within...) || marked != nil && refines(i, s.node):
		if len(e.list) > 0 {
			e.add("markup says wider", strings.Join(s.node.Types, ", "))
		}
	case marked != nil && len(e.list) > 0:
		e.add("markup says another", strings.Join(s.node.Types, ", "))
	}
	if marked == i {
		return
	}
	for _, typ := range has {
		if slices.ContainsFunc(i.Schema, func(of string) bool { return page.IsA(typ, of) }) {
			e.add("markup has it", typ)
			return
		}
	}
}

// refines reports whether the industry is a kind of what the node's type says: a florist of a Store.
func refines(i *industry.Industry, n *page.Node) bool {
	for _, typ := range i.Schema {
		for _, have := range n.Types {
			if typ != have && page.IsA(typ, have) && page.IsA(have, "Organization") && have != "Organization" {
				return true
			}
		}
	}
	return false
}
