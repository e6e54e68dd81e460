package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSeoHreflang(t *testing.T) {
	verdicts(t, seoHreflang(), []verdict{
		{"a sound pair", site(submitted(versions("en", "https://example.com/", "fr", "https://example.com/fr")), further("/fr")), audit.Pass, "", ""},
		{"an unknown code", site(submitted(versions("en-UK", "https://example.com/"))), audit.Fail, "", "en-UK"},
		{"a region alone is no language", site(submitted(versions("us", "https://example.com/"))), audit.Fail, "", ""},
		{"an underscore", site(submitted(versions("en_US", "https://example.com/"))), audit.Fail, "", "en_US"},
		{
			"script, region and default", site(submitted(versions("zh-Hant-TW", "https://example.com/", "x-default", "https://example.com/", "es-419", "https://example.com/es"))),
			audit.Pass, "", "",
		},
		{"relative", site(submitted(versions("fr", "/fr"))), audit.Fail, "", "absolute"},
		{
			"one code for two addresses", site(submitted(versions("fr", "https://example.com/", "fr", "https://example.com/fr"))),
			audit.Fail, "", "same language",
		},
		{"without itself", site(submitted(versions("fr", "https://example.com/fr"))), audit.Warn, "", "own language versions"},
		{
			"without a link back", site(submitted(versions("en", "https://example.com/", "fr", "https://example.com/fr")),
				further("/fr", versions("fr", "https://example.com/fr"))),
			audit.Fail, "", "link back",
		},
		{
			"without any versions there", site(submitted(versions("en", "https://example.com/", "fr", "https://example.com/fr")), further("/fr", versions())),
			audit.Fail, "", "link back",
		},
		{
			"a dead version", site(submitted(versions("en", "https://example.com/", "fr", "https://example.com/fr")),
				failing(page.Failure{URL: "https://example.com/fr", Status: 404})),
			audit.Fail, "", "404",
		},
		{"only in the sitemap", site(mapped("https://example.com/"), func(f *page.Facts) {
			f.Sitemaps[0].Entries[0].Alternates = []page.Alternate{{Lang: "xx", Href: "https://example.com/", URL: "https://example.com/", Source: "sitemap"}}
		}), audit.Fail, "", "xx"},
		{"faulty elsewhere", site(further("/a", versions("en-UK", "https://example.com/a"))), audit.Warn, "", "en-UK"},
		{"one language", site(), audit.NotAssessed, page.NotApplicable, ""},
	})
}

// versions sets language versions: code, address, code, address.
func versions(pairs ...string) func(*page.Page) {
	return func(p *page.Page) {
		p.Alternates = nil
		for i := 0; i < len(pairs); i += 2 {
			p.Alternates = append(p.Alternates, page.Alternate{Lang: pairs[i], Href: pairs[i+1], URL: pairs[i+1], Source: "html"})
		}
	}
}
