package observatory

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of reading policies: shorter ones say nothing, and further ones only cost time.
const (
	leastPolicy  = len("img-src") - 1
	mostPolicies = 64
)

// policy is what several policies come to: each directive with its sources. Directives that fall back to another share its set.
type policy map[string]set

type set map[string]bool

// holds says whether a source of the set is one of these.
func (s set) holds(sources ...string) bool {
	return slices.ContainsFunc(sources, func(source string) bool { return s[source] })
}

// begins says whether a source of the set begins with one of these.
func (s set) begins(prefixes ...string) bool {
	for source := range s {
		if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(source, prefix) }) {
			return true
		}
	}
	return false
}

// of gives the sources of the first of these directives that is there, and of none anything.
func (p policy) of(directives ...string) set {
	for _, d := range directives {
		if s, ok := p[d]; ok {
			return s
		}
	}
	return set{"*": true}
}

// broad are sources that let in nearly any host.
var broad = []string{"ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"}

// loose are broad sources, and those that let in what is written into the page.
var loose = append(slices.Clone(broad), "'unsafe-inline'", "data:")

// trust are the beginnings of sources that name single scripts.
var trust = []string{"'sha256-", "'sha384-", "'sha512-", "'nonce-"}

// cspVerdict is the result for the policies; merged is nil where there are none that could be read.
type cspVerdict struct {
	result string
	merged policy
}

// contentSecurityPolicy judges the policies of header and document together.
func (s *site) contentSecurityPolicy() cspVerdict {
	header, sent := s.header("Content-Security-Policy")
	var sentPolicies, written []string
	if sent {
		sentPolicies = strings.Split(header, ",")
	}
	if html, _ := s.html(); html && s.main.CSPMeta != "" {
		written = strings.Split(s.main.CSPMeta, ",")
	}
	merged, repeated, err := merge(slices.Concat(sentPolicies, written))
	if err != nil {
		return cspVerdict{result: "csp-header-invalid"}
	}
	if !effective(sentPolicies, written) {
		if report, _ := s.header("Content-Security-Policy-Report-Only"); report != "" {
			return cspVerdict{result: "csp-not-implemented-but-reporting-enabled"}
		}
		return cspVerdict{result: "csp-not-implemented"}
	}
	result := merged.judge(s.secure)
	if repeated && outcomes[result].pass {
		result = "csp-implemented-but-duplicate-directives"
	}
	return cspVerdict{result: result, merged: merged}
}

// effective says whether a directive is left without those that don't count in a document.
func effective(sent, written []string) bool {
	if p, _, err := merge(sent); err == nil && len(p) > 0 {
		return true
	}
	p, _, err := merge(written)
	maps.DeleteFunc(p, func(directive string, _ set) bool {
		return directive == "frame-ancestors" || directive == "report-uri" || directive == "sandbox"
	})
	return err == nil && len(p) > 0
}

// judge names the worst that the policy lets through.
func (p policy) judge(secure bool) string {
	objects, scripts, styles := p.of("object-src", "default-src"), p.of("script-src", "default-src"), p.of("style-src", "default-src")
	for _, s := range []set{scripts, styles} {
		if s.begins(trust...) { // browsers then ignore it
			delete(s, "'unsafe-inline'")
		}
	}
	switch dynamic := scripts["'strict-dynamic'"]; {
	case dynamic && scripts.begins(trust...): // browsers then ignore hosts and schemes
		maps.DeleteFunc(scripts, func(source string, _ bool) bool {
			return source == "'self'" || source == "'unsafe-inline'" || set{source: true}.begins(broad...)
		})
	case dynamic:
		return "csp-header-invalid"
	}
	switch {
	case scripts.holds(loose...) || objects.holds(broad...):
		return "csp-implemented-with-unsafe-inline"
	case secure && p.active(scripts).begins("http:", "ftp:"):
		return "csp-implemented-with-insecure-scheme"
	case scripts["'unsafe-eval'"] || styles["'unsafe-eval'"]:
		return "csp-implemented-with-unsafe-eval"
	case secure && (p.passive("img-src").begins("http:", "ftp:") || p.passive("media-src").begins("http:", "ftp:")):
		return "csp-implemented-with-insecure-scheme-in-passive-content-only"
	case styles.holds(loose...):
		return "csp-implemented-with-unsafe-inline-in-style-src-only"
	case p["default-src"]["'none'"] && len(p["default-src"]) == 1:
		return "csp-implemented-with-no-unsafe-default-src-none"
	}
	return "csp-implemented-with-no-unsafe"
}

