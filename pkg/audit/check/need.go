package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Need names a fact that a check can't do without.
type Need string

// The facts a check can need.
const (
	Content Need = "content"  // the submitted page has content without JavaScript
	Robots  Need = "robots"   // an answer for /robots.txt, whatever its status
	Sitemap Need = "sitemap"  // a sitemap was found and read
	LLMs    Need = "llms_txt" // an answer for /llms.txt, whatever its status
	TLS     Need = "tls"
	Plain   Need = "plain" // the http:// form was asked
	Sibling Need = "sibling"
	Control Need = "control"
	Probes  Need = "probes"
)

// known says whether the facts hold the need, and if not, why.
func (n Need) known(f *page.Facts) (page.Reason, audit.Text, bool) {
	switch n {
	case Content:
		if f.Main().NeedsRender() {
			return page.NeedsRender, text("The page has no content before its JavaScript runs; only a browser can tell.",
				"La page n'a pas de contenu avant l'exécution de son JavaScript ; seul un navigateur peut en juger."), false
		}
	case Robots:
		return missing(f.Robots, "robots.txt")
	case LLMs:
		return missing(f.LLMs, "llms.txt")
	case TLS:
		return missing(f.TLS, "TLS")
	case Plain:
		return missing(f.Plain, "http://")
	case Sibling:
		return missing(f.Sibling, "www")
	case Control:
		return missing(f.Control, "404")
	case Sitemap:
		if f.ReadSitemap() == nil {
			return page.NotApplicable, text("No sitemap could be read.", "Aucun plan de site n'a pu être lu."), false
		}
	case Probes:
		if len(f.Probes) == 0 {
			return page.Unread, text("No request was made with another agent's name.", "Aucune requête n'a été faite sous le nom d'un autre agent."), false
		}
	}
	return "", audit.Text{}, true
}

func missing[T any](found page.Found[T], what string) (page.Reason, audit.Text, bool) {
	if found.OK() {
		return "", audit.Text{}, true
	}
	if found.Reason == page.NotApplicable {
		return found.Reason, text("Does not apply here (%s).", "Sans objet ici (%s).", what), false
	}
	return found.Reason, text("Could not be read (%s).", "N'a pas pu être lu (%s).", what), false
}
