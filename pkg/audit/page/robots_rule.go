package page

import (
	"cmp"
	"fmt"
	"strings"
)

// matchRule is a rule made ready for matching.
type matchRule struct {
	pattern string // encoded, without the $ that ends it
	head    int    // bytes of pattern before the first *
	anchor  bool   // pattern was ended by $
	octets  int    // length that precedence goes by
	allow   bool
	line    int
	path    string // as written
	index   bool   // Google's reading of an index page as its folder
}

// appendCompiled appends nothing for an empty path, which matches nothing. Google lets "Allow: /folder/index.html" allow /folder/ too; no other crawler
// is known to, but where they differ the answer of the largest search engine is the one to tell.
func appendCompiled(rules []matchRule, rule RobotsRule) []matchRule {
	pattern := escapePattern(rule.Path)
	if pattern == "" {
		return rules
	}
	rules = append(rules, newMatchRule(rule, pattern))
	if i := strings.LastIndexByte(pattern, '/'); rule.Allow && i >= 0 && strings.HasPrefix(pattern[i:], "/index.htm") {
		folder := newMatchRule(rule, pattern[:i+1]+"$")
		folder.index = true
		rules = append(rules, folder)
	}
	return rules
}

func newMatchRule(rule RobotsRule, pattern string) matchRule {
	m := matchRule{octets: len(pattern), allow: rule.Allow, line: rule.Line, path: rule.Path}
	m.pattern, m.anchor = strings.CutSuffix(pattern, "$")
	if m.head = strings.IndexByte(m.pattern, '*'); m.head < 0 {
		m.head = len(m.pattern)
	}
	return m
}

// compareRules puts the rule that decides first: the longer one, then the allowing one, then the one that stands first.
func compareRules(a, b matchRule) int {
	if a.octets != b.octets {
		return cmp.Compare(b.octets, a.octets)
	}
	if a.allow != b.allow {
		if a.allow {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.line, b.line)
}

// matches takes each piece between stars at its first place, which no later place can better, so that it needs no way back.
func (m *matchRule) matches(path string) bool {
	rest, ok := strings.CutPrefix(path, m.pattern[:m.head])
	if !ok {
		return false
	}
	if m.head == len(m.pattern) {
		return !m.anchor || rest == ""
	}
	pieces := m.pattern[m.head+1:]
	for {
		piece, more, star := strings.Cut(pieces, "*")
		if !star && m.anchor {
			return strings.HasSuffix(rest, piece)
		}
		i := strings.Index(rest, piece)
		if i < 0 {
			return false
		}
		if !star {
			return true
		}
		rest, pieces = rest[i+len(piece):], more
	}
}

// String is the line as a person would look for it.
func (m *matchRule) String() string {
	kind := "Disallow"
	if m.allow {
		kind = "Allow"
	}
	path := clipText(m.path, maxProblemText)
	if m.index {
		return fmt.Sprintf("%s: %s (Google reads an index page as its folder)", kind, path)
	}
	return kind + ": " + path
}

// escapePattern percent-encodes the bytes beyond ASCII.
func escapePattern(s string) string {
	if i := strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }); i >= 0 {
		var b strings.Builder
		for i := range len(s) {
			if s[i] < 0x80 {
				b.WriteByte(s[i])
			} else {
				fmt.Fprintf(&b, "%%%02X", s[i])
			}
		}
		s = b.String()
	}
	return upperHex(s)
}

// upperHex makes %c3 of a percent-encoded byte %C3.
func upperHex(s string) string {
	var b []byte
	for i := 0; i+2 < len(s); i++ {
		if s[i] != '%' || !isHex(s[i+1]) || !isHex(s[i+2]) {
			continue
		}
		if s[i+1] >= 'a' || s[i+2] >= 'a' {
			if b == nil {
				b = []byte(s)
			}
			copy(b[i+1:], strings.ToUpper(s[i+1:i+3]))
		}
		i += 2
	}
	if b == nil {
		return s
	}
	return string(b)
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }
