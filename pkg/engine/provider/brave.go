package provider

import (
	"context"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// braveSearch searches an index of its own.
func braveSearch() Service {
	return Service{
		Name: "brave", Keys: []string{"BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY"}, NeedKey: true, Base: "https://api.search.brave.com/res/v1", NoModel: true,
		make: func(set Settings) Provider {
			header := http.Header{}
			header.Set("X-Subscription-Token", string(set.Key))
			return brave{connect(set, header, false)}
		},
		limits: engine.Limits{InFlight: 1, PerMinute: 54}, // the free plan's is one a second
	}
}

type brave struct{ base }

const (
	braveCountries = "AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US"
	braveLanguages = "ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk " +
		"sl es sv ta te th tr uk vi"
	braveInterfaces = "es-AR en-AU de-AT nl-BE fr-BE pt-BR en-CA fr-CA es-CL da-DK fi-FI fr-FR de-DE zh-HK en-IN en-ID it-IT ja-JP ko-KR en-MY es-MX nl-NL en-NZ no-NO " +
		"zh-CN pl-PL en-PH ru-RU en-ZA es-ES sv-SE fr-CH de-CH zh-TW tr-TR en-GB en-US es-US"
)

// braveLanguage is a language as Brave writes it; "" where it knows none.
func braveLanguage(tag string) string {
	language, script, region := subtags(tag)
	switch {
	case language == "ja":
		language = "jp"
	case language == "no", language == "nn":
		language = "nb"
	case language == "zh" && isTraditional(script, region):
		language = "zh-hant"
	case language == "zh":
		language = "zh-hans"
	case language == "pt" && region == "PT":
		language = "pt-pt"
	case language == "pt":
		language = "pt-br"
	case language == "en" && region == "GB":
		language = "en-gb"
	}
	if !slices.Contains(strings.Fields(braveLanguages), language) {
		return ""
	}
	return language
}

// emphasis is how Brave marks words, even where it is asked not to.
var emphasis = regexp.MustCompile(`</?(?:strong|em|b)>`)

// Search searches the web. The town goes in headers.
func (b brave) Search(ctx context.Context, q engine.Question) (engine.Results, error) {
	country := strings.ToUpper(q.Place.Country)
	language, _, _ := subtags(q.Lang)
	shown := language + "-" + country
	if !slices.Contains(strings.Fields(braveCountries), country) {
		country = "ALL" // others are refused
	}
	query := url.Values{
		"q": {shortened(q.Text, 400, 50)}, "country": {country}, "count": {strconv.Itoa(maxHits)}, "result_filter": {"web"}, "text_decorations": {"false"},
		"spellcheck": {"false"},
	}
	searched := braveLanguage(q.Lang)
	if searched != "" {
		query.Set("search_lang", searched)
	}
	if slices.Contains(strings.Fields(braveInterfaces), shown) {
		query.Set("ui_lang", shown)
	}
	header := http.Header{}
	for name, value := range map[string]string{
		"X-Loc-City": ascii(q.Place.City), "X-Loc-State-Name": ascii(q.Place.Region), "X-Loc-Country": strings.ToUpper(q.Place.Country),
		"X-Loc-Timezone": q.Place.Timezone,
	} {
		if value != "" && engine.Key(strings.ReplaceAll(value, " ", "")).Usable() { // fit for a header
			header.Set(name, value)
		}
	}
	results := engine.Results{How: how("brave", country+"/"+searched)}
	var err error
	call := engine.Call{Path: "/web/search", Query: query, Header: header, Worst: oneSearch, Timeout: searchTimeout}
	results.Usage, err = b.client.Do(ctx, call, asObject(func(whole object) (engine.Usage, error) {
		var err error
		results.Hits, err = hits(whole, "web.results", "url", "description", "extra_snippets")
		for i, hit := range results.Hits {
			results.Hits[i].Title, results.Hits[i].Text = plainText(hit.Title), plainText(hit.Text)
		}
		return oneSearch, err
	}))
	if err != nil {
		return engine.Results{}, err
	}
	return results, nil
}

func plainText(marked string) string {
	return html.UnescapeString(emphasis.ReplaceAllString(marked, ""))
}
