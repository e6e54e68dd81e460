package text

import "strings"

// Clip cuts a text at so many characters, without white space at its ends; an ellipsis marks that something is missing.
func Clip(s string, limit int) string {
	s = strings.TrimSpace(s)
	n := 0
	for i := range s {
		if n == limit {
			return strings.TrimSpace(s[:i]) + "…"
		}
		n++
	}
	return s
}
