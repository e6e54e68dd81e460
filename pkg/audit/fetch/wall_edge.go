package fetch

import "strings"

// edges are the marks that CDNs and firewalls leave on every answer, those that decide on visitors before those that only deliver.
var edges = []struct{ name, header, value string }{
	{"DataDome", "X-Datadome", ""},
	{"DataDome", "Set-Cookie", "datadome="},
	{"Kasada", "X-Kpsdk-Ct", ""},
	{"HUMAN", "Set-Cookie", "_pxhd="},
	{"Imperva", "X-Iinfo", ""},
	{"Imperva", "X-Cdn", "incapsula"},
	{"Imperva", "X-Cdn", "imperva"},
	{"Imperva", "Set-Cookie", "visid_incap"},
	{"Imperva", "Set-Cookie", "incap_ses"},
	{"Sucuri", "X-Sucuri-Id", ""},
	{"Sucuri", "Server", "sucuri"},
	{"AWS WAF", "X-Amzn-Waf-Action", ""},
	{"AWS WAF", "Set-Cookie", "aws-waf-token="},
	{"DDoS-Guard", "Server", "ddos-guard"},
	{"Qrator", "Server", "qrator"},
	{"F5", "Set-Cookie", "bigipserver"},
	{"F5", "Server", "bigip"},
	{"Cloudflare", "Cf-Ray", ""},
	{"Cloudflare", "Server", "cloudflare"},
	{"Akamai", "Akamai-Grn", ""},
	{"Akamai", "X-Akamai-Transformed", ""},
	{"Akamai", "X-Akamai-Request-Id", ""},
	{"Akamai", "Server", "akamai"},
	{"Akamai", "Set-Cookie", "ak_bmsc="},
	{"Akamai", "Set-Cookie", "_abck="},
	{"Vercel", "X-Vercel-Id", ""},
	{"Netlify", "X-Nf-Request-Id", ""},
	{"Azure Front Door", "X-Azure-Ref", ""},
	{"Amazon CloudFront", "X-Amz-Cf-Id", ""},
	{"Fastly", "X-Fastly-Request-Id", ""},
	{"Fastly", "X-Served-By", "cache-"},
	{"Bunny", "Server", "bunnycdn"},
	{"KeyCDN", "Server", "keycdn"},
	{"Google Cloud CDN", "Via", "1.1 google"},
}

// Edge names the CDN or firewall that answers in front of a site, by its headers (canonical names); empty where nothing shows one. It says
// nothing of whether we were turned away.
func Edge(header map[string][]string) string {
	for _, e := range edges {
		for _, v := range header[e.header] {
			if strings.Contains(strings.ToLower(v), e.value) {
				return e.name
			}
		}
	}
	return ""
}
