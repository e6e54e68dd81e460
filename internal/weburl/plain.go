package weburl

import "strings"

// plain resolves the references that most links are: a path, an address of the same origin, or one of another lower-case host, with nothing in it
// that the standard decodes, encodes or shortens. Parsing by the standard costs fifty times as much. Whatever is not surely plain is left to it.
func (b *Base) plain(ref string) (u URL, ok bool) {
	if b.origin == "" {
		return URL{}, false
	}
	u, rest := b.root, ref
	switch {
	case strings.HasPrefix(ref, b.origin):
		rest = ref[len(b.origin):]
	case strings.HasPrefix(ref, "https://"):
		u, rest, ok = plainHost("https", ref[len("https://"):])
	case strings.HasPrefix(ref, "http://"):
		u, rest, ok = plainHost("http", ref[len("http://"):])
	}
	// A second slash would begin a host, and nothing at all would not be a path.
	if u.Host == "" || len(rest) == 0 || rest[0] != '/' || len(rest) == len(ref) && strings.HasPrefix(rest, "//") {
		return URL{}, false
	}
	if !splitPlain(rest, &u) {
		return URL{}, false
	}
	u.Href = u.Origin() + rest
	return u, true
}

// plainHost splits off a host of lower-case letters, digits, hyphens and dots whose last label begins with a letter.
func plainHost(scheme, s string) (u URL, rest string, ok bool) {
	end := strings.IndexByte(s, '/')
	if end <= 0 || strings.Contains(s[:end], "xn--") {
		return URL{}, "", false
	}
	host := s[:end]
	label := 0
	for i := 0; i < len(host); i++ {
		switch c := host[i]; {
		case c == '.':
			if i == label {
				return URL{}, "", false
			}
			label = i + 1
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-' && i > label:
		default:
			return URL{}, "", false
		}
	}
	if label == len(host) || host[label] < 'a' {
		return URL{}, "", false
	}
	return URL{Scheme: scheme, Host: host}, s[end:], true
}

// splitPlain splits path, query and fragment, and says whether each is of plain characters only. A dot after a slash may be a dot segment.
func splitPlain(s string, u *URL) bool {
	query, fragment := len(s), len(s)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '/', c == '~':
		case c == '.':
			if s[i-1] == '/' && i < query {
				return false
			}
		case c == '?' && query == len(s) && fragment == len(s):
			query = i
		case c == '#' && fragment == len(s):
			fragment = i
		case (c == '=' || c == '&') && i > query:
		default:
			return false
		}
	}
	// An empty query or fragment is kept in the address, but is none.
	if query == len(s) || query > fragment {
		query = fragment
	}
	u.Path = s[:query]
	u.Query = strings.TrimPrefix(s[query:fragment], "?")
	u.Fragment = strings.TrimPrefix(s[fragment:], "#")
	return true
}
