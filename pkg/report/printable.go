package report

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// unsafe says of a character that it could change how a terminal or a page shows what follows: control characters other than tab and line feed, C1
// among them, and the bidirectional controls of Unicode (UAX #9).
func unsafe(r rune) bool {
	switch {
	case r == '\t' || r == '\n':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}

// PrintableLines makes a stranger's text safe for a terminal, whole and with its lines kept. Credentials in addresses are masked.
func PrintableLines(text string) string {
	lines := strings.Split(audit.MaskCredentials(text), "\n")
	for i, l := range lines {
		var b strings.Builder
		for l != "" {
			cut := min(len(l), 200)
			for cut < len(l) && l[cut]&0xc0 == 0x80 {
				cut++
			}
			b.WriteString(audit.Printable(l[:cut]))
			l = l[cut:]
		}
		lines[i] = b.String()
	}
	return strings.Join(lines, "\n")
}

// Visible replaces unsafe characters, so that they are seen and do nothing.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unsafe(r) {
			return '\uFFFD'
		}
		return r
	}, text)
}
