package page

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
)

// richExample is an item with all that a guide asks and recommends, and what of it is required: the path to take away, and the error where it is named
// otherwise ("price>price|priceSpecification.price").
type richExample struct {
	Feature  string         `json:"feature"`
	Required []string       `json:"required"`
	Item     map[string]any `json:"item"`
}

// richExamples reads the examples, anew each time: tests spoil them.
func richExamples(t testing.TB) []richExample {
	t.Helper()
	encoded, err := os.ReadFile("testdata/rich_examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []richExample
	if err := json.Unmarshal(encoded, &examples); err != nil {
		t.Fatal(err)
	}
	return examples
}

// syntaxes write an item each in its own way.
var syntaxes = map[string]func(map[string]any) string{
	"jsonld": func(item map[string]any) string {
		item = maps.Clone(item)
		item["@context"] = "https://schema.org"
		encoded, _ := json.Marshal(item)
		return `<script type="application/ld+json">` + string(encoded) + `</script>`
	},
	"microdata": func(item map[string]any) string { return written("", item, microdataTag) },
	"rdfa": func(item map[string]any) string {
		return `<div vocab="https://schema.org/">` + written("", item, rdfaTag) + `</div>`
	},
}

func microdataTag(property string, types []string, id string) string {
	tag := ""
	if types != nil {
		tag = ` itemscope itemtype="https://schema.org/` + strings.Join(types, ` https://schema.org/`) + `"`
	}
	if id != "" {
		tag += ` itemid="` + id + `"`
	}
	if property != "" {
		tag += ` itemprop="` + property + `"`
	}
	return tag
}

func rdfaTag(property string, types []string, id string) string {
	tag := ""
	if types != nil {
		tag = ` typeof="` + strings.Join(types, " ") + `"`
	}
	if id != "" {
		tag += ` resource="` + id + `"`
	}
	if property != "" {
		tag += ` property="` + property + `"`
	}
	return tag
}

// written writes a value of JSON-LD as HTML, each text on the element that fits it.
func written(property string, value any, tag func(property string, types []string, id string) string) string {
	switch v := value.(type) {
	case map[string]any:
		var types []string
		switch t := v["@type"].(type) {
		case string:
			types = []string{t}
		case []any:
			for _, one := range t {
				types = append(types, one.(string))
			}
		}
		id, _ := v["@id"].(string)
		var b strings.Builder
		fmt.Fprintf(&b, "<div%s>", tag(property, types, id))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if !strings.HasPrefix(key, "@") {
				b.WriteString(written(key, v[key], tag))
			}
		}
		return b.String() + "</div>"
	case []any:
		var b strings.Builder
		for _, one := range v {
			b.WriteString(written(property, one, tag))
		}
		return b.String()
	}
	text := html.EscapeString(fmt.Sprint(value))
	at := tag(property, nil, "")
	switch {
	case strings.HasPrefix(text, "https://"):
		return fmt.Sprintf(`<a%s href="%s">link</a>`, at, text)
	case strings.HasPrefix(property, "date"):
		return fmt.Sprintf(`<time%s datetime="%s">some day</time>`, at, text)
	case strings.HasPrefix(property, "price"):
		return fmt.Sprintf(`<data%s value="%s">about so much</data>`, at, text)
	case len(text)%2 == 0:
		return fmt.Sprintf(`<meta%s content="%s">`, at, text)
	}
	return fmt.Sprintf("<p>It says: <b%s>%s</b></p>", at, text)
}

// graphOf reads the structured data of a page at https://example.com/.
func graphOf(t testing.TB, page string) *Graph {
	t.Helper()
	p := parseHTML(Document{
		URL: "https://example.com/", Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}},
		Body: []byte("<!doctype html><body>" + page + "</body>"),
	})
	return &p.Graph
}

// said writes a graph without the order of its nodes and without its syntax.
func said(g *Graph) string {
	var node func(n *Node, depth int) string
	node = func(n *Node, depth int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%v %s", n.Types, n.ID)
		if depth > 8 {
			return b.String()
		}
		for _, property := range slices.Sorted(maps.Keys(n.Props)) {
			for _, v := range n.Props[property] {
				if v.Node == 0 {
					fmt.Fprintf(&b, " %s=%q", property, v.Text)
				} else {
					fmt.Fprintf(&b, " %s={%s}", property, node(&g.Nodes[v.Node-1], depth+1))
				}
			}
		}
		return b.String()
	}
	var roots []string
	for i := range g.Nodes {
		if g.Nodes[i].Root {
			roots = append(roots, node(&g.Nodes[i], 0))
		}
	}
	slices.Sort(roots)
	return strings.Join(roots, "\n")
}

func decoded(t testing.TB, item string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(item), &v); err != nil {
		t.Fatalf("%v in %s", err, item)
	}
	return v
}

