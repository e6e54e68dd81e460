package page

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

//go:embed rich_results.json
var richResults []byte

// richRules is what Google's guides ask, as rich_results.json has it.
type richRules struct {
	Source       string               `json:"source"`
	Guides       string               `json:"guides"` // what the addresses of guides begin with
	Features     []richFeature        `json:"features"`
	Parts        map[string]*richRule `json:"parts"`        // by the name that rules give them
	Containers   []string             `json:"containers"`   // properties whose items are judged as if they stood by themselves
	Values       map[string][]string  `json:"values"`       // properties by the form of their values
	Enumerations map[string][]string  `json:"enumerations"` // the values of a property

	forms map[string]string // Values the other way round
}

// richFeature is a feature of Google's results.
type richFeature struct {
	Feature string       `json:"feature"`
	Guide   string       `json:"guide"`
	With    []richDemand `json:"with"`    // without these, the item isn't meant for the feature
	Alone   bool         `json:"alone"`   // only for items that no other refers to
	Retired string       `json:"retired"` // the month
	richRule
}

// richRule is what is asked of an item.
type richRule struct {
	Types       []string            `json:"types"` // one of them, or of a type under it; none is any
	Not         []string            `json:"not"`
	Required    []richDemand        `json:"required"`
	Recommended []richDemand        `json:"recommended"`
	When        []richCondition     `json:"when"`
	Parts       map[string][]string `json:"parts"` // property -> names in richRules.Parts: the first whose types fit judges its items
}

// richCondition asks for more where the item has something.
type richCondition struct {
	Has         richDemand   `json:"has"`
	Required    []richDemand `json:"required"`
	Recommended []richDemand `json:"recommended"`
}

// richDemand is one property, or one of several, each by its path: "price|priceSpecification.price".
type richDemand struct {
	written string
	paths   [][]string
}

// UnmarshalText reads a demand.
func (d *richDemand) UnmarshalText(text []byte) error {
	d.written = string(text)
	for path := range strings.SplitSeq(d.written, "|") {
		d.paths = append(d.paths, strings.Split(path, "."))
	}
	return nil
}

// names says whether the property itself is demanded, alone or among others.
func (d *richDemand) names(property string) bool {
	return slices.ContainsFunc(d.paths, func(path []string) bool { return len(path) == 1 && path[0] == property })
}

func (r *richRule) fits(n *Node) bool {
	return (len(r.Types) == 0 || n.Is(r.Types...)) && !n.Is(r.Not...)
}

// loadRichRules reads the embedded rules when they are first asked for. They are right, or a test fails.
var loadRichRules = sync.OnceValue(func() *richRules {
	rules := &richRules{forms: make(map[string]string)}
	if err := json.Unmarshal(richResults, rules); err != nil {
		panic("rich_results.json: " + err.Error())
	}
	for form, properties := range rules.Values {
		for _, p := range properties {
			rules.forms[p] = form
		}
	}
	return rules
})
