package business

import (
	"slices"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/industry"
)

// declared is the confidence in what the site's own markup declares, once visitors see that the markup is the site's.
const declared = 0.97

// declaredFirst puts first the industry that the markup of the business declares. Where that is a wide one, such as Store, a narrower one that the site's
// headlines name goes before it.
func (s Subject) declaredFirst(candidates []Candidate) []Candidate {
	marked := s.markedIndustry()
	if marked == nil {
		return candidates
	}
	for i, c := range candidates {
		row := industry.Find(c.Value)
		narrower := row != marked && (s.node.Is(row.Within...) || refines(row, s.node)) && slices.ContainsFunc(c.Evidence, headlined)
		if narrower || row == marked {
			return moveFirst(candidates, i)
		}
	}
	return candidates
}

// declaredNameFirst puts first the name that the markup of the business declares, where visitors see it too.
func (s Subject) declaredNameFirst(candidates []Candidate) []Candidate {
	name := s.prop("name")
	if s.node == nil || !s.shows(name) {
		return candidates
	}
	for i, c := range candidates {
		if text.Fold(withoutLegalForm(c.Value)) == text.Fold(withoutLegalForm(name)) {
			return moveFirst(candidates, i)
		}
	}
	return candidates
}

// headlined reports whether a piece of evidence is a strong word in a headline.
func headlined(e Evidence) bool {
	for _, field := range []string{"title", "description", "h1", "name"} {
		for _, n := range []string{"1", "2", "3"} {
			if e.Feature == field+", strong "+n {
				return true
			}
		}
	}
	return false
}

// moveFirst makes the candidate at i the first, declared, and lets the others share what is left.
func moveFirst(candidates []Candidate, i int) []Candidate {
	chosen := candidates[i]
	rest := slices.Delete(slices.Clone(candidates), i, i+1)
	left := 1 - chosen.Confidence
	chosen.Confidence = max(chosen.Confidence, declared)
	for k := range rest {
		if left > 0 {
			rest[k].Confidence *= (1 - chosen.Confidence) / left
		}
	}
	return append([]Candidate{chosen}, rest...)
}

// declaredTypes are the types that markup declares, the first that applies.
var declaredTypes = [...]struct {
	schema string
	typ    industry.Type
}{
	{"OnlineBusiness", industry.Online},
	{"NewsMediaOrganization", industry.Publisher},
	{"GovernmentOrganization", industry.Public},
	{"EducationalOrganization", industry.Education},
	{"NGO", industry.Organization},
	{"PerformingGroup", industry.Organization},
	{"SportsOrganization", industry.Organization},
	{"PoliticalParty", industry.Organization},
	{"WorkersUnion", industry.Organization},
	{"ResearchOrganization", industry.Education},
}

// declaredTypeFirst puts first the type that the markup of the business declares.
func (s Subject) declaredTypeFirst(candidates []Candidate) []Candidate {
	if s.node == nil {
		return candidates
	}
	typ := industry.Type("")
	for _, row := range declaredTypes {
		if typ == "" && s.node.Is(row.schema) {
			typ = row.typ
		}
	}
	if typ == "" && s.node.Is("LocalBusiness") {
		typ = industry.Local
		if key := best(s.industries); key != "" { // schema.org's LocalBusiness has libraries too, and companies' sites use it freely
			switch of := industry.Find(key).Type; of {
			case industry.Organization, industry.Public, industry.Education:
				typ = of
			case industry.B2B, industry.Publisher, industry.Software, industry.Platform:
				return candidates
			}
		}
	}
	for i, c := range candidates {
		if c.Value == string(typ) {
			return moveFirst(candidates, i)
		}
	}
	return candidates
}
