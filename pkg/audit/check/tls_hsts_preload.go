package check

import (
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// preloadAge is the least max-age that hstspreload.org takes: a year, in seconds.
const preloadAge = 31_536_000

// HSTSPreload says whether hstspreload.org would take the host of the submitted page, by its rules and in its order; ok is false for a site on http or
// without a name. What its scan asks besides, whether the www name answers on https too, is in page.Facts.Sibling where that was read.
func HSTSPreload(f *page.Facts) (v audit.HSTSPreload, ok bool) {
	main := f.Main()
	if byAddress(f) || !overHTTPS(main) || !f.TLS.OK() {
		return audit.HSTSPreload{}, false
	}
	v = audit.HSTSPreload{Errors: []string{}, Unknown: []string{}}
	refuse := func(so bool, code string) {
		if so {
			v.Errors = append(v.Errors, code)
		}
	}
	refuse(f.Host != f.Domain, "domain.is_subdomain")
	refuse(!f.TLS.Value.Valid, "domain.tls.invalid_cert_chain")
	switch sent := main.Response.Header["Strict-Transport-Security"]; len(sent) {
	case 0:
		refuse(true, "response.no_header")
	case 1:
		age, preload, readable := readHSTS(main)
		refuse(!includesSubdomains(sent[0]), "header.preloadable.include_sub_domains.missing")
		refuse(!preload, "header.preloadable.preload.missing")
		refuse(!readable, "header.preloadable.max_age.missing")
		refuse(readable && age == 0, "header.preloadable.max_age.zero")
		refuse(age > 0 && age < preloadAge, "header.preloadable.max_age.below_1_year")
	default:
		refuse(true, "response.multiple_headers")
	}
	if !f.Plain.OK() {
		v.Unknown = append(v.Unknown, "redirects.http")
	} else if !f.Plain.Value.Closed {
		fault := redirectFault(f)
		refuse(fault != "", fault)
	}
	if f.Sibling.Reason == page.Unread {
		v.Unknown = append(v.Unknown, "domain.www")
	} else if s := f.Sibling.Value; s.Exists && s.Status == 0 {
		refuse(true, "domain.www.no_tls")
	}
	v.Eligible = len(v.Errors) == 0 && len(v.Unknown) == 0
	return v, true
}

func includesSubdomains(header string) bool {
	for _, d := range strings.Split(header, ";") {
		if strings.EqualFold(strings.TrimSpace(d), "includeSubDomains") {
			return true
		}
	}
	return false
}

// redirectFault says what is wrong with the way from http: it must lead to https on the same host first, and stay on https.
func redirectFault(f *page.Facts) string {
	hops := f.Plain.Value.Redirects
	if len(hops) == 0 {
		return "redirects.http.no_redirect"
	}
	first, err := weburl.Parse(hops[0].To)
	switch {
	case err != nil:
		return "redirects.follow_error"
	case first.Host == "www."+f.Domain && f.Host == f.Domain:
		return "redirects.http.www_first"
	case first.Scheme != "https" || first.Host != f.Host:
		return "redirects.http.first_redirect.insecure"
	}
	for _, hop := range hops[1:] {
		if !strings.HasPrefix(hop.To, "https:") {
			return "redirects.insecure.subsequent"
		}
	}
	return ""
}
