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
		u, rest, _ = plainHost("https", ref[len("https://"):])
	case strings.HasPrefix(ref, "http://"):
		u, rest, _ = plainHost("http", ref[len("http://"):])
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

// parsePlain reads the absolute addresses that can be told to be serialised already, by the same rules.
func parsePlain(raw string) (u URL, ok bool) {
	if len(raw) > len("https://") && strings.IndexByte(raw[len("https://"):], '/') < 0 {
		raw += "/" // a host alone, as people write it
	}
	rest := ""
	switch {
	case strings.HasPrefix(raw, "https://"):
		u, rest, ok = plainHost("https", raw[len("https://"):])
	case strings.HasPrefix(raw, "http://"):
		u, rest, ok = plainHost("http", raw[len("http://"):])
	}
	if !ok || !splitPlain(rest, &u) {
		return URL{}, false
	}
	u.Href = raw
	return u, true
}

// plainHost splits off a host of lower-case letters, digits, hyphens and dots whose last label begins with a letter, or an IPv4 address in its usual
// form, and a port that isn't the scheme's own.
func plainHost(scheme, s string) (u URL, rest string, ok bool) {
	end := strings.IndexByte(s, '/')
	if end <= 0 {
		return URL{}, "", false
	}
	host, port, given := strings.Cut(s[:end], ":")
	if given && !plainPort(scheme, port) || !plainName(host) && !plainIPv4(host) {
		return URL{}, "", false
	}
	return URL{Scheme: scheme, Host: host, Port: port}, s[end:], true
}

func plainName(host string) bool {
	label := 0
	for i := 0; i < len(host); i++ {
		switch c := host[i]; {
		case c == '.':
			if i == label {
				return false
			}
			label = i + 1
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-' && i > label:
		default:
			return false
		}
	}
	return label < len(host) && host[label] >= 'a' && !strings.Contains(host, "xn--")
}

// plainIPv4 says whether the host is four decimal numbers without leading zeros; the standard reads other numbers too, and writes them like this.
func plainIPv4(host string) bool {
	numbers := 0
	for part := range strings.SplitSeq(host, ".") {
		if n, ok := plainNumber(part); !ok || n > 255 {
			return false
		}
		numbers++
	}
	return numbers == 4
}

func plainPort(scheme, port string) bool {
	n, ok := plainNumber(port)
	return ok && n < 1<<16 && !(scheme == "http" && n == 80) && !(scheme == "https" && n == 443)
}

// plainNumber reads up to five digits without a leading zero.
func plainNumber(s string) (n int, ok bool) {
	if s == "" || len(s) > 5 || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
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
