package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Verdict says whether the agent with this user agent token may fetch the path (path and query, percent-encoded as in the address), and which line
// decides. The groups that name the token hold together; where none does, those for *.
//
// A file that can't be had decides by RFC 9309, 2.3.1: 4xx and endless redirects leave everything allowed, 5xx and no answer nothing. 429 is among the
// first, though Google reads it as 5xx: it mostly says that the site has had enough of us, not of everybody.
//
// Names outside the RFC's letters, hyphen and underscore, as in AI2Bot, are compared up to the first space or slash. Percent-encoding is compared as
// Google does: bytes beyond ASCII in a rule are encoded, hex digits upper-cased, and nothing is decoded, so that %62 in a rule isn't b.
func (r *Robots) Verdict(token, path string) RobotsVerdict {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	switch {
	case path == "/robots.txt":
		return RobotsVerdict{Allowed: true, Rule: "robots.txt itself is always allowed"}
	case r.Status == 0:
		return RobotsVerdict{Rule: "robots.txt can't be reached"}
	case r.Status >= 500:
		return RobotsVerdict{Rule: "robots.txt is " + strconv.Itoa(r.Status)}
	case r.Status < 200 || r.Status >= 300:
		return RobotsVerdict{Allowed: true, Rule: "robots.txt is " + strconv.Itoa(r.Status)}
	case r.HTML:
		return RobotsVerdict{Allowed: true, Rule: "robots.txt is an HTML page"}
	}
	m := r.match()
	groups, name := m.groupsFor(token)
	if name == "" {
		return RobotsVerdict{Allowed: true, Rule: "no group"}
	}
	best := m.decide(groups, upperHex(path))
	if best == nil {
		return RobotsVerdict{Allowed: true, Rule: "no rule matches", Group: name}
	}
	return RobotsVerdict{Allowed: best.allow, Line: best.line, Rule: best.String(), Group: name}
}

// CrawlDelay gives the pause between two requests that is asked of the agent, in seconds. A delay holds for the user-agent lines right above it:
// crawlers that know the directive let it end them, though Google doesn't.
func (r *Robots) CrawlDelay(token string) (seconds float64, ok bool) {
	groups, name := r.match().groupsFor(token)
	for _, i := range groups {
		g := &r.Groups[i]
		for _, a := range g.Agents {
			if !slices.Contains(agentNames(a.Value), name) {
				continue
			}
			for _, d := range g.CrawlDelays {
				if d.Line > a.Line {
					return d.Seconds, true
				}
			}
		}
	}
	return 0, false
}

func (r *Robots) match() *robotsMatcher {
	if r.matcher != nil {
		return r.matcher
	}
	return newRobotsMatcher(r.Groups)
}

// robotsMatcher answers for a file's groups. Agents mostly share a group, so what a group says of a path is kept.
type robotsMatcher struct {
	agents map[string][]int // lower-cased name, or *, to the groups
	rules  [][]matchRule    // of each group, the deciding ones first

	mu   sync.Mutex
	said map[groupPath]*matchRule
}

type groupPath struct {
	group int
	path  string
}

// maxSaid bounds what is kept: a few pages in many groups.
const maxSaid = 4096

func newRobotsMatcher(groups []RobotsGroup) *robotsMatcher {
	m := &robotsMatcher{agents: map[string][]int{}, rules: make([][]matchRule, len(groups)), said: map[groupPath]*matchRule{}}
	for i, g := range groups {
		for _, a := range g.Agents {
			for _, name := range agentNames(a.Value) {
				if known := m.agents[name]; len(known) == 0 || known[len(known)-1] != i {
					m.agents[name] = append(known, i)
				}
			}
		}
		m.rules[i] = make([]matchRule, 0, len(g.Rules))
		for _, rule := range g.Rules {
			m.rules[i] = appendCompiled(m.rules[i], rule)
		}
		slices.SortFunc(m.rules[i], compareRules)
	}
	return m
}

// agentNames gives the lower-cased names that a user-agent line answers to: * also where more follows after a space; else the letters, hyphens and
// underscores that it begins with, and its first word where that is something else.
func agentNames(value string) []string {
	value = strings.ToLower(value)
	word := value
	if i := strings.IndexAny(value, " \t\v\f"); i >= 0 {
		word = value[:i]
	}
	if word == "*" {
		return []string{word}
	}
	word, _, _ = strings.Cut(word, "/")
	token := word
	if i := strings.IndexFunc(word, func(c rune) bool { return (c < 'a' || c > 'z') && c != '-' && c != '_' }); i >= 0 {
		token = word[:i]
	}
	var names []string
	if token != "" {
		names = append(names, token)
	}
	if word != token && word != "*" {
		names = append(names, word)
	}
	return names
}

// obeysGroupOf names the group that a crawler falls back on before *, where its operator documents one: support.apple.com/en-us/119829 for Applebot,
// Google's list of common crawlers for the others.
var obeysGroupOf = map[string]string{
	"applebot":          "googlebot",
	"googlebot-image":   "googlebot",
	"googlebot-news":    "googlebot",
	"googlebot-video":   "googlebot",
	"googleother-image": "googleother",
	"googleother-video": "googleother",
}

func (m *robotsMatcher) groupsFor(token string) (groups []int, name string) {
	token = strings.ToLower(token)
	for _, name := range []string{token, obeysGroupOf[token], "*"} {
		if g := m.agents[name]; len(g) > 0 && name != "" {
			return g, name
		}
	}
	return nil, ""
}

// decide gives the rule that holds over several groups, nil where none matches.
func (m *robotsMatcher) decide(groups []int, path string) *matchRule {
	var best *matchRule
	for _, g := range groups {
		if rule := m.say(g, path); rule != nil && (best == nil || compareRules(*rule, *best) < 0) {
			best = rule
		}
	}
	return best
}

func (m *robotsMatcher) say(group int, path string) *matchRule {
	key := groupPath{group, path}
	m.mu.Lock()
	rule, ok := m.said[key]
	m.mu.Unlock()
	if ok {
		return rule
	}
	for i := range m.rules[group] {
		if m.rules[group][i].matches(path) {
			rule = &m.rules[group][i]
			break
		}
	}
	m.mu.Lock()
	if len(m.said) >= maxSaid {
		clear(m.said)
	}
	m.said[key] = rule
	m.mu.Unlock()
	return rule
}

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
	if m.index {
		return fmt.Sprintf("%s: %s (Google reads an index page as its folder)", kind, m.path)
	}
	return kind + ": " + m.path
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
