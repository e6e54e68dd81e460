package page

import (
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
)

// Cookie is a Set-Cookie line without its value.
type Cookie struct {
	Name     string `json:"name"`
	Secure   bool   `json:"secure"`
	HTTPOnly bool   `json:"http_only"`
	SameSite string `json:"same_site,omitempty"` // as sent, lower-cased
	Session  bool   `json:"session"`             // neither Expires nor Max-Age
	Path     string `json:"path,omitempty"`
	Domain   string `json:"domain,omitempty"`
	// SameSiteUnknown: a SameSite attribute stands there without one of the three values that browsers know.
	SameSiteUnknown bool `json:"same_site_unknown,omitempty"`
	// Refused: browsers don't keep it, since its Domain isn't the host's, or its name promises (__Secure-, __Host-) what its attributes don't hold.
	Refused bool `json:"refused,omitempty"`
}

// SameSiteKnown says that the cookie has one of the three values that browsers know.
func (c *Cookie) SameSiteKnown() bool {
	return c.SameSite == "strict" || c.SameSite == "lax" || c.SameSite == "none"
}

// ParseSetCookie reads a Set-Cookie line that host sent with the page at path, as RFC 6265, 5.2 has it; ok is false where it has no name. Of an
// attribute that stands there twice, the last counts.
func ParseSetCookie(line, host, path string) (c Cookie, ok bool) {
	pair, attributes, _ := strings.Cut(line, ";")
	name, _, found := strings.Cut(pair, "=")
	c = Cookie{Name: strings.TrimSpace(name), Session: true}
	if !found || c.Name == "" {
		return Cookie{}, false
	}
	for _, attribute := range strings.Split(attributes, ";") {
		name, value, _ := strings.Cut(attribute, "=")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "secure":
			c.Secure = true
		case "httponly":
			c.HTTPOnly = true
		case "samesite":
			c.SameSite = strings.ToLower(value)
			c.SameSiteUnknown = c.SameSiteUnknown || !c.SameSiteKnown()
		case "expires", "max-age":
			c.Session = false
		case "path":
			c.Path = value
		case "domain":
			c.Domain = strings.ToLower(strings.TrimPrefix(value, "."))
		}
	}
	c.Refused = c.refused(host, path)
	return c, true
}

// refused applies RFC 6265, 5.3 (domains) and RFC 6265bis, 4.1.3 (prefixes).
func (c *Cookie) refused(host, path string) bool {
	if c.Domain != "" {
		within := host == c.Domain || strings.HasSuffix(host, "."+c.Domain)
		if !within || weburl.PublicSuffix(c.Domain) {
			return true
		}
	}
	name := strings.ToLower(c.Name)
	if strings.HasPrefix(name, "__secure-") {
		return !c.Secure
	}
	at := c.Path
	if !strings.HasPrefix(at, "/") { // the default: the page's folder
		at = path[:max(strings.LastIndexByte(path, '/'), 0)]
	}
	return strings.HasPrefix(name, "__host-") && (!c.Secure || c.Domain != "" || at != "/" && at != "")
}
