package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// privacyWords and termsWords are pieces of the names that such pages have, folded.
var (
	privacyWords = []string{"privacy", "confidentialit", "donnees personnelles", "vie privee", "rgpd", "gdpr", "datenschutz", "privacidad", "privacidade",
		"data protection", "protection des donnees", "cookies", "privacyverklaring"}
	termsWords = []string{"terms", "conditions", "mentions legales", "legal", "cgv", "cgu", "imprint", "impressum", "agb", "aviso",
		"note legali", "voorwaarden"}
)

// geoLegalPages asks for a link in words; where it leads is only judged if it was followed. A site that asks visitors for nothing needs no privacy
// notice that a machine could demand of it, so there it warns at most.
func geoLegalPages() Check {
	return Check{
		ID: "geo.legal-pages", Weight: 3, Level: Standard,
		Source: "Regulation (EU) 2016/679, article 13; Google Search Central, creating helpful content (trust)",
		Link:   "https://eur-lex.europa.eu/eli/reg/2016/679/oj",
		Title:  text("Privacy and legal pages are linked", "Pages légales et de confidentialité reliées"),
		Why: text("Privacy and legal notices name the responsible company. They are required where visitors' data is taken, and a sign of trust everywhere.",
			"Les mentions légales et la politique de confidentialité nomment l'entreprise responsable. Elles sont obligatoires dès qu'on recueille des données, et partout un signe de confiance."),
		Fix: text("Link a privacy notice and a legal notice or terms from the footer of every page.",
			"Reliez depuis le pied de chaque page une politique de confidentialité et des mentions légales ou conditions."),
		Run: runLegalPages,
	}
}

func runLegalPages(f *page.Facts) Finding {
	privacy, terms := legalLink(f, privacyWords), legalLink(f, termsWords)
	for _, l := range []*page.Link{privacy, terms} {
		if l == nil {
			continue
		}
		if x := deadAt(f, l.URL); x != nil {
			return failed("The link “%s” answers %d.", "Le lien « %s » répond %d.", l.Text, x.Status).seen(f.FinalURL, "a", l.URL)
		}
	}
	switch {
	case privacy != nil && terms != nil:
		return passed("“%s” and “%s” are linked.", "« %s » et « %s » sont reliées.", privacy.Text, terms.Text).seen(f.FinalURL, "a", privacy.URL)
	case privacy != nil:
		return passed("“%s” is linked.", "« %s » est reliée.", privacy.Text).seen(f.FinalURL, "a", privacy.URL)
	case terms != nil:
		return warned("“%s” is linked, but no privacy notice.", "« %s » est reliée, mais aucune politique de confidentialité.",
			terms.Text).seen(f.FinalURL, "a", terms.URL)
	case !whole(f.Main()):
		return unsure(f.Main())
	case takesData(f):
		return failed("The site takes visitors' data (a form, cookies or a consent manager), but links no privacy or legal notice.",
			"Le site recueille des données (formulaire, cookies ou gestion du consentement), mais ne relie ni confidentialité ni mentions légales.").seen(f.FinalURL,
			"footer a", "")
	}
	return warned("No link to a privacy or legal notice was found.",
		"Aucun lien vers une politique de confidentialité ou des mentions légales n'a été trouvé.").
		seen(f.FinalURL, "footer a", "")
}

// legalLink gives the first link with one of the words in its text or address, on any page read.
func legalLink(f *page.Facts, words []string) *page.Link {
	for _, p := range f.Pages {
		for i := range p.Links {
			l := &p.Links[i]
			if l.URL == "" || len(l.Text) > 80 || l.Place == "main" && p.Kind != page.KindLegal {
				continue
			}
			label := folded(l.Text)
			if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(label, w) }) {
				return l
			}
		}
	}
	return nil
}

func takesData(f *page.Facts) bool {
	for _, p := range f.Pages {
		if p.Widgets.Consent != "" || len(p.Response.Cookies) > 0 {
			return true
		}
		if slices.ContainsFunc(p.Forms, func(x page.Form) bool { return !x.Search && x.Inputs > 0 }) {
			return true
		}
	}
	return false
}
