package business

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/industry"
)

// Market says of the business, as the site describes it, what the citation passes need: its names, its trade, and where its customers are.
func (s Subject) Market() citation.Business {
	return s.MarketOf(s.Describe(audit.English), audit.English)
}

// MarketOf is Market of the business as a rubric or a model described it, in lang.
func (s Subject) MarketOf(b audit.Business, lang audit.Lang) citation.Business {
	m := citation.Business{
		Name: b.Name, Aliases: s.aliases(b.Name), Domain: s.facts.Host, Industry: b.Industry, Type: b.Type,
		City: b.City, Region: b.Region, Country: b.Country, Language: b.Language, Phone: b.Phone,
	}
	if i := industry.Named(b.Industry); i != nil {
		m.Trade = i.Key
		if m.Type == "" || m.Type == string(industry.Unclear) {
			m.Type = string(i.Type)
		}
	} else {
		m.Industry = "" // unclear
	}
	return m
}

// maxAliases bounds the other names of a business.
const maxAliases = 8

// aliases are the other names that the site's markup gives the business, as whole names: the ones a visitor sees first.
func (s Subject) aliases(name string) []string {
	candidates := []string{s.prop("legalName"), s.siteName(), meta(s.front.OpenGraph, "og:site_name")}
	if s.node != nil {
		candidates = append(candidates, s.graph.Texts(s.node, "alternateName")...)
	}
	var list []string
	for _, c := range candidates {
		c = audit.Printable(text.Clip(strings.Join(strings.Fields(c), " "), MaxName))
		known := func(other string) bool { return text.Fold(other) == text.Fold(c) }
		if text.Fold(c) == " " || isGeneric(text.Fold(c)) || known(name) || slices.ContainsFunc(list, known) || len(list) == maxAliases {
			continue
		}
		if s.alternate(c) || begins(c, name) || begins(name, c) { // else it is a platform's name, a template's or a slogan
			list = append(list, c)
		}
	}
	return list
}

// begins reports whether a name begins with the whole words of another.
func begins(name, with string) bool { return strings.HasPrefix(text.Fold(name), text.Fold(with)) }

// alternate says that the markup calls it another name of the business.
func (s Subject) alternate(name string) bool {
	return s.node != nil && slices.ContainsFunc(s.graph.Texts(s.node, "alternateName"), func(other string) bool { return text.Fold(other) == text.Fold(name) })
}
