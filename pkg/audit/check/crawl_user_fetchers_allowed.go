package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlUserFetchersAllowed never fails: a blocked fetch on a person's behalf breaks one visit, not the place in an index. Fetchers whose operator
// says that they ignore robots.txt are no fault, as the rule has no effect on them.
func crawlUserFetchersAllowed() Check {
	return Check{
		ID: "crawl.user-fetchers-allowed", Weight: 4, Level: Standard, Also: []audit.Share{{Metric: audit.GSO, Weight: 4}},
		Source: "RFC 9309 section 2.2, and each operator's own page on its fetcher", Link: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2",
		Title: text("Access for assistants at a user's request", "Accès des assistants à la demande d'un utilisateur"),
		Why: text("When someone asks an assistant about you, it opens your page at that moment. A rule against it makes the assistant answer without you.",
			"Quand quelqu'un interroge un assistant à votre sujet, celui-ci ouvre votre page à cet instant. Une règle contraire le fait répondre sans vous."),
		Fix: text("Allow these agents in robots.txt; they fetch single pages because a person asked, and collect no training data.",
			"Autorisez ces agents dans robots.txt : ils lisent une page parce qu'une personne l'a demandé, sans collecter de données d'entraînement."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			all := rulings(f, "user")
			main, others := keptFrom(all)
			blocked, verdict := main, onMain
			if len(blocked) == 0 {
				blocked, verdict = others, onOther
			}
			var held []ruling
			for _, b := range blocked {
				if b.HonoursRobots != "no" {
					held = append(held, b)
				}
			}
			robots := f.Robots.Value.URL
			switch {
			case len(all) == 0:
				return unassessed(page.NotApplicable, "The crawler table lists no fetcher of this kind.",
					"La table des robots ne contient aucun agent de ce type.")
			case len(held) > 0 && unreachable(verdict(held[0])):
				return warned("robots.txt can't be read, so assistants that obey it must stay away.",
					"robots.txt est illisible : les assistants qui le respectent doivent rester à l'écart.").
					seen(robots, "robots.txt", verdict(held[0]).Rule)
			case len(held) > 0:
				return warned("%s may not open some of the pages read: %s.", "Certaines des pages lues sont fermées à %s : %s.",
					count(len(held), "assistant", "assistants", "assistant", "assistants"), blockedNames(held, verdict)).withBlocked(robots, held, verdict)
			case len(blocked) > 0:
				return passed("The rules only concern fetchers that ignore robots.txt, and have no effect on them: %s.",
					"Les règles ne visent que des agents qui ignorent robots.txt, et sont sans effet sur eux : %s.", blockedNames(blocked, verdict))
			}
			return passed("robots.txt lets all %d assistants' fetchers open the pages read.",
				"robots.txt laisse les %d agents d'assistants ouvrir les pages lues.", len(all))
		},
	}
}
