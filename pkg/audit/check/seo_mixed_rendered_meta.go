package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const mixedRenderedMeta = "seo.mixed-rendered-meta"

// seoMixedRenderedMeta fails where the two sides give orders that exclude each other: canonical address and noindex. Of title and h1 engines take either.
func seoMixedRenderedMeta() Check {
	return Check{
		ID: mixedRenderedMeta, Weight: 3, Level: Standard,
		Source: "Google Search Central, JavaScript SEO basics: a canonical address that scripts don't change, noindex in the HTML keeps a page from being rendered",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
		Title:  text("Title, canonical, robots and h1 the same with and without JavaScript", "Titre, canonique, robots et h1 identiques avec et sans JavaScript"),
		Why: text("Engines read the page before its scripts run, and some of them again later. Where both differ, they may index one or the other.",
			"Les moteurs lisent la page avant l'exécution de ses scripts, et certains la relisent ensuite. Si les deux diffèrent, ils peuvent indexer l'une ou l'autre."),
		Fix: text("Send title, canonical link, robots directives and main heading in the HTML as they are to be, and have no script change them.",
			"Envoyez dans le HTML le titre, le lien canonique, les directives robots et le titre principal définitifs, sans qu'aucun script les modifie."),
		Needs: []Need{Browser},
		Run: func(f *page.Facts) Finding {
			found := mixedMeta(f)
			if len(found) == 0 {
				return passed("The browser had the same title, canonical address, robots directives and main heading as the HTML as sent.",
					"Le navigateur avait les mêmes titre, adresse canonique, directives robots et titre principal que le HTML envoyé.")
			}
			verdict := warned
			var names []audit.Text
			for _, d := range found {
				names = append(names, d.what)
				if d.grave {
					verdict = failed
				}
			}
			finding := verdict("JavaScript changes %s.", "JavaScript modifie %s.", joinTexts(names))
			for _, d := range found {
				finding = finding.seen(f.Main().FinalURL, d.where, d.sent+" → "+d.after)
			}
			return finding
		},
	}
}

// difference is what a browser has otherwise than the HTML as sent.
type difference struct {
	where       string // title, canonical, robots, h1
	what        audit.Text
	sent, after string
	grave       bool
}

// mixedMeta compares both sides.
func mixedMeta(f *page.Facts) (found []difference) {
	sent, after := f.Main(), f.Rendered.Page
	none := func(s string) string {
		if s == "" {
			return "none"
		}
		return s
	}
	add := func(where string, what audit.Text, a, b string, grave bool) {
		if a != b {
			found = append(found, difference{where, what, none(a), none(b), grave})
		}
	}
	add("title", text("the title", "le titre"), firstTitle(sent), firstTitle(after), false)
	a, b := canonicalURL(sent), canonicalURL(after)
	if a == "" || b == "" || !sameAddress(a, b) {
		add("canonical", text("the canonical address", "l'adresse canonique"), a, b, a != "" && b != "")
	}
	add("robots", text("whether the page may be indexed", "l'autorisation d'indexer la page"), indexing(sent), indexing(after), true)
	add("h1", text("the main heading", "le titre principal (h1)"), headline(sent), headline(after), false)
	return found
}

func firstTitle(p *page.Page) string {
	if len(p.Titles) == 0 {
		return ""
	}
	return p.Titles[0]
}

func indexing(p *page.Page) string {
	if _, shut := noindex(p, searchBots...); shut {
		return "noindex"
	}
	return "index"
}

// headline is the texts of the h1 elements, sorted: scripts may move them about.
func headline(p *page.Page) string {
	var all []string
	for _, h := range p.Headings {
		if h.Level == 1 && h.Text != "" {
			all = append(all, h.Text)
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " | ")
}
