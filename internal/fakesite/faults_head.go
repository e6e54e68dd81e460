package fakesite

import "strings"

const (
	title       = `<title>.*?</title>`
	description = `<meta name="description"[^\n]*>`
	canonical   = `<link rel="canonical"[^>]*>`
	viewport    = `<meta name="viewport"[^>]*>`
	heading     = `<h1>.*?</h1>`
)

// headFaults spoil titles, descriptions, headings, language and the other declarations of a page.
func headFaults() []Fault {
	return []Fault{
		{Name: "title-missing", Site: "tuner", Expect: []string{"seo.title-present"}, plant: func(s *Site) { s.edit(title, "", "/") }},
		{Name: "title-too-long", Site: "bakery", Expect: []string{"seo.title-length"}, plant: func(s *Site) {
			s.edit(title, "<title>Boulangerie à {{.Town}}, {{.Name}}, "+strings.Repeat("pains, brioches, tartes et ", 8)+"viennoiseries</title>", "/")
		}},
		{Name: "titles-alike", Site: "software", Expect: []string{"seo.title-unique"}, plant: func(s *Site) {
			s.edit(title, "<title>{{.Name}} matches invoices for wholesalers</title>", "/features", "/pricing", "/faq")
		}},
		{Name: "description-missing", Site: "shop", Expect: []string{"seo.meta-description"}, plant: func(s *Site) { s.edit(description, "", "/") }},
		{Name: "descriptions-alike", Site: "docs", Expect: []string{"seo.meta-description-unique"}, plant: func(s *Site) {
			s.edit(description, `<meta name="description" content="Everything about {{.Name}}, the filter for log files, in one place and in plain words.">`,
				"/install", "/guide", "/reference", "/changelog")
		}},
		{Name: "heading-missing", Site: "bakery", Expect: []string{"seo.h1-present"}, plant: func(s *Site) {
			s.edit(heading, "<p>{{.Name}}, boulangerie au levain à {{.Town}}</p>", "/")
		}},
		{Name: "headings-out-of-order", Site: "software", Expect: []string{"seo.heading-order"}, plant: func(s *Site) {
			s.edit(`<h2>Who uses it\?</h2>`, "<h5>Who uses it?</h5>", "/")
		}},
		{Name: "language-missing", Site: "docs", Expect: []string{"seo.html-lang"}, plant: func(s *Site) { s.edit(`<html lang="en">`, "<html>", "/") }},
		{
			Name: "language-wrong", Site: "bakery", Expect: []string{"seo.html-lang"},
			plant: func(s *Site) { s.edit(`<html lang="fr">`, `<html lang="en">`, "/") },
		},
		{Name: "viewport-missing", Site: "shop", Expect: []string{"design.viewport"}, plant: func(s *Site) { s.edit(viewport, "", "/") }},
		{Name: "preview-missing", Site: "tuner", Expect: []string{"seo.open-graph"}, plant: func(s *Site) {
			s.edit(`<meta property="og:type".*?<meta property="og:site_name"[^>]*>`, "", "/")
		}},
		{Name: "charset-undeclared", Site: "bakery", Expect: []string{"seo.charset"}, plant: func(s *Site) {
			s.edit(`<meta charset="utf-8">`, "", "/")
			s.header(func(h headers) { h.Set("Content-Type", "text/html") })
		}},
		{Name: "doctype-missing", Site: "shop", Expect: []string{"seo.doctype"}, plant: func(s *Site) { s.edit(`<!doctype html>`, "", "/") }},
		{Name: "hreflang-not-returned", Site: "software", Expect: []string{"seo.hreflang"}, plant: func(s *Site) {
			s.edit(`\{\{template "home-versions" \.\}\}`, "", "/fr/")
		}},
		{Name: "hreflang-invalid", Site: "software", Expect: []string{"seo.hreflang"}, plant: func(s *Site) {
			s.edit(`hreflang="fr" href="\{\{.Origin\}\}/fr/"`, `hreflang="french" href="{{.Origin}}/fr/"`, "/", "/fr/")
		}},
	}
}

// indexingFaults keep pages out of search engines.
func indexingFaults() []Fault {
	meta := func(s *Site, name, content string) {
		s.before("<title>", `<meta name="`+name+`" content="`+content+`">`, "/")
	}
	otherAddress := map[string]string{
		"seo.sitemap-live-urls": "the sitemap lists a page that names another", "seo.open-graph": "og:url still names the page itself",
	}
	return []Fault{
		{
			Name: "noindex-meta", Site: "tuner", Expect: []string{"seo.indexable", "seo.sitemap-live-urls"},
			plant: func(s *Site) { meta(s, "robots", "noindex") },
		},
		{Name: "noindex-header", Site: "journal", Expect: []string{"seo.indexable", "seo.sitemap-live-urls"}, plant: func(s *Site) {
			s.header(func(h headers) { h.Set("X-Robots-Tag", "noindex") })
		}},
		{
			Name: "noindex-for-google-only", Site: "bakery", Expect: []string{"seo.indexable", "seo.sitemap-live-urls"},
			plant: func(s *Site) { meta(s, "googlebot", "noindex") },
		},
		{Name: "no-snippet", Site: "shop", Expect: []string{"seo.snippet-eligible"}, plant: func(s *Site) { meta(s, "robots", "nosnippet") }},
		{Name: "canonical-missing", Site: "software", Expect: []string{"seo.canonical-valid"}, plant: func(s *Site) { s.edit(canonical, "", "/") }},
		{Name: "canonical-elsewhere", Site: "bakery", Expect: []string{"seo.canonical-valid"}, Allow: otherAddress, plant: func(s *Site) {
			s.edit(canonical, `<link rel="canonical" href="https://copie.example/">`, "/")
		}},
		{Name: "canonical-conflicting", Site: "docs", Expect: []string{"seo.canonical-valid"}, Allow: otherAddress, plant: func(s *Site) {
			s.before("<title>", `<link rel="canonical" href="{{.Origin}}/guide">`, "/")
		}},
		{Name: "canonical-to-redirect", Site: "journal", Expect: []string{"seo.canonical-valid"}, Allow: otherAddress, plant: func(s *Site) {
			s.edit(canonical, `<link rel="canonical" href="{{.Origin}}/accueil">`, "/")
			s.redirect("/accueil", "/")
		}},
		{Name: "canonical-to-front-page", Site: "shop", Expect: []string{"seo.canonical-valid", "seo.sitemap-live-urls"}, plant: func(s *Site) {
			s.edit(canonical, `<link rel="canonical" href="{{.Origin}}/">`, "/delivery", "/about", "/teas/smoked-black")
		}},
	}
}
