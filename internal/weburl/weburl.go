// Package weburl reads addresses as browsers do: the WHATWG URL standard, IDNA (UTS 46) and the public suffix list.
// net/url disagrees with the standard on a quarter of its own test cases, so no other room parses addresses from the web.
package weburl

import (
	"errors"
	"net/netip"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/publicsuffix"
)

// MaxLength is the longest address that is read, in bytes; what is longer on a page is no address.
const MaxLength = 8192

var (
	errTooLong      = errors.New("address longer than 8192 bytes")
	errEndlessLabel = errors.New("a label of the host is longer than a name allows")
)

// URL is a parsed address. The zero value is no address.
type URL struct {
	Href     string // serialised, with fragment
	Scheme   string // without colon
	User     bool   // userinfo was given; it is never part of Href
	Host     string // ASCII, lower-cased, without port; IPv6 in brackets
	Port     string // empty where it is the scheme's own
	Path     string
	Query    string // without question mark
	Fragment string // without number sign
}

// Parse reads an absolute address.
func Parse(raw string) (URL, error) {
	if len(raw) > MaxLength {
		return URL{}, errTooLong
	}
	if u, ok := parsePlain(raw); ok {
		return u, nil
	}
	if hasEndlessLabel(raw) {
		return URL{}, errEndlessLabel
	}
	u, err := whatwg.Parse(raw)
	if err != nil {
		return URL{}, err
	}
	return from(u), nil
}

// from drops userinfo: auditctl sends none, and a password must not reach a report.
func from(u *whatwg.Url) URL {
	user := u.Username() != "" || u.Password() != ""
	if user {
		u.SetUsername("")
		u.SetPassword("")
	}
	return URL{
		Href:     u.Href(false),
		Scheme:   strings.TrimSuffix(u.Protocol(), ":"),
		User:     user,
		Host:     u.Hostname(),
		Port:     u.Port(),
		Path:     u.Pathname(),
		Query:    strings.TrimPrefix(u.Search(), "?"),
		Fragment: strings.TrimPrefix(u.Hash(), "#"),
	}
}

// Web says whether the address is http or https with a host.
func (u URL) Web() bool { return (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" }

// Page is the address without its fragment.
func (u URL) Page() string {
	if i := strings.IndexByte(u.Href, '#'); i >= 0 {
		return u.Href[:i]
	}
	return u.Href
}

// Origin is scheme, host and port.
func (u URL) Origin() string { return u.Scheme + "://" + u.HostPort() }

// HostPort is the host, with a port that isn't the scheme's own.
func (u URL) HostPort() string {
	if u.Port == "" {
		return u.Host
	}
	return u.Host + ":" + u.Port
}

// DialPort is the port to connect to.
func (u URL) DialPort() string {
	switch {
	case u.Port != "":
		return u.Port
	case u.Scheme == "http":
		return "80"
	default:
		return "443"
	}
}

// RequestPath is path and query, as robots.txt rules are matched against.
func (u URL) RequestPath() string {
	if u.Query == "" {
		return u.Path
	}
	return u.Path + "?" + u.Query
}

// IP gives the address of a host that is an IP literal.
func (u URL) IP() (netip.Addr, bool) {
	a, err := netip.ParseAddr(strings.Trim(u.Host, "[]"))
	return a, err == nil
}

// maxRemembered is how many references a Base remembers before it forgets them all, so that its memory doesn't grow with the document.
const maxRemembered = 1024

// Base resolves references against one document's address and remembers what it resolved last, since pages repeat their links.
// It is not safe for concurrent use.
type Base struct {
	url    *whatwg.Url
	seen   map[string]URL
	root   URL    // scheme, host and port, for plain references
	origin string // of root; empty where the base is no plain web address
}

// NewBase makes a Base of an absolute address.
func NewBase(raw string) (*Base, error) {
	u, err := whatwg.Parse(raw)
	if err != nil {
		return nil, err
	}
	b := &Base{url: u, seen: make(map[string]URL)}
	if f := from(u); f.Web() && !f.User {
		b.root = URL{Scheme: f.Scheme, Host: f.Host, Port: f.Port}
		b.origin = b.root.Origin()
	}
	return b, nil
}

// Resolve reads a reference as it stands in the document; ok is false where it is no address.
func (b *Base) Resolve(ref string) (u URL, ok bool) {
	if u, ok = b.seen[ref]; ok {
		return u, u.Href != ""
	}
	if len(ref) <= MaxLength {
		if u, ok = b.plain(ref); !ok && !hasEndlessLabel(ref) {
			if p, err := b.url.Parse(ref); err == nil {
				u = from(p)
			}
		}
	}
	if len(b.seen) == maxRemembered {
		clear(b.seen)
	}
	b.seen[ref] = u
	return u, u.Href != ""
}

// RegistrableDomain is the public suffix and one label: example.co.uk for www.example.co.uk. A host that has none (an IP address, a single label,
// a public suffix itself) is its own.
func RegistrableDomain(host string) string {
	host = strings.TrimSuffix(host, ".")
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return host
	}
	d, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return d
}

// WithoutWWW strips a leading "www." from a host, with or without a port, where a registrable domain remains: www.com is a name of its own.
func WithoutWWW(hostPort string) string {
	rest, ok := strings.CutPrefix(hostPort, "www.")
	if !ok {
		return hostPort
	}
	host, _, _ := strings.Cut(rest, ":")
	if host = strings.TrimSuffix(host, "."); host == "" || PublicSuffix(host) {
		return hostPort
	}
	return rest
}

// PublicSuffix says that anyone can register names below the host: com, co.uk, github.io.
func PublicSuffix(host string) bool {
	suffix, _ := publicsuffix.PublicSuffix(host)
	return suffix == host
}

// RegisteredDomain is like RegistrableDomain, by the suffixes of registries alone: of user.github.io it gives github.io, which is one company's
// domain to a registry. It is empty where there is none.
func RegisteredDomain(host string) string {
	host = strings.TrimSuffix(host, ".")
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return ""
	}
	suffix, icann := publicsuffix.PublicSuffix(host)
	for !icann && strings.Contains(suffix, ".") {
		_, suffix, _ = strings.Cut(suffix, ".")
		suffix, icann = publicsuffix.PublicSuffix(suffix)
	}
	rest, ok := strings.CutSuffix(host, "."+suffix)
	if !ok {
		return ""
	}
	return rest[strings.LastIndexByte(rest, '.')+1:] + "." + suffix
}
