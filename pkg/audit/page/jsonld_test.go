package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/weburl"
)

// readJSONLD reads the scripts of one page at https://example.com/a/.
func readJSONLD(t testing.TB, scripts ...string) *Graph {
	t.Helper()
	base, err := weburl.NewBase("https://example.com/a/")
	if err != nil {
		t.Fatal(err)
	}
	var g Graph
	for _, s := range scripts {
		g.addJSONLD(s, base)
	}
	return &g
}

// one gives the only node of a type.
func one(t *testing.T, g *Graph, typ string) *Node {
	t.Helper()
	nodes := g.OfType(typ)
	if len(nodes) != 1 {
		t.Fatalf("%d nodes of type %s in %+v, want 1", len(nodes), typ, *g)
	}
	return nodes[0]
}

func problems(g *Graph) []string {
	var out []string
	for _, e := range g.Errors {
		out = append(out, e.Problem)
	}
	return out
}

func TestJSONLDForms(t *testing.T) {
	for name, src := range map[string]string{
		"plain":                `{"@context":"https://schema.org","@type":"Dentist","name":"Rivoli"}`,
		"http and slash":       `{"@context":"http://schema.org/","@type":"Dentist","name":"Rivoli"}`,
		"www":                  `{"@context":"http://www.schema.org","@type":"Dentist","name":"Rivoli"}`,
		"no scheme":            `{"@context":"//schema.org","@type":"Dentist","name":"Rivoli"}`,
		"context document":     `{"@context":"https://schema.org/docs/jsonldcontext.jsonld","@type":"Dentist","name":"Rivoli"}`,
		"context list":         `{"@context":["https://schema.org",{"@language":"en"}],"@type":"Dentist","name":"Rivoli"}`,
		"vocab":                `{"@context":{"@vocab":"https://schema.org/"},"@type":"Dentist","name":"Rivoli"}`,
		"schema.org's prefix":  `{"@context":"https://schema.org","@type":"schema:Dentist","schema:name":"Rivoli"}`,
		"terms":                `{"@context":["https://schema.org",{"naam":"name","Tandarts":"schema:Dentist","soort":"@type"}],"soort":"Tandarts","naam":"Rivoli"}`,
		"terms of addresses":   `{"@context":{"n":{"@id":"http://schema.org/name"},"D":"https://schema.org/Dentist"},"@type":"D","n":"Rivoli"}`,
		"HTML escapes":         `{"@context":"https://schema.org","@type":"Dentist","name":"Riv&#111;li"}`,
		"included":             `{"@context":"https://schema.org","@type":"WebPage","url":"/","@included":[{"@type":"Dentist","name":"Rivoli"}]}`,
		"prefix":               `{"@context":{"s":"https://schema.org/"},"@type":"s:Dentist","s:name":"Rivoli"}`,
		"whole addresses":      `{"@type":"https://schema.org/Dentist","http://schema.org/name":"Rivoli"}`,
		"array":                `[{"@context":"https://schema.org","@type":"Dentist","name":"Rivoli"}]`,
		"graph":                `{"@context":"https://schema.org","@graph":[{"@type":"Dentist","name":"Rivoli"}]}`,
		"graph of one":         `{"@context":"https://schema.org","@graph":{"@type":"Dentist","name":"Rivoli"}}`,
		"types":                `{"@context":"https://schema.org","@type":["Organization","Dentist"],"name":"Rivoli"}`,
		"aliases of context":   `{"@context":"https://schema.org","type":"Dentist","id":"#d","name":"Rivoli"}`,
		"language value":       `{"@context":"https://schema.org","@type":"Dentist","name":{"@value":"Rivoli","@language":"en"}}`,
		"list value":           `{"@context":"https://schema.org","@type":"Dentist","name":{"@list":["Rivoli"]}}`,
		"html comment":         "<!--\n{\"@context\":\"https://schema.org\",\"@type\":\"Dentist\",\"name\":\"Rivoli\"}\n-->",
		"cdata":                "//<![CDATA[\n{\"@context\":\"https://schema.org\",\"@type\":\"Dentist\",\"name\":\"Rivoli\"}\n//]]>",
		"semicolon":            `{"@context":"https://schema.org","@type":"Dentist","name":"Rivoli"};`,
		"byte order mark":      "\ufeff" + `{"@context":"https://schema.org","@type":"Dentist","name":"Rivoli"}`,
		"escapes":              `{"@context":"https:\/\/schema.org","@type":"Dentist","name":"\u0052ivoli"}`,
		"blank values dropped": `{"@context":"https://schema.org","@type":"Dentist","name":["", null, "Rivoli"]}`,
	} {
		t.Run(name, func(t *testing.T) {
			g := readJSONLD(t, src)
			if len(g.Errors) > 0 {
				t.Fatalf("errors: %+v", g.Errors)
			}
			n := one(t, g, "Dentist")
			if got := g.Text(n, "name"); got != "Rivoli" {
				t.Errorf("name %q", got)
			}
			if !n.Root || !n.Context || n.Format != "jsonld" || n.Block != 1 {
				t.Errorf("node %+v", *n)
			}
		})
	}
}