// result gives what is asked of the item for a feature; it is the only one in a graph.
func result(t *testing.T, g *Graph, feature string) RichResult {
	t.Helper()
	for _, r := range RichResults(g) {
		if r.Feature == feature && r.Node == 1 {
			return r
		}
	}
	t.Fatalf("the item isn't held against %s: %+v", feature, RichResults(g))
	return RichResult{}
}

func TestACompleteItemLacksNothingInAnySyntax(t *testing.T) {
	for _, x := range richExamples(t) {
		for syntax, write := range syntaxes {
			r := result(t, graphOf(t, write(x.Item)), x.Feature)
			if len(r.Errors)+len(r.Warnings) > 0 || r.Format != syntax || !strings.HasPrefix(r.Guide, "https://developers.google.com/search/docs/") {
				t.Errorf("%s in %s: %+v", x.Feature, syntax, r)
			}
		}
	}
}

func TestEachRequiredPropertyIsMissedInAnySyntax(t *testing.T) {
	for at, x := range richExamples(t) {
		for _, path := range x.Required {
			path, want, named := strings.Cut(path, ">")
			if !named {
				want = strings.ReplaceAll(path, ".0.", "[0].")
			}
			item := richExamples(t)[at].Item
			remove(t, item, strings.Split(path, "."))
			for syntax, write := range syntaxes {
				r := result(t, graphOf(t, write(item)), x.Feature)
				if len(r.Errors) != 1 || r.Errors[0] != (RichIssue{Path: want, Problem: "missing"}) {
					t.Errorf("%s in %s without %s: %v, want %s", x.Feature, syntax, path, r.Errors, want)
				}
			}
		}
	}
}

// TestEveryFeatureHasAnExample keeps the examples complete.
func TestEveryFeatureHasAnExample(t *testing.T) {
	examples := richExamples(t)
	for _, f := range loadRichRules().Features {
		if f.Retired == "" && !slices.ContainsFunc(examples, func(x richExample) bool { return x.Feature == f.Feature }) {
			t.Errorf("%s has no example", f.Feature)
		}
	}
}

// TestTheRulesNameWhatExists finds slips of the pen in rich_results.json.
func TestTheRulesNameWhatExists(t *testing.T) {
	rules := loadRichRules()
	known := func(rule *richRule) {
		for _, typ := range slices.Concat(rule.Types, rule.Not) {
			if len(schemaParents()[typ]) == 0 && typ != "OccupationAggregationByEmployer" {
				t.Errorf("no type %q", typ)
			}
		}
		for property, names := range rule.Parts {
			for _, name := range names {
				if rules.Parts[name] == nil {
					t.Errorf("%s: no part %q", property, name)
				}
			}
		}
	}
	for i := range rules.Features {
		known(&rules.Features[i].richRule)
	}
	for _, part := range rules.Parts {
		known(part)
	}
}

func remove(t *testing.T, item any, path []string) {
	t.Helper()
	switch v := item.(type) {
	case map[string]any:
		if v[path[0]] == nil {
			t.Fatalf("no %s to take away", path[0])
		}
		if len(path) == 1 {
			delete(v, path[0])
		} else {
			remove(t, v[path[0]], path[1:])
		}
	case []any:
		remove(t, v[path[0][0]-'0'], path[1:])
	default:
		t.Fatalf("%v of %T", path, item)
	}
}

