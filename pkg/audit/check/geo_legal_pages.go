package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// privacyWords and termsWords are pieces of the names that such pages have, folded.
var (
	privacyWords = []string{
		"privacy", "confidentialit", "donnees personnelles", "vie privee", "rgpd", "gdpr", "datenschutz", "privacidad", "privacidade",
		"data protection", "protection des donnees", "cookies", "privacyverklaring",
	}
	termsWords = []string{
		"terms", "conditions", "mentions legales", "legal", "cgv", "cgu", "imprint", "impressum", "agb", "aviso",
		"note legali", "voorwaarden",
	}
)

// geoLegalPages asks for a link in words; where it leads is only judged if it was followed. A site that asks visitors for nothing needs no privacy
// notice that a machine could demand of it, so there it warns at most.
func geoLegalPages() Check {
	return Check{
		ID: "geo.legal-pages", Weight: 3, Level: Standard,
		Source: "Regulation (EU) 2016/679, article 13; Google Search Central, creating helpful content (trust)",
		Link:   "https://eur-lex.europa.eu/eli/reg/2016/679/oj",
		Title:  text("Links to privacy and legal pages", "Liens vers les pages légales et de confidentialité"),
		Why: text("Privacy and legal notices name the responsible company. In Europe they are required where visitors' data is collected, and they are a sign of trust everywhere.",
			"Les mentions légales et la politique de confidentialité nomment l'entreprise responsable. En Europe, elles sont obligatoires dès qu'un site recueille des données, et elles sont partout un signe de confiance."),
		Fix: text("Link to a privacy notice and to a legal notice or terms from the footer of every page.",
			"Placez au pied de chaque page un lien vers une politique de confidentialité et un autre vers des mentions légales ou des conditions."),
		Run: runLegalPages,
	}
}

func runLegalPages(f *page.Facts) Finding {
	privacy, terms := legalLink(f, privacyWords), legalLink(f, termsWords)
	for _, l := range []*page.Link{privacy, terms} {
		if l == nil {
			continue
		}
		if x := deadByAddress(f)[l.URL]; x != nil {
			return failed("The link “%s” answers %d.", "Le lien « %s » répond %d.", l.Text, x.Status).seen(f.FinalURL, "a", l.URL)
		}
	}
	switch {
	case privacy != nil && terms != nil:
		return passed("Links to “%s” and “%s” were found.", "Des liens vers « %s » et « %s » ont été trouvés.", privacy.Text, terms.Text).seen(f.FinalURL, "a", privacy.URL)
	case privacy != nil:
		return passed("A link to “%s” was found.", "Un lien vers « %s » a été trouvé.", privacy.Text).seen(f.FinalURL, "a", privacy.URL)
	case terms != nil:
		return warned("A link to “%s” was found, but none to a privacy notice.", "Un lien vers « %s » a été trouvé, mais aucun vers une politique de confidentialité.",
			terms.Text).seen(f.FinalURL, "a", terms.URL)
	case !whole(f.Main()):
		return unsure(f.Main())
	case !worded(f):
		return unknownWords()
	case takesData(f):
		return failed("The site collects visitors' data (a form, cookies or a consent manager), but no link to a privacy or legal notice was found on the pages read.",
			"Le site recueille des données (formulaire, cookies ou gestion du consentement), mais aucun lien vers une politique de confidentialité ou des mentions légales n'a été trouvé sur les pages lues.").seen(f.FinalURL,
			"a", "none")
	}
	return warned("No link to a privacy or legal notice was found on the pages read.",
		"Aucun lien vers une politique de confidentialité ou des mentions légales n'a été trouvé sur les pages lues.").
		seen(f.FinalURL, "a", "none")
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
