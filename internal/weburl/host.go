package weburl

import (
	"strings"
	"unicode/utf8"
)

// A label of a domain name has at most 63 characters in ASCII, and one at least for each other character. Some more are read, because
// mapping drops or joins characters; a longer label isn't a name. Turning it into ASCII takes time that grows with the square of its
// length.
const (
	maxLabel        = 128 // characters of a label, where one isn't ASCII
	maxEscapedLabel = 640 // bytes of a label with percent escapes, nine for a character
)

var withoutBreaks = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// hasEndlessLabel reports whether the host of an address or reference has a label too long to be one.
func hasEndlessLabel(ref string) bool {
	if len(ref) <= maxLabel {
		return false
	}
	for label := range strings.SplitSeq(authority(ref), ".") {
		switch {
		case len(label) <= maxLabel:
		case strings.Contains(label, "%") && len(label) > maxEscapedLabel:
			return true
		case !isASCII(label) && utf8.RuneCountInString(label) > maxLabel:
			return true
		}
	}
	return false
}

// authority is user, host and port of a web address, or of a reference that begins with two slashes, as written; or "". It finds at
// least what a parser takes for a host.
func authority(ref string) string {
	rest := withoutBreaks.Replace(strings.TrimLeftFunc(ref, func(r rune) bool { return r <= ' ' }))
	if i := strings.IndexAny(rest, ":/\\?#"); i > 0 && rest[i] == ':' {
		switch strings.ToLower(rest[:i]) {
		case "http", "https", "ws", "wss", "ftp", "file":
		default:
			return "" // of other schemes the standard only escapes the host
		}
		rest = rest[i+1:]
	} else if len(rest) < 2 || !isSlash(rest[0]) || !isSlash(rest[1]) {
		return ""
	}
	rest = strings.TrimLeft(rest, "/\\")
	if i := strings.IndexAny(rest, "/\\?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
