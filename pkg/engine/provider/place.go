package provider

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/auditctl/auditctl/pkg/engine"
)

// countries are ISO 3166-1 alpha-2 codes with the names that search services take: those of Google's table of geographical targets, which Tavily's agree with
// but for capitals.
const countries = "|AD Andorra|AE United Arab Emirates|AF Afghanistan|AG Antigua and Barbuda|AL Albania|AM Armenia|AO Angola|AR Argentina|AT Austria|AU Australia|" +
	"AZ Azerbaijan|BA Bosnia and Herzegovina|BB Barbados|BD Bangladesh|BE Belgium|BF Burkina Faso|BG Bulgaria|BH Bahrain|BI Burundi|BJ Benin|BN Brunei|" +
	"BO Bolivia|BR Brazil|BS Bahamas|BT Bhutan|BW Botswana|BY Belarus|BZ Belize|CA Canada|CD Democratic Republic of the Congo|CF Central African Republic|" +
	"CG Republic of the Congo|CH Switzerland|CI Cote d'Ivoire|CL Chile|CM Cameroon|CN China|CO Colombia|CR Costa Rica|CU Cuba|CV Cape Verde|CY Cyprus|" +
	"CZ Czechia|DE Germany|DJ Djibouti|DK Denmark|DM Dominica|DO Dominican Republic|DZ Algeria|EC Ecuador|EE Estonia|EG Egypt|ER Eritrea|ES Spain|" +
	"ET Ethiopia|FI Finland|FJ Fiji|FR France|GA Gabon|GB United Kingdom|GD Grenada|GE Georgia|GH Ghana|GM Gambia|GN Guinea|GQ Equatorial Guinea|GR Greece|" +
	"GT Guatemala|GW Guinea-Bissau|GY Guyana|HK Hong Kong|HN Honduras|HR Croatia|HT Haiti|HU Hungary|ID Indonesia|IE Ireland|IL Israel|IN India|IQ Iraq|" +
	"IR Iran|IS Iceland|IT Italy|JM Jamaica|JO Jordan|JP Japan|KE Kenya|KG Kyrgyzstan|KH Cambodia|KM Comoros|KN Saint Kitts and Nevis|KR South Korea|" +
	"KW Kuwait|KZ Kazakhstan|LA Laos|LB Lebanon|LC Saint Lucia|LI Liechtenstein|LK Sri Lanka|LR Liberia|LS Lesotho|LT Lithuania|LU Luxembourg|LV Latvia|" +
	"LY Libya|MA Morocco|MC Monaco|MD Moldova|ME Montenegro|MG Madagascar|MK North Macedonia|ML Mali|MM Myanmar|MN Mongolia|MO Macao|MR Mauritania|" +
	"MT Malta|MU Mauritius|MV Maldives|MW Malawi|MX Mexico|MY Malaysia|MZ Mozambique|NA Namibia|NE Niger|NG Nigeria|NI Nicaragua|NL Netherlands|NO Norway|" +
	"NP Nepal|NZ New Zealand|OM Oman|PA Panama|PE Peru|PG Papua New Guinea|PH Philippines|PK Pakistan|PL Poland|PR Puerto Rico|PT Portugal|PY Paraguay|" +
	"QA Qatar|RO Romania|RS Serbia|RU Russia|RW Rwanda|SA Saudi Arabia|SC Seychelles|SD Sudan|SE Sweden|SG Singapore|SI Slovenia|SK Slovakia|" +
	"SL Sierra Leone|SM San Marino|SN Senegal|SO Somalia|SR Suriname|SS South Sudan|SV El Salvador|SY Syria|SZ Eswatini|TD Chad|TG Togo|TH Thailand|" +
	"TJ Tajikistan|TM Turkmenistan|TN Tunisia|TR Turkey|TT Trinidad and Tobago|TW Taiwan|TZ Tanzania|UA Ukraine|UG Uganda|US United States|UY Uruguay|" +
	"UZ Uzbekistan|VE Venezuela|VN Vietnam|YE Yemen|ZA South Africa|ZM Zambia|ZW Zimbabwe|"

