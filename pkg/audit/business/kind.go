package business

import (
	"strings"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The values of audit.Business.Type.
const (
	TypeLocal        = "local"
	TypeOnline       = "online"
	TypeB2B          = "b2b"
	TypePublisher    = "publisher"
	TypeOrganization = "organization"
)

// markedKinds are the kinds that markup says, the first that applies.
var markedKinds = [...]struct{ schema, kind string }{
	{"OnlineBusiness", TypeOnline},
	{"NewsMediaOrganization", TypePublisher},
	{"NGO", TypeOrganization},
	{"GovernmentOrganization", TypeOrganization},
	{"EducationalOrganization", TypeOrganization},
	{"PerformingGroup", TypeOrganization},
	{"SportsOrganization", TypeOrganization},
	{"PoliticalParty", TypeOrganization},
	{"WorkersUnion", TypeOrganization},
	{"ResearchOrganization", TypeOrganization},
}

// kind says what sort of business it is: by markup first, then by its trade and what the site does. It is empty where nothing says it.
func (s Subject) kind() string {
	if s.node != nil {
		for _, row := range markedKinds {
			if s.node.Is(row.schema) {
				return row.kind
			}
		}
		if s.node.Is("LocalBusiness") && (s.trade == nil || s.trade.Type != TypeOrganization && s.trade.Type != TypePublisher && s.trade.Type != TypeB2B) {
			return TypeLocal
		}
	}
	address := s.address()
	switch {
	case s.trade != nil && s.trade.Type != TypeLocal && s.trade.Type != TypeOnline:
		return s.trade.Type
	case s.sells() && (address == nil || s.trade == nil || s.trade.Type == TypeOnline):
		return TypeOnline
	case s.trade != nil && s.trade.Type == TypeOnline && address != nil && s.hasHours():
		return TypeLocal // a shop that can be entered
	case s.trade != nil:
		return s.trade.Type
	case s.speaksToCompanies():
		return TypeB2B
	case address != nil && s.hasHours():
		return TypeLocal
	case s.publishes():
		return TypePublisher
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
	said := text.Fold(s.front.Title() + " | " + s.front.Description() + " | " + s.prop("description"))
	for _, words := range []string{
		"b2b", "for businesses", "for enterprises", "for companies", "for teams", "pour les entreprises", "aux entreprises",
		"pour les professionnels", "pour les equipes",
	} {
		if strings.Contains(said, " "+words+" ") {
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
