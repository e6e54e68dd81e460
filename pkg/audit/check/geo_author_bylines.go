package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoAuthorBylines asks three things of an article: a name that readers see, the same in markup, and an address where the author is introduced.
// A byline that readers see with one of the others is enough; the other two without it are half.
func geoAuthorBylines() Check {
	return Check{
		ID: "geo.author-bylines", Weight: 4, Level: Standard,
		Source: "Google Search Central, Article structured data (author) and creating helpful content (bylines)",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/article",
		Title:  text("Named authors of articles", "Auteurs nommés des articles"),
		Why: text("A piece with a named author can be attributed and checked; Google asks for bylines where readers expect them.",
			"Un texte signé peut être attribué et vérifié ; Google demande une signature là où les lecteurs l'attendent."),
		Fix: text("Show the author's name on every article, link it to a short biography, and give the same person as author in the Article structured data.",
			"Affichez le nom de l'auteur sur chaque article, faites-en un lien vers une courte biographie, et donnez la même personne comme author dans les données structurées Article."),
		Run: runAuthorBylines,
	}
}

func runAuthorBylines(f *page.Facts) Finding {
	read := articles(f)
	if len(read) == 0 {
		return noArticle()
	}
	var anonymous, half []fault
	for _, p := range read {
		switch seen, backed := byline(p); {
		case !whole(p) && !seen:
		case !seen && !backed:
			anonymous = append(anonymous, fault{p, "author", "none"})
		case !seen:
			half = append(half, fault{p, "author", strings.TrimSpace(strings.Join(markupAuthors(p), ", ") + " declared, but not seen on the page")})
		case !backed:
			half = append(half, fault{p, "author", "on the page, but not declared"})
		}
	}
	total := count(len(read), "article read", "articles read", "article lu", "articles lus")
	switch {
	case len(anonymous) == len(read):
		verdict := failed("No author was found, neither on the page nor in structured data (%s).",
			"Aucun auteur n'a été trouvé, ni sur la page ni dans les données structurées (%s).", total)
		return siteWide(f, anonymous, Finding{}, verdict, verdict)
	case len(anonymous)+len(half) > 0:
		var said []audit.Text
		if n := len(anonymous); n > 0 {
			said = append(said, count(n, "article names no author", "articles name no author", "article ne nomme pas d'auteur", "articles ne nomment pas d'auteur"))
		}
		if n := len(half); n > 0 {
			said = append(said, count(n, "article names its author only on the page or only in structured data",
				"articles name their author only on the page or only in structured data",
				"article ne nomme son auteur que sur la page ou que dans les données structurées",
				"articles ne nomment leur auteur que sur la page ou que dans les données structurées"))
		}
		verdict := warned("%s (%s).", "%s (%s).", joinTexts(said), total)
		return siteWide(f, append(anonymous, half...), Finding{}, verdict, verdict)
	}
	return passed("Every article names its author (%s).", "Chaque article nomme son auteur (%s).", total)
}

// byline says whether readers see an author, and whether markup or a link to the author backs it.
func byline(p *page.Page) (seen, backed bool) {
	for _, author := range markupAuthors(p) {
		backed = true
		seen = seen || says(p.Text.Main, author) || says(p.Text.Outside, author)
	}
	for _, l := range p.Links {
		if slices.Contains(strings.Fields(l.Rel), "author") || strings.Contains(l.URL, "/author/") || strings.Contains(l.URL, "/auteur/") {
			seen, backed = seen || l.Text != "", true
		}
	}
	for _, m := range p.Metas {
		if m.Name == "author" && m.Content != "" {
			backed = true
			seen = seen || says(p.Text.Main, m.Content) || says(p.Text.Outside, m.Content)
		}
	}
	return seen || bylineText(p), backed
}

func markupAuthors(p *page.Page) []string {
	var names []string
	for _, n := range articleNodes(p) {
		names = append(names, p.Graph.Texts(n, "author")...)
	}
	return names
}

// bylineText looks for a short line that begins as bylines do, with a capitalised name: "By Ada Lovelace", "Par Émilie du Châtelet, le 3 mai".
func bylineText(p *page.Page) bool {
	for _, b := range p.Text.Blocks {
		if b.Words > 25 {
			continue
		}
		for _, opening := range []string{
			"By ", "Par ", "Written by ", "Écrit par ", "Rédigé par ", "Publié par ", "Author: ", "Auteur : ",
			"Von ", "Por ", "Di ",
		} {
			rest, ok := strings.CutPrefix(b.Text, opening)
			if initial, _ := utf8.DecodeRuneInString(rest); ok && unicode.IsUpper(initial) && !strings.HasSuffix(b.Text, ".") {
				return true
			}
		}
	}
	return false
}
