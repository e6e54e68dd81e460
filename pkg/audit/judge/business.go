package judge

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The values of audit.Business.Type.
const (
	typeLocal        = "local"
	typeOnline       = "online"
	typeB2B          = "b2b"
	typePublisher    = "publisher"
	typeOrganization = "organization"
)

const (
	maxName        = 120 // characters
	maxDescription = 500
	maxSameAs      = 20
)

// subject is what Read works from: the page that says most of the business, and its node there.
type subject struct {
	facts *page.Facts
	page  *page.Page
	graph *page.Graph
	node  *page.Node // nil where no markup speaks for the site
	trade *Trade     // nil where nothing says it
}

// Read describes the business behind the site: from structured data first, then from the page. What the site doesn't say stays empty.
func Read(f *page.Facts, lang audit.Lang) audit.Business {
	s := newSubject(f)
	b := audit.Business{
		Name:        s.name(),
		Description: clip(s.description(), maxDescription),
		Type:        s.kind(),
		Language:    s.language(),
		Phone:       s.phone(),
		SameAs:      s.sameAs(),
	}
	if s.trade != nil {
		b.Industry = s.trade.Name(lang)
	}
	if a := s.address(); a != nil {
		b.City, b.Region, b.Country = a.Locality, a.Region, countryCode(a.Country)
		b.Address = oneLine(a)
	}
	return b
}

func newSubject(f *page.Facts) subject {
	s := subject{facts: f, page: f.Main()}
	for _, p := range f.Pages {
		if n := p.Business(); n != nil {
			s.page, s.node = p, n
			break
		}
	}
	s.graph = &s.page.Graph
	if s.node != nil {
		s.trade = tradeOfMarkup(s.node)
	}
	if s.trade == nil {
		s.trade = tradeOfWords(s.words(), s.french())
	}
	return s
}

func (s subject) prop(name string) string {
	if s.node == nil {
		return ""
	}
	return s.graph.Text(s.node, name)
}

func (s subject) french() bool { return strings.HasPrefix(strings.ToLower(s.language()), "fr") }

// language is the declared language of the submitted page in its usual form, else the detected one.
func (s subject) language() string {
	main := s.facts.Main()
	if tag := canonicalTag(main.Lang); tag != "" {
		return tag
	}
	return main.Detected.Value
}

// words are the texts by which sites say what they are, the strongest first.
func (s subject) words() []wordField {
	main := s.facts.Main()
	fields := []wordField{{first(main.Titles), 5}, {s.name(), 4}, {first(main.Descriptions), 4}, {s.prop("description"), 4}, {s.prop("additionalType"), 4}}
	for _, h := range main.Headings {
		if h.Level <= 2 && !h.Hidden {
			fields = append(fields, wordField{h.Text, 2})
		}
	}
	return append(fields, wordField{clip(main.Text.Main, sampleChars), 1})
}

// name is the markup's where the page shows it too, else the site's name for sharing, else the part of the title that all pages read share.
func (s subject) name() string {
	shown := s.shown()
	candidates := []string{s.prop("name"), s.prop("legalName"), openGraph(s.facts.Main(), "og:site_name"), s.sharedTitle()}
	for _, c := range candidates {
		if c = strings.TrimSpace(c); c != "" && strings.Contains(shown, fold(c)) {
			return clip(c, maxName)
		}
	}
	for _, c := range candidates {
		if c = strings.TrimSpace(c); c != "" {
			return clip(c, maxName)
		}
	}
	return ""
}

// shown is what a visitor sees first and last of whom a site belongs to, folded.
func (s subject) shown() string {
	main := s.facts.Main()
	parts := append([]string{main.Text.Main}, main.Titles...)
	for _, h := range main.Headings {
		parts = append(parts, h.Text)
	}
	for i := range main.Links {
		if main.Links[i].Place != "main" {
			parts = append(parts, main.Links[i].Text)
		}
	}
	return fold(strings.Join(parts, " | "))
}

// sharedTitle is the part after or before a divider that the titles of all pages read have in common; two pages at least must agree.
func (s subject) sharedTitle() string {
	counts, order := map[string]int{}, []string{}
	for _, p := range s.facts.Pages {
		parts := titleParts(first(p.Titles))
		for i, part := range parts {
			if i > 0 && i < len(parts)-1 {
				continue
			}
			if counts[part] == 0 {
				order = append(order, part)
			}
			counts[part]++
		}
	}
	for _, part := range order {
		if n := counts[part]; n >= 2 && n*2 > len(s.facts.Pages) {
			return part
		}
	}
	return ""
}

// titleParts splits a title at the dividers that sites put between page and site name.
func titleParts(title string) []string {
	for _, divider := range []string{" | ", " – ", " — ", " · ", " - ", " :: ", " » "} {
		if strings.Contains(title, divider) {
			var parts []string
			for part := range strings.SplitSeq(title, divider) {
				if part = strings.TrimSpace(part); part != "" {
					parts = append(parts, part)
				}
			}
			return parts
		}
	}
	if title = strings.TrimSpace(title); title != "" {
		return []string{title}
	}
	return nil
}

func (s subject) description() string {
	for _, d := range []string{s.prop("description"), first(s.facts.Main().Descriptions), openGraph(s.facts.Main(), "og:description")} {
		if d = strings.TrimSpace(d); d != "" {
			return d
		}
	}
	return ""
}

// phone is the first number of the page with the markup, or of any page, in E.164 where it could be read as such.
func (s subject) phone() string {
	for _, p := range append([]*page.Page{s.page}, s.facts.Pages...) {
		for _, n := range p.Phones {
			if n.E164 != "" {
				return n.E164
			}
		}
	}
	for _, p := range s.facts.Pages {
		if len(p.Phones) > 0 {
			return p.Phones[0].Raw
		}
	}
	return ""
}

// address is the first with a town: of the page with the markup, then of any page; markup before text.
func (s subject) address() *page.Address {
	var fallback *page.Address
	for _, p := range append([]*page.Page{s.page}, s.facts.Pages...) {
		for i := range p.Addresses {
			a := &p.Addresses[i]
			if a.Locality != "" && (a.Source == "jsonld" || a.Source == "microdata" || a.Source == "rdfa") {
				return a
			}
			if fallback == nil && (a.Locality != "" || a.Street != "") {
				fallback = a
			}
		}
	}
	return fallback
}

func oneLine(a *page.Address) string {
	var parts []string
	for _, part := range []string{a.Street, strings.TrimSpace(a.Postcode + " " + a.Locality), a.Region, a.Country} {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) < 2 && a.Raw != "" {
		return clip(a.Raw, maxDescription)
	}
	return strings.Join(parts, ", ")
}

func (s subject) sameAs() []string {
	if s.node == nil {
		return nil
	}
	var list []string
	for _, url := range s.graph.Texts(s.node, "sameAs") {
		if len(list) < maxSameAs && (strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")) {
			list = append(list, url)
		}
	}
	return list
}

func openGraph(p *page.Page, name string) string {
	for _, m := range p.OpenGraph {
		if m.Name == name {
			return m.Content
		}
	}
	return ""
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// clip cuts at so many characters.
func clip(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return strings.TrimSpace(s[:i]) + "…"
		}
		n++
	}
	return s
}
