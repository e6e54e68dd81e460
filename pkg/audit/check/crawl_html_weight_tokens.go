package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// maxPageTokens is squirrelscan's bound, at four bytes a token. Its share of text (15 %) is reported but not judged: page builders send
// less than that on pages that assistants read well.
const maxPageTokens = 100_000

func crawlHTMLWeightTokens() Check {
	return Check{
		ID: "crawl.html-weight-tokens", Weight: 2, Level: Folklore,
		Source: "number of the audit tool squirrelscan: 100,000 tokens of 4 bytes; no operator documents a limit",
		Title:  text("Size of the page for language models", "Taille de la page pour les modèles de langage"),
		Why: text("Agents that hand the HTML to a model may cut what is too long, and the text at the end of a heavy page is then lost.",
			"Les agents qui transmettent le HTML à un modèle peuvent couper ce qui est trop long ; le texte en fin de page est alors perdu."),
		Fix: text("Move inline scripts, styles, SVG and state objects out of the HTML.",
			"Sortez du HTML les scripts, styles, SVG et objets d'état intégrés."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			if main.Response.Bytes == 0 {
				return unassessed(page.Unread, "The size of the page isn't known.", "La taille de la page est inconnue.")
			}
			tokens := int(main.Response.Bytes / 4)
			share := min(100, int(int64(main.Text.Chars)*100/main.Response.Bytes))
			if tokens > maxPageTokens {
				return warned("The HTML comes to about %d tokens, of which %d%% is text; above 100,000, agents may cut the end.",
					"Le HTML représente environ %d jetons, dont %d %% de texte ; au-delà de 100 000, la fin risque d'être coupée.", tokens, share).
					seen(main.FinalURL, "HTML", fmt.Sprintf("%d bytes", main.Response.Bytes))
			}
			return passed("The HTML comes to about %d tokens, of which %d%% is text.", "Le HTML représente environ %d jetons, dont %d %% de texte.", tokens, share)
		},
	}
}
