package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoAuthorBylines asks three things of an article: a name that readers see, the same in markup, and an address where the author is introduced.
// A byline that readers see with one of the others is enough; the other two without it are half.
func geoAuthorBylines() Check {
	return Check{
		ID: "geo.author-bylines", Weight: 4, Level: Standard,
		Source: "Google Search Central, Article structured data (author) and creating helpful content (who)",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/article",
		Title:  text("Articles say who wrote them", "Les articles disent qui les a écrits"),
		Why: text("A piece with a named author can be attributed; anonymous advice is the first to be left out of an answer.",
			"Un texte signé peut être attribué ; un conseil anonyme est le premier écarté d'une réponse."),
		Fix: text("Show the author's name on every article, link it to a short biography, and give the same person as author in the Article markup.",
			"Affichez le nom de l'auteur sur chaque article, reliez-le à une courte biographie, et donnez la même personne comme author dans le balisage Article."),
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
		switch seen, backed := byline(f, p); {
		case !whole(p) && !seen:
		case !seen && !backed:
			anonymous = append(anonymous, fault{p, "article", ""})
		case !seen:
			half = append(half, fault{p, "Article.author", strings.Join(markupAuthors(p), ", ")})
		case !backed:
			half = append(half, fault{p, "article", ""})
		}
	}
	total := count(len(read), "article", "articles", "article", "articles")
	switch {
	case len(anonymous) == len(read):
		verdict := failed("No author is named, neither visibly nor in markup (%s).",
			"Aucun auteur n'est nommé, ni à l'écran ni dans le balisage (%s).", total)
		return siteWide(f, anonymous, Finding{}, verdict, verdict)
	case len(anonymous)+len(half) > 0:
		verdict := warned("Of %s, %d without an author and %d with one only on screen or only in markup.",
			"Sur %s, %d sans auteur et %d avec un auteur seulement à l'écran ou seulement dans le balisage.", total, len(anonymous), len(half))
		return siteWide(f, append(anonymous, half...), Finding{}, verdict, verdict)
	}
	return passed("Every article read names its author (%s).", "Chaque article lu nomme son auteur (%s).", total)
}

// byline says whether readers see an author, and whether markup or a link to the author backs it.
func byline(f *page.Facts, p *page.Page) (seen, backed bool) {
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
		for _, opening := range []string{"By ", "Par ", "Written by ", "Écrit par ", "Rédigé par ", "Publié par ", "Author: ", "Auteur : ",
			"Von ", "Por ", "Di "} {
			rest, ok := strings.CutPrefix(b.Text, opening)
			if initial, _ := utf8.DecodeRuneInString(rest); ok && unicode.IsUpper(initial) && !strings.HasSuffix(b.Text, ".") {
				return true
			}
		}
	}
	return false
}
