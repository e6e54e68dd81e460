package observatory

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// severity orders what can be wrong with cookies, the worst last.
var severity = []string{
	"", "cookies-without-secure-flag-but-protected-by-hsts", "cookies-without-secure-flag", "cookies-session-without-secure-flag-but-protected-by-hsts",
	"cookies-samesite-flag-invalid", "cookies-anticsrf-without-samesite-flag", "cookies-session-without-httponly-flag", "cookies-session-without-secure-flag",
}

// cookies gives the worst of all cookies that browsers would keep.
func (s *site) cookies() string {
	hsts := outcomes[s.transportSecurity()].pass
	worst, kept, all := 0, false, true
	for i := range s.main.Response.Cookies {
		c := &s.main.Response.Cookies[i]
		if c.SameSiteUnknown {
			worst = max(worst, slices.Index(severity, "cookies-samesite-flag-invalid"))
		}
		if c.Refused || c.Name == "heroku-session-affinity" { // set by the host's platform, which no site can change
			continue
		}
		kept = true
		all = all && c.SameSiteKnown()
		for _, fault := range Faults(c, hsts) {
			worst = max(worst, slices.Index(severity, fault))
		}
	}
	switch {
	case !kept:
		return "cookies-not-found"
	case worst > 0:
		return severity[worst]
	case all:
		return "cookies-secure-with-httponly-sessions-and-samesite"
	}
	return "cookies-secure-with-httponly-sessions"
}

// Faults gives the results that a cookie alone would lead to, none where it is in order. hsts says that browsers keep to https with this host.
func Faults(c *page.Cookie, hsts bool) []string {
	var faults []string
	name := strings.ToLower(c.Name)
	session := strings.Contains(name, "sess") || strings.Contains(name, "login")
	protected := ""
	if hsts {
		protected = "-but-protected-by-hsts"
	}
	if c.SameSiteUnknown || c.SameSite == "none" && !c.Secure {
		faults = append(faults, "cookies-samesite-flag-invalid")
	}
	if !c.Secure {
		faults = append(faults, "cookies-without-secure-flag"+protected)
		if session {
			faults = append(faults, "cookies-session-without-secure-flag"+protected)
		}
	}
	if strings.Contains(name, "csrf") && !c.SameSiteKnown() {
		faults = append(faults, "cookies-anticsrf-without-samesite-flag")
	}
	if session && !c.HTTPOnly {
		faults = append(faults, "cookies-session-without-httponly-flag")
	}
	return faults
}

// integrity judges the scripts that come from other domains, or over http.
func (s *site) integrity() string {
	if html, unsaid := s.html(); !html && !unsaid {
		return "sri-not-implemented-response-not-html"
	}
	if s.main.ScriptsTotal == 0 {
		return "sri-not-implemented-but-no-scripts-loaded"
	}
	const plainPinned, securePlain, plain = 1, 2, 3 // the worst of foreign scripts
	worst, foreign, ownPinned := 0, false, false
	for _, tag := range s.main.ScriptTags {
		from := s.origin(tag.Src)
		switch {
		case !from.foreign:
			ownPinned = ownPinned || tag.Integrity && from.secure
			continue
		case tag.Integrity && !from.secure:
			worst = max(worst, plainPinned)
		case !tag.Integrity && from.secure:
			worst = max(worst, securePlain)
		case !tag.Integrity:
			worst = max(worst, plain)
		}
		foreign = true
	}
	switch {
	case worst == plain:
		return "sri-not-implemented-and-external-scripts-not-loaded-securely"
	case worst == securePlain:
		return "sri-not-implemented-but-external-scripts-loaded-securely"
	case worst == plainPinned:
		return "sri-implemented-but-external-scripts-not-loaded-securely"
	case ownPinned:
		return "sri-implemented-and-all-scripts-loaded-securely"
	case foreign:
		return "sri-implemented-and-external-scripts-loaded-securely"
	}
	return "sri-not-implemented-but-all-scripts-loaded-from-secure-origin"
}

// scriptOrigin is where a script comes from.
type scriptOrigin struct{ foreign, secure bool }

// origin reads the src of a script as it is written: an address without a scheme ("//host") is foreign and insecure with the Observatory, whatever the
// host.
func (s *site) origin(src string) scriptOrigin {
	switch {
	case len(src) > 2 && strings.HasPrefix(src, "//") && src[2] != '/':
		return scriptOrigin{foreign: true}
	case !strings.HasPrefix(src, "http://") && !strings.HasPrefix(src, "https://"):
		return scriptOrigin{secure: s.secure}
	}
	u, _ := weburl.Parse(src)
	return scriptOrigin{
		foreign: weburl.RegisteredDomain(u.Host) != weburl.RegisteredDomain(s.host),
		secure:  strings.HasPrefix(src, "https:"),
	}
}

// Foreign says whether a script with this src, as written, counts as one of another domain.
func Foreign(f *page.Facts, src string) bool { return newSite(f).origin(src).foreign }

// redirection judges how http leads to https.
func (s *site) redirection() string {
	route := s.route()
	switch {
	case len(route) == 0:
		return "redirection-not-needed-no-http"
	case s.mistrusted() && slices.ContainsFunc(route, func(u weburl.URL) bool { return u.Scheme == "https" }):
		return "redirection-invalid-cert"
	case !slices.ContainsFunc(route, func(u weburl.URL) bool { return !preloaded(u.Host) }):
		return "redirection-all-redirects-preloaded"
	case len(route) == 1:
		return "redirection-missing"
	case route[len(route)-1].Scheme != "https":
		return "redirection-not-to-https"
	case route[1].Scheme == "http":
		return "redirection-not-to-https-on-initial-redirection"
	case route[0].Scheme == "http" && route[0].Host != route[1].Host:
		return "redirection-off-host-from-http"
	}
	return "redirection-to-https"
}

// route gives the addresses that the http form of the site leads through; none where nothing answers, or where it wasn't asked.
func (s *site) route() []weburl.URL {
	var addresses []string
	switch p := &s.Plain.Value; {
	case !s.finallySecure(): // the page itself came over http in the end
		addresses = []string{s.main.URL}
		for _, r := range s.main.Response.Redirects {
			addresses = append(addresses, r.To)
		}
		for len(addresses) > 1 && strings.HasPrefix(addresses[0], "https:") {
			addresses = addresses[1:]
		}
	case !s.Plain.OK() || p.Closed || p.Status == 0:
		return nil
	case len(p.Redirects) == 0:
		addresses = []string{p.FinalURL}
	default:
		addresses = []string{p.Redirects[0].From}
		for _, r := range p.Redirects {
			addresses = append(addresses, r.To)
		}
	}
	var route []weburl.URL
	for _, a := range addresses {
		u, _ := weburl.Parse(a)
		route = append(route, u)
	}
	return route
}
