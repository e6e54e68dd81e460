package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// namedGroup is all rules for one user agent token: RFC 9309 section 2.2.1 has crawlers merge the groups that name the same token.
type namedGroup struct {
	token string // as written first
	line  int    // of the first User-agent line
	rules []page.RobotsRule
}

// namedGroups gives the groups by token in the order of the file, and the rules of the * group apart.
func namedGroups(r *page.Robots) (named []namedGroup, star []page.RobotsRule) {
	at := map[string]int{}
	for _, g := range r.Groups {
		for _, agent := range g.Agents {
			if agent.Value == "*" {
				star = append(star, g.Rules...)
				continue
			}
			key := strings.ToLower(agent.Value)
			i, ok := at[key]
			if !ok {
				i = len(named)
				at[key] = i
				named = append(named, namedGroup{token: agent.Value, line: agent.Line})
			}
			named[i].rules = append(named[i].rules, g.Rules...)
		}
	}
	return named, star
}

// effective is the rules that can decide anything, in a form that compares: without the empty Disallow, in order, each once; and without any
// Allow where nothing is disallowed.
func effective(rules []page.RobotsRule) []string {
	var out []string
	closed := false
	for _, r := range rules {
		switch {
		case r.Path == "":
		case r.Allow:
			out = append(out, "allow "+r.Path)
		default:
			closed = true
			out = append(out, "disallow "+r.Path)
		}
	}
	if !closed {
		return nil
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// examplePath is a path that a robots pattern matches: wild cards stand for nothing.
func examplePath(pattern string) string {
	path := strings.TrimSuffix(strings.ReplaceAll(pattern, "*", ""), "$")
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return path
}
