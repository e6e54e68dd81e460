package page

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/internal/weburl"
)

// readMarkup reads the microdata and RDFa of a page at https://example.com/a/.
func readMarkup(t testing.TB, src string) *Graph {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		t.Skip(err)
	}
	base, err := weburl.NewBase("https://example.com/a/")
	if err != nil {
		t.Fatal(err)
	}
	var g Graph
	g.addMicrodata(forever(), doc, base)
	g.addRDFa(forever(), doc, base)
	return &g
}

func TestMicrodata(t *testing.T) {
	g := readMarkup(t, `<div itemscope itemtype="https://schema.org/Restaurant http://schema.org/Store" itemid="#r">
		<h1 itemprop="name alternateName"> Chez
		<b>Nous</b><script>x</script></h1><a itemprop="url" href="/home">us</a><img itemprop="image" src="a.png">
		<meta itemprop="priceRange" content="€€"><time itemprop="openingHours" datetime="Mo-Fr 12:00-14:00">at noon</time>
		<span itemprop="telephone" content="+33142685300">01 42 68 53 00</span><time itemprop="foundingDate">2001-02-03</time>
		<p itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><span itemprop="streetAddress">1 rue X</span></p>
		<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Someone else</span></div>
		<link itemprop="https://schema.org/sameAs" href="https://social.example/nous"></div>`)
	r := one(t, g, "Restaurant")
	for prop, want := range map[string]string{
		"name": "Chez Nous", "alternateName": "Chez Nous", "url": "https://example.com/home", "image": "https://example.com/a/a.png", "priceRange": "€€",
		"openingHours": "Mo-Fr 12:00-14:00", "telephone": "+33142685300", "foundingDate": "2001-02-03", "sameAs": "https://social.example/nous",
	} {
		if got := g.Texts(r, prop); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", prop, got, want)
		}
	}
	if r.ID != "https://example.com/a/#r" || !r.Root || !r.Context || r.Block != 0 || r.Format != "microdata" || !slices.Contains(r.Types, "Store") {
		t.Errorf("node %+v", *r)
	}
	if subs := g.Subs(r, "address"); len(subs) != 1 || subs[0].Root || g.Text(subs[0], "streetAddress") != "1 rue X" {
		t.Errorf("address %+v", subs)
	}
	if p := one(t, g, "Person"); !p.Root {
		t.Error("an item without itemprop isn't at the top")
	}
}

func TestMicrodataItemref(t *testing.T) {
	g := readMarkup(t, `<p id="n" itemprop="name">Acme</p><div itemscope itemtype="https://schema.org/Organization" itemref="n gone a"></div>
		<div id="a" itemprop="address" itemscope itemtype="https://schema.org/PostalAddress" itemref="a n"><i itemprop="addressLocality">Lyon</i></div>`)
	org := one(t, g, "Organization")
	address := one(t, g, "PostalAddress")
	if g.Text(org, "name") != "Acme" || !slices.Equal(g.Subs(org, "address"), []*Node{address}) {
		t.Errorf("organisation %+v", *org)
	}
	if g.Text(address, "addressLocality") != "Lyon" || address.Root {
		t.Errorf("address %+v", *address)
	}
}

func TestMicrodataOtherVocabulary(t *testing.T) {
	g := readMarkup(t, `<div itemscope itemtype="http://data-vocabulary.org/Breadcrumb"><span itemprop="title">Home</span></div>`)
	if n := one(t, g, "http://data-vocabulary.org/Breadcrumb"); n.Context || g.Text(n, "title") != "Home" {
		t.Errorf("node %+v", *n)
	}
}

func TestMicrodataBounds(t *testing.T) {
	deep := readMarkup(t, strings.Repeat(`<div itemscope itemprop="a">`, 60))
	if got := problems(deep); len(deep.Nodes) > 0 || len(got) > 0 {
		t.Errorf("items that belong to nothing: %d nodes, %v", len(deep.Nodes), deep.Errors)
	}
	deep = readMarkup(t, `<div itemscope>`+strings.Repeat(`<div itemscope itemprop="a">`, 60))
	if got := problems(deep); !slices.Equal(got, []string{"too_deep"}) {
		t.Errorf("60 items deep: errors %v", deep.Errors)
	}
	var b strings.Builder
	for range 200 {
		b.WriteString(`<div itemscope itemref="big">`)
	}
	b.WriteString(`<div id="big">` + strings.Repeat(`<p><i itemprop="name">x</i></p>`, 4000) + `</div>`)
	if got := problems(readMarkup(t, b.String())); len(got) != 1 {
		t.Errorf("overlapping references: errors %v", got)
	}
}

func FuzzMicrodata(f *testing.F) {
	f.Add(`<div itemscope itemtype="https://schema.org/Person" itemref="a b"><a itemprop="url name" href=x>y</a></div><p id=a itemprop=c itemscope itemref=a>`)
	f.Add(`<div vocab="https://schema.org/" typeof="Person" resource="#me"><p property="name">A<b property="knows" typeof="Person"></div>`)
	f.Add(`<div prefix="s: http://schema.org/ f: http://f.example/" typeof="s:Event f:X" about="/e"><a property="s:url f:y" href="/z" content="q"></a></div>`)
	f.Fuzz(func(t *testing.T, src string) {
		g := readMarkup(t, src)
		for i := range g.Nodes {
			for _, values := range g.Nodes[i].Props {
				for _, v := range values {
					if v.Node < 0 || v.Node > len(g.Nodes) || v.Node == 0 && v.Text == "" {
						t.Fatalf("value %+v in a graph of %d nodes", v, len(g.Nodes))
					}
				}
			}
		}
	})
}