// countryName is a country's name in English; "" where it isn't known.
func countryName(code string) string {
	_, after, found := strings.Cut(countries, "|"+strings.ToUpper(code)+" ")
	if !found || len(code) != 2 {
		return ""
	}
	name, _, _ := strings.Cut(after, "|")
	return name
}

// locations says where a place is, as Google's table of geographical targets writes it, in ASCII: the most exact first, the country at last. A country without
// a name there gives "" alone: a town without a country could be anywhere.
func locations(p engine.Place) []string {
	country := countryName(p.Country)
	city, region := ascii(p.City), ascii(p.Region)
	if country == "" || city == "" {
		return []string{country}
	}
	exact := []string{city + "," + region + "," + country, city + "," + country, country}
	if region == "" || strings.EqualFold(region, city) {
		return exact[1:]
	}
	return exact
}

// isAbroad says that a location, "Nantes,Pays de la Loire,France", lies in another country. A country by a name that isn't known doesn't.
func isAbroad(location, country string) bool {
	name := strings.TrimSpace(location[strings.LastIndex(location, ",")+1:])
	home := countryName(country)
	return home != "" && name != "" && !strings.EqualFold(name, home) && strings.Contains(countries, " "+name+"|")
}

// located asks from the place, as exactly as the service knows it: one that is refused gives way to the next. The usage is that of all.
func located(p engine.Place, ask func(location string) (engine.Usage, error)) (engine.Usage, error) {
	var used engine.Usage
	var err error
	for _, location := range locations(p) {
		var one engine.Usage
		one, err = ask(location)
		used = used.Add(one)
		var fault *engine.Error
		if !errors.As(withUsage(err, used), &fault) {
			return used, err
		}
		if fault.Kind != engine.Invalid || location == "" || !strings.Contains(strings.ToLower(fault.Detail), "location") {
			return used, err
		}
	}
	return used, err
}

// ascii takes the marks off Latin letters, and the commas out. In other scripts a mark makes another letter, and stays.
func ascii(name string) string {
	undecomposed := strings.NewReplacer("ß", "ss", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "æ", "ae", "Æ", "Ae", "œ", "oe", "Œ", "Oe", "đ", "d", "’", "'", ",", " ")
	var plain strings.Builder
	latin := false
	for _, r := range norm.NFD.String(undecomposed.Replace(name)) {
		if mark := unicode.Is(unicode.Mn, r); !mark {
			latin = unicode.Is(unicode.Latin, r)
		} else if latin {
			continue
		}
		plain.WriteRune(r)
	}
	return strings.Join(strings.Fields(norm.NFC.String(plain.String())), " ")
}

// subtags gives the language of a BCP 47 tag in lower case, and its script and region where it has them.
func subtags(tag string) (language, script, region string) {
	parts := strings.FieldsFunc(tag, func(r rune) bool { return r == '-' || r == '_' })
	for i, part := range parts {
		switch {
		case i == 0:
			language = strings.ToLower(part)
		case len(part) == 4 && script == "":
			script = strings.ToLower(part)
		case len(part) == 2 && region == "":
			region = strings.ToUpper(part)
		}
	}
	return language, script, region
}

// isTraditional says that Chinese is written in traditional characters.
func isTraditional(script, region string) bool {
	return script == "hant" || script == "" && slices.Contains([]string{"TW", "HK", "MO"}, region)
}

// googleLanguage is Google's hl.
func googleLanguage(tag string) string {
	language, script, region := subtags(tag)
	switch {
	case language == "zh" && isTraditional(script, region):
		return "zh-tw"
	case language == "zh":
		return "zh-cn"
	case language == "pt" && (region == "BR" || region == "PT"):
		return "pt-" + strings.ToLower(region)
	case language == "nb", language == "nn":
		return "no"
	case language == "he":
		return "iw"
	}
	return language
}

// googleCountry is Google's gl.
func googleCountry(code string) string {
	if code = strings.ToLower(code); code == "gb" {
		return "uk"
	}
	return code
}
