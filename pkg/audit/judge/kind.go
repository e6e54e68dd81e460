package judge

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// kind says what sort of business it is: by markup first, then by what the site does, then by what its trade mostly is.
func (s subject) kind() string {
	if s.node != nil {
		for _, row := range []struct {
			typ  string
			kind string
		}{
			{"OnlineBusiness", typeOnline}, {"NewsMediaOrganization", typePublisher}, {"NGO", typeOrganization}, {"GovernmentOrganization", typeOrganization},
			{"EducationalOrganization", typeOrganization}, {"PerformingGroup", typeOrganization}, {"SportsOrganization", typeOrganization},
			{"LocalBusiness", typeLocal},
		} {
			if s.node.Is(row.typ) {
				return row.kind
			}
		}
	}
	switch {
	case s.sells() && s.address() == nil:
		return typeOnline
	case s.speaksToCompanies() && (s.trade == nil || s.trade.Type != typeLocal):
		return typeB2B
	case s.trade != nil && s.trade.Type != typeLocal:
		return s.trade.Type
	case s.address() != nil && s.phone() != "":
		return typeLocal
	case s.trade != nil:
		return s.trade.Type
	case s.publishes():
		return typePublisher
	}
	return ""
}

// sells says that the site is a shop: it marks up offers, or links to a basket.
func (s subject) sells() bool {
	for _, p := range s.facts.Pages {
		if len(p.Graph.OfType("Product")) > 0 {
			return true
		}
		for i := range p.Links {
			path := strings.ToLower(p.Links[i].URL)
			if p.Links[i].Internal && (strings.HasSuffix(path, "/cart") || strings.HasSuffix(path, "/basket") || strings.HasSuffix(path, "/panier") || strings.HasSuffix(path, "/checkout")) {
				return true
			}
		}
	}
	return false
}

// speaksToCompanies says that title or description name companies as the customers.
func (s subject) speaksToCompanies() bool {
	main := s.facts.Main()
	text := fold(first(main.Titles) + " | " + first(main.Descriptions) + " | " + s.prop("description"))
	for _, words := range []string{"b2b", "for businesses", "for business", "for enterprises", "for companies", "for teams", "pour les entreprises", "aux entreprises", "pour les professionnels", "pour les équipes"} {
		if strings.Contains(text, " "+words+" ") {
			return true
		}
	}
	return false
}

// publishes says that at least half of the pages read are articles.
func (s subject) publishes() bool {
	articles := 0
	for _, p := range s.facts.Pages {
		if p.Kind == page.KindArticle {
			articles++
		}
	}
	return articles >= 2 && articles*2 >= len(s.facts.Pages)
}

// canonicalTag writes a language tag as BCP 47 has it: language lower-case, region upper-case; empty where it is no tag.
func canonicalTag(tag string) string {
	parts := strings.Split(strings.ReplaceAll(strings.TrimSpace(tag), "_", "-"), "-")
	if n := len(parts[0]); n < 2 || n > 3 || !letters(parts[0]) {
		return ""
	}
	parts[0] = strings.ToLower(parts[0])
	for i, part := range parts[1:] {
		switch {
		case len(part) == 2 && letters(part):
			parts[i+1] = strings.ToUpper(part)
		case len(part) == 4 && letters(part):
			parts[i+1] = strings.ToUpper(part[:1]) + strings.ToLower(part[1:])
		case len(part) < 2 || len(part) > 8:
			return parts[0]
		}
	}
	return strings.Join(parts, "-")
}

func letters(s string) bool {
	for _, c := range []byte(s) {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return true
}

// countryCode gives the ISO 3166-1 alpha-2 code of a country written as code or by name; empty where it can't be told.
func countryCode(country string) string {
	country = strings.TrimSpace(country)
	if len(country) == 2 && letters(country) {
		if code := strings.ToUpper(country); code != "UK" {
			return code
		}
		return "GB"
	}
	return countryNames[strings.TrimSpace(fold(country))]
}

// countryNames are the names that sites write in English, French and the country's own language, folded.
var countryNames = map[string]string{
	"france": "FR", "fra": "FR", "belgium": "BE", "belgique": "BE", "belgië": "BE", "switzerland": "CH", "suisse": "CH", "schweiz": "CH", "luxembourg": "LU",
	"canada": "CA", "can": "CA", "united states": "US", "united states of america": "US", "usa": "US", "états-unis": "US", "united kingdom": "GB",
	"great britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "northern ireland": "GB", "royaume-uni": "GB", "gbr": "GB", "ireland": "IE",
	"irlande": "IE", "germany": "DE", "deutschland": "DE", "allemagne": "DE", "deu": "DE", "austria": "AT", "österreich": "AT", "autriche": "AT",
	"spain": "ES", "españa": "ES", "espagne": "ES", "portugal": "PT", "italy": "IT", "italia": "IT", "italie": "IT", "netherlands": "NL", "nederland": "NL",
	"the netherlands": "NL", "pays-bas": "NL", "denmark": "DK", "danmark": "DK", "danemark": "DK", "sweden": "SE", "sverige": "SE", "suède": "SE",
	"norway": "NO", "norge": "NO", "norvège": "NO", "finland": "FI", "suomi": "FI", "finlande": "FI", "poland": "PL", "polska": "PL", "pologne": "PL",
	"czech republic": "CZ", "czechia": "CZ", "greece": "GR", "grèce": "GR", "morocco": "MA", "maroc": "MA", "tunisia": "TN", "tunisie": "TN",
	"algeria": "DZ", "algérie": "DZ", "senegal": "SN", "sénégal": "SN", "côte d ivoire": "CI", "ivory coast": "CI", "australia": "AU", "australie": "AU",
	"new zealand": "NZ", "nouvelle-zélande": "NZ", "japan": "JP", "japon": "JP", "india": "IN", "inde": "IN", "brazil": "BR", "brasil": "BR", "brésil": "BR",
	"mexico": "MX", "méxico": "MX", "mexique": "MX", "south africa": "ZA", "monaco": "MC",
}
