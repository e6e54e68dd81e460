package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// cspVerdict is how well a policy keeps foreign scripts out, the best last.
type cspVerdict int

const (
	cspNone         cspVerdict = iota // no policy, or one without a directive
	cspUnsafeInline                   // scripts: 'unsafe-inline', data:, a whole scheme, any host, or no rule at all
	cspUnsafeEval                     // scripts: 'unsafe-eval'
	cspPassiveHTTP                    // images or media over http:
	cspStyleInline                    // 'unsafe-inline' for styles only
	cspGood
)

// csp is one policy: directive names to source lists, all lower-cased.
type csp map[string][]string

// policies gives the enforced policies: each header and each list entry of it, and the one in the document.
func policies(p *page.Page) []csp {
	var all []csp
	for _, value := range append(slices.Clone(p.Response.Header["Content-Security-Policy"]), p.CSPMeta) {
		for _, one := range strings.Split(value, ",") {
			if policy := readCSP(one); len(policy) > 0 {
				all = append(all, policy)
			}
		}
	}
	return all
}

// readCSP takes a policy apart; of a directive that appears twice, the first counts (CSP Level 3, section 2.2.1).
func readCSP(text string) csp {
	policy := csp{}
	for _, directive := range strings.Split(text, ";") {
		words := strings.Fields(strings.ToLower(directive))
		if len(words) == 0 {
			continue
		}
		if _, twice := policy[words[0]]; !twice {
			policy[words[0]] = words[1:]
		}
	}
	return policy
}

// sources gives the list that holds for a directive, with default-src behind it; ok is false where nothing restricts it.
func (c csp) sources(directive string) (list []string, ok bool) {
	if list, ok = c[directive]; !ok {
		list, ok = c["default-src"]
	}
	return list, ok
}

// anywhere is a source that lets in scripts from any host.
func anywhere(source string) bool {
	return slices.Contains([]string{"*", "http:", "https:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"}, source)
}

// judge rates the policy.
func (c csp) judge() cspVerdict {
	scripts, ok := c.sources("script-src")
	if !ok {
		return cspUnsafeInline
	}
	dynamic := slices.Contains(scripts, "'strict-dynamic'")
	// A nonce or hash makes browsers ignore 'unsafe-inline', and with 'strict-dynamic' the hosts too (CSP Level 3, sections 6.7.3.2 and 8.2).
	trusted := slices.ContainsFunc(scripts, func(s string) bool { return strings.HasPrefix(s, "'nonce-") || strings.HasPrefix(s, "'sha") })
	for _, s := range scripts {
		switch {
		case s == "'unsafe-inline'" && !trusted && !dynamic, s == "data:", anywhere(s) && !(dynamic && trusted):
			return cspUnsafeInline
		}
	}
	if objects, restricted := c.sources("object-src"); !restricted || slices.ContainsFunc(objects, anywhere) {
		return cspUnsafeInline
	}
	if slices.Contains(scripts, "'unsafe-eval'") {
		return cspUnsafeEval
	}
	for _, directive := range []string{"img-src", "media-src"} {
		if list, _ := c.sources(directive); slices.Contains(list, "http:") {
			return cspPassiveHTTP
		}
	}
	if styles, restricted := c.sources("style-src"); !restricted || slices.Contains(styles, "'unsafe-inline'") || slices.ContainsFunc(styles, anywhere) {
		return cspStyleInline
	}
	return cspGood
}
