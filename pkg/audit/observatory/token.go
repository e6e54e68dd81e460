package observatory

import (
	"encoding/base64"
	"regexp"
	"strings"
)

// The grammar of structured field values, RFC 8941, 3.3 and 4.2.
var (
	tokenSyntax = regexp.MustCompile("^[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*")
	keySyntax   = regexp.MustCompile(`^[a-z*][a-z0-9_.*-]*`)
	bareSyntax  = regexp.MustCompile("^(?:" + strings.Join([]string{
		`-?[0-9]{1,12}\.[0-9]{1,3}`, `-?[0-9]{1,15}`, // decimal, integer
		`"(?:[ !#-\[\]-~]|\\["\\])*"`,            // string
		"[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*", // token
		`:[A-Za-z0-9+/=]*:`, `\?[01]`,            // bytes, boolean
		`@-?[0-9]{1,15}`, // date, RFC 9651
	}, "|") + ")")
)

// token reads a field value that is one token, with or without parameters; ok is false where it is anything else.
func token(value string) (text string, ok bool) {
	value = strings.Trim(value, " ")
	text = tokenSyntax.FindString(value)
	if text == "" {
		return "", false
	}
	for rest := value[len(text):]; rest != ""; {
		if rest[0] != ';' {
			return "", false
		}
		rest = strings.TrimLeft(rest[1:], " ")
		key := keySyntax.FindString(rest)
		if key == "" {
			return "", false
		}
		rest = rest[len(key):]
		if !strings.HasPrefix(rest, "=") {
			continue
		}
		bare := bareSyntax.FindString(rest[1:])
		if bare == "" || !decodes(bare) {
			return "", false
		}
		rest = rest[1+len(bare):]
	}
	return text, true
}

// decodes says that a byte sequence holds Base64; anything else is no byte sequence.
func decodes(bare string) bool {
	if bare[0] != ':' {
		return true
	}
	_, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.Trim(bare, ":"), "="))
	return err == nil
}
