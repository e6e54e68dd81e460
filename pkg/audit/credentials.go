package audit

import (
	"net/url"
	"regexp"
	"strings"
)

// masked is what replaces a user name and password.
const masked = "…"

// maxDecodings bounds how often a string is percent-decoded to look for credentials. Browsers decode a host once.
const maxDecodings = 4

var (
	// authorityPrefix is what browsers skip before the authority: spaces and controls, a scheme, and any number of slashes for http and
	// https.
	authorityPrefix = regexp.MustCompile(`(?i)^[\x00-\x20]*(?:(?:https?|ftp|wss?|file):[/\\]*|[a-z][a-z0-9+.-]*:[/\\]{2,}|[/\\]+)?`)
	// dottedHost is an authority that is certainly a host: a name with a dot, localhost or an IP address, with an optional port.
	dottedHost = regexp.MustCompile(`^(?:\[[0-9A-Fa-f:.]+\]|(?i:localhost)|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+\.?)(?::[0-9]*)?$`)
	// singleLabel is a host name without a dot and without a port. "user:123" would be a host with a port, or a user name and half a
	// password.
	singleLabel = regexp.MustCompile(`^[\p{L}\p{N}_-]+$`)
	// mailbox is an address of a person: what comes before its @ is not secret.
	mailbox = regexp.MustCompile(`(?i)^\s*(?:mailto|sips?|xmpp|acct|im):[^:@/\\]+@[^:@/\\]+$`)
	// embedded matches credentials of an address inside a text: "scheme://user@", "scheme://user:password@" and "//user:password@".
	embedded = regexp.MustCompile(`(?i)([a-z][a-z0-9+.-]*:[/\\]+|[/\\]{2,})([^\s/\\?#&"<>]+)@`)
	// laterWord matches "user:password@" in a word after the first.
	laterWord = regexp.MustCompile(`(\s)[^\s/\\?#]*:[^\s/\\?#]*@`)
	// lookalikes are the characters that IDNA maps to delimiters of an address.
	lookalikes = strings.NewReplacer("＠", "@", "﹫", "@", "：", ":", "﹕", ":", "︓", ":", "／", "/", "＼", `\`, "﹨", `\`, "？", "?", "﹖", "?",
		"＃", "#", "﹟", "#")
)

// WithoutCredentials returns a submitted string with user names and passwords masked, so that it can be stored and shown. An address that
// ParseTarget accepts has none and is returned unchanged. In a refused string everything that may be a password is masked: a browser's
// reading counts, and where the string can't be read as an address, everything before its last @.
func WithoutCredentials(raw string) string {
	if _, fault := readTarget(raw); fault == nil && !embedsCredentials(raw) {
		return raw
	}
	return maskRefused(raw, maxDecodings)
}

// MaskCredentials masks the user names and passwords of addresses inside a text that auditctl quotes, such as an excerpt of a page.
func MaskCredentials(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	return embedded.ReplaceAllStringFunc(text, func(found string) string {
		part := embedded.FindStringSubmatch(found)
		if !secretive(part) {
			return found
		}
		return part[1] + masked + "@"
	})
}

// secretive reports whether a match of embedded holds credentials. After bare slashes only a colon tells them from a file name such as
// "//logo@2x.png".
func secretive(part []string) bool {
	return strings.Contains(part[1], ":") || strings.Contains(part[2], ":")
}

// embedsCredentials reports whether an address holds credentials of another address, in any percent-encoding. It can't be masked, since it
// has to be visited.
func embedsCredentials(text string) bool {
	for range maxDecodings {
		for _, part := range embedded.FindAllStringSubmatch(text, -1) {
			if secretive(part) {
				return true
			}
		}
		decoded := decode(text)
		if decoded == text {
			return false
		}
		text = decoded
	}
	return false
}

// maskRefused masks a refused string as it is written and, where a decoded form still has credentials, returns that form masked.
func maskRefused(text string, decodings int) string {
	text = maskAuthority(text)
	decoded := decode(text)
	if decoded == text || decodings == 0 {
		return text
	}
	if clean := maskRefused(decoded, decodings-1); clean != decoded {
		return clean
	}
	return text
}

// maskAuthority masks the user name and password of a refused string, and those of addresses further on.
func maskAuthority(text string) string {
	if !strings.Contains(text, "@") || mailbox.MatchString(text) {
		return text
	}
	begin := len(authorityPrefix.FindString(text))
	authority := text[begin:]
	if i := strings.IndexAny(authority, `/?#\`); i >= 0 {
		authority = authority[:i]
	}
	at := strings.LastIndexByte(text, '@')
	last := strings.LastIndexByte(authority, '@')
	switch {
	case last >= 0 && dottedHost.MatchString(authority[last+1:]):
		at = begin + last
	case last < 0 && (dottedHost.MatchString(authority) || singleLabel.MatchString(authority)):
		at = -1 // the @ is part of a path, query or fragment
	}
	if at >= begin {
		text = text[:begin] + masked + text[at:]
	}
	return laterWord.ReplaceAllString(MaskCredentials(text), "${1}"+masked+"@")
}

// decode reads percent-encoding and look-alikes of delimiters once. Invalid percent-encoding stays.
func decode(text string) string {
	text = lookalikes.Replace(text)
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+3 <= len(text) {
			if c, err := url.PathUnescape(text[i : i+3]); err == nil {
				b.WriteString(c)
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
