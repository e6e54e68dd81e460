package question

import (
	"slices"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/industry"
)

// land is a country: what its customers type in, and how each language says where.
type land struct {
	languages []string // the most usual first
	in        map[string]string
}

var lands = sync.OnceValue(func() map[string]land {
	all := map[string]land{}
	order := []string{"en", "fr", "de", "es", "it", "pt", "nl"}
	for _, line := range lines("countries") {
		f := fields(line, 2+len(order))
		l := land{languages: strings.Fields(f[1]), in: map[string]string{}}
		for i, lang := range order {
			l.in[lang] = f[2+i]
		}
		all[f[0]] = l
	}
	return all
})

// districts: country and folded name of a region or town, to its language where that isn't the country's first.
var districts = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, line := range lines("districts") {
		f := fields(line, 3)
		for name := range strings.SplitSeq(f[2], ";") {
			all[f[0]+" "+placeKey(name)] = f[1]
		}
	}
	return all
})

// landOf knows the codes that people write for ISO's, too.
func landOf(code string) (string, land, bool) {
	code = strings.ToUpper(strings.TrimSpace(code))
	switch code {
	case "UK":
		code = "GB"
	case "EL":
		code = "GR"
	}
	l, ok := lands()[code]
	return code, l, ok
}

// Language is the language that the business's customers type in, as a bare language subtag of BCP 47 such as fr. It is the site's, where
// the country speaks it; else the country's, in a country of several that of the city or region. A business that needs no neighbours
// (online, b2b, publisher, software, platform, or whatever is looked for in the whole world) has its customers where its site is read, so
// the site's language stands there. If nothing is known, the language is English.
func Language(b citation.Business) string {
	site, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(strings.TrimSpace(b.Language), "_", "-")), "-")
	code, l, known := landOf(b.Country)
	anywhere := []industry.Type{industry.Online, industry.B2B, industry.Publisher, industry.Software, industry.Platform}
	far := slices.Contains(anywhere, kind(b)) || reachOf(kind(b), industry.Find(b.Trade)) == world
	switch {
	case site != "" && (!known || far || slices.Contains(l.languages, site)):
		return site
	case !known:
		return "en"
	}
	for _, name := range []string{b.City, b.Region} {
		if lang, ok := districts()[code+" "+placeKey(name)]; ok && name != "" {
			return lang
		}
	}
	return l.languages[0]
}
