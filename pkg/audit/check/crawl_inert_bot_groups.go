package check

import (
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlInertBotGroups is not scored: a group without effect does no harm, but naming a crawler gains nothing either.
func crawlInertBotGroups() Check {
	return Check{
		ID: "crawl.inert-bot-groups", Weight: 0, Level: Standard,
		Source: "RFC 9309 section 2.2.1; reported, not scored", Link: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1",
		Title: text("Groups without effect in robots.txt", "Groupes sans effet dans robots.txt"),
		Why: text("Naming a crawler in order to allow it isn't an invitation: what isn't forbidden is allowed already. Such groups only make the file harder to keep.",
			"Nommer un robot pour l'autoriser n'est pas une invitation : ce qui n'est pas interdit est déjà autorisé. Ces groupes compliquent seulement l'entretien du fichier."),
		Fix: text("Delete the groups whose rules equal those of the * group.",
			"Supprimez les groupes dont les règles sont identiques à celles du groupe *."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			named, star := namedGroups(&f.Robots.Value)
			if len(named) == 0 {
				return unassessed(page.NotApplicable, "robots.txt has no group for a single crawler.",
					"robots.txt n'a aucun groupe propre à un robot.")
			}
			finding := Finding{Status: audit.Pass}
			var inert []string
			general := effective(star)
			for _, g := range named {
				if slices.Equal(effective(g.rules), general) {
					inert = append(inert, g.token)
					finding = finding.seen(f.Robots.Value.URL, fmt.Sprintf("line %d", g.line), "User-agent: "+g.token)
				}
			}
			if len(inert) == 0 {
				return passed("Every group for a single crawler differs from the * group.",
					"Chaque groupe propre à un robot diffère du groupe *.")
			}
			finding.Status = audit.Warn
			finding.Detail = text("%s no effect, with the same rules as the * group: %s.",
				"%s sans effet, avec les mêmes règles que le groupe * : %s.",
				count(len(inert), "group has", "groups have", "groupe est", "groupes sont"), firstOf(inert, 5))
			return finding
		},
	}
}
