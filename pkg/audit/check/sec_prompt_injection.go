package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secPromptInjection is never scored: what a page says to a model must move no number, neither up nor down. What menus, tabs and dialogs hide is
// suspect to the parser only where it gives a model an order, and warns, since readers can come to see it; so do zero-width characters alone.
func secPromptInjection() Check {
	return Check{
		ID: "sec.prompt-injection", Weight: 0, Level: Standard,
		Source: "OWASP Top 10 for LLM applications, LLM01 prompt injection; reported, not scored", Link: "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
		Title: text("No hidden instructions to language models", "Absence d'instructions cachées aux modèles de langage"),
		Why: text("Hidden text that gives orders to AI systems counts as manipulation. It may have been put there by an intruder, without the owner's knowledge.",
			"Un texte caché qui donne des ordres aux IA passe pour une manipulation. Il peut avoir été placé là par un intrus, à l'insu du propriétaire."),
		Fix: text("Remove the hidden text, and find out how it came onto the page.",
			"Supprimez le texte caché et recherchez comment il est arrivé sur la page."),
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			found := 0
			for _, p := range f.Pages {
				for _, s := range p.Suspect {
					found++
					finding = finding.seen(p.FinalURL, s.How, s.Text)
					if s.How != "zero-width" && !s.Widget {
						finding.Status = audit.Fail
					} else if finding.Status == audit.Pass {
						finding.Status = audit.Warn
					}
				}
			}
			if found == 0 {
				return passed("No hidden text that addresses a language model was found.", "Aucun texte caché s'adressant à un modèle de langage n'a été trouvé.")
			}
			finding.Detail = text("The pages read contain %s. No score depends on it.", "Les pages lues contiennent %s. Aucune note n'en dépend.",
				count(found, "piece of hidden text meant for an AI system", "pieces of hidden text meant for an AI system",
					"passage caché destiné à une IA", "passages cachés destinés à une IA"))
			return finding
		},
	}
}
