package check

import (
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The hidden words and links of a page from which it is worth a look.
const (
	hiddenWords = 50
	hiddenLinks = 10
)

func seoHiddenText() Check {
	return Check{
		ID:     "seo.hidden-text",
		Weight: 2,
		Level:  Standard,
		Source: "Google Search Central, spam policies: hidden text and links; own numbers: 50 words, 10 links",
		Link:   "https://developers.google.com/search/docs/essentials/spam-policies",
		Title:  text("No hidden text", "Absence de texte caché"),
		Why: text("Text that only machines see counts as spam, and may be the work of an intruder.",
			"Un texte que seules les machines voient passe pour du spam, et peut être l'œuvre d'un intrus."),
		Fix: text("Show the text or remove it. If nobody knows it, have the site examined for a break-in.",
			"Affichez ce texte ou supprimez-le. Si personne ne le connaît, faites rechercher une intrusion."),
		Run: runHiddenText,
	}
}

// hidings are the ways of hiding by style; zero-width characters and comments are other checks' matter.
var hidings = []string{"display", "visibility", "offscreen", "opacity", "font-size", "colour"}

func runHiddenText(f *page.Facts) Finding {
	found := faults(f, func(p *page.Page) (string, string, bool) {
		words, links, first := 0, 0, ""
		for i := range p.Hidden {
			h := &p.Hidden[i]
			if h.Widget || !slices.Contains(hidings, h.How) {
				continue
			}
			words, links = words+h.Words, links+h.Links
			if first == "" {
				first = h.Text
			}
		}
		return fmt.Sprintf("%d words, %d links", words, links), first, words >= hiddenWords || links >= hiddenLinks
	})
	return siteWide(f, found,
		passed("No notable amount of text hidden by style was found.", "Aucun texte notable masqué par les styles n'a été trouvé."),
		warned("The submitted page hides text outside menus, tabs and dialogs.", "La page soumise cache du texte hors des menus, onglets et dialogues."),
		warned("Text is hidden outside menus, tabs and dialogs on %v.", "Du texte est caché hors des menus, onglets et dialogues sur %v.", notMain(len(found), f)))
}
