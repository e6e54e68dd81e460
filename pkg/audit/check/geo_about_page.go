package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aboutWords begin the texts of links and headings that lead to a page or section about whom the site belongs to.
var aboutWords = []string{
	"about", "our story", "who we are", "our team", "meet the team", "our company", "our history", "a propos", "apropos",
	"qui sommes nous", "qui suis je", "notre histoire", "notre equipe", "lequipe", "lentreprise", "entreprise", "notre entreprise", "uber uns",
	"uber mich", "das team", "unternehmen", "nosotros", "sobre", "quienes somos", "chi siamo", "chi sono", "azienda", "quem somos",
	"over ons", "ons team",
}

// geoAboutPage takes a section of the submitted page for a page of its own: sites of one page have no other place for it.
func geoAboutPage() Check {
	return Check{
		ID: "geo.about-page", Weight: 4, Level: Standard,
		Source: "Google Search Central, creating helpful content (who is behind the site); own number: 150 words",
		Link:   "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
		Title:  text("About page", "Page de présentation (« À propos »)"),
		Why: text("Google asks that a site makes clear who is behind it. An about page is where readers and engines find that.",
			"Google demande qu'un site indique clairement qui se trouve derrière. C'est sur une page de présentation que lecteurs et moteurs le trouvent."),
		Fix: text("Write an about page of at least 150 words with the name, the people, the place and the history, and link it from the navigation.",
			"Rédigez une page de présentation d'au moins 150 mots avec le nom, les personnes, le lieu et l'histoire, et placez un lien vers elle dans la navigation."),
		Run: runAboutPage,
	}
}

func runAboutPage(f *page.Facts) Finding {
	for _, p := range f.Pages {
		if p.Kind == page.KindAbout {
			return judgeAbout(f, p)
		}
	}
	main, dead := f.Main(), deadByAddress(f)
	for _, l := range main.Links {
		if !isAbout(l.Text) || !l.Internal {
			continue
		}
		if x := dead[l.URL]; x != nil {
			return failed("The link to the about page answers %d.", "Le lien vers la page de présentation répond %d.",
				x.Status).seen(main.FinalURL, l.Text, l.URL)
		}
		if l.Fragment {
			return passed("A section of the submitted page says who is behind the site.",
				"Une section de la page soumise présente qui se trouve derrière le site.").seen(main.FinalURL, "a", l.Text)
		}
		return unassessed(page.Unread, "The about page that the submitted page links to wasn't among the pages read.",
			"La page de présentation vers laquelle mène la page soumise n'a pas été lue.").seen(main.FinalURL, l.Text, l.URL)
	}
	if i := slices.IndexFunc(main.Headings, func(h page.Heading) bool { return h.Level > 1 && isAbout(h.Text) }); i >= 0 {
		return passed("A section of the submitted page says who is behind the site.", "Une section de la page soumise présente qui se trouve derrière le site.").
			seen(main.FinalURL, fmt.Sprintf("<h%d>", main.Headings[i].Level), main.Headings[i].Text)
	}
	switch {
	case !whole(main):
		return unsure(main)
	case !worded(f):
		return unknownWords()
	}
	return warned("No page or section about who is behind the site was found.",
		"Aucune page ni section présentant qui se trouve derrière le site n'a été trouvée.").
		seen(main.FinalURL, "a", "")
}

func isAbout(label string) bool {
	label = folded(label)
	return len(label) <= 60 && slices.ContainsFunc(aboutWords, func(w string) bool { return label == w || strings.HasPrefix(label, w+" ") })
}

func judgeAbout(f *page.Facts, p *page.Page) Finding {
	name := siteName(f)
	words := count(p.Text.Words, "word", "words", "mot", "mots")
	switch {
	case !whole(p):
		return unsure(p)
	case p.Text.Words < 150:
		return warned("The about page has only %s.", "La page de présentation ne compte que %s.", words).seen(p.FinalURL, "main content", words.EN)
	case name != "" && !visibleName(f, p, []string{name}):
		return warned("The about page (%s) never names “%s”.", "La page de présentation (%s) ne nomme jamais « %s ».", words,
			name).seen(p.FinalURL, "<title>", first(p.Titles))
	}
	return passed("The about page has %s.", "La page de présentation compte %s.", words).seen(p.FinalURL, "<title>", first(p.Titles))
}
