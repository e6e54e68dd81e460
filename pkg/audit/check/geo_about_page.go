package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aboutWords begin the texts of links and headings that lead to a page or section about whom the site belongs to.
var aboutWords = []string{"about", "our story", "who we are", "our team", "meet the team", "our company", "our history", "a propos", "apropos",
	"qui sommes nous", "qui suis je", "notre histoire", "notre equipe", "lequipe", "lentreprise", "entreprise", "notre entreprise", "uber uns",
	"uber mich", "das team", "unternehmen", "nosotros", "sobre", "quienes somos", "chi siamo", "chi sono", "azienda", "quem somos",
	"over ons", "ons team"}

// geoAboutPage takes a section of the submitted page for a page of its own: sites of one page have no other place for it.
func geoAboutPage() Check {
	return Check{
		ID: "geo.about-page", Weight: 4, Level: Standard,
		Source: "Google Search Central, creating helpful content (who created it); own number: 150 words",
		Link:   "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
		Title:  text("A page about who is behind the site", "Une page qui présente qui est derrière le site"),
		Why: text("Before they recommend a business, engines look for who runs it and since when. An about page is where they look first.",
			"Avant de recommander une entreprise, les moteurs cherchent qui la dirige et depuis quand. C'est d'abord dans la page de présentation qu'ils regardent."),
		Fix: text("Write an about page of at least 150 words with the name, the people, the place and the history, and link it from the navigation.",
			"Rédigez une page de présentation d'au moins 150 mots avec le nom, les personnes, le lieu et l'histoire, et reliez-la depuis la navigation."),
		Run: runAboutPage,
	}
}

func runAboutPage(f *page.Facts) Finding {
	for _, p := range f.Pages {
		if p.Kind == page.KindAbout {
			return judgeAbout(f, p)
		}
	}
	main := f.Main()
	for _, l := range main.Links {
		if !isAbout(l.Text) || !l.Internal {
			continue
		}
		if x := deadAt(f, l.URL); x != nil {
			return failed("The link to the about page answers %d.", "Le lien vers la page de présentation répond %d.",
				x.Status).seen(main.FinalURL, l.Text, l.URL)
		}
		if l.Fragment {
			return passed("The page has a section about who is behind it.",
				"La page a une section qui présente qui est derrière elle.").seen(main.FinalURL, "a", l.Text)
		}
		return unassessed(page.Unread, "The about page that the submitted page links to wasn't among the pages read.",
			"La page de présentation liée depuis la page soumise n'a pas été lue.").seen(main.FinalURL, l.Text, l.URL)
	}
	if i := slices.IndexFunc(main.Headings, func(h page.Heading) bool { return h.Level > 1 && isAbout(h.Text) }); i >= 0 {
		return passed("The page has a section about who is behind it.", "La page a une section qui présente qui est derrière elle.").
			seen(main.FinalURL, "h2", main.Headings[i].Text)
	}
	if !whole(main) {
		return unsure(main)
	}
	return warned("No page or section about who is behind the site was found.",
		"Aucune page ni section présentant qui est derrière le site n'a été trouvée.").
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
		return warned("The about page has only %s.", "La page de présentation n'a que %s.", words).seen(p.FinalURL, "main", "")
	case name != "" && !visibleName(f, p, []string{name}):
		return warned("The about page (%s) never names “%s”.", "La page de présentation (%s) ne nomme jamais « %s ».", words,
			name).seen(p.FinalURL, "main", "")
	}
	return passed("The about page has %s.", "La page de présentation compte %s.", words).seen(p.FinalURL, "title", first(p.Titles))
}
