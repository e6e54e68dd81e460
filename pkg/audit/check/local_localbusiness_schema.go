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
		Title:  text("The local business in structured data", "L'établissement en données structurées"),
		Why: text("LocalBusiness markup gives name, address, hours and telephone in the form that maps and assistants take over.",
			"Le balisage LocalBusiness donne nom, adresse, horaires et téléphone sous la forme que reprennent les cartes et les assistants."),
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
		for _, n := range localBusinesses(f, p) {
			where, name := strings.Join(n.Types, ", "), p.Graph.Text(n, "name")
			lacks := lackingProps(n)
			switch {
			case name == "" || !n.Has("address") && !n.Has("areaServed"):
				return failed("The LocalBusiness has no name, or neither an address nor an area served.",
					"Le LocalBusiness n'a pas de nom, ou ni adresse ni zone desservie.").
					seen(p.FinalURL, where, name)
			case p != main:
				return warned("The LocalBusiness is described on another page, not on the submitted one.",
					"Le LocalBusiness est décrit sur une autre page, pas sur la page soumise.").
					seen(p.FinalURL, where, name)
			case len(lacks) > 2:
				return warned("The LocalBusiness lacks %s.", "Il manque au LocalBusiness : %s.", strings.Join(lacks, ", ")).seen(p.FinalURL, where, name)
			}
			return passed("“%s” is described as %s.", "« %s » est décrit comme %s.", name, where).seen(p.FinalURL, where, name)
		}
	}
	if !whole(main) {
		return unsure(main)
	}
	if n := describedEntity(f, main); n != nil {
		return warned("The business is marked up only as %s, not as a LocalBusiness.",
			"L'entreprise n'est balisée que comme %s, pas comme LocalBusiness.", strings.Join(n.Types, ", ")).
			seen(main.FinalURL, strings.Join(n.Types, ", "), main.Graph.Text(n, "name"))
	}
	return failed("No LocalBusiness in the markup of %v.", "Aucun LocalBusiness dans le balisage : %v.",
		ofPages(len(f.Pages), f)).seen(main.FinalURL, "application/ld+json", "")
}

// lackingProps are the recommended properties that the node hasn't.
func lackingProps(n *page.Node) []string {
	var lacks []string
	if !n.Has("openingHoursSpecification") && !n.Has("openingHours") {
		lacks = append(lacks, "openingHoursSpecification")
	}
	for _, prop := range []string{"telephone", "geo", "url"} {
		if !n.Has(prop) {
			lacks = append(lacks, prop)
		}
	}
	return lacks
}
