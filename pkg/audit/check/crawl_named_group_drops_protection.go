package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// maxStarRules bounds the rules of the * group that are tried against every named group.
const maxStarRules = 500

// noAgent is a token that no group names, so that its verdict is that of the * group.
const noAgent = "auditctl-unnamed"

// crawlNamedGroupDropsProtection looks at crawlers of the table only: an open group for a link preview or an ads checker is common and meant so.
// "Disallow: /" in the * group doesn't count, as naming the exceptions to it is its purpose.
func crawlNamedGroupDropsProtection() Check {
	return Check{
		ID: "crawl.named-group-drops-protection", Weight: 3, Level: Standard,
		Source: "RFC 9309 section 2.2.1 (a crawler obeys the group that names it and no other)", Link: "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1",
		Title: text("General rules repeated in named groups", "Règles générales reprises dans les groupes nommés"),
		Why: text("Groups in robots.txt don't inherit. A group made for one crawler switches all rules under * off for it, also those that keep private or endless areas out.",
			"Les groupes de robots.txt n'héritent pas les uns des autres. Un groupe créé pour un robot désactive pour lui toutes les règles de *, y compris celles qui protègent des zones privées ou sans fin."),
		Fix: text("Repeat the Disallow lines of the * group in the named group, or delete the named group if it only allows what is allowed anyway.",
			"Recopiez les lignes Disallow du groupe * dans le groupe nommé, ou supprimez ce dernier s'il n'autorise que ce qui l'est déjà."),
		Needs: []Need{Robots},
		Run: func(f *page.Facts) Finding {
			r := &f.Robots.Value
			named, star := namedGroups(r)
			finding := Finding{Status: audit.Pass}
			var open []string
			judged := 0
			for _, g := range named {
				c, known := crawlerNamed(f, g.token)
				if !known || c.Class == "ads" || c.Class == "preview" || c.Class == "legacy" || c.Class == "token" {
					continue
				}
				judged++
				lost := lostPaths(r, c.Token, star)
				if len(lost) == 0 {
					continue
				}
				open = append(open, c.Token)
				finding = finding.seen(r.URL, fmt.Sprintf("line %d, User-agent: %s", g.line, g.token), "not repeated: Disallow: "+strings.Join(lost[:min(len(lost), 5)], ", "))
			}
			switch {
			case judged == 0 || len(star) == 0:
				return unassessed(page.NotApplicable, "No group for a known crawler stands beside a * group.",
					"Aucun groupe propre à un robot connu ne côtoie un groupe *.")
			case len(open) == 0:
				return passed("The groups for single crawlers keep what the * group closes.",
					"Les groupes propres à un robot conservent ce que le groupe * interdit.")
			}
			finding.Status = audit.Warn
			finding.Detail = text("%s may read what the * group closes, because the group made for it doesn't repeat the rules: %s.",
				"Ce que le groupe * interdit reste permis à %s, faute d'être repris dans le groupe nommé : %s.",
				count(len(open), "crawler", "crawlers", "robot", "robots"), firstOf(open, 5))
			return finding
		},
	}
}

// lostPaths gives the Disallow paths of the * group that the crawler may read.
func lostPaths(r *page.Robots, token string, star []page.RobotsRule) []string {
	var lost []string
	for i, rule := range star {
		if i == maxStarRules {
			break
		}
		path := examplePath(rule.Path)
		if rule.Allow || rule.Path == "" || path == "/" {
			continue
		}
		if !r.Verdict(noAgent, path).Allowed && r.Verdict(token, path).Allowed {
			lost = append(lost, rule.Path)
		}
	}
	return lost
}
