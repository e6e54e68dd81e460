package fakesite

import "strings"

// insert plants text into the front page, in front of mark.
func insert(mark, text string) func(*Site) { return func(s *Site) { s.before(mark, text, "/") } }

// useFaults make pages hard to use, for people and for the agents that act for them.
func useFaults() []Fault {
	return []Fault{
		{
			Name: "reloads-by-itself", Site: "journal", Expect: []string{"design.auto-refresh"},
			plant: insert("</head>", `<meta http-equiv="refresh" content="60">`),
		},
		{
			Name: "dialog-on-arrival", Site: "shop", Expect: []string{"design.interstitial"},
			plant: insert("</main>", `<dialog open><p>Ten per cent off your first order</p></dialog>`),
		},
		{
			Name: "order-of-focus", Site: "software", Expect: []string{"design.keyboard-focus"},
			plant: insert("</main>", `<button tabindex="5">Compare the plans</button>`),
		},
		{
			Name: "nameless-frame", Site: "tuner", Expect: []string{"design.frame-titles"},
			plant: insert("</main>", `<iframe src="/privacy" width="300" height="200"></iframe>`),
		},
		{Name: "landmarks-missing", Site: "bakery", Expect: []string{"design.landmarks"}, plant: func(s *Site) {
			s.edit("<main>", "<div>", "/")
			s.edit("</main>", "</div>", "/")
		}},
		{Name: "zoom-forbidden", Site: "docs", Expect: []string{"design.viewport"}, plant: func(s *Site) {
			s.edit(viewport, `<meta name="viewport" content="width=device-width, user-scalable=no">`, "/")
		}},
		{Name: "sign-in-alone", Site: "software", Expect: []string{"crawl.agent-auth-wall", "seo.content-volume"}, Allow: map[string]string{
			"seo.h1-present": "the heading is behind the sign-in", "design.trust-elements": "the customer's words are behind the sign-in",
		}, plant: func(s *Site) {
			s.edit(`<main class="page">.*?</main>`, `<main><form action="/sign-in" method="post">
<label>Email <input name="email" type="email"></label>
<label>Password <input name="password" type="password"></label><button>Sign in</button></form></main>`, "/")
		}},
	}
}

// speedFaults make pages slow to show.
func speedFaults() []Fault {
	return []Fault{
		{
			Name: "first-image-lazy", Site: "tuner", Expect: []string{"perf.lcp-image-lazy"},
			plant: func(s *Site) { s.edit(`<img src="/hammers.svg"`, `<img loading="lazy" src="/hammers.svg"`, "/") },
		},
		{Name: "blocking-scripts", Site: "shop", Expect: []string{"perf.render-blocking"}, plant: func(s *Site) {
			for _, name := range strings.Fields("a b c d e f g h") {
				s.write("/js/"+name+".js", "var x=1")
				s.before("</head>", `<script src="/js/`+name+`.js"></script>`, "/")
			}
		}},
		{
			Name: "font-hides-text", Site: "bakery", Expect: []string{"perf.font-display"},
			plant: insert("</style>", `@font-face{font-family:Pain;src:url(/pain.woff2)}`),
		},
		{
			Name: "too-many-elements", Site: "docs", Expect: []string{"perf.dom-size"},
			plant: insert("</main>", "<div>"+strings.Repeat("<i></i>", 4000)+"</div>"),
		},
		{Name: "never-cached", Site: "journal", Expect: []string{"perf.cache-headers"}, plant: func(s *Site) {
			s.header(func(h headers) {
				h.Set("Cache-Control", "no-store")
				h.Del("Etag")
			})
		}},
	}
}

