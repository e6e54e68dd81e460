package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoEntityNameConsistent counts the places that carry the same name, and looks for a name in the markup that stands nowhere else. A place that the
// page hasn't is no disagreement, nor is a main heading that names the page's subject instead.
func geoEntityNameConsistent() Check {
	return Check{
		ID: "geo.entity-name-consistent", Weight: 8, Also: []audit.Share{{Metric: audit.GSO, Weight: 3}}, Level: Standard,
		Source: "Google Search Central, site names (the same name in title, headings, og:site_name and structured data); own number: 3 of 5 places",
		Link:   "https://developers.google.com/search/docs/appearance/site-names",
		Title:  text("One name for the business", "Un seul nom pour l'entreprise"),
		Why: text("Engines join what they read about a business by its name. Two names can look like two businesses.",
			"Les moteurs relient par le nom ce qu'ils lisent sur une entreprise. Deux noms peuvent passer pour deux entreprises."),
		Fix: text("Use the same name in title, og:site_name, Organization.name and footer; correct structured data left over from a template.",
			"Employez le même nom dans le titre, og:site_name, Organization.name et le pied de page ; corrigez les données structurées héritées d'un modèle."),
		Run: runEntityName,
	}
}

// naming is where one page carries which name.
type naming struct {
	name          string   // the one that stands in the most places
	places, lacks []string // of it
	strangers     []string // names that the markup declares and no reader sees
}

func runEntityName(f *page.Facts) Finding {
	main := nameOn(f, f.Main())
	if main.name == "" {
		if !whole(f.Main()) {
			return unsure(f.Main())
		}
		return warned("The submitted page declares no name: no Organization or WebSite in structured data, no og:site_name and no logo link with a text were found.",
			"La page soumise ne déclare aucun nom : ni Organization ou WebSite dans les données structurées, ni og:site_name, ni lien de logo avec un texte.").seen(f.FinalURL,
			"Organization.name, og:site_name", "none")
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		n := nameOn(f, p)
		return "Organization.name, og:site_name", strings.Join(n.strangers, " | "), len(n.strangers) > 0
	})
	if len(found) > 0 {
		return siteWide(f, found, Finding{},
			failed("The structured data of the submitted page names “%s”, but the page itself names “%s”.",
				"Les données structurées de la page soumise nomment « %s », mais la page elle-même nomme « %s ».",
				strings.Join(main.strangers, ", "), main.name),
			warned("The structured data names another business than the page itself does on %v.",
				"Les données structurées nomment une autre entreprise que la page elle-même sur %v.",
				notMain(len(found), f)))
	}
	if want := min(3, len(main.places)+len(main.lacks)); len(main.places) < want {
		return warned("The name “%s” stands only in these places: %s. It is missing in: %s.", "Le nom « %s » ne figure qu'à ces endroits : %s. Il manque ici : %s.",
			main.name, strings.Join(main.places, ", "), strings.Join(main.lacks, ", ")).seen(f.FinalURL, main.places[0], main.name)
	}
	return passed("The name “%s” stands in these places: %s.", "Le nom « %s » figure à ces endroits : %s.", main.name, strings.Join(main.places, ", ")).seen(f.FinalURL,
		main.places[0], main.name)
}

// nameOn weighs every declared name of a page by the places where it stands.
func nameOn(f *page.Facts, p *page.Page) naming {
	var org []string
	for _, n := range ownEntities(f, p) {
		org = append(org, namesOf(&p.Graph, n)...)
	}
	site := openGraph(p, "og:site_name")
	edge := logoName(p)
	declared := []string{site}
	for _, n := range p.Graph.OfType("WebSite") {
		if ownNode(f, &p.Graph, n) {
			declared = append(declared, p.Graph.Text(n, "name"))
		}
	}
	declared = append(declared, org...)
	var best naming
	for _, name := range append(declared, edge) {
		if n := placesOf(p, name, org, site, edge); name != "" && (best.name == "" || len(n.places) > len(best.places)) {
			best = n
		}
	}
	orgHolds := anySame(org, best.name)
	for _, name := range declared {
		// An alternative name is fine as long as the entity goes by the common one too.
		mine := slices.Contains(org, name)
		if name == "" || sameName(name, best.name) || mine && orgHolds || slices.Contains(best.strangers, name) || visibleName(f, p, []string{name}) {
			continue
		}
		best.strangers = append(best.strangers, name)
	}
	return best
}

func placesOf(p *page.Page, name string, org []string, site, edge string) naming {
	n := naming{name: name}
	for _, place := range []struct {
		what          string
		there, agrees bool
	}{
		{"title", len(p.Titles) > 0, slices.ContainsFunc(p.Titles, func(t string) bool { return sameName(name, t) })},
		{"h1", false, slices.ContainsFunc(mainHeadings(p), func(t string) bool { return sameName(name, t) })},
		{"og:site_name", site != "", sameName(name, site)},
		{"Organization.name", len(org) > 0, anySame(org, name)},
		{"header, footer", edge != "" || p.Text.Outside != "", edge != "" && sameName(name, edge) || says(p.Text.Outside, name)},
	} {
		switch {
		case place.agrees:
			n.places = append(n.places, place.what)
		case place.there:
			n.lacks = append(n.lacks, place.what)
		}
	}
	return n
}
