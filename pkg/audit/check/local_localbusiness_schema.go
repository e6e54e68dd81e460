package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localLocalBusinessSchema takes an area served for an address: a business that goes to its customers has no place to show.
func localLocalBusinessSchema() Check {
	return Check{
		ID: "local.localbusiness-schema", Weight: 6, Also: []audit.Share{{Metric: audit.GSO, Weight: 2}}, Level: Standard,
		Source: "Google Search Central, LocalBusiness structured data (name and address required; areaServed accepted here for businesses without premises)",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/local-business",
		Title:  text("Local business in structured data", "Établissement dans les données structurées"),
		Why: text("LocalBusiness structured data gives name, address, hours and telephone in a form that search engines and assistants can reuse.",
			"Les données structurées LocalBusiness donnent nom, adresse, horaires et téléphone sous une forme que moteurs et assistants peuvent reprendre."),
		Fix: text("Add the LocalBusiness type that fits (Dentist, Bakery, Plumber …) with name, address or areaServed, telephone, openingHoursSpecification, geo and url.",
			"Ajoutez le type LocalBusiness adapté (Dentist, Bakery, Plumber…) avec name, address ou areaServed, telephone, openingHoursSpecification, geo et url."),
		Run: runLocalBusinessSchema,
	}
}

func runLocalBusinessSchema(f *page.Facts) Finding {
	if !localIntent(f) {
		return notLocal()
	}
	main := f.Main()
	for _, p := range f.Pages {
		if found := localBusinesses(f, p); len(found) > 0 {
			return judgeLocalBusiness(p, found[0], p == main)
		}
	}
	if !whole(main) {
		return unsure(main)
	}
	if n := describedEntity(f, main); n != nil {
		return warned("The structured data describes the business only as %s, not as a LocalBusiness.",
			"Les données structurées ne décrivent l'entreprise que comme %s, pas comme LocalBusiness.", strings.Join(n.Types, ", ")).
			seen(main.FinalURL, strings.Join(n.Types, ", "), main.Graph.Text(n, "name"))
	}
	return failed("No LocalBusiness was found in the structured data of %v.", "Aucun LocalBusiness n'a été trouvé dans les données structurées de %v.",
		anyPage(f)).seen(main.FinalURL, "LocalBusiness", "none")
}

// lackingProps are the properties that Google's guide recommends and the node hasn't.
func lackingProps(p *page.Page, n *page.Node) []string {
	var lacks []string
	for _, r := range page.RichResults(&p.Graph) {
		if r.Feature != "local-business" || &p.Graph.Nodes[r.Node-1] != n {
			continue
		}
		for _, w := range r.Warnings {
			if property, _, _ := strings.Cut(w.Path, "|"); w.Problem == "missing" && !strings.Contains(property, ".") {
				lacks = append(lacks, property)
			}
		}
	}
	return lacks
}

// judgeLocalBusiness judges the first one that the site describes.
func judgeLocalBusiness(p *page.Page, n *page.Node, submitted bool) Finding {
	where, name := strings.Join(n.Types, ", "), p.Graph.Text(n, "name")
	lacks := lackingProps(p, n)
	verdict := passed("The structured data describes “%s” as %s.", "Les données structurées décrivent « %s » comme %s.", name, where)
	switch {
	case name == "" || !n.Has("address") && !n.Has("areaServed"):
		verdict = failed("The LocalBusiness lacks a name, or both an address and an area served.",
			"Il manque au LocalBusiness un nom, ou une adresse ou zone desservie.")
	case !submitted:
		verdict = warned("The LocalBusiness is described on another page, not on the submitted one.",
			"Le LocalBusiness est décrit sur une autre page, pas sur la page soumise.")
	case len(lacks) > 3:
		verdict = warned("The LocalBusiness lacks %s.", "Il manque au LocalBusiness : %s.", strings.Join(lacks, ", "))
	}
	return verdict.seen(p.FinalURL, where, name)
}
