package page

import "github.com/auditctl/auditctl/internal/weburl"

// Business gives the node that speaks for whoever runs the site: of the organisations in the structured data with a name (local businesses are
// organisations), the one with most of what such a node has and other organisations on a page (employers, sellers, reviewed ones) lack. It gives nil
// where the markup names none. Points: 4 for the site's own address or @id, 4 for being the publisher of the web site or what the page is about, 3 for
// not being nested, 2 for a LocalBusiness, 1 each for address, telephone, logo and sameAs. The first of the best is taken.
func (p *Page) Business() *Node {
	g := &p.Graph
	spoken := make(map[*Node]bool)
	for _, n := range g.OfType("WebSite", "WebPage") {
		for _, prop := range [...]string{"publisher", "about", "mainEntity", "copyrightHolder"} {
			for _, sub := range g.Subs(n, prop) {
				spoken[sub] = true
			}
		}
	}
	own := registrable(p.FinalURL)
	var best *Node
	most := -1
	for _, n := range g.OfType("Organization") {
		if g.Text(n, "name") == "" && g.Text(n, "legalName") == "" {
			continue
		}
		points := 0
		if own != "" && (registrable(g.Text(n, "url")) == own || registrable(n.ID) == own) {
			points += 4
		}
		if spoken[n] {
			points += 4
		}
		if n.Root {
			points += 3
		}
		if n.Is("LocalBusiness") {
			points += 2
		}
		for _, prop := range [...]string{"address", "telephone", "logo", "sameAs"} {
			if n.Has(prop) {
				points++
			}
		}
		if points > most {
			best, most = n, points
		}
	}
	return best
}

// registrable gives the registrable domain of an address, empty where it is no address of the web.
func registrable(address string) string {
	if address == "" {
		return ""
	}
	u, err := weburl.Parse(address)
	if err != nil || !u.Web() {
		return ""
	}
	return weburl.RegistrableDomain(u.Host)
}
