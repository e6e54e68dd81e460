package page

import (
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
