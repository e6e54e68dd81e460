package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// edgeSign is a header, or a cookie, that only one provider sends.
type edgeSign struct {
	header string // canonical name
	value  string // lower-cased piece of the value, empty for any
	cookie string // beginning of a cookie's name
	who    string
}

// edgeSigns are as the providers document them, or as their answers have carried them for years.
var edgeSigns = []edgeSign{
	{header: "Cf-Ray", who: "Cloudflare"},
	{header: "Cf-Mitigated", who: "Cloudflare"},
	{header: "Server", value: "cloudflare", who: "Cloudflare"},
	{header: "X-Datadome", who: "DataDome"},
	{cookie: "datadome", who: "DataDome"},
	{header: "X-Iinfo", who: "Imperva"},
	{cookie: "incap_ses_", who: "Imperva"},
	{cookie: "visid_incap_", who: "Imperva"},
	{header: "X-Sucuri-Id", who: "Sucuri"},
	{header: "Server", value: "akamaighost", who: "Akamai"},
	{header: "X-Akamai-Transformed", who: "Akamai"},
	{cookie: "ak_bmsc", who: "Akamai"},
	{cookie: "_abck", who: "Akamai"},
	{header: "X-Amzn-Waf-Action", who: "AWS WAF"},
	{cookie: "aws-waf-token", who: "AWS WAF"},
	{header: "X-Amz-Cf-Id", who: "Amazon CloudFront"},
	{header: "X-Azure-Ref", who: "Azure Front Door"},
	{header: "X-Fastly-Request-Id", who: "Fastly"},
	{header: "X-Vercel-Id", who: "Vercel"},
	{cookie: "_px", who: "HUMAN"},
	{header: "Server", value: "ddos-guard", who: "DDoS-Guard"},
	{header: "Server", value: "bunnycdn", who: "bunny.net"},
}

func (s edgeSign) on(r *page.Response) (where, what string, ok bool) {
	if s.header != "" {
		v, sent := r.Header[s.header]
		if sent && strings.Contains(strings.ToLower(strings.Join(v, " ")), s.value) {
			return s.header, strings.Join(v, ", "), true
		}
		return "", "", false
	}
	for _, c := range r.Cookies {
		if strings.HasPrefix(strings.ToLower(c.Name), s.cookie) {
			return "Set-Cookie", c.Name, true
		}
	}
	return "", "", false
}

func crawlWAFIdentified() Check {
	return Check{
		ID: "crawl.waf-identified", Weight: 0, Level: Folklore, Source: "the providers' documented response headers and cookies; reported, not scored",
		Title: text("Firewall or CDN in front of the site", "Pare-feu ou CDN devant le site"),
		Why: text("Many CDNs and firewalls decide by themselves which bots get in, whatever robots.txt says. It helps to know whose settings to look at.",
			"Beaucoup de CDN et de pare-feu décident eux-mêmes des robots admis, quoi que dise robots.txt. Il est utile de savoir quels réglages consulter."),
		Fix: text("Check the provider's bot settings: search and assistant agents should be let in.",
			"Vérifiez les réglages du fournisseur concernant les robots : les agents de recherche et d'assistance doivent passer."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			for _, s := range edgeSigns {
				if where, what, ok := s.on(&main.Response); ok {
					return passed("%s stands in front of the site; besides robots.txt, its bot settings decide who gets in.",
						"%s se trouve devant le site ; outre robots.txt, ses réglages décident des robots admis.", s.who).
						seen(main.FinalURL, where, what)
				}
			}
			for _, p := range f.Probes {
				if p.Wall != "" {
					return passed("%s answered one of the requests; besides robots.txt, its bot settings decide who gets in.",
						"%s a répondu à l'une des requêtes ; outre robots.txt, ses réglages décident des robots admis.", p.Wall).
						seen(p.URL, "User-Agent: "+probeNames(p), probeAnswer(p))
				}
			}
			return passed("No known firewall or CDN was recognised.", "Aucun pare-feu ni CDN connu n'a été reconnu.")
		},
	}
}