func TestRichValues(t *testing.T) {
	offer := func(properties string) string {
		return `{"@type":"Product","name":"A","image":"https://example.com/a.jpg","offers":{"@type":"Offer","price":"1","priceCurrency":"EUR",` + properties + `}}`
	}
	rated := func(rating string) string {
		return `{"@type":"Product","name":"A","aggregateRating":{"@type":"AggregateRating",` + rating + `}}`
	}
	for _, tt := range []struct{ name, feature, item, fails, warns string }{
		{"a price with its sign", "merchant-listing", offer(`"price":"$10"`), "offers.price: invalid_number ($10)", ""},
		{"a price with a comma", "product-snippet", offer(`"price":"1,299.00"`), "offers.price: invalid_number (1,299.00)", ""},
		{"a number of JSON", "product-snippet", offer(`"price":12.5`), "", "!"},
		{"no such currency", "merchant-listing", offer(`"priceCurrency":"EURO"`), "offers.priceCurrency: invalid_currency (EURO)", ""},
		{"a currency's sign", "merchant-listing", offer(`"priceCurrency":"€"`), "offers.priceCurrency: invalid_currency (€)", ""},
		{"no such availability", "product-snippet", offer(`"availability":"available"`), "", "offers.availability: unknown_value (available)"},
		{"availability as an item", "product-snippet", offer(`"availability":{"@id":"http://schema.org/InStock"}`), "", "!availability"},
		{"a date in words", "product-snippet", offer(`"priceValidUntil":"next May"`), "", "offers.priceValidUntil: invalid_date (next May)"},
		{"offers as text", "product-snippet", `{"@type":"Product","name":"A","offers":"10 EUR"}`, "offers: not_an_item (10 EUR)", ""},
		{"offers of another type", "product-snippet", `{"@type":"Product","name":"A","offers":{"@type":"Thing","price":"1"}}`, "offers: wrong_type (Thing)", ""},
		{"an offer without a type", "product-snippet", `{"@type":"Product","name":"A","offers":{"name":"x"}}`, "offers.price|priceSpecification.price: missing", ""},
		{
			"the second offer", "product-snippet", `{"@type":"Product","name":"A","offers":[{"@type":"Offer","price":"1"},{"@type":"Offer"}]}`,
			"offers[1].price|priceSpecification.price: missing", "",
		},
		{"a price in its specification", "merchant-listing", `{"@type":"Product","name":"A","image":"https://example.com/a.jpg","offers":{"@type":"Offer",
			"priceSpecification":{"@type":"UnitPriceSpecification","price":"1","priceCurrency":"EUR"}}}`, "", "!price"},
		{"nothing to show", "product-snippet", `{"@type":"Product","name":"A"}`, "offers|review|aggregateRating: missing", ""},
		{"a rating over the best", "review-snippet", rated(`"ratingValue":"9","ratingCount":"2"`), "aggregateRating.ratingValue: out_of_range (9)", ""},
		{"a rating of ten", "review-snippet", rated(`"ratingValue":"9","bestRating":"10","ratingCount":"2"`), "", "!"},
		{"a rating with a comma", "review-snippet", rated(`"ratingValue":"4,5","ratingCount":"2"`), "", "!"},
		{"a rating as a fraction", "review-snippet", rated(`"ratingValue":"8/10","ratingCount":"2"`), "", "!"},
		{"a rating in stars", "review-snippet", rated(`"ratingValue":"★★★★","ratingCount":"2"`), "aggregateRating.ratingValue: invalid_number (★★★★)", ""},
		{"rated by nobody", "review-snippet", rated(`"ratingValue":"4","ratingCount":"0"`), "aggregateRating.ratingCount: out_of_range (0)", ""},
		{
			"a start in words", "event", `{"@type":"Event","name":"A","startDate":"21 July","location":{"@type":"Place","address":"1 Main St"}}`,
			"startDate: invalid_date (21 July)", "",
		},
		{"a place as text", "event", `{"@type":"Event","name":"A","startDate":"2026-07-21","location":"Hall"}`, "location: not_an_item (Hall)", ""},
		{
			"a duration in minutes", "recipe", `{"@type":"Recipe","name":"A","image":"https://example.com/a.jpg","cookTime":"20 min"}`, "",
			"cookTime: invalid_duration (20 min)",
		},
		{"a duration of nothing", "recipe", `{"@type":"Recipe","name":"A","image":"https://example.com/a.jpg","cookTime":"PT"}`, "", "cookTime: invalid_duration (PT)"},
		{"an address in part", "recipe", `{"@type":"Recipe","name":"A","image":"/a.jpg"}`, "", "image: not_absolute (/a.jpg)"},
		{"a picture as an item", "recipe", `{"@type":"Recipe","name":"A","image":{"@type":"ImageObject","url":"https://example.com/a.jpg"}}`, "", "!image"},
		{"work from anywhere", "job-posting", `{"@type":"JobPosting","title":"A","description":"B","datePosted":"2026-05-01","hiringOrganization":"Acme",
			"jobLocationType":"TELECOMMUTE","applicantLocationRequirements":{"@type":"Country","name":"FR"}}`, "", "!location"},
		{
			"employment in words", "job-posting", `{"@type":"JobPosting","title":"A","description":"B","datePosted":"2026-05-01","hiringOrganization":"Acme",
			"jobLocation":{"@type":"Place","address":{"@type":"PostalAddress","addressCountry":"FR"}},"employmentType":"full time"}`, "",
			"employmentType: unknown_value (full time)",
		},
		{"one step", "breadcrumb", `{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"A"}]}`, "", "itemListElement: too_few (1)"},
		{"an author described elsewhere", "article", `{"@type":"Article","author":{"@id":"https://example.com/#ada"}}`, "", "!author"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := result(t, graphOf(t, syntaxes["jsonld"](decoded(t, tt.item))), tt.feature)
			if got := fmt.Sprint(r.Errors); got != "["+tt.fails+"]" {
				t.Errorf("errors %s, want [%s]", got, tt.fails)
			}
			warnings := fmt.Sprint(r.Warnings)
			if unwanted, not := strings.CutPrefix(tt.warns, "!"); not {
				if unwanted != "" && strings.Contains(warnings, unwanted) || strings.Contains(warnings, "invalid") || strings.Contains(warnings, "range") {
					t.Errorf("warnings %s", warnings)
				}
			} else if !strings.Contains(warnings, tt.warns) {
				t.Errorf("warnings %s, want %s among them", warnings, tt.warns)
			}
		})
	}
}

