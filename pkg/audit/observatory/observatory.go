// Package observatory judges a site as MDN HTTP Observatory does: the same tests, identifiers, points and grade, from the facts that auditctl read. It
// does no I/O. Where the Observatory reads a header otherwise than browsers do, so does this package: what it gives can be checked against the original.
package observatory

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Version is the version of the Observatory's algorithm that is followed here (mdn/mdn-http-observatory, commit 94042bbfbf9f).
const Version = 6

// The tests, by the Observatory's names.
const (
	CSP         = "content-security-policy"
	Cookies     = "cookies"
	COEP        = "cross-origin-embedder-policy"
	COOP        = "cross-origin-opener-policy"
	CORS        = "cross-origin-resource-sharing"
	Redirection = "redirection"
	Referrer    = "referrer-policy"
	HSTS        = "strict-transport-security"
	SRI         = "subresource-integrity"
	NoSniff     = "x-content-type-options"
	Framing     = "x-frame-options"
	CORP        = "cross-origin-resource-policy"
)

// What the Observatory looks at and the facts may not hold.
const (
	PreloadList = "hsts_preload_list" // browsers' list of hosts that are https only
	HTTPForm    = "http_form"         // what http:// answers
	HTTPSForm   = "https_form"        // what https:// answers
	Preflight   = "cors_preflight"    // what a page of another origin would be allowed
)

// tests are all tests, in the Observatory's order.
var tests = []struct {
	name string
	run  func(*site) string
}{
	{CSP, func(s *site) string { return s.contentSecurityPolicy().result }},
	{Cookies, (*site).cookies},
	{COEP, (*site).embedderPolicy},
	{COOP, (*site).openerPolicy},
	{CORS, (*site).sharing},
	{Redirection, (*site).redirection},
	{Referrer, (*site).referrerPolicy},
	{HSTS, (*site).transportSecurity},
	{SRI, (*site).integrity},
	{NoSniff, (*site).contentTypeOptions},
	{Framing, (*site).frameOptions},
	{CORP, (*site).resourcePolicy},
}

// Assess runs every test and adds up the score.
func Assess(f *page.Facts) *audit.Observatory {
	s := newSite(f)
	o := &audit.Observatory{AlgorithmVersion: Version, Tests: make([]audit.ObservatoryTest, 0, len(tests)), Unknown: s.unknown()}
	var modifiers []int
	for _, t := range tests {
		result := t.run(s)
		o.Tests = append(o.Tests, audit.ObservatoryTest{Name: t.name, Result: result, Pass: outcomes[result].pass, Modifier: outcomes[result].modifier})
		modifiers = append(modifiers, outcomes[result].modifier)
	}
	o.Score = Score(modifiers...)
	o.Grade = Grade(o.Score)
	return o
}

// Test runs one test, by its name.
func Test(f *page.Facts, name string) audit.ObservatoryTest {
	for _, t := range tests {
		if t.name == name {
			result := t.run(newSite(f))
			return audit.ObservatoryTest{Name: name, Result: result, Pass: outcomes[result].pass, Modifier: outcomes[result].modifier}
		}
	}
	return audit.ObservatoryTest{Name: name}
}

// bonusFrom is the score without bonus points from which these count.
const bonusFrom = 90

// Score adds the points of tests to 100. Bonus points count only where the score without them is 90 or more; it is never below 0.
func Score(modifiers ...int) int {
	score, bonus := points(modifiers)
	if score >= bonusFrom {
		score += bonus
	}
	return max(score, 0)
}

// Bonus says whether bonus points of the tests count.
func Bonus(modifiers ...int) bool {
	plain, _ := points(modifiers)
	return plain >= bonusFrom
}

// points gives the score without bonus points, and these.
func points(modifiers []int) (plain, bonus int) {
	plain = 100
	for _, m := range modifiers {
		plain += min(m, 0)
		bonus += max(m, 0)
	}
	return plain, bonus
}

// Grade gives the letter for a score.
func Grade(score int) string {
	for _, g := range grades {
		if score >= g.least {
			return g.grade
		}
	}
	return "F"
}

// site is a site as the Observatory sees it.
type site struct {
	*page.Facts
	main   *page.Page
	host   string // that was submitted
	secure bool   // https answers there
}

func newSite(f *page.Facts) *site {
	s := &site{Facts: f, main: f.Main(), secure: strings.HasPrefix(f.Main().FinalURL, "https:")}
	if u, err := weburl.Parse(f.URL); err == nil {
		s.host = u.Host
		s.secure = s.secure || u.Scheme == "https" && !f.SchemeFallback
	}
	return s
}

// unknown names what is missing from the facts.
func (s *site) unknown() []string {
	list := []string{}
	if !preloaded(s.host) {
		list = append(list, PreloadList)
	}
	if s.secure && !s.Plain.OK() && s.finallySecure() {
		list = append(list, HTTPForm)
	}
	if !s.secure && !s.SchemeFallback {
		list = append(list, HTTPSForm)
	}
	if !s.Preflight.OK() {
		list = append(list, Preflight)
	}
	return list
}

// finallySecure says that the redirects of the submitted address end on https.
func (s *site) finallySecure() bool { return strings.HasPrefix(s.main.FinalURL, "https:") }

// once are headers of which Node.js, which the Observatory runs on, keeps the first alone; it joins the others.
var once = []string{"Content-Type"}

// header gives all values of a header of the submitted page as one, by canonical name; ok says whether it was sent at all.
func (s *site) header(name string) (value string, ok bool) {
	values := s.main.Response.Header[name]
	if len(values) == 0 {
		return "", false
	}
	if slices.Contains(once, name) {
		return values[0], true
	}
	return strings.Join(values, ", "), true
}

// trimmed is a header's value, at most so many bytes of it, lower-cased; empty where it isn't sent.
func (s *site) trimmed(name string, most int) string {
	value, _ := s.header(name)
	return strings.ToLower(strings.TrimSpace(value[:min(len(value), most)]))
}

// html says that the page is sent as HTML; unsaid that nothing is said of its type.
func (s *site) html() (html, unsaid bool) {
	kind, _ := s.header("Content-Type")
	kind, _, _ = strings.Cut(kind, ";")
	return kind == "text/html" || kind == "application/xhtml+xml", kind == ""
}

// mistrusted says that the site's certificate isn't accepted.
func (s *site) mistrusted() bool { return s.TLS.OK() && s.TLS.Value.Fault != "" }
