package page

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// RichResult is what Google's guides ask of one item of a page's structured data for one of the features of its results.
type RichResult struct {
	Feature  string      `json:"feature"`           // product-snippet, merchant-listing, local-business, …; names are those of rich_results.json
	Guide    string      `json:"guide"`             // address of Google's guide
	Types    []string    `json:"types"`             // of the item
	Node     int         `json:"node"`              // 1-based index into Graph.Nodes
	Path     string      `json:"path"`              // from the item that stands by itself: "ProfilePage.mainEntity"
	Format   string      `json:"format"`            // jsonld, microdata, rdfa
	Block    int         `json:"block"`             // 1-based number of the script, 0 outside JSON-LD
	Retired  string      `json:"retired,omitempty"` // month in which Google gave the feature up, "2023-09"; nothing is asked of the item then
	Errors   []RichIssue `json:"errors"`            // what keeps the item from the feature; at most 50
	Warnings []RichIssue `json:"warnings"`          // what the guide recommends; at most 50
}

// RichIssue is a property that isn't as a guide wants it.
type RichIssue struct {
	Path    string `json:"path"`            // below the item: "offers[1].price"; alternatives as "price|priceSpecification.price"
	Problem string `json:"problem"`         // missing, too_few, not_an_item, wrong_type, invalid_date, invalid_duration, invalid_currency, invalid_number, …
	Value   string `json:"value,omitempty"` // as written, where there is one
}

// String writes the issue as reports show it: "offers.price: missing".
func (i RichIssue) String() string {
	if i.Value == "" {
		return i.Path + ": " + i.Problem
	}
	return fmt.Sprintf("%s: %s (%s)", i.Path, i.Problem, i.Value)
}

// The bounds of what is computed for a page.
const (
	maxRichIssues = 50     // errors, and warnings, of one result
	maxRichVisits = 10_000 // items looked at, each as often as others lead to it
	maxRichDepth  = 6      // items inside each other
)

// RichResults holds each item of the graph against the guides of the features that it can be for, in the order of the items. An item counts where it
// stands by itself, or in a property that holds a page's subject (mainEntity, hasPart, itemListElement …); others are judged as part of what they stand
// in. Nothing is asked of an item that is only mentioned by its identifier.
func RichResults(g *Graph) []RichResult {
	j := newRichJudge(g)
	var found []RichResult
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for r := range j.rules.Features {
			rule := &j.rules.Features[r]
			if !j.stands(i, rule) || !rule.fits(n) || !j.allOf(rule.With, n) {
				continue
			}
			j.found = RichResult{
				Feature: rule.Feature, Guide: j.rules.Guides + rule.Guide, Types: n.Types, Node: i + 1, Path: j.path(i), Format: n.Format, Block: n.Block,
				Retired: rule.Retired, Errors: []RichIssue{}, Warnings: []RichIssue{},
			}
			if rule.Retired == "" {
				j.item(n, &rule.richRule, "", 1)
				if rule.Feature == "breadcrumb" {
					j.trail(n)
				}
			}
			found = append(found, j.found)
		}
	}
	return found
}

// richJudge holds the items of one graph against the rules.
type richJudge struct {
	g         *Graph
	rules     *richRules
	contained []holder        // for each node, the first that holds it as its subject
	mentioned []bool          // whether another node refers to it
	groups    map[*Node]*Node // of variants of a product, the group
	visits    int
	found     RichResult
}

// holder is where a node stands: in a property of another, 1-based; none is zero.
type holder struct {
	node     int
	property string
}

func newRichJudge(g *Graph) *richJudge {
	size := len(g.Nodes)
	j := &richJudge{g: g, rules: loadRichRules(), contained: make([]holder, size), mentioned: make([]bool, size), groups: make(map[*Node]*Node)}
	for i := range g.Nodes {
		for _, variant := range g.Subs(&g.Nodes[i], "hasVariant") {
			j.groups[variant] = &g.Nodes[i]
		}
		for _, group := range g.Subs(&g.Nodes[i], "isVariantOf") {
			j.groups[&g.Nodes[i]] = group
		}
		for property, values := range g.Nodes[i].Props {
			for _, v := range values {
				if v.Node == 0 || v.Node == i+1 {
					continue
				}
				j.mentioned[v.Node-1] = true
				// Maps have no order: of several holders in one node, the property that sorts first stands.
				at := &j.contained[v.Node-1]
				if slices.Contains(j.rules.Containers, property) && (at.node == 0 || at.node == i+1 && property < at.property) {
					*at = holder{node: i + 1, property: property}
				}
			}
		}
	}
	return j
}

// stands says whether the rule asks after the node at all.
func (j *richJudge) stands(i int, rule *richFeature) bool {
	n := &j.g.Nodes[i]
	switch {
	case rule.Retired != "":
		return true
	case bare(n):
		return false
	case rule.Alone:
		return n.Root && !j.mentioned[i]
	}
	return n.Root || j.contained[i].node > 0
}

// path names the item from the one that stands by itself. Items that hold each other in a circle end it.
func (j *richJudge) path(i int) string {
	var steps []string
	for range maxRichDepth {
		at := j.contained[i]
		if j.g.Nodes[i].Root || at.node == 0 {
			break
		}
		steps = append(steps, at.property)
		i = at.node - 1
	}
	steps = append(steps, strings.Join(j.g.Nodes[i].Types, "+"))
	slices.Reverse(steps)
	return strings.Join(steps, ".")
}