func TestRetiredFeaturesAreNamedAndNothingIsAskedOfThem(t *testing.T) {
	for typ, want := range map[string]string{"HowTo": "2023-09", "FAQPage": "2026-05", "ClaimReview": "2025-06", "SpecialAnnouncement": "2025-06"} {
		found := RichResults(graphOf(t, syntaxes["jsonld"](map[string]any{"@type": typ, "about": "x"})))
		if len(found) != 1 || found[0].Retired != want || len(found[0].Errors)+len(found[0].Warnings) > 0 {
			t.Errorf("%s: %+v", typ, found)
		}
	}
	if found := RichResults(graphOf(t, syntaxes["jsonld"](map[string]any{"@type": "Recipe", "name": "x"}))); len(found) != 1 || found[0].Retired != "" {
		t.Errorf("a recipe, which is a HowTo to schema.org: %+v", found)
	}
}

// TestOneThingInThreeSyntaxesIsOneGraph writes random items in each syntax.
func TestOneThingInThreeSyntaxesIsOneGraph(t *testing.T) {
	for seed := range int64(300) {
		item := randomItem(rand.New(rand.NewSource(seed)), 0)
		want := ""
		for _, syntax := range []string{"jsonld", "microdata", "rdfa"} {
			page := syntaxes[syntax](item)
			g := graphOf(t, page)
			got := said(g)
			if want == "" {
				want = got
			}
			if got != want || len(g.Errors) > 0 {
				t.Fatalf("seed %d, %s\n%s\n%s\nin JSON-LD\n%s\nerrors %v", seed, syntax, page, got, want, g.Errors)
			}
		}
	}
}

func randomItem(random *rand.Rand, depth int) map[string]any {
	types := []any{"LocalBusiness", "Dentist", "Product", "Event", "Person", "Offer", "PostalAddress"}
	item := map[string]any{"@type": types[random.Intn(len(types))]}
	if random.Intn(4) == 0 {
		item["@type"] = []any{types[0], types[1+random.Intn(6)]}
	}
	if random.Intn(3) == 0 {
		item["@id"] = fmt.Sprintf("https://example.com/#%d", random.Int63())
	}
	properties := []string{"name", "url", "datePublished", "price", "address", "offers", "telephone", "description", "image"}
	texts := []any{"Acme & Sons", "https://example.com/a?b=1&c=2", "2026-05-01", "12.50", "Café «Ada»", "1 < 2", "+33 1 42 68 53 00", `a "quoted" word`}
	var value func(depth int) any
	value = func(depth int) any {
		switch random.Intn(6) {
		case 0:
			if depth < 4 {
				return randomItem(random, depth+1)
			}
		case 1:
			if depth < 4 {
				return []any{value(depth + 1), value(depth + 1)}
			}
		}
		return texts[random.Intn(len(texts))]
	}
	for range 1 + random.Intn(5) {
		item[properties[random.Intn(len(properties))]] = value(depth)
	}
	return item
}

func FuzzRichResults(f *testing.F) {
	for _, x := range richExamples(f) {
		item, err := json.Marshal(x.Item)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(item))
	}
	f.Add(`{"@graph":[{"@id":"#a","@type":"Product","hasVariant":{"@id":"#a"},"offers":[{"@id":"#a"}],"itemListElement":{"@id":"#a"},"name":{"@id":"#b"}}]}`)
	f.Fuzz(func(t *testing.T, item string) {
		g := readJSONLD(t, strings.Replace(item, "{", `{"@context":"https://schema.org",`, 1))
		found := RichResults(g)
		if again := RichResults(g); fmt.Sprint(found) != fmt.Sprint(again) {
			t.Fatalf("%+v the first time, %+v the second", found, again)
		}
		for _, r := range found {
			if r.Node < 1 || r.Node > len(g.Nodes) || len(r.Errors) > maxRichIssues || len(r.Warnings) > maxRichIssues || r.Path == "" && len(r.Types) > 0 {
				t.Fatalf("%+v of %d nodes", r, len(g.Nodes))
			}
		}
	})
}

func BenchmarkRichResults(b *testing.B) {
	var page strings.Builder
	for _, x := range richExamples(b) {
		page.WriteString(syntaxes["jsonld"](x.Item))
	}
	g := graphOf(b, page.String())
	for b.Loop() {
		RichResults(g)
	}
}
