// Package business reads from the facts whose site it is: the name, the industry, the type, the language and the place of whoever runs it. It does no I/O:
// the same facts give the same answer.
package business

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/choice"
	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const (
	maxDescription = 300 // characters, as many as audit.Printable keeps
	maxSameAs      = 20
)

// Subject is whom a site is about, as far as a judgement works from it. It is read once for all that asks.
type Subject struct {
	learnt Learnt
	facts  *page.Facts
	front  *page.Page // the home page where it was read, else the submitted one: what says most of the site as a whole
	page   *page.Page // the page with the node
	graph  *page.Graph
	node   *page.Node // nil where no markup speaks for the site
	shown  string     // what visitors see of whom the site belongs to, folded
	// What was chosen among, the likeliest first; empty where nothing speaks for any.
	names, industries, types []Candidate

	texts []field  // by which the site says what it is
	signs []signal // what sort of site it is
}

// Describe describes the business behind the site: from structured data first, then from the page. What the site doesn't say stays empty; an industry and
// a type that it doesn't say are unclear. Notes says what is a guess.
func (s Subject) Describe(lang audit.Lang) audit.Business {
	b := audit.Business{
		Name:        audit.Printable(s.name()),
		Description: audit.Printable(text.Clip(s.description(), maxDescription)),
		Industry:    s.industryName(lang),
		Type:        s.kind(),
		Language:    s.language(),
		Phone:       audit.Printable(s.phone()),
		SameAs:      s.sameAs(),
	}
	a := s.address()
	b.Country = s.country(a)
	if a != nil {
		b.City, b.Region = audit.Printable(text.Clip(a.Locality, MaxName)), audit.Printable(text.Clip(a.Region, MaxName))
		b.Address = audit.Printable(oneLine(a))
	}
	return b
}

// Facts are what the site was read as.
func (s Subject) Facts() *page.Facts { return s.facts }

// ReadSubject looks through the facts.
func ReadSubject(f *page.Facts) Subject {
	return ReadBy(Learnt{Names: nameWeights(), Industries: industryWeights(), Types: typeWeights()}, f)
}

// Learnt are the weights by which candidates are chosen.
type Learnt struct{ Names, Industries, Types choice.Weights }

// ReadBy is ReadSubject with weights of the caller's own, for those who learn them.
func ReadBy(w Learnt, f *page.Facts) Subject {
	s := Subject{learnt: w, facts: f, front: f.Main()}
	if i := slices.IndexFunc(f.Pages, func(p *page.Page) bool { return p.Kind == page.KindHome }); i >= 0 {
		s.front = f.Pages[i]
	}
	s.page, s.shown = s.front, shown(f, s.front)
	for _, p := range s.pages() {
		if n := p.Business(); n != nil {
			s.page, s.node = p, n
			break
		}
	}
	s.graph = &s.page.Graph
	if s.node != nil && s.foreign() {
		s.page, s.node = s.front, nil
	}
	s.texts = s.fields()
	s.signs = s.signals()
	s.names = s.choose(w.Names, s.nameEvidence())
	s.industries = s.choose(w.Industries, s.industryEvidence())
	if w.Industries == nil { // types and what is declared rest on the choice
		return s
	}
	s.names = s.declaredNameFirst(s.names)
	s.industries = s.declaredFirst(s.industries)
	s.types = s.declaredTypeFirst(weigh(w.Types, s.typeEvidence(s.industries)))
	return s
}

// pages are those read, the front page first.
func (s Subject) pages() []*page.Page {
	rest := slices.DeleteFunc(slices.Clone(s.facts.Pages), func(p *page.Page) bool { return p == s.front })
	return append([]*page.Page{s.front}, rest...)
}

// foreign says that the markup is of somebody else, as what comes with a template: visitors see another name, and neither its telephone number nor its
// street.
func (s Subject) foreign() bool {
	if s.front.NeedsRender() || s.shows(s.prop("name")) || s.shows(s.prop("legalName")) || s.shows(s.prop("alternateName")) {
		return false
	}
	if a := s.markedAddress(); a != nil && s.shows(a.Street) {
		return false
	}
	for _, p := range s.facts.Pages {
		var marked, seen []string
		for _, n := range p.Phones {
			if shownSource(n.Source) {
				seen = append(seen, n.E164)
			} else if n.E164 != "" {
				marked = append(marked, n.E164)
			}
		}
		if slices.ContainsFunc(marked, func(n string) bool { return slices.Contains(seen, n) }) {
			return false
		}
	}
	unmarked := s
	unmarked.node = nil
	other := sure(unmarked.choose(s.learnt.Names, unmarked.nameEvidence()), leastName)
	return other != "" && !alike(other, s.prop("name"))
}

func (s Subject) prop(name string) string {
	if s.node == nil {
		return ""
	}
	return s.graph.Text(s.node, name)
}

// heading is the text of the front page's visible headings of a level.
func (s Subject) heading(level int) string {
	var texts []string
	for _, h := range s.front.Headings {
		if h.Level == level && !h.Hidden {
			texts = append(texts, h.Text)
		}
	}
	return strings.Join(texts, " | ")
}

func (s Subject) description() string {
	for _, d := range []string{s.prop("description"), s.front.Description(), meta(s.front.OpenGraph, "og:description")} {
		if d = strings.TrimSpace(d); d != "" {
			return d
		}
	}
	return ""
}

func (s Subject) sameAs() []string {
	if s.node == nil {
		return nil
	}
	var list []string
	for _, url := range s.graph.Texts(s.node, "sameAs") {
		url = audit.MaskCredentials(url)
		web := strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
		if web && len(list) < maxSameAs && !slices.Contains(list, url) {
			list = append(list, url)
		}
	}
	return list
}
