package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlLLMsFull reports only: no operator documents that it reads the file.
func crawlLLMsFull() Check {
	return Check{
		ID: "crawl.llms-full", Weight: 0, Level: Folklore, Source: "common practice beside llmstxt.org, the llms.txt proposal; reported, not scored", Link: "https://llmstxt.org/",
		Title: text("llms-full.txt", "Fichier llms-full.txt"),
		Why: text("Documentation sites put all their text into this one file for language models. No operator says that it reads it.",
			"Les sites de documentation y réunissent tout leur texte pour les modèles de langage. Aucun opérateur ne dit le lire."),
		Fix:   text("Serve the file as plain text, or answer 404.", "Servez le fichier en texte brut, ou répondez 404."),
		Needs: []Need{Survey},
		Run: func(f *page.Facts) Finding {
			s, ok := wellKnown(f, page.LLMsFullPath)
			switch {
			case !ok || s.Status == 0:
				return unassessed(page.Unread, "/llms-full.txt could not be read.", "/llms-full.txt n'a pas pu être lu.")
			case s.Status >= 200 && s.Status < 300 && s.HTML:
				return warned("An HTML page stands in the place of /llms-full.txt.", "Une page HTML occupe la place de /llms-full.txt.").seen(s.URL, "Content-Type", s.ContentType)
			case !s.There():
				return unassessed(page.NotApplicable, "There is no /llms-full.txt, and none is needed.", "Il n'y a pas de /llms-full.txt, et rien ne l'exige.")
			}
			return passed("The site serves /llms-full.txt.", "Le site sert /llms-full.txt.").seen(s.URL, "Content-Type", fmt.Sprintf("%s, %d bytes read", s.ContentType, s.Bytes))
		},
	}
}

// wellKnown gives the answer for one of the files that agents look for.
func wellKnown(f *page.Facts, path string) (served page.Served, ok bool) {
	for _, s := range f.Survey.WellKnown {
		if requestPath(s.URL) == path {
			return s, true
		}
	}
	return page.Served{}, false
}
