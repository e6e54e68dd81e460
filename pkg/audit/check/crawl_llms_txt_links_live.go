package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlLLMsTxtLinksLive speaks only of links that were asked for during the audit.
func crawlLLMsTxtLinksLive() Check {
	return Check{
		ID: "crawl.llms-txt-links-live", Weight: 0, Level: Folklore, Source: "llmstxt.org, the llms.txt proposal; reported, not scored", Link: "https://llmstxt.org/",
		Title: text("Working links in llms.txt", "Liens valides dans llms.txt"),
		Why: text("An agent that follows llms.txt into dead links reads nothing of yours.",
			"Un agent qui suit des liens morts de llms.txt ne lit rien de votre site."),
		Fix:   text("Correct or remove the dead links.", "Corrigez ou retirez les liens morts."),
		Needs: []Need{LLMs},
		Run: func(f *page.Facts) Finding {
			l := &f.LLMs.Value
			if !l.Present() || l.HTML || len(l.Links) == 0 {
				return unassessed(page.NotApplicable, "There is no llms.txt with links.", "Il n'y a pas de llms.txt contenant des liens.")
			}
			live := map[string]bool{}
			for _, p := range f.Pages {
				live[p.URL], live[p.FinalURL] = true, true
			}
			dead := map[string]int{}
			for _, bad := range f.Failures {
				if bad.Status >= 400 && bad.Retried || bad.Status == 404 || bad.Status == 410 {
					dead[bad.URL] = bad.Status
				}
			}
			finding := Finding{Status: audit.Pass}
			good, broken := 0, 0
			for _, link := range l.Links {
				status, gone := dead[link.URL]
				switch {
				case gone:
					broken++
					finding = finding.seen(l.URL, fmt.Sprintf("line %d", link.Line), fmt.Sprintf("%s: %d", link.URL, status))
				case live[link.URL]:
					good++
				}
			}
			switch {
			case broken > 0:
				finding.Status = audit.Warn
				finding.Detail = text("llms.txt has %s out of %d tried.", "llms.txt contient %s sur %d essayés.",
					count(broken, "dead link", "dead links", "lien mort", "liens morts"), good+broken)
				return finding
			case good == 0:
				return unassessed(page.Unread, "None of the links in llms.txt was read in this audit.",
					"Aucun des liens de llms.txt n'a été lu pendant cet audit.")
			}
			return passed("No dead link was found in llms.txt (%v).", "Aucun lien mort n'a été trouvé dans llms.txt (%v).",
				count(good, "link tried", "links tried", "lien essayé", "liens essayés"))
		},
	}
}
