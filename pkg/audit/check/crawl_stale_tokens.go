package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlStaleTokens warns of tokens that no crawler of today answers to. A token with a version is read by some parsers up to the slash and by
// others not at all; RFC 9309 section 2.2.1 allows only letters, hyphens and underscores in it.
func crawlStaleTokens() Check {
	return Check{
		ID: "crawl.stale-tokens", Weight: 1, Level: Standard,
		Source: "RFC 9309 section 2.2.1, and the operators' current lists", Link: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1",
		Title: text("Current user agents in robots.txt", "Agents en service dans robots.txt"),
		Why: text("A rule for a retired or misspelt user agent does nothing, while it looks as if the matter were settled.",
			"Une règle visant un agent retiré ou mal écrit ne fait rien, alors qu'elle donne l'impression que la question est réglée."),
		Fix: text("Replace retired tokens with the operator's current ones, and write tokens without version or address.",
			"Remplacez les jetons retirés par ceux que l'opérateur utilise aujourd'hui, et écrivez les jetons sans version ni adresse."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			named, _ := namedGroups(&f.Robots.Value)
			if len(named) == 0 {
				return unassessed(page.NotApplicable, "robots.txt names no single crawler.", "robots.txt ne nomme aucun robot en particulier.")
			}
			finding := Finding{Status: audit.Pass}
			var stale []string
			for _, g := range named {
				c, known := crawlerNamed(f, g.token)
				if known && c.Class == "legacy" || strings.ContainsAny(g.token, "/ ;(") {
					stale = append(stale, g.token)
					finding = finding.seen(f.Robots.Value.URL, fmt.Sprintf("line %d", g.line), "User-agent: "+g.token)
				}
			}
			if len(stale) == 0 {
				return passed("The user agents that robots.txt names are written as crawlers read them.",
					"Les agents nommés dans robots.txt sont écrits comme les robots les lisent.")
			}
			finding.Status = audit.Warn
			finding.Detail = text("robots.txt names %s: %s.", "robots.txt nomme %s : %s.",
				count(len(stale), "user agent that is retired or misspelt", "user agents that are retired or misspelt", "agent retiré ou mal écrit", "agents retirés ou mal écrits"), firstOf(stale, 5))
			return finding
		},
	}
}
