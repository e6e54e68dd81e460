package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoLinkText() Check {
	return Check{
		ID:     "seo.link-text",
		Weight: 3,
		Level:  Standard,
		Source: "Google Search Central, link best practices (anchor text); Lighthouse link-text, judged by target",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
		Title:  text("Descriptive link texts", "Textes de liens explicites"),
		Why: text("The words of a link tell people and engines what the target is about; “read more” tells nothing.",
			"Les mots d'un lien disent aux visiteurs et aux moteurs de quoi parle sa cible ; « en savoir plus » n'en dit rien."),
		Fix: text("Name the target in at least one of the links to it, for example in the heading of a teaser.",
			"Nommez la cible dans au moins un des liens qui y mènent, par exemple dans le titre de l'encart."),
		Needs: []Need{Content},
		Run:   runLinkText,
	}
}

func runLinkText(f *page.Facts) Finding {
	if len(f.Main().Links) == 0 {
		return unassessed(page.NotApplicable, "The submitted page has no links.", "La page soumise n'a pas de liens.")
	}
	onMain := 0
	found := faults(f, func(p *page.Page) (string, string, bool) {
		unnamed := unnamedTargets(p)
		if p == f.Main() {
			onMain = len(unnamed)
		}
		if len(unnamed) == 0 {
			return "", "", false
		}
		return "a", strings.Join(unnamed, "; "), true
	})
	return siteWide(f, found,
		passed("Every link target is named by a descriptive text.", "Chaque cible de lien est nommée par un texte explicite."),
		failed("Link targets that the submitted page names only with words such as “read more”: %d.",
			"Cibles de liens que la page soumise ne désigne que par des mots comme « en savoir plus » : %d.", onMain),
		warned("Link targets are named only with words such as “read more” on %v.",
			"Des cibles de liens ne sont désignées que par des mots comme « en savoir plus » sur %v.", notMain(len(found), f)))
}

// unnamedTargets gives the targets that no link of the page names, with the text of the first link to each. Two links to one target, a picture's
// or a headline's and a "read more", are one matter: it is enough that one of them tells.
func unnamedTargets(p *page.Page) []string {
	lang := p.Lang
	if lang == "" {
		lang = p.Detected.Value
	}
	var order []string
	texts, named := map[string]string{}, map[string]bool{}
	for i := range p.Links {
		l := &p.Links[i]
		if l.URL == "" || l.Fragment || l.Nofollow() || strings.TrimSpace(l.Text) == "" || l.URL == p.FinalURL {
			continue
		}
		if _, known := texts[l.URL]; !known {
			order = append(order, l.URL)
			texts[l.URL] = l.Text
		}
		named[l.URL] = named[l.URL] || !genericText(l.Text, lang)
	}
	var unnamed []string
	for _, target := range order {
		if !named[target] {
			unnamed = append(unnamed, "“"+texts[target]+"” "+target)
		}
	}
	return unnamed
}
