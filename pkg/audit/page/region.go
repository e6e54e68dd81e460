package page

import (
	"strings"

	"github.com/nyaruka/phonenumbers"

	"github.com/auditctl/auditctl/internal/weburl"
)

// genericTLDs are country code top level domains that are sold as generic ones, so that they tell no country (the list of what Google treats as
// generic, and the likes of it).
const genericTLDs = " ac ad ai as bz cc cd co dj eu fm gg gl io im la ly me ms nu sc sh sr st su tk to tv vc ws "

// regionOfHost gives the country of a host's top level domain, as ISO 3166-1 alpha-2; empty where it has none.
func regionOfHost(address string) string {
	u, err := weburl.Parse(address)
	if err != nil {
		return ""
	}
	top := u.Host[strings.LastIndexByte(u.Host, '.')+1:]
	switch {
	case len(top) != 2 || top[0] < 'a' || top == u.Host || containsWord(genericTLDs, top):
		return ""
	case top == "uk":
		return "GB"
	}
	return strings.ToUpper(top)
}

// countryNames are the names that addresses in markup give countries, in English and in their own language.
var countryNames = map[string]string{
	"argentina": "AR", "australia": "AU", "austria": "AT", "österreich": "AT", "belgium": "BE", "belgique": "BE", "belgië": "BE", "brazil": "BR",
	"brasil": "BR", "canada": "CA", "czech republic": "CZ", "czechia": "CZ", "denmark": "DK", "danmark": "DK", "finland": "FI", "suomi": "FI",
	"france": "FR", "germany": "DE", "deutschland": "DE", "greece": "GR", "hungary": "HU", "india": "IN", "ireland": "IE", "éire": "IE", "israel": "IL",
	"italy": "IT", "italia": "IT", "japan": "JP", "luxembourg": "LU", "mexico": "MX", "méxico": "MX", "morocco": "MA", "maroc": "MA",
	"netherlands": "NL", "the netherlands": "NL", "nederland": "NL", "new zealand": "NZ", "norway": "NO", "norge": "NO", "poland": "PL", "polska": "PL",
	"portugal": "PT", "romania": "RO", "românia": "RO", "singapore": "SG", "south africa": "ZA", "spain": "ES", "españa": "ES", "sweden": "SE",
	"sverige": "SE", "switzerland": "CH", "suisse": "CH", "schweiz": "CH", "svizzera": "CH", "tunisia": "TN", "tunisie": "TN", "turkey": "TR",
	"türkiye": "TR", "united arab emirates": "AE", "united kingdom": "GB", "great britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB",
	"uk": "GB", "united states": "US", "united states of america": "US", "usa": "US",
}

// countryCode gives a country in an address as ISO 3166-1 alpha-2, empty where it isn't recognised.
func countryCode(country string) string {
	if code := countryNames[strings.ToLower(country)]; code != "" {
		return code
	}
	if len(country) == 2 && isLetter(country[0]) && isLetter(country[1]) {
		return strings.ToUpper(country)
	}
	return ""
}

// language is the language of the page without region, as declared, else as detected; empty where neither tells.
func (p *Page) language() string {
	primary, _, _ := strings.Cut(strings.ReplaceAll(p.Lang, "_", "-"), "-")
	if primary = strings.ToLower(primary); primary == "" {
		primary = p.Detected.Value
	}
	return primary
}

// fiveDigits are the languages of a page on which a postcode of five digits tells a country: their other large countries have shorter or longer ones.
var fiveDigits = map[string]string{"fr": "FR", "de": "DE", "it": "IT"}

// states are the two-letter codes of the United States, less DE, which stands before German postcodes too.
const states = " AL AK AZ AR CA CO CT DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT " +
	"VA WA WV WI WY "

// regionOfText gives the country that the page's contact facts betray where neither markup, host nor language tag names one: that of the first telephone
// link in international form, else that of the first postcode whose form is a country's own. Empty where there is none.
func (p *Page) regionOfText(lines []string) string {
	for i := range p.Links {
		number, ok := strings.CutPrefix(strings.ToLower(p.Links[i].Href), "tel:")
		if !ok {
			continue
		}
		if number = strings.TrimSpace(unescapePercent(number)); !strings.HasPrefix(number, "+") {
			continue
		}
		if n, err := phonenumbers.Parse(cut(number, 60), ""); err == nil && phonenumbers.IsValidNumber(n) {
			return phonenumbers.GetRegionCodeForNumber(n)
		}
	}
	language := p.language()
	for _, line := range lines {
		if len(line) > maxFactLine || glance(line).digits == 0 {
			continue
		}
		if country := countryOfPostcode(findPostcode(line, ""), language); country != "" {
			return country
		}
	}
	return ""
}

// countryOfPostcode tells British (SW1A 2AA), Canadian (M5H 2N2), Dutch (1012 AB) and American (NY 10118) postcodes by their form, and those of five
// digits by the language of the page.
func countryOfPostcode(p postcode, language string) string {
	if p.text == "" {
		return ""
	}
	first, last := p.text[0], p.text[len(p.text)-1]
	switch {
	case isUpper(first) && isUpper(last):
		return "GB"
	case isUpper(first):
		return "CA"
	case isUpper(last):
		return "NL"
	case len(p.region) == 2 && containsWord(states, p.region):
		return "US"
	case len(p.text) == 5 && p.region == "":
		return fiveDigits[language]
	}
	return ""
}
