package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// marketLanguages are the languages that customers of a country ask in, by ISO 3166-1 code: official and commonly used ones.
var marketLanguages = map[string][]string{
	"FR": {"fr"}, "BE": {"nl", "fr", "de"}, "CH": {"de", "fr", "it", "rm"}, "LU": {"fr", "de", "lb"}, "CA": {"en", "fr"}, "DE": {"de"}, "AT": {"de"},
	"ES": {"es", "ca", "gl", "eu"}, "IT": {"it"}, "PT": {"pt"}, "BR": {"pt"}, "NL": {"nl"}, "GB": {"en", "cy"}, "IE": {"en", "ga"}, "US": {"en", "es"},
	"AU": {"en"}, "NZ": {"en", "mi"}, "MX": {"es"}, "AR": {"es"}, "CL": {"es"}, "CO": {"es"}, "PE": {"es"}, "PL": {"pl"}, "CZ": {"cs"}, "SK": {"sk"},
	"DK": {"da"}, "SE": {"sv"}, "NO": {"no", "nb", "nn"}, "FI": {"fi", "sv"}, "JP": {"ja"}, "KR": {"ko"}, "TR": {"tr"}, "GR": {"el"},
	"RO": {"ro"}, "HU": {"hu"},
}

// aeoLangMatchesMarket takes the country from the address in markup, which is the business's own word; the ending of the domain says less, since
// many are sold to everybody.
func aeoLangMatchesMarket() Check {
	return Check{
		ID: "aeo.lang-matches-market", Weight: 2, Level: Folklore,
		Source: "Google Search Central, multi-regional and multilingual sites; own table of countries and languages",
		Link:   "https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites",
		Title:  text("Language of the market", "Langue du marché"),
		Why: text("Customers ask in their own language, and a text in another language is harder to match with their questions.",
			"Les clients s'expriment dans leur langue, et un texte dans une autre langue se rapproche moins aisément de leurs questions."),
		Fix: text("Offer the pages in a language of the country that you serve, and declare the versions with hreflang.",
			"Proposez les pages dans une langue du pays que vous servez, et déclarez les versions par hreflang."),
		Needs: []Need{Content},
		Run:   runLangMatchesMarket,
	}
}

func runLangMatchesMarket(f *page.Facts) Finding {
	main := f.Main()
	country, spoken := market(f), languageOf(main)
	wanted := marketLanguages[country]
	if len(wanted) == 0 || spoken == "" {
		return unassessed(page.NotApplicable, "The structured data doesn't say which country the site serves, or its language couldn't be recognised.",
			"Les données structurées n'indiquent pas le pays servi, ou la langue du site n'a pas pu être reconnue.")
	}
	languages := []string{spoken}
	for _, p := range f.Pages {
		languages = append(languages, languageOf(p))
		for _, a := range p.Alternates {
			lang, _, _ := strings.Cut(strings.ToLower(a.Lang), "-")
			languages = append(languages, lang)
		}
	}
	if slices.ContainsFunc(languages, func(l string) bool { return slices.Contains(wanted, l) }) {
		return passed("The site is in a language of its market (%s).", "Le site est dans une langue de son marché (%s).",
			country).seen(main.FinalURL, "lang", spoken)
	}
	return warned("The text is in “%s”; the business is in the country %s, where customers ask in %s.",
		"Le texte est en « %s » ; l'entreprise est dans le pays %s, où les clients s'expriment en %s.",
		spoken, country, strings.Join(wanted, ", ")).seen(main.FinalURL, "addressCountry", country)
}

// market is the country of the site's entity, else that of a national domain that is sold to residents; empty where neither tells.
func market(f *page.Facts) string {
	for _, p := range f.Pages {
		for _, n := range ownEntities(f, p) {
			for _, a := range p.Graph.Subs(n, "address") {
				if c := strings.ToUpper(p.Graph.Text(a, "addressCountry")); len(c) == 2 {
					return c
				}
			}
		}
	}
	u, err := weburl.Parse(f.FinalURL)
	if err != nil {
		return ""
	}
	switch tld := strings.ToUpper(u.Host[strings.LastIndexByte(u.Host, '.')+1:]); tld {
	case "FR", "DE", "ES", "IT", "NL", "PL", "CZ", "DK", "SE", "FI", "NO", "PT", "BR", "JP", "HU":
		return tld
	}
	return ""
}
