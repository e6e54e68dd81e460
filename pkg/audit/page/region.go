package page

import (
	"strings"

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
