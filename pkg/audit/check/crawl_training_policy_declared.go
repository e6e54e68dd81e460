package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// crawlTrainingPolicyDeclared is never scored: whether models may be trained on a site is its owner's choice.
func crawlTrainingPolicyDeclared() Check {
	return Check{
		ID: "crawl.training-policy-declared", Weight: 0, Level: Standard,
		Source: "RFC 9309 section 2.2, and each operator's own page on its crawler; reported, not scored", Link: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2",
		Title: text("Policy towards training crawlers", "Politique envers les robots d'entraînement"),
		Why: text("Keeping training crawlers out is your choice and costs no place in search or answers; what matters is that the rules say what you mean.",
			"Exclure les robots d'entraînement relève de votre choix et ne coûte aucune place dans les résultats ; l'essentiel est que les règles traduisent votre intention."),
		Fix:   text("Nothing needs fixing; compare the list with what you intend.", "Rien à corriger ; comparez la liste à votre intention."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			all := rulings(f, "train", "token")
			main, _ := keptFrom(all)
			switch {
			case len(all) == 0:
				return unassessed(page.NotApplicable, "The crawler table lists no training crawler.",
					"La table des robots ne contient aucun robot d'entraînement.")
			case len(main) == 0:
				return passed("All %d training crawlers and training opt-out tokens are allowed. This is your choice and isn't scored.",
					"Les %d robots d'entraînement et jetons de refus sont autorisés. Ce choix vous appartient et n'est pas noté.", len(all))
			case unreachable(main[0].main):
				return passed("robots.txt can't be read, so no policy is declared.", "robots.txt est illisible : aucune politique n'est déclarée.")
			}
			return passed("robots.txt keeps out %d of %d training crawlers and training opt-out tokens: %s. This is your choice and isn't scored.",
				"robots.txt exclut %d des %d robots d'entraînement et jetons de refus : %s. Ce choix vous appartient et n'est pas noté.",
				len(main), len(all), blockedNames(main, onMain)).withBlocked(f.Robots.Value.URL, main, onMain)
		},
	}
}
