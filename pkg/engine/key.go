package engine

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Key is what a service knows its customer by. It never prints itself: whoever sends it converts it to a string.
type Key string

const hiddenKey = "[key]"

// Format prints a placeholder, for every verb.
func (k Key) Format(s fmt.State, _ rune) {
	if k != "" {
		io.WriteString(s, hiddenKey) //nolint:errcheck // a message to a person that can't be written has nobody to be told of
	}
}

// MarshalText gives a placeholder, for JSON, YAML and logs.
func (k Key) MarshalText() ([]byte, error) { return fmt.Append(nil, k), nil }

// Usable says whether the key can stand in a header.
func (k Key) Usable() bool {
	return strings.IndexFunc(string(k), func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// in says that a service repeats the key, as it is or as it stands in an address.
func (k Key) in(answer []byte) bool {
	return k != "" && (bytes.Contains(answer, []byte(k)) || bytes.Contains(answer, []byte(url.QueryEscape(string(k)))))
}

var (
	// Services echo keys: whole, masked ("sk-ab***yz"), or another one's.
	maskedKey = regexp.MustCompile(`[A-Za-z0-9_\-]*(?:\*{2,}|•{2,}|…)[A-Za-z0-9_\-]*`)
	shapedKey = regexp.MustCompile(`\b(?:sk-|pplx-|gsk_|AIza|xai-|hf_)[A-Za-z0-9_\-]{3,}`)
	longWord  = regexp.MustCompile(`[A-Za-z0-9_\-]{6,}`)
)

const maxDetail = 300 // characters

// detail makes a text of a service's fit for an Error: one line, bounded, the key and its parts taken out.
func (k Key) detail(text string) string {
	if len(text) > 4*maxDetail+len(k) {
		text = text[:4*maxDetail+len(k)] // what is cut off here can't leave half a key: it is shortened once more below
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError:
			return -1
		case r < ' ', r == 0x7f, r >= 0x80 && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // controls could draw on the operator's terminal
			return ' '
		}
		return r
	}, text)
	if k != "" {
		text = strings.ReplaceAll(text, string(k), hiddenKey)
	}
	text = maskedKey.ReplaceAllString(text, hiddenKey)
	text = shapedKey.ReplaceAllString(text, hiddenKey)
	if len(k) >= 8 {
		text = longWord.ReplaceAllStringFunc(text, func(word string) string {
			if strings.Contains(string(k), word) || strings.Contains(word, string(k[:6])) || strings.Contains(word, string(k[len(k)-6:])) {
				return hiddenKey
			}
			return word
		})
	}
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxDetail {
		text = string(runes[:maxDetail-1]) + "…"
	}
	return text
}