func TestJSONLDValues(t *testing.T) {
	g := readJSONLD(t, `{"@context":"https://schema.org","@type":"Product","name":"Tea \ud83c\udf75 \"green\"","offers":{"@type":"Offer","price":4.50,
		"isFamilyFriendly":true,"availability":"https://schema.org/InStock"},"image":["a.png",{"@type":"ImageObject","url":"b.png"}],"sku":""}`)
	p, o := one(t, g, "Product"), one(t, g, "Offer")
	if got := g.Text(p, "name"); got != `Tea 🍵 "green"` {
		t.Errorf("name %q", got)
	}
	if got := g.Text(o, "price"); got != "4.50" {
		t.Errorf("price %q, want it as written", got)
	}
	if got := g.Text(o, "isFamilyFriendly"); got != "true" {
		t.Errorf("isFamilyFriendly %q", got)
	}
	if o.Root || len(g.Subs(p, "offers")) != 1 || len(p.Props["image"]) != 2 || len(g.Subs(p, "image")) != 1 {
		t.Errorf("nesting lost: %+v", *g)
	}
	if p.Has("sku") {
		t.Error("an empty text counts as a value")
	}
}

func TestJSONLDReferences(t *testing.T) {
	g := readJSONLD(t,
		`{"@context":"https://schema.org","@graph":[{"@type":"WebPage","@id":"#page","publisher":{"@id":"https://example.com/#org"},"isPartOf":{"@id":"_:b"}},
			{"@type":"Person","@id":"_:b","name":"First"}]}`,
		`{"@context":"https://schema.org","@type":"Organization","@id":"/#org","name":"Acme","founder":{"@id":"_:b"},"parentOrganization":{"@id":"/#org"}}`,
		`{"@context":"https://schema.org","@type":"Organization","@id":"https://example.com/#org","telephone":"+33142685300","name":"Acme"}`)
	if len(g.Errors) > 0 {
		t.Fatalf("errors: %+v", g.Errors)
	}
	page, org := one(t, g, "WebPage"), one(t, g, "Organization")
	if page.ID != "https://example.com/a/#page" || org.ID != "https://example.com/#org" {
		t.Errorf("ids %q, %q", page.ID, org.ID)
	}
	if subs := g.Subs(page, "publisher"); len(subs) != 1 || subs[0] != org {
		t.Errorf("publisher is not the organisation: %+v", subs)
	}
	if got := g.Texts(org, "name"); !slices.Equal(got, []string{"Acme"}) {
		t.Errorf("names %q, want one", got)
	}
	if g.Text(org, "telephone") == "" || org.Block != 2 || !org.Root {
		t.Errorf("organisation %+v", *org)
	}
	if got := g.Text(org, "parentOrganization"); got != "Acme" {
		t.Errorf("a node that points to itself reads as %q", got)
	}
	if got := g.Text(page, "isPartOf"); got != "First" {
		t.Errorf("blank node reads as %q", got)
	}
	if founder := g.Subs(org, "founder"); len(founder) != 1 || len(founder[0].Types) != 0 {
		t.Errorf("a blank node identifier reached over scripts: %+v", founder)
	}
}

func TestJSONLDReverse(t *testing.T) {
	g := readJSONLD(t, `{"@context":"https://schema.org","@type":"Book","name":"Emma","@reverse":{"itemReviewed":{"@type":"Review","name":"Good"}}}`)
	if got := g.Text(one(t, g, "Review"), "itemReviewed"); got != "Emma" {
		t.Errorf("the review is of %q", got)
	}
}

