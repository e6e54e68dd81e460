package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localBusinesses gives the page's own entities that are local businesses.
func localBusinesses(f *page.Facts, p *page.Page) []*page.Node {
	var out []*page.Node
	for _, n := range ownEntities(f, p) {
		if isLocal(n) {
			out = append(out, n)
		}
	}
	return out
}

// travels says whether the business goes to its customers: it says which area it serves and gives no street.
func travels(f *page.Facts) bool {
	area, street := false, false
	for _, p := range f.Pages {
		for _, n := range ownEntities(f, p) {
			area = area || n.Has("areaServed")
		}
		for _, a := range p.Addresses {
			street = street || a.Street != "" && p.Kind != page.KindLegal
		}
	}
	return area && !street
}

// shownAddress gives the first postal address that readers see; a legal notice's counts last.
func shownAddress(f *page.Facts) (page.Address, *page.Page) {
	var legal page.Address
	var on *page.Page
	for _, p := range f.Pages {
		for _, a := range p.Addresses {
			switch {
			case a.Source != "address" && a.Source != "text":
			case p.Kind != page.KindLegal:
				return a, p
			case on == nil:
				legal, on = a, p
			}
		}
	}
	return legal, on
}

// places gives the towns that the site says it is in or serves, as written, the address's first.
func places(f *page.Facts) []string {
	var out []string
	for _, p := range f.Pages {
		if p.Kind == page.KindLegal {
			continue
		}
		for _, a := range p.Addresses {
			out = append(out, a.Locality)
		}
		for _, n := range ownEntities(f, p) {
			out = append(out, p.Graph.Texts(n, "areaServed")...)
		}
	}
	return out
}

// namesPlace says whether a text, made ready by passages, names the town: Saint and St are one, and a district's number doesn't count.
func namesPlace(ready, town string) bool {
	words := strings.FieldsFunc(folded(town), func(r rune) bool { return r == ' ' || r >= '0' && r <= '9' })
	for i, w := range words {
		switch w {
		case "saint":
			words[i] = "st"
		case "sainte":
			words[i] = "ste"
		case "e", "er", "eme", "cedex", "arrondissement":
			words[i] = ""
		}
	}
	name := strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	ready = strings.ReplaceAll(strings.ReplaceAll(ready, " saint ", " st "), " sainte ", " ste ")
	return len(name) > 1 && strings.Contains(ready, " "+name+" ")
}