// item judges a node and the parts that the rule knows. at is the path to it, with a dot at its end.
func (j *richJudge) item(n *Node, rule *richRule, at string, depth int) {
	if j.visits++; j.visits > maxRichVisits || depth > maxRichDepth {
		return
	}
	required, recommended := rule.Required, rule.Recommended
	for i := range rule.When {
		if j.meets(&rule.When[i].Has, n) {
			required, recommended = slices.Concat(required, rule.When[i].Required), slices.Concat(recommended, rule.When[i].Recommended)
		}
	}
	for i := range required {
		if !j.meets(&required[i], n) {
			j.fail(at+required[i].written, "missing", "")
		}
	}
	for i := range recommended {
		if !j.meets(&recommended[i], n) {
			j.warn(at+recommended[i].written, "missing", "")
		}
	}
	for _, property := range slices.Sorted(maps.Keys(n.Props)) {
		report := j.warn
		if slices.ContainsFunc(required, func(d richDemand) bool { return d.names(property) }) {
			report = j.fail
		}
		j.values(n, property, at+property, report)
		j.parts(n, rule, property, at, depth, report)
	}
}

// parts judges the items of one property.
func (j *richJudge) parts(n *Node, rule *richRule, property, at string, depth int, report func(path, problem, value string)) {
	names := rule.Parts[property]
	if len(names) == 0 {
		return
	}
	values := n.Props[property]
	for i, v := range values {
		path := at + property
		if len(values) > 1 {
			path += "[" + strconv.Itoa(i) + "]"
		}
		if v.Node == 0 {
			if len(j.rules.Parts[names[0]].Types) > 0 { // where any type will do, a text stands for the name of one
				report(path, "not_an_item", v.Text)
			}
			continue
		}
		part := &j.g.Nodes[v.Node-1]
		if bare(part) {
			continue
		}
		if k := slices.IndexFunc(names, func(name string) bool { return len(part.Types) == 0 || j.rules.Parts[name].fits(part) }); k >= 0 {
			j.item(part, j.rules.Parts[names[k]], path+".", depth+1)
		} else {
			report(path, "wrong_type", strings.Join(part.Types, "+"))
		}
	}
}

// trail judges what is particular to breadcrumbs: two steps at least, and an address for each but the last.
func (j *richJudge) trail(n *Node) {
	steps := n.Props["itemListElement"]
	if len(steps) == 1 {
		j.warn("itemListElement", "too_few", "1")
	}
	last, highest := len(steps)-1, 0.0
	for i, v := range steps {
		if v.Node == 0 {
			continue
		}
		at, ok := plainNumber(j.g.Text(&j.g.Nodes[v.Node-1], "position"))
		if !ok {
			last = len(steps) - 1
			break
		}
		if i == 0 || at > highest {
			last, highest = i, at
		}
	}
	for i, v := range steps {
		if v.Node == 0 || i == last || bare(&j.g.Nodes[v.Node-1]) {
			continue
		}
		items := j.g.Nodes[v.Node-1].Props["item"]
		path := "itemListElement.item"
		if len(steps) > 1 {
			path = "itemListElement[" + strconv.Itoa(i) + "].item"
		}
		switch {
		case len(items) == 0:
			j.fail(path, "missing", "")
		case items[0].Node == 0:
			if !absolute(items[0].Text) {
				j.warn(path, "not_absolute", items[0].Text)
			}
		case j.g.Nodes[items[0].Node-1].ID == "":
			j.fail(path+".@id", "missing", "")
		}
	}
}

// allOf says whether every demand is met.
func (j *richJudge) allOf(demands []richDemand, n *Node) bool {
	return !slices.ContainsFunc(demands, func(d richDemand) bool { return !j.meets(&d, n) })
}

// meets says whether one of the demand's paths leads to a value. A variant of a product has what its group has.
func (j *richJudge) meets(d *richDemand, n *Node) bool {
	for _, path := range d.paths {
		if j.reaches(n, path) {
			return true
		}
		if group := j.groups[n]; group != nil && j.reaches(group, path) {
			return true
		}
	}
	return false
}

func (j *richJudge) reaches(n *Node, path []string) bool {
	values := n.Props[path[0]]
	if len(path) == 1 {
		return len(values) > 0
	}
	return slices.ContainsFunc(values, func(v Value) bool {
		if v.Node == 0 {
			return len(path) == 2 && path[1] == "name" && !absolute(v.Text) // a text stands for the item of that name
		}
		inner := &j.g.Nodes[v.Node-1]
		if bare(inner) { // it may be described on another page; in breadcrumbs it is nothing but an address
			return path[0] != "item"
		}
		return j.reaches(inner, path[1:])
	})
}

// bare says that the node is only mentioned by its identifier, and perhaps its type.
func bare(n *Node) bool { return len(n.Props) == 0 && (len(n.Types) == 0 || n.ID != "") }

func (j *richJudge) fail(path, problem, value string) { note(&j.found.Errors, path, problem, value) }

func (j *richJudge) warn(path, problem, value string) { note(&j.found.Warnings, path, problem, value) }

func note(to *[]RichIssue, path, problem, value string) {
	if len(*to) < maxRichIssues {
		*to = append(*to, RichIssue{Path: path, Problem: problem, Value: cut(value, 100)})
	}
}
