package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// maxPageTokens is squirrelscan's bound, at four bytes a token. Its share of text (15 %) is reported but not judged: page builders send
// less than that on pages that assistants read well.
const maxPageTokens = 100_000

func crawlHTMLWeightTokens() Check {
	return Check{
		ID: "crawl.html-weight-tokens", Weight: 2, Level: Folklore,
		Source: "squirrelscan's number (100,000 tokens at 4 bytes); no operator documents a limit",
		Title:  text("The page fits a model's reading window", "Page à la mesure de la fenêtre d'un modèle"),
		Why: text("Agents that hand the HTML to a model cut what is too long. Text at the end of a heavy page is then lost.",
			"Les agents qui transmettent le HTML à un modèle coupent ce qui est trop long. Le texte en fin de page est alors perdu."),
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
				return warned("About %d tokens of HTML, of which %d %% is text; more than 100,000 is often cut.",
					"Environ %d jetons de HTML, dont %d %% de texte ; au-delà de 100 000, la fin est souvent coupée.", tokens, share)
			}
			return passed("About %d tokens of HTML, of which %d %% is text.", "Environ %d jetons de HTML, dont %d %% de texte.", tokens, share)
		},
	}
}
