package judge

import (
	"strings"

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

// markedKinds are the kinds that markup says, the first that applies.
var markedKinds = [...]struct{ schema, kind string }{
	{"OnlineBusiness", typeOnline},
	{"NewsMediaOrganization", typePublisher},
	{"NGO", typeOrganization},
	{"GovernmentOrganization", typeOrganization},
	{"EducationalOrganization", typeOrganization},
	{"PerformingGroup", typeOrganization},
	{"SportsOrganization", typeOrganization},
	{"PoliticalParty", typeOrganization},
	{"WorkersUnion", typeOrganization},
	{"ResearchOrganization", typeOrganization},
}

// kind says what sort of business it is: by markup first, then by its trade and what the site does. It is empty where nothing says it.
func (s Subject) kind() string {
	if s.node != nil {
		for _, row := range markedKinds {
			if s.node.Is(row.schema) {
				return row.kind
			}
		}
		if s.node.Is("LocalBusiness") && (s.trade == nil || s.trade.Type != typeOrganization && s.trade.Type != typePublisher && s.trade.Type != typeB2B) {
			return typeLocal
		}
	}
	address := s.address()
	switch {
	case s.trade != nil && s.trade.Type != typeLocal && s.trade.Type != typeOnline:
		return s.trade.Type
	case s.sells() && (address == nil || s.trade == nil || s.trade.Type == typeOnline):
		return typeOnline
	case s.trade != nil && s.trade.Type == typeOnline && address != nil && s.hasHours():
		return typeLocal // a shop that can be entered
	case s.trade != nil:
		return s.trade.Type
	case s.speaksToCompanies():
		return typeB2B
	case address != nil && s.hasHours():
		return typeLocal
	case s.publishes():
		return typePublisher
	}
	return ""
}

// sells says that the site is a shop: it links to a basket, or marks up products on two pages.
func (s Subject) sells() bool {
	marked := 0
	for _, p := range s.facts.Pages {
		if len(p.Graph.OfType("Product")) > 0 {
			marked++
		}
		for i := range p.Links {
			path := strings.TrimSuffix(strings.ToLower(p.Links[i].URL), "/")
			if !p.Links[i].Internal {
				continue
			}
			for _, basket := range []string{"/cart", "/basket", "/checkout", "/panier"} {
				if strings.HasSuffix(path, basket) {
					return true
				}
			}
		}
	}
	return marked >= 2
}

// hasHours says that the site names opening hours.
func (s Subject) hasHours() bool {
	for _, p := range s.facts.Pages {
		if len(p.Hours) > 0 {
			return true
		}
	}
	return false
}

// speaksToCompanies says that title or description name companies as the customers.
func (s Subject) speaksToCompanies() bool {
	text := fold(first(s.front.Titles) + " | " + first(s.front.Descriptions) + " | " + s.prop("description"))
	for _, words := range []string{
		"b2b", "for businesses", "for enterprises", "for companies", "for teams", "pour les entreprises", "aux entreprises",
		"pour les professionnels", "pour les equipes",
	} {
		if strings.Contains(text, " "+words+" ") {
			return true
		}
	}
	return false
}

// publishes says that at least half of the pages read are articles.
func (s Subject) publishes() bool {
	articles := 0
	for _, p := range s.facts.Pages {
		if p.Kind == page.KindArticle {
			articles++
		}
	}
	return articles >= 2 && articles*2 >= len(s.facts.Pages)
}
