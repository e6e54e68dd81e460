package business

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/industry"
)

// Names are the candidates for the business's name, the likeliest first.
func (s Subject) Names() []Candidate { return s.names }

// Industries are the candidates for its industry, keys of the taxonomy, the likeliest first.
func (s Subject) Industries() []Candidate { return s.industries }

// Types are the candidates for its type, the likeliest first.
func (s Subject) Types() []Candidate { return s.types }

// name is the likeliest name; empty where nothing is one.
func (s Subject) name() string { return sure(s.names, s.least(leastName)) }

// The confidence below which nothing is said: most of such answers were wrong on the sites that the weights were learnt from. A page of a few words says
// too little for a guess.
const (
	leastName       = 0.2
	leastIndustry   = 0.1
	leastOfFewWords = 0.45
	leastType       = 0.2
)

// guessBelow is the confidence below which a name is a guess: one in five such names was wrong on the sites that the weights were learnt from.
const guessBelow = 0.7

// Guessed reports whether a name is no more than the likeliest of what the site shows.
func (s Subject) Guessed(name string) bool {
	return len(s.names) > 0 && s.names[0].Confidence < guessBelow && audit.Printable(s.names[0].Value) == name
}

// industry is the likeliest industry, where it is likely enough; else nil.
func (s Subject) industry() *industry.Industry {
	return industry.Find(sure(s.industries, s.least(leastIndustry)))
}

// least is the confidence that a statement needs: the usual one, or more where little was read.
func (s Subject) least(usual float64) float64 {
	if s.saysLittle() {
		return leastOfFewWords
	}
	return usual
}

// sure is the likeliest candidate, where it is likely enough.
func sure(candidates []Candidate, least float64) string {
	if len(candidates) == 0 || candidates[0].Confidence < least {
		return ""
	}
	return candidates[0].Value
}

func (s Subject) industryName(lang audit.Lang) string {
	if i := s.industry(); i != nil {
		return i.Name(lang)
	}
	return industry.UnclearName(lang)
}

func (s Subject) kind() string {
	if i := s.industry(); i != nil && s.saysLittle() { // a page of a few words says less of the type than its industry does
		return string(i.Type)
	}
	if kind := sure(s.types, leastType); kind != "" {
		return kind
	}
	return string(industry.Unclear)
}

func best(candidates []Candidate) string {
	if len(candidates) == 0 {
		return ""
	}
	return candidates[0].Value
}

// primary is the site's language without region, ISO 639-1.
func (s Subject) primary() string {
	primary, _, _ := strings.Cut(s.language(), "-")
	return primary
}
