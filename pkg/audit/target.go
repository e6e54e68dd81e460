package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/weburl"
)

// MaxURLs is how many addresses one submission may hold on a server; MaxURLLength is the longest, in bytes.
const (
	MaxURLs      = 50
	MaxURLLength = 2048
)

// Target is a submitted address, read.
type Target struct {
	URL    string // normalised: as submitted after WHATWG parsing, without fragment
	Domain string // host after IDNA and lower-casing, without a leading www., with a port that isn't the scheme's own
	Host   string // without port; IPv6 in brackets
	Port   string // empty where it is the scheme's own
	// Bare: no scheme was given; https is assumed, and http tried where nothing answers on 443.
	Bare bool
	// Root: the address is the site's front page.
	Root bool
}

// ParseTarget reads a submitted address. Which addresses and ports may be visited is the reader's to say; everything else about the address
// is decided here. Codes: CodeURLTooLong, CodeURLMalformed, CodeSchemeNotAllowed, CodeCredentialsInURL, CodeHostInvalid. No message holds
// credentials.
func ParseTarget(raw string) (Target, *Error) {
	if len(raw) > MaxURLLength {
		return Target{}, Errorf(CodeURLTooLong, "the address is %d bytes long; at most %d are allowed", len(raw), MaxURLLength)
	}
	t, fault := readTarget(raw)
	// A refused address with something like a password in it is refused for that, so that no other message repeats a part of it.
	if fault == nil && embedsCredentials(raw) || fault != nil && maskRefused(raw, maxDecodings) != raw {
		return Target{}, credentialsInURL()
	}
	return t, fault
}

func credentialsInURL() *Error {
	return Errorf(CodeCredentialsInURL,
		"the address holds a user name or password; remove it, or pass --header 'Authorization: …' for a protected site")
}

// readTarget reads an address by the WHATWG URL standard. Its messages may repeat what was submitted.
func readTarget(raw string) (Target, *Error) {
	s := strings.TrimSpace(raw)
	if s == "" || strings.ContainsAny(s, "\x00\r\n\t ") {
		return Target{}, Errorf(CodeURLMalformed, "%q is not a web address; write it like https://example.com/", Printable(raw))
	}
	bare := !hasScheme(s)
	if bare {
		s = "https://" + strings.TrimPrefix(s, "//")
	}
	u, err := weburl.Parse(s)
	if err != nil {
		return Target{}, Errorf(CodeURLMalformed, "%q is not a web address; write it like https://example.com/", Printable(raw))
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return Target{}, Errorf(CodeSchemeNotAllowed, "only http and https addresses can be audited, not %s", u.Scheme)
	case u.User:
		return Target{}, credentialsInURL()
	case !validHost(u), !readable(u):
		return Target{}, Errorf(CodeHostInvalid, "%q is not a host name that can be audited", u.Host)
	}
	page := u.Page()
	if len(page) > MaxURLLength { // other letters take more room in the form that is stored
		return Target{}, Errorf(CodeURLTooLong, "the address is %d bytes long once its other letters are encoded; at most %d are allowed", len(page), MaxURLLength)
	}
	return Target{
		URL:    page,
		Domain: weburl.WithoutWWW(u.HostPort()),
		Host:   u.Host,
		Port:   u.Port,
		Bare:   bare,
		Root:   u.Path == "/" && u.Query == "",
	}, nil
}

// Origin is the scheme, host and port that the target is asked at first.
func (t Target) Origin() string {
	u, err := weburl.Parse(t.URL)
	if err != nil {
		return ""
	}
	return u.Origin()
}

// hasScheme tells "ftp://x", "mailto:x" from "example.com" and "example.com:8080/x".
func hasScheme(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || scheme == "" || strings.ContainsAny(scheme, "./?#[]@") {
		return false
	}
	if strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/") && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) { // as browsers mend http:/x
		return true
	}
	port, _, _ := strings.Cut(rest, "/")
	return strings.Trim(port, "0123456789") != ""
}

// readable refuses a name in other letters whose ASCII form is no name: it would be stored in that form, and not be read again.
func readable(u weburl.URL) bool {
	if !strings.Contains(u.Host, "xn--") {
		return true
	}
	_, err := weburl.Parse(u.Page())
	return err == nil
}

// validHost refuses what no public site can have: empty or overlong labels, characters outside letters, digits and hyphens.
func validHost(u weburl.URL) bool {
	if _, ip := u.IP(); ip {
		return true
	}
	host := strings.TrimSuffix(u.Host, ".")
	if len(host) == 0 || len(host) > 253 {
		return false
	}
	for _, label := range strings.Split(host, ".") {
		if len(label) == 0 || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, c := range []byte(label) {
			if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
				return false
			}
		}
	}
	return true
}

// Printable makes a stranger's text safe to print on one line of a terminal: control, format and bidirectional characters become U+FFFD, white
// space a space, and what is longer than 300 characters is cut. Credentials in addresses are masked, also where the cut falls into them.
func Printable(s string) string {
	const limit = 300
	s = MaskCredentials(s[:min(len(s), limit*utf8.UTFMax+weburl.MaxLength)])
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == limit {
			b.WriteString("…")
			break
		}
		n++
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			r = ' '
		case r < 0x20 || r >= 0x7f && r < 0xa0, r == 0x061c, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff,
			r >= 0xe0000 && r <= 0xe007f:
			r = '\uFFFD'
		}
		b.WriteRune(r)
	}
	return b.String()
}