// active gives the sources of all directives but those of images and media.
func (p policy) active(scripts set) set {
	all := maps.Clone(scripts)
	for directive, sources := range p {
		if directive != "img-src" && directive != "media-src" && directive != "script-src" {
			maps.Copy(all, sources)
		}
	}
	return all
}

func (p policy) passive(directive string) set {
	if s, ok := p[directive]; ok {
		return s
	}
	return p["default-src"]
}

// source is a source expression on its way into the merged policy.
type source struct {
	text   string
	policy int
	keep   bool
}

// merge reads policies into one, as the Observatory does: of the first it drops sources that another one begins, and of several it keeps what stands in
// more than one. repeated says that a reporting directive stands twice in a policy; any other that does is an error, as is a policy too short to say
// anything.
func merge(policies []string) (merged policy, repeated bool, err error) {
	policies = policies[:min(len(policies), mostPolicies)]
	for _, text := range policies {
		if len(clean(text)) < leastPolicy {
			return nil, false, errors.New("a policy without a directive")
		}
	}
	kept := map[string][]source{}
	for i, text := range policies {
		seen := map[string]bool{}
		for _, directive := range strings.Split(clean(text), ";") {
			words := strings.Fields(strings.ToLower(directive))
			if len(words) == 0 {
				continue
			}
			name := words[0]
			if seen[name] {
				if name != "report-uri" && name != "report-to" {
					return nil, false, errors.New("a directive stands twice")
				}
				repeated = true
			}
			seen[name] = true
			if kept[name], err = combine(kept[name], name, words[1:], i); err != nil {
				return nil, false, err
			}
			if i == 0 && len(policies) > 1 {
				for j := range kept[name] {
					kept[name][j].keep = false
				}
			}
		}
	}
	merged = policy{}
	for name, sources := range kept {
		merged[name] = set{}
		for _, s := range sources {
			merged[name][s.text] = true
		}
		if len(sources) == 0 {
			merged[name]["'none'"] = true
		}
	}
	return merged, repeated, nil
}

func clean(text string) string {
	return strings.TrimSpace(strings.NewReplacer("\r", "", "\n", "").Replace(text))
}

// combine adds the sources of one more policy to those of the policies before it. Neighbours in alphabetical order are compared.
func combine(before []source, directive string, words []string, policy int) ([]source, error) {
	var all []source
	if policy > 0 {
		all = slices.Clone(before)
	}
	if len(words) == 0 && strings.HasSuffix(directive, "-src") {
		words = []string{"'none'"}
	}
	for _, w := range words {
		all = append(all, source{text: w, policy: policy, keep: policy == 0})
	}
	slices.SortStableFunc(all, func(a, b source) int { return collate(a.text, b.text) })
	for i := 1; i < len(all); i++ {
		before, s := &all[i-1], &all[i]
		if s.policy == before.policy {
			if strings.HasPrefix(s.text, before.text) {
				s.keep = false
			}
			continue
		}
		match, err := covers(before.text, s.text)
		if err != nil {
			return nil, err
		}
		s.keep = s.keep || match
	}
	return slices.DeleteFunc(all, func(s source) bool { return !s.keep }), nil
}

// covers says whether the path a matches b as CSP Level 3, 6.7.2.12 compares paths; the Observatory applies it to whole sources.
func covers(a, b string) (bool, error) {
	if a == "" || a == "/" && b == "" {
		return true, nil
	}
	left, right := strings.Split(a, "/"), strings.Split(b, "/")
	folder := strings.HasSuffix(a, "/")
	if len(left) > len(right) || !folder && len(left) != len(right) {
		return false, nil
	}
	if folder {
		left = left[:len(left)-1]
	}
	for i := range left {
		l, err := unescape(left[i])
		if err != nil {
			return false, err
		}
		r, err := unescape(right[i])
		if err != nil || l != r {
			return false, err
		}
	}
	return true, nil
}

func unescape(text string) (string, error) {
	text, err := url.PathUnescape(text)
	if err == nil && !utf8.ValidString(text) {
		err = errors.New("percent-encoded bytes that are no text")
	}
	return text, err
}

// alphabet is the order of ASCII in the root collation of Unicode (CLDR), which the Observatory sorts sources by.
const alphabet = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

// collate compares lower-cased sources in that order; anything else comes after it, by its code.
func collate(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return cmp.Compare(rank(a[i]), rank(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

func rank(c byte) int {
	if i := strings.IndexByte(alphabet, c); i >= 0 {
		return i
	}
	return len(alphabet) + int(c)
}
