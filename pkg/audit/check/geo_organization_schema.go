package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoOrganizationSchema asks for a name and four more things of the five that the catalogue wants; one of the four may be missing, since a young
// business has no profiles yet. A picture stands for a logo, as Google takes it for local businesses.
func geoOrganizationSchema() Check {
	return Check{
		ID: "geo.organization-schema", Weight: 7, Also: []audit.Share{{Metric: audit.GSO, Weight: 3}}, Level: Standard,
		Source: "Google Search Central, Organization structured data; schema.org Organization; own number: 3 of url, logo, sameAs and contact",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/organization",
		Title:  text("Organisation in structured data", "Organisation dans les données structurées"),
		Why: text("This structured data says in one place who is behind the site, so that search engines and AI systems needn't guess.",
			"Ces données structurées disent en un seul endroit qui se trouve derrière le site, sans que moteurs et IA aient à le deviner."),
		Fix: text("Add one Organization (or LocalBusiness) in JSON-LD to the home page, with name, url, logo, sameAs and a telephone or email.",
			"Ajoutez sur la page d'accueil un élément Organization (ou LocalBusiness) en JSON-LD, avec name, url, logo, sameAs et un téléphone ou une adresse électronique."),
		Run: runOrganizationSchema,
	}
}

func runOrganizationSchema(f *page.Facts) Finding {
	on, have, lacks := describedEntity(f, f.Main()), []string(nil), []string(nil)
	if on == nil {
		for _, p := range f.Pages[1:] {
			if n := describedEntity(f, p); n != nil {
				return warned("The organisation is described on another page, not on the submitted one.",
					"L'organisation est décrite sur une autre page, pas sur la page soumise.").seen(p.FinalURL, strings.Join(n.Types, ", "),
					p.Graph.Text(n, "name"))
			}
		}
		if !whole(f.Main()) {
			return unsure(f.Main())
		}
		return failed("No Organization or LocalBusiness with a name was found in the structured data of the pages read.",
			"Aucun élément Organization ou LocalBusiness portant un nom n'a été trouvé dans les données structurées des pages lues.").seen(f.FinalURL,
			"Organization", "none")
	}
	for _, want := range entityParts {
		if slices.ContainsFunc(want, func(prop string) bool { return on.Has(prop) }) {
			have = append(have, want[0])
		} else {
			lacks = append(lacks, want[0])
		}
	}
	where, name := strings.Join(on.Types, ", "), f.Main().Graph.Text(on, "name")
	if len(have) >= 3 {
		return passed("“%s” is described with name, %s.", "L'organisation « %s » est décrite avec name, %s.", name,
			strings.Join(have, ", ")).seen(f.FinalURL, where, name)
	}
	return warned("“%s” is described, but without %s.", "L'organisation « %s » est décrite, mais sans %s.", name, strings.Join(lacks, ", ")).seen(f.FinalURL, where, name)
}

// entityParts are what a description needs besides its name, each with what may stand in its place.
var entityParts = [][]string{{"url"}, {"logo", "image"}, {"sameAs"}, {"telephone", "email", "contactPoint", "address"}}

// describedEntity is the fullest description of whom the site belongs to on the page, nil where there is none with a name.
func describedEntity(f *page.Facts, p *page.Page) *page.Node {
	var best *page.Node
	for _, n := range ownEntities(f, p) {
		if p.Graph.Text(n, "name") != "" && (best == nil || len(n.Props) > len(best.Props)) {
			best = n
		}
	}
	return best
}
