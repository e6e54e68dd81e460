package check

import (
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// canonicals judges canonical links by what else was read of the site.
type canonicals struct {
	facts *page.Facts
	read  pagesRead
	dead  deadEnds
}

// judge returns the first thing wrong with the page's canonical link, or nil if it is sound or missing.
func (c *canonicals) judge(p *page.Page) *flaw {
	if len(p.Canonicals) == 0 {
		return nil
	}
	if x := judgeDeclaration(p.Canonicals); x != nil {
		return x
	}
	at := canonicalURL(p)
	target, err := weburl.Parse(at)
	own, err2 := weburl.Parse(p.FinalURL)
	if err != nil || err2 != nil || !target.Web() {
		return grave(at, "The canonical link isn't a web address.", "Le lien canonique n'est pas une adresse web.")
	}
	if target.HostPort() != own.HostPort() {
		return judgeHost(c.facts, own, target)
	}
	if x := judgeScheme(c.facts, own, target); x != nil {
		return x
	}
	return c.judgeTarget(p, own, target)
}

func judgeDeclaration(all []page.Reference) *flaw {
	named := map[string]bool{}
	relative := ""
	for _, c := range all {
		switch {
		case c.InBody:
			continue
		case c.URL == "" || strings.TrimSpace(c.Href) == "":
			return grave(c.Href, "The canonical link is empty or isn't an address.", "Le lien canonique est vide ou n'est pas une adresse.")
		case !absolute(c.Href) && absolute(c.URL): // what is no web address at all is told later
			relative = c.Href
		}
		named[plainAddress(c.URL)] = true
	}
	switch {
	case len(named) == 0:
		return grave(all[0].Href, "The canonical link stands in the body, where engines ignore it.",
			"Le lien canonique se trouve dans body, où les moteurs l'ignorent.")
	case len(named) > 1:
		return grave(all[len(all)-1].Href, "The canonical links of the page name different addresses; engines then ignore them all.",
			"Les liens canoniques de la page désignent des adresses différentes ; les moteurs les ignorent alors tous.")
	case relative != "":
		return slight(relative, "The canonical link is relative; Google recommends absolute addresses.",
			"Le lien canonique est relatif ; Google recommande une adresse absolue.")
	}
	return nil
}

func judgeHost(f *page.Facts, own, target weburl.URL) *flaw {
	if strings.TrimPrefix(target.Host, "www.") != strings.TrimPrefix(own.Host, "www.") || target.Port != own.Port {
		return grave(target.Href, "The canonical link names another host, %s: engines may index that one instead.",
			"Le lien canonique désigne un autre hôte, %s : les moteurs peuvent l'indexer à la place.", target.HostPort())
	}
	if s, err := weburl.Parse(f.Sibling.Value.URL); f.Sibling.OK() && err == nil && s.Host == target.Host {
		final, err := weburl.Parse(f.Sibling.Value.FinalURL)
		if !f.Sibling.Value.Exists || err == nil && final.Host == own.Host {
			return grave(target.Href, "The canonical link names %s, which doesn't serve the site itself.",
				"Le lien canonique désigne %s, qui ne sert pas le site lui-même.", target.Host)
		}
	}
	return slight(target.Href, "The canonical link names %s, but the page is served on %s without a redirect.",
		"Le lien canonique désigne %s, mais la page est servie sur %s sans redirection.", target.Host, own.Host)
}

func judgeScheme(f *page.Facts, own, target weburl.URL) *flaw {
	switch {
	case own.Scheme == target.Scheme:
		return nil
	case target.Scheme == "http" && f.Plain.OK() && (f.Plain.Value.Closed || len(f.Plain.Value.Redirects) > 0):
		return grave(target.Href, "The canonical link names the http address, which only redirects.",
			"Le lien canonique désigne l'adresse en http, qui ne fait que rediriger.")
	case target.Scheme == "https" && f.SchemeFallback:
		return grave(target.Href, "The canonical link names the https address, where nothing answers.",
			"Le lien canonique désigne l'adresse en https, où rien ne répond.")
	}
	return slight(target.Href, "The canonical link names the %s address of a page served over %s.",
		"Le lien canonique désigne l'adresse en %s d'une page servie en %s.", target.Scheme, own.Scheme)
}

func (c *canonicals) judgeTarget(p *page.Page, own, target weburl.URL) *flaw {
	at := target.Page()
	if sameAddress(at, p.FinalURL) {
		return nil
	}
	if x := c.dead[at]; x != nil {
		return grave(at, "The canonical link names an address that answers %d.", "Le lien canonique désigne une adresse qui répond %d.", x.Status)
	}
	if other := c.read[at]; other != nil {
		if _, shut := noindex(other, searchBots...); shut {
			return grave(at, "The canonical link names a page marked noindex.", "Le lien canonique désigne une page marquée noindex.")
		}
		if !sameAddress(other.FinalURL, at) {
			return grave(at, "The canonical link names an address that redirects.", "Le lien canonique désigne une adresse qui redirige.")
		}
	}
	switch {
	case target.Path == "/" && target.Query == "" && own.Path != "/":
		return grave(at, "The canonical link names the site's front page, so this page won't be indexed itself.",
			"Le lien canonique désigne la page d'accueil : cette page ne sera pas indexée pour elle-même.")
	case target.Path == own.Path:
		return nil // it leaves parameters out, which is what canonical links are for
	case p == c.facts.Main():
		return slight(at, "The canonical link names another page, which engines will show instead.",
			"Le lien canonique désigne une autre page, que les moteurs afficheront à la place.")
	}
	return nil
}
