package audit

// References are the verdicts that the field's own references give on the same site, computed by auditctl from what it read, so that each can be
// checked against the original. One that couldn't be computed is absent.
type References struct {
	HTTPObservatory *Observatory   `json:"http_observatory,omitempty"`
	LighthouseSEO   *LighthouseSEO `json:"lighthouse_seo,omitempty"` // absent for a page without content before its JavaScript runs
	PageSpeed       *PageSpeed     `json:"page_speed,omitempty"`     // as the tool said; absent where none answered
	TLS             *TLSVerdict    `json:"tls,omitempty"`
	HSTSPreload     *HSTSPreload   `json:"hsts_preload,omitempty"`
	RichResults     []RichResult   `json:"rich_results,omitempty"` // of every page read, the submitted one's first; at most 100
	Crawlers        *CrawlerMatrix `json:"crawlers,omitempty"`
}

// RichResult is what Google's guide to a feature of its results says of one item of structured data.
type RichResult struct {
	URL      string      `json:"url"`               // of the page
	Feature  string      `json:"feature"`           // product-snippet, merchant-listing, local-business, …
	Guide    string      `json:"guide"`             // address of the guide
	Types    []string    `json:"types"`             // of the item; schema.org names without the prefix
	Path     string      `json:"path"`              // of the item, from the one that stands by itself: "ProfilePage.mainEntity"
	Item     int         `json:"item"`              // 1-based number of the item on its page
	Format   string      `json:"format"`            // jsonld, microdata, rdfa
	Block    int         `json:"block"`             // 1-based number of the script, 0 outside JSON-LD
	Retired  string      `json:"retired,omitempty"` // month in which Google gave the feature up, "2023-09"; errors and warnings are empty then
	Errors   []RichIssue `json:"errors"`            // what keeps the item from the feature; at most 50
	Warnings []RichIssue `json:"warnings"`          // what the guide recommends; at most 50
}

// RichIssue is a property that isn't as the guide wants it.
type RichIssue struct {
	Path    string `json:"path"`            // below the item, alternatives divided by a bar: "offers[1].price|priceSpecification.price"
	Problem string `json:"problem"`         // missing, too_few, not_an_item, wrong_type, not_absolute, out_of_range, unknown_value, invalid_date, …
	Value   string `json:"value,omitempty"` // as written
}

// LighthouseSEO holds the verdicts of Lighthouse's SEO category on the submitted page, computed without a browser.
type LighthouseSEO struct {
	Version string            `json:"version"` // of Lighthouse, whose rules these are
	Score   int               `json:"score"`   // 0 to 100, by Lighthouse's weights
	Audits  []LighthouseAudit `json:"audits"`  // in the order of their weight
}

// LighthouseAudit is the verdict of one audit.
type LighthouseAudit struct {
	ID      string            `json:"id"` // document-title, meta-description, …
	Verdict LighthouseVerdict `json:"verdict"`
}

// LighthouseVerdict is what an audit says.
type LighthouseVerdict string

// The verdicts.
const (
	LighthousePass          LighthouseVerdict = "pass"
	LighthouseFail          LighthouseVerdict = "fail"
	LighthouseNotApplicable LighthouseVerdict = "not_applicable"
)

// Observatory is the result of MDN HTTP Observatory on the submitted page's answer.
type Observatory struct {
	AlgorithmVersion int               `json:"algorithm_version"`
	Score            int               `json:"score"` // 0 and up; more than 100 where a score of 90 or more earned bonus points
	Grade            string            `json:"grade"` // A+ to F
	Tests            []ObservatoryTest `json:"tests"` // in the Observatory's order
	// Unknown names what the Observatory looks at and auditctl couldn't: hsts_preload_list, http_form, https_form, cors_preflight. The tests are
	// decided as if there were nothing of it.
	Unknown []string `json:"unknown"`
}

// ObservatoryTest is the verdict of one test.
type ObservatoryTest struct {
	Name     string `json:"name"`   // content-security-policy, cookies, …
	Result   string `json:"result"` // the Observatory's identifier of what was found: csp-not-implemented, …
	Pass     bool   `json:"pass"`
	Modifier int    `json:"modifier"` // points added to the score, or taken from it: -50 to 10
}

// TLSVerdict is the rating of the site's TLS by the SSL Labs SSL Server Rating Guide (2009r), with the caps of testssl.sh. Neither revocation nor SSLv2
// nor faults of the server's software are tried.
type TLSVerdict struct {
	Grade       string   `json:"grade"`              // A+, A, A- to F; M: the certificate is for another name; T: it isn't trusted
	Score       int      `json:"score"`              // 0 to 100, before caps; 0 for F, M and T
	Protocol    int      `json:"protocol_score"`     // 0 to 100, three tenths of the score
	KeyExchange int      `json:"key_exchange_score"` // 0 to 100, three tenths
	Cipher      int      `json:"cipher_score"`       // 0 to 100, four tenths
	Caps        []TLSCap `json:"caps"`
	Warnings    []string `json:"warnings"` // what makes A- of an A: no_tls13, no_secure_renegotiation, hsts_misconfigured, hsts_disabled, hsts_too_short
	Unknown     []string `json:"unknown"`  // handshakes that got no answer or weren't made; caps that rest on them didn't count
}

// TLSCap is a reason why the grade can't be better.
type TLSCap struct {
	Grade  string `json:"grade"`
	Reason string `json:"reason"` // expired, tls10, rc4, …
	Seen   string `json:"seen"`   // what it was met by: a version, a suite, a key
	Source string `json:"source"` // where the rule stands
}

// Most is the highest score that goes with the grade in the guide's table of letters; 19 for M and T.
func (v TLSVerdict) Most() int {
	if v.Grade == "" {
		return 0
	}
	switch v.Grade[0] {
	case 'A':
		return 100
	case 'B':
		return 79
	case 'C':
		return 64
	case 'D':
		return 49
	case 'E':
		return 34
	}
	return 19
}

// HSTSPreload says whether hstspreload.org would take the site's host on to the list that browsers carry.
type HSTSPreload struct {
	Eligible bool     `json:"eligible"`
	Errors   []string `json:"errors"`  // its identifiers: header.preloadable.preload.missing, redirects.http.no_redirect, …
	Unknown  []string `json:"unknown"` // what it asks and auditctl couldn't: redirects.http, domain.www
}
