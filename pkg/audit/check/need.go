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
	Survey  Need = "survey"  // the requests that are made only where all agents are tried
	Speed   Need = "speed"   // a page-speed tool measured the submitted page
	Browser Need = "browser" // a browser opened the submitted page
	Use     Need = "use"     // and measured in it
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
		return missing(f.Robots, text("robots.txt could not be read.", "robots.txt n'a pas pu être lu."), text("robots.txt does not apply here.", "robots.txt est sans objet ici."))
	case LLMs:
		return missing(f.LLMs, text("llms.txt could not be read.", "llms.txt n'a pas pu être lu."), text("llms.txt does not apply here.", "llms.txt est sans objet ici."))
	case TLS:
		return missing(f.TLS, text("The TLS connection could not be examined.", "La connexion TLS n'a pas pu être examinée."),
			text("The site is served over plain http, without TLS.", "Le site est servi en http simple, sans TLS."))
	case Plain:
		return missing(f.Plain, text("The http address of the site could not be read.", "L'adresse du site en http n'a pas pu être lue."),
			text("This is asked only of an https site with a host name on the usual port.",
				"Ce point ne concerne qu'un site en https, avec un nom d'hôte et sur le port usuel."))
	case Sibling:
		return missing(f.Sibling, text("The other form of the address, with or without www, could not be read.",
			"L'autre forme de l'adresse, avec ou sans www, n'a pas pu être lue."),
			text("This is asked only of a domain itself or its www host, on the usual port.",
				"Ce point ne concerne que le domaine lui-même ou son hôte www, sur le port usuel."))
	case Control:
		return missing(f.Control, text("The answer to an address without a page could not be read.", "La réponse à une adresse sans page n'a pas pu être lue."),
			text("No address without a page can be asked for here.", "Aucune adresse sans page ne peut être demandée ici."))
	case Sitemap:
		if f.ReadSitemap() == nil {
			return page.NotApplicable, text("No sitemap could be read.", "Aucun sitemap n'a pu être lu."), false
		}
	case Speed:
		switch {
		case f.Measured() != nil:
		case f.Speed.OK():
			return page.NeedsKey, text("No page-speed tool was asked.", "Aucun outil de mesure de vitesse n'a été consulté."), false
		default:
			return f.Speed.Reason, text("The page-speed tool gave no result.", "L'outil de mesure de vitesse n'a pas donné de résultat."), false
		}
	case Browser, Use:
		if f.Rendered == nil {
			return page.NeedsRender, text("Only a browser can tell; --render on has one open the page.",
				"Seul un navigateur peut en juger ; --render on lui fait ouvrir la page."), false
		}
		if n == Use && f.Rendered.Use == nil {
			return page.Unread, text("The browser could not measure the page.", "Le navigateur n'a pas pu mesurer la page."), false
		}
	case Survey:
		if f.Survey == nil {
			return page.Unread, text("This takes further requests, which --probe-agents all makes.",
				"Ce point demande des requêtes supplémentaires, que fait --probe-agents all."), false
		}
	case Probes:
		if len(f.Probes) == 0 {
			return page.Unread, text("No request was made under another agent's name.", "Aucune requête n'a été faite sous le nom d'un autre agent."), false
		}
	}
	return "", audit.Text{}, true
}

func missing[T any](found page.Found[T], unread, elsewhere audit.Text) (page.Reason, audit.Text, bool) {
	if found.OK() {
		return "", audit.Text{}, true
	}
	if found.Reason == page.NotApplicable {
		return found.Reason, elsewhere, false
	}
	return found.Reason, unread, false
}