// trustFaults take away what tells readers whom they deal with.
func trustFaults() []Fault {
	return []Fault{
		{Name: "about-page-missing", Site: "shop", Expect: []string{"geo.about-page"}, plant: func(s *Site) {
			s.remove("/about")
			s.edit(`<li><a href="/about">About us</a></li>`, "", s.paths...)
			s.edit(`<url><loc>\{\{.Origin\}\}/about.*?</url>\n`, "", "/sitemap.xml")
		}},
		{
			Name: "about-page-dead", Site: "software", Expect: []string{"geo.about-page", "seo.broken-links", "seo.sitemap-live-urls"},
			Allow: map[string]string{"local.opening-hours": "that visits are by appointment stood there"}, plant: func(s *Site) { delete(s.files, "/about") },
		},
		{Name: "legal-pages-missing", Site: "bakery", Expect: []string{"geo.legal-pages"}, plant: func(s *Site) {
			s.remove("/mentions-legales")
			s.edit(`<p><a href="/mentions-legales">.*?</p>`, "", s.paths...)
			s.edit(`<url><loc>\{\{.Origin\}\}/mentions-legales.*?</url>\n`, "", "/sitemap.xml")
		}},
		{Name: "town-not-in-title", Site: "tuner", Expect: []string{"local.city-in-title"}, plant: func(s *Site) {
			s.edit(`Piano tuner in \{\{.Town\}\}`, "Piano tuner for uprights and grands", "/")
			s.edit(`at home in \{\{.Town\}\}, by`, "at home, by", "/")
			s.edit(`\| \{\{.Name\}\}\{\{end\}\}`, "and repairs, by {{.Name}}{{end}}", "/")
		}},
		{Name: "telephone-not-a-link", Site: "bakery", Expect: []string{"local.tel-click"}, plant: func(s *Site) {
			s.edit(`<a href="tel:\{\{.Tel\}\}">\{\{.Phone\}\}</a>`, "{{.Phone}}", s.paths...)
			s.edit(`<a href="tel:\{\{.Tel\}\}">\{\{.Phone\}\}</a>`, "{{.Phone}}", "/contact")
		}},
		{Name: "hours-disagree", Site: "bakery", Expect: []string{"local.opening-hours"}, plant: func(s *Site) {
			s.edit(`"opens":"07:00","closes":"19:00"`, `"opens":"06:00","closes":"13:00"`, s.paths...)
		}},
	}
}

// answerFaults spoil what engines quote and obey.
func answerFaults() []Fault {
	return []Fault{
		{Name: "keyword-stuffing", Site: "shop", Expect: []string{"geo.keyword-stuffing"}, plant: func(s *Site) {
			s.before("</main>", "<p>"+strings.Repeat("Oolong for mornings, oolong for evenings, oolong for guests, oolong for oolong lovers. ", 12)+"</p>", "/")
		}},
		{
			Name: "organisation-described-twice", Site: "docs", Expect: []string{"geo.schema-duplicates"},
			Allow: map[string]string{"geo.schema-rich-attributes": "the second description is a poor one", "seo.rich-results": "it has no logo"},
			plant: func(s *Site) {
				s.before("</head>", `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"{{.Name}}","url":"{{.Origin}}/"}</script>`, "/")
			},
		},
		{Name: "answers-missing", Site: "tuner", Expect: []string{"aeo.question-headings", "aeo.faq-visible"}, plant: func(s *Site) {
			for _, question := range []string{
				`What does a tuning cost\?`, `How does a visit go\?`, `How often should a piano be tuned\?`,
				`Can an old piano be brought up to pitch\?`, `Do you buy used pianos\?`, `When is the workshop open\?`,
			} {
				s.edit(question, "Details", "/")
			}
		}},
		{Name: "instructions-without-steps", Site: "docs", Expect: []string{"aeo.howto-steps"}, plant: func(s *Site) {
			s.edit(`<ol><li>Refresh.*?</ol>`, "<p>Refresh the list, install sieve-logs, and check the version.</p>", "/install")
		}},
		{
			Name: "loose-referrer", Site: "software", Expect: []string{"sec.referrer-policy"},
			plant: func(s *Site) { s.header(func(h headers) { h.Set("Referrer-Policy", "unsafe-url") }) },
		},
		{Name: "tracker-without-consent", Site: "shop", Expect: []string{"design.consent", "sec.sri"}, plant: func(s *Site) {
			s.before("</head>", `<script async src="https://www.googletagmanager.com/gtag/js?id=G-0"></script>`, "/")
		}},
		{
			Name: "invented-agent", Site: "journal", Expect: []string{"crawl.stale-tokens"},
			plant: func(s *Site) { s.edit("Google-Extended", "anthropic-ai", "/robots.txt") },
		},
		{Name: "signal-unknown", Site: "tuner", Expect: []string{"crawl.content-signal", "seo.robots-txt-valid"}, plant: func(s *Site) {
			s.edit(`Disallow: /invoices/`, "Content-Signal: search=maybe, ai-input=yes\nDisallow: /invoices/", "/robots.txt")
		}},
	}
}
