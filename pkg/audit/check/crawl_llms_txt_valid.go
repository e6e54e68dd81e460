package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlLLMsTxtValid never weighs: no engine documents that it reads the file, so its absence is no fault and its presence no merit. One that is
// there but broken is worth a warning.
func crawlLLMsTxtValid() Check {
	return Check{
		ID: "crawl.llms-txt-valid", Weight: 0, Level: Folklore, Source: "llmstxt.org, the llms.txt proposal; Lighthouse 13.3, agentic browsing (llms.txt); reported, not scored", Link: "https://llmstxt.org/",
		Title: text("Form of llms.txt, where there is one", "Forme de llms.txt, s'il existe"),
		Why: text("No search engine is known to rank by llms.txt, but coding assistants and some agents read it; a broken one misleads them.",
			"Aucun moteur n'est connu pour classer selon llms.txt, mais des assistants de code et certains agents le lisent ; un fichier défectueux les égare."),
		Fix: text("Serve Markdown as plain text with one # title, a short > summary and lists of links, or remove the file.",
			"Servez du Markdown en texte brut avec un titre #, un court résumé > et des listes de liens, ou supprimez le fichier."),
		Needs: []Need{LLMs},
		Run: func(f *page.Facts) Finding {
			l := &f.LLMs.Value
			switch {
			case !l.Present():
				return unassessed(page.NotApplicable, "The site has no llms.txt, and needs none.",
					"Le site n'a pas de llms.txt, et n'en a pas besoin.")
			case l.HTML:
				return warned("An HTML page stands where llms.txt should be.",
					"Une page HTML se trouve à la place de llms.txt.").seen(l.URL, "Content-Type", l.ContentType)
			case l.Chars < 50:
				return warned("llms.txt is nearly empty (%s).",
					"llms.txt est presque vide (%s).", count(l.Chars, "character", "characters", "caractère", "caractères")).
					seen(l.URL, "llms.txt", fmt.Sprintf("%d characters", l.Chars))
			case len(l.Titles) != 1:
				return warned("llms.txt has %s; the form asks for exactly one.", "llms.txt a %s ; le format en demande exactement un.",
					count(len(l.Titles), "title line (#)", "title lines (#)", "ligne de titre (#)", "lignes de titre (#)")).
					seen(l.URL, "#", strings.Join(l.Titles, " | "))
			case l.LinksTotal == 0:
				return warned("llms.txt lists no link.", "llms.txt ne contient aucun lien.").seen(l.URL, "llms.txt", l.Titles[0])
			}
			return passed("llms.txt has a title and %s.", "llms.txt a un titre et %s.", count(l.LinksTotal, "link", "links", "lien", "liens"))
		},
	}
}