func TestJSONLDLeavesAddressesAlone(t *testing.T) {
	g := readJSONLD(t, `{"@context":["https://schema.org",{"title":"http://purl.org/dc/title"}],"@type":"WebPage","url":"https://example.com/?a=1&copy=2","title":"x"}`)
	n := one(t, g, "WebPage")
	if got := g.Text(n, "url"); got != "https://example.com/?a=1&copy=2" {
		t.Errorf("address %q", got)
	}
	if n.Has("title") {
		t.Error("a term of another vocabulary counts as schema.org's")
	}
}

func TestJSONLDOneIDForTwoThings(t *testing.T) {
	g := readJSONLD(t, `{"@context":"https://schema.org","@graph":[{"@type":"WebSite","@id":"/","name":"Acme shop"},{"@type":"Organization","@id":"/","name":"Acme"}]}`)
	if got := g.Texts(one(t, g, "Organization"), "name"); !slices.Equal(got, []string{"Acme"}) {
		t.Errorf("names of the organisation: %q", got)
	}
}

func TestJSONLDErrors(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	for _, tt := range []struct{ name, src, problem, detail string }{
		{"comma before brace", "{\n\"@context\": \"https://schema.org\",\n}", "syntax", "line 3: a comma too many before }"},
		{"comma before bracket", `[1,]`, "syntax", "line 1: a comma too many before ]"},
		{"comma missing", "{\"a\": 1\n\"b\": 2}", "syntax", "line 2: \"\\\"\" stands where a comma or } should"},
		{"colon missing", `{"a" 1}`, "syntax", `a colon is missing after "a"`},
		{"cut off", `{"a": [1, 2`, "syntax", "the end of the script stands where a comma or ] should"},
		{"open text", `{"a": "b}`, "syntax", "no closing quotation mark"},
		{"line break in text", "{\"a\": \"b\nc\"}", "syntax", "line 1: a text runs over the end of the line"},
		{"curly quotes", `{“a”: 1}`, "syntax", "straight double quotation mark"},
		{"single quotes", `{'a': 1}`, "syntax", "straight double quotation mark"},
		{"html escapes", `{&quot;a&quot;: 1}`, "syntax", "HTML escape"},
		{"comment", "{\n// name\n\"a\": 1}", "syntax", "line 2: a comment"},
		{"template", `{"a": {{ name }} }`, "syntax", "where a name in double quotation marks should"},
		{"bad escape", `{"a": "\x"}`, "syntax", "no escape sequence"},
		{"bad number", `{"a": 01}`, "syntax", `"01" is no number`},
		{"two values", `{"a": 1} {"b": 2}`, "syntax", "after the end of the JSON"},
		{"bare text", `"hello"`, "syntax", "an item in { } should"},
		{"too deep", deep, "too_deep", "more than 32"},
		{"too large", `"` + strings.Repeat("x", 1<<20) + `"`, "too_large", "larger than 1 MiB"},
		{"blank", " \n ", "empty", "the script is empty"},
		{"nothing said", `{"@context":"https://schema.org"}`, "empty", "describes nothing"},
		{"null", `null`, "empty", "describes nothing"},
		{"no context", "\n{\"@type\":\"Person\",\"name\":\"A\"}", "no_context", "line 2: no @context"},
		{"other context", `{"@context":"schema.org","@type":"Person","name":"A"}`, "no_context", `the @context "schema.org" is not "https://schema.org"`},
		{"no type", `{"@context":"https://schema.org","name":"A"}`, "no_type", "line 1: an item without @type"},
		{"name twice", "{\"@context\":\"https://schema.org\",\"@type\":\"Person\",\n\"name\":\"A\",\n\"name\":\"B\"}", "duplicate_key", `line 3: "name" stands twice`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := readJSONLD(t, tt.src)
			if len(g.Errors) != 1 || g.Errors[0].Problem != tt.problem || !strings.Contains(g.Errors[0].Detail, tt.detail) || g.Errors[0].Block != 1 {
				t.Errorf("errors %+v, want one %s with %q", g.Errors, tt.problem, tt.detail)
			}
		})
	}
}

