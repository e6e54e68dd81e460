package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func seoStructuredDataDates() Check {
	return Check{
		ID:     "seo.structured-data-dates",
		Weight: 1,
		Level:  Standard,
		Source: "schema.org, Date and DateTime (ISO 8601)",
		Link:   "https://schema.org/DateTime",
		Title:  text("Dates in structured data", "Dates des données structurées"),
		Why: text("Engines may ignore a date in another form, and the page then counts as undated.",
			"Une date sous une autre forme risque d'être ignorée, et la page passe alors pour non datée."),
		Fix: text("Write dates as 2026-03-10 or 2026-03-10T09:30:00+01:00.", "Écrivez les dates sous la forme 2026-03-10 ou 2026-03-10T09:30:00+01:00."),
		Run: runStructuredDataDates,
	}
}

// dateProperties are schema.org properties whose value is a date; openingHours and the like have forms of their own.
var dateProperties = []string{
	"dateCreated", "datePublished", "dateModified", "datePosted", "uploadDate", "startDate", "endDate", "validFrom", "validThrough",
	"priceValidUntil", "foundingDate", "birthDate", "expires",
}

func runStructuredDataDates(f *page.Facts) Finding {
	dated := 0
	var found []fault
	for _, p := range f.Pages {
		for i := range p.Graph.Nodes {
			n := &p.Graph.Nodes[i]
			for _, property := range dateProperties {
				for _, value := range p.Graph.Texts(n, property) {
					if dated++; !page.FollowsISO8601(value) {
						found = append(found, fault{p, property, value})
					}
				}
			}
		}
	}
	if dated == 0 {
		return unassessed(page.NotApplicable, "The structured data contains no dates.", "Les données structurées ne contiennent pas de dates.")
	}
	bad := warned("Dates in structured data that aren't in ISO 8601 form: %d of %d.",
		"Dates des données structurées qui ne suivent pas la norme ISO 8601 : %d sur %d.", len(found), dated)
	return siteWide(f, found, passed("The dates in structured data are in ISO 8601 form (%v).", "Les dates des données structurées suivent la norme ISO 8601 (%v).",
		count(dated, "date", "dates", "date", "dates")), bad, bad)
}
