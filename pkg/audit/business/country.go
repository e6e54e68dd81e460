package business

import (
	"strings"

	"github.com/auditctl/auditctl/internal/text"
)

// countryCode returns the ISO 3166-1 alpha-2 code of a country written as code or by name; empty where it can't be told.
func countryCode(country string) string {
	name := strings.TrimSpace(text.Fold(country))
	if code := countryNames[name]; code != "" {
		return code
	}
	if len(name) == 2 && isAlphabetic(name) {
		return strings.ToUpper(name)
	}
	return ""
}

// Names reports whether a text names the country of an ISO 3166-1 alpha-2 code, in English, French or the country's own language.
func Names(said, code string) bool {
	said = text.Fold(said)
	for name, named := range countryNames {
		if named == code && len(name) > 3 && strings.Contains(said, " "+name+" ") {
			return true
		}
	}
	return false
}

// countryNames are the names that sites write in English, French and the country's own language, and three-letter codes, folded.
var countryNames = map[string]string{
	"france": "FR", "fra": "FR", "belgium": "BE", "belgique": "BE", "belgie": "BE", "bel": "BE", "switzerland": "CH", "suisse": "CH", "schweiz": "CH",
	"svizzera": "CH", "che": "CH", "luxembourg": "LU", "monaco": "MC", "canada": "CA", "can": "CA", "united states": "US", "united states of america": "US",
	"usa": "US", "u s a": "US", "etats unis": "US", "uk": "GB", "united kingdom": "GB", "great britain": "GB", "england": "GB", "scotland": "GB",
	"wales": "GB", "northern ireland": "GB", "royaume uni": "GB", "gbr": "GB", "ireland": "IE", "irlande": "IE", "eire": "IE", "irl": "IE",
	"germany": "DE", "deutschland": "DE", "allemagne": "DE", "deu": "DE", "austria": "AT", "osterreich": "AT", "autriche": "AT", "spain": "ES",
	"espana": "ES", "espagne": "ES", "esp": "ES", "portugal": "PT", "italy": "IT", "italia": "IT", "italie": "IT", "ita": "IT", "netherlands": "NL",
	"the netherlands": "NL", "nederland": "NL", "pays bas": "NL", "nld": "NL", "denmark": "DK", "danmark": "DK", "danemark": "DK", "sweden": "SE",
	"sverige": "SE", "suede": "SE", "norway": "NO", "norge": "NO", "norvege": "NO", "finland": "FI", "suomi": "FI", "finlande": "FI", "poland": "PL",
	"polska": "PL", "pologne": "PL", "czech republic": "CZ", "czechia": "CZ", "republique tcheque": "CZ", "greece": "GR", "grece": "GR", "hungary": "HU",
	"hongrie": "HU", "romania": "RO", "roumanie": "RO", "bulgaria": "BG", "bulgarie": "BG", "turkey": "TR", "turkiye": "TR", "turquie": "TR",
	"morocco": "MA", "maroc": "MA", "tunisia": "TN", "tunisie": "TN", "algeria": "DZ", "algerie": "DZ", "senegal": "SN", "cote d ivoire": "CI",
	"ivory coast": "CI", "cameroon": "CM", "cameroun": "CM", "madagascar": "MG", "guadeloupe": "GP", "martinique": "MQ", "la reunion": "RE",
	"guyane": "GF", "south africa": "ZA", "afrique du sud": "ZA", "australia": "AU", "australie": "AU", "aus": "AU", "new zealand": "NZ",
	"nouvelle zelande": "NZ", "japan": "JP", "japon": "JP", "china": "CN", "chine": "CN", "singapore": "SG", "singapour": "SG", "india": "IN",
	"inde": "IN", "israel": "IL", "united arab emirates": "AE", "emirats arabes unis": "AE", "brazil": "BR", "brasil": "BR", "bresil": "BR",
	"mexico": "MX", "mexique": "MX", "argentina": "AR", "argentine": "AR",
}

// callingCodes are the codes (ITU-T E.164) that one country has to itself, as far as sites in these countries are concerned. +1 and +7 are shared.
var callingCodes = map[string]string{
	"33": "FR", "32": "BE", "41": "CH", "352": "LU", "377": "MC", "44": "GB", "353": "IE", "49": "DE", "43": "AT", "34": "ES", "351": "PT", "39": "IT",
	"31": "NL", "45": "DK", "46": "SE", "358": "FI", "48": "PL", "420": "CZ", "30": "GR", "36": "HU", "40": "RO", "359": "BG", "90": "TR", "216": "TN",
	"213": "DZ", "221": "SN", "225": "CI", "237": "CM", "261": "MG", "27": "ZA", "61": "AU", "64": "NZ", "81": "JP", "86": "CN", "65": "SG", "91": "IN",
	"972": "IL", "971": "AE", "55": "BR", "52": "MX", "54": "AR",
}

// countryOfNumber returns the country of a number in E.164 form; empty where it can't be told.
func countryOfNumber(e164 string) string {
	digits := strings.TrimPrefix(e164, "+")
	for _, crown := range []string{"441481", "441534", "441624"} { // Guernsey, Jersey, Isle of Man
		if strings.HasPrefix(digits, crown) {
			return ""
		}
	}
	for n := min(3, len(digits)); n >= 2; n-- {
		if code := callingCodes[digits[:n]]; code != "" {
			return code
		}
	}
	return ""
}
