package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// ownSite says whether an address is on the audited site. What is no whole address is meant to be.
func ownSite(f *page.Facts, address string) bool {
	u, err := weburl.Parse(address)
	if err != nil || u.Host == "" {
		return true
	}
	return u.Host == f.Domain || weburl.RegistrableDomain(u.Host) == f.Domain
}

// publishing are the properties by which a page's own markup names whoever stands behind it.
var publishing = []string{"publisher", "provider", "copyrightHolder", "mainEntity"}

// ownEntities gives the nodes that say who the site belongs to: organisations that stand by themselves or publish the page, and persons that publish
// the site. One with an address on another site is somebody else: a partner, a client, an employer.
func ownEntities(f *page.Facts, p *page.Page) []*page.Node {
	g := &p.Graph
	var published []*page.Node
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if !n.Is("CreativeWork", "Service") {
			continue
		}
		for _, prop := range publishing {
			for _, sub := range g.Subs(n, prop) {
				if sub.Is("Organization") || sub.Is("Person") && n.Is("WebSite", "ProfilePage") {
					published = append(published, sub)
				}
			}
		}
	}
	var own []*page.Node
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if (n.Root && n.Is("Organization") || slices.Contains(published, n)) && ownNode(f, g, n) {
			own = append(own, n)
		}
	}
	return own
}

func ownNode(f *page.Facts, g *page.Graph, n *page.Node) bool {
	if address := g.Text(n, "url"); address != "" {
		return ownSite(f, address) || n.ID != "" && ownSite(f, n.ID)
	}
	return n.ID == "" || ownSite(f, n.ID)
}

// namesOf gives the names that an entity goes by.
func namesOf(g *page.Graph, n *page.Node) []string {
	return slices.Concat(g.Texts(n, "name"), g.Texts(n, "legalName"), g.Texts(n, "alternateName"))
}

// anySame says whether one of the names is the same as the text, or stands in it.
func anySame(names []string, text string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return sameName(n, text) })
}

func openGraph(p *page.Page, name string) string {
	for _, m := range p.OpenGraph {
		if m.Name == name && m.Content != "" {
			return m.Content
		}
	}
	return ""
}

// mainHeadings gives the texts of the h1 elements, hidden ones included: a logo in an h1 has no other text.
func mainHeadings(p *page.Page) []string {
	var texts []string
	for _, h := range p.Headings {
		if h.Level == 1 && h.Text != "" {
			texts = append(texts, h.Text)
		}
	}
	return texts
}

// homeWords are texts of links to the front page that name nobody.
var homeWords = wordSet("home homepage accueil start startseite inicio inizio logo retour back menu website site")

// logoName is the text of the link to the front page, or to the top of a page that is all there is, most often the name or the logo's alternative
// text; empty where it only says "home".
func logoName(p *page.Page) string {
	for i := range p.Links {
		l := &p.Links[i]
		u, err := weburl.Parse(l.URL)
		if err != nil || !l.Internal || l.Fragment && l.Href != "#top" || u.Path != "/" || u.Query != "" || l.Place == "main" {
			continue
		}
		words := strings.Fields(folded(l.Text))
		if len(words) > 0 && len(words) <= 8 && !homeWords[words[0]] {
			return l.Text
		}
	}
	return ""
}

// siteName is the name for whom the site belongs to that stands in the most places of the first page which declares one; empty where none does.
func siteName(f *page.Facts) string {
	for _, p := range f.Pages {
		if name := nameOn(f, p).name; name != "" {
			return name
		}
	}
	return ""
}

// visibleName says whether a reader of the page finds one of the names: in its title, headings, header, footer, text, or the site's own address.
func visibleName(f *page.Facts, p *page.Page, names []string) bool {
	for _, text := range slices.Concat(p.Titles, mainHeadings(p), []string{logoName(p), domainLabel(f)}) {
		if text != "" && anySame(names, text) {
			return true
		}
	}
	for _, text := range []string{p.Text.Outside, p.Text.Main} {
		if slices.ContainsFunc(names, func(n string) bool { return says(text, n) }) {
			return true
		}
	}
	return false
}

// domainLabel is the registrable domain without its public suffix: "example" for www.example.co.uk; empty for an IP address.
func domainLabel(f *page.Facts) string {
	if u, err := weburl.Parse("http://" + f.Domain + "/"); err == nil {
		if _, ip := u.IP(); ip {
			return ""
		}
	}
	label, _, _ := strings.Cut(f.Domain, ".")
	return label
}
