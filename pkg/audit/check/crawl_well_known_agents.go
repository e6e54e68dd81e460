package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlWellKnownAgents says which doors for agents there are. That there is none is no fault; a private key in one is, and so is a page in a file's place,
// since agents read it as a broken file.
func crawlWellKnownAgents() Check {
	return Check{
		ID: "crawl.well-known-agents", Weight: 0, Level: Standard,
		Source: "Agent2Agent protocol, Model Context Protocol, RFC 9727, RFC 9728, RFC 7517 section 9.2 (private keys); reported, not scored",
		Link:   "https://www.iana.org/assignments/well-known-uris/well-known-uris.xhtml",
		Title:  text("Files that describe the site to agents", "Fichiers qui décrivent le site aux agents"),
		Why: text("Agents look under /.well-known/ for what a site lets them do. A broken file stops them, and a private key in one lets anybody sign in the site's name.",
			"Les agents cherchent sous /.well-known/ ce qu'un site leur permet. Un fichier défectueux les arrête, et une clé privée y permet à n'importe qui de signer au nom du site."),
		Fix: text("Correct or remove the file named. Replace a key that was published; removing it isn't enough.",
			"Corrigez ou retirez le fichier indiqué. Remplacez une clé publiée : la retirer ne suffit pas."),
		Needs: []Need{Survey},
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			asked := 0
			var there, broken, leaking, retired []string
			for _, s := range f.Survey.WellKnown {
				path := requestPath(s.URL)
				if path == page.SecurityTxtPath || path == page.LLMsFullPath || s.Status == 0 {
					continue
				}
				asked++
				switch {
				case s.PrivateKey:
					leaking = append(leaking, path)
					finding = finding.seen(s.URL, "JSON Web Key", "private part present (not shown)")
				case !s.There():
				case !s.JSON:
					broken = append(broken, path)
					finding = finding.seen(s.URL, "Content-Type", s.ContentType+", not JSON")
				case strings.HasSuffix(path, "/ai-plugin.json"):
					retired = append(retired, path)
					finding = finding.seen(s.URL, "Content-Type", s.ContentType)
				default:
					there = append(there, path)
					finding = finding.seen(s.URL, "Content-Type", s.ContentType)
				}
			}
			switch {
			case asked == 0:
				return unassessed(page.Unread, "None of these files could be asked for.", "Aucun de ces fichiers n'a pu être demandé.")
			case len(leaking) > 0:
				finding.Status = audit.Fail
				finding.Detail = text("A private key is published in %s.", "Une clé privée est publiée dans %s.", firstOf(leaking, 3))
			case len(broken) > 0:
				finding.Status = audit.Warn
				finding.Detail = text("Not JSON, as agents expect: %s.", "Pas au format JSON attendu des agents : %s.", firstOf(broken, 3))
			case len(there) > 0:
				finding.Detail = text("The site describes itself to agents in %s.", "Le site se décrit aux agents dans %s.", firstOf(there, 5))
			case len(retired) > 0:
				finding.Detail = text("The only file for agents is %s, which no product reads any more.", "Le seul fichier pour agents est %s, que plus aucun produit ne lit.", firstOf(retired, 1))
			default:
				return unassessed(page.NotApplicable, "The site has no such file, and none is needed.", "Le site n'a pas de tel fichier, et rien ne l'exige.")
			}
			return finding
		},
	}
}