func TestJSONLDBounds(t *testing.T) {
	item := `{"@context":"https://schema.org","@type":"Person","name":"A"}`
	g := readJSONLD(t, slices.Repeat([]string{item}, 70)...)
	if g.Blocks != 70 || len(g.Nodes) != 64 || !slices.Equal(problems(g), []string{"too_large"}) {
		t.Errorf("70 scripts: %d blocks, %d nodes, errors %v", g.Blocks, len(g.Nodes), g.Errors)
	}
	g = readJSONLD(t, "["+strings.TrimSuffix(strings.Repeat(item+",", 600), ",")+"]", item)
	if len(g.Nodes) != 500 || !slices.Equal(problems(g), []string{"too_large", "too_large"}) {
		t.Errorf("601 items: %d nodes, errors %v", len(g.Nodes), g.Errors)
	}
	g = readJSONLD(t, `{"@context":"https://schema.org","@type":"Person","name":[`+strings.TrimSuffix(strings.Repeat(`"A",`, 9000), ",")+`],"url":"x"}`)
	if got := problems(g); !slices.Equal(got, []string{"too_large"}) {
		t.Errorf("9,000 values: errors %v", g.Errors)
	}
}

func FuzzJSONLD(f *testing.F) {
	f.Add(yoast)
	f.Add(`{"@context":["https://schema.org",{"s":"http://schema.org/"}],"@graph":[{"@id":"_:a","s:b":{"@value":1.5e3}},[{"@type":["A","B"],"@id":"#x"}]]}`)
	f.Add("<!--//<![CDATA[\n{\"a\":\"\\ud83c\\udf75\\n\"};\n//]]>-->")
	f.Fuzz(func(t *testing.T, src string) {
		g := readJSONLD(t, src, src)
		begin, end := jsonBody(src)
		parser := jsonReader{src: src[:end], pos: begin}
		if _, err := parser.read(); (err == nil) != json.Valid([]byte(src[begin:end])) && !strings.Contains(fmt.Sprint(err), "inside each other") {
			t.Errorf("%q: %v, but encoding/json says otherwise", src[begin:end], err)
		}
		for i := range g.Nodes {
			for _, values := range g.Nodes[i].Props {
				for _, v := range values {
					if v.Node < 0 || v.Node > len(g.Nodes) || (v.Node == 0) == (strings.TrimSpace(v.Text) == "") {
						t.Fatalf("value %+v in a graph of %d nodes", v, len(g.Nodes))
					}
				}
			}
		}
		g.OfType("Organization", "Thing")
	})
}

// yoast is a graph as the most used plugin writes it.
const yoast = `{"@context":"https://schema.org","@graph":[{"@type":"WebPage","@id":"https://example.com/","url":"https://example.com/","name":"Plumber in Lyon",
"isPartOf":{"@id":"https://example.com/#website"},"about":{"@id":"https://example.com/#organization"},"datePublished":"2026-01-05T09:00:00+00:00",
"dateModified":"2026-05-06T10:11:12+00:00","breadcrumb":{"@id":"https://example.com/#breadcrumb"},"inLanguage":"en-GB",
"potentialAction":[{"@type":"ReadAction","target":["https://example.com/"]}]},{"@type":"BreadcrumbList","@id":"https://example.com/#breadcrumb",
"itemListElement":[{"@type":"ListItem","position":1,"name":"Home"}]},{"@type":"WebSite","@id":"https://example.com/#website","url":"https://example.com/",
"name":"Acme","publisher":{"@id":"https://example.com/#organization"},"inLanguage":"en-GB"},{"@type":["Organization","Plumber"],
"@id":"https://example.com/#organization","name":"Acme Plumbing","url":"https://example.com/","logo":{"@type":"ImageObject",
"@id":"https://example.com/#logo","url":"https://example.com/logo.png","caption":"Acme Plumbing"},"image":{"@id":"https://example.com/#logo"},
"sameAs":["https://www.facebook.com/acme","https://www.linkedin.com/company/acme"],"telephone":"+33 4 72 00 00 00","email":"hello@example.com",
"address":{"@type":"PostalAddress","streetAddress":"1 rue de la République","postalCode":"69001","addressLocality":"Lyon","addressCountry":"FR"},
"openingHoursSpecification":[{"@type":"OpeningHoursSpecification","dayOfWeek":["Monday","Tuesday"],"opens":"09:00","closes":"17:00"}]}]}`

func BenchmarkJSONLD(b *testing.B) {
	base, err := weburl.NewBase("https://example.com/")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(yoast)))
	for b.Loop() {
		var g Graph
		g.addJSONLD(yoast, base)
	}
}
