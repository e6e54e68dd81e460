package page

import (
	"slices"
	"testing"
)

func TestRDFa(t *testing.T) {
	g := readMarkup(t, `<body vocab="https://schema.org/"><div typeof="LocalBusiness" resource="#b"><h1 property="name">Acme</h1>
		<a property="url" href="/home">us</a><div property="address" typeof="PostalAddress"><span property="addressLocality">Lyon</span></div>
		<span property="founder" resource="#jo"></span><meta property="og:title" content="Open Graph"></div>
		<p typeof="Person" resource="#jo"><span property="name">Jo</span></p></body>`)
	b := one(t, g, "LocalBusiness")
	for prop, want := range map[string]string{"name": "Acme", "url": "https://example.com/home", "founder": "Jo"} {
		if got := g.Text(b, prop); got != want {
			t.Errorf("%s: %q, want %q", prop, got, want)
		}
	}
	if subs := g.Subs(b, "address"); len(subs) != 1 || subs[0].Root || g.Text(subs[0], "addressLocality") != "Lyon" {
		t.Errorf("address %+v", subs)
	}
	if b.ID != "https://example.com/a/#b" || b.Format != "rdfa" || !b.Root || !b.Context {
		t.Errorf("node %+v", *b)
	}
}

func TestRDFaPrefixes(t *testing.T) {
	g := readMarkup(t, `<div about="/node/1" typeof="schema:Article sioc:Item"><h1 property="schema:name dc:title">Title</h1></div>
		<div prefix="x: http://schema.org/ y: http://y.example/" typeof="x:Event y:Thing"><p property="x:name">Fair</p></div>
		<div typeof="foaf:Document"><p property="dc:title">Other</p></div>`)
	if a := one(t, g, "Article"); !a.Context || g.Text(a, "name") != "Title" || a.ID != "https://example.com/node/1" || !slices.Contains(a.Types, "sioc:Item") {
		t.Errorf("article %+v", *a)
	}
	if e := one(t, g, "Event"); !e.Context || g.Text(e, "name") != "Fair" {
		t.Errorf("event %+v", *e)
	}
	if d := one(t, g, "foaf:Document"); d.Context {
		t.Errorf("another vocabulary counts as schema.org: %+v", *d)
	}
}

func TestRDFaSubjects(t *testing.T) {
	g := readMarkup(t, `<div vocab="https://schema.org/"><div typeof="Organization" resource="#org"><b property="name">Acme</b>
		<p resource="#jo"><i property="jobTitle">Baker</i></p><i about="#jo" property="email">jo@example.com</i></div>
		<p about="#jo" typeof="Person"><b property="name">Jo</b></p>
		<ol typeof="BreadcrumbList"><li property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" href="/books"><b property="name">Books</b></a></li></ol>
		<p about="#nobody"></p></div>`)
	jo := one(t, g, "Person")
	if g.Text(jo, "jobTitle") != "Baker" || g.Text(jo, "email") != "jo@example.com" || one(t, g, "Organization").Has("email") {
		t.Errorf("subjects are mixed up: %+v", g.Nodes)
	}
	if step := one(t, g, "WebPage"); step.ID != "https://example.com/books" {
		t.Errorf("the step is %q", step.ID)
	}
	if len(g.Nodes) != 5 {
		t.Errorf("%d nodes, want 5: %+v", len(g.Nodes), g.Nodes)
	}
}

func TestRDFaRel(t *testing.T) {
	g := readMarkup(t, `<div typeof="schema:Product"><div rel="schema:review"><div><p typeof="schema:Review"><i property="schema:name" content="Good"></i>
		<b rel="schema:author"><u typeof="schema:Person"><i property="schema:name" content="Jo"></i></u></b></p></div></div>
		<b rel="schema:image" resource="https://example.com/a.jpg"></b><a rel="nofollow" href="/x">x</a><i property="schema:name" content="Anvil"></i></div>`)
	p := one(t, g, "Product")
	if g.Text(p, "name") != "Anvil" || g.Text(p, "review") != "Good" || g.Text(one(t, g, "Review"), "author") != "Jo" || g.Text(p, "image") != "https://example.com/a.jpg" {
		t.Errorf("%+v", g.Nodes)
	}
	if one(t, g, "Review").Root || len(p.Props) != 3 {
		t.Errorf("%+v", g.Nodes)
	}
}

func TestRDFaLeavesOpenGraphAlone(t *testing.T) {
	if g := readMarkup(t, `<html prefix="og: https://ogp.me/ns#"><meta property="og:title" content="A">`); len(g.Nodes) > 0 {
		t.Errorf("nodes %+v", g.Nodes)
	}
}
