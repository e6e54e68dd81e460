package business

import (
	"math"
	"strings"

	"github.com/auditctl/auditctl/internal/text"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/industry"
)

// Readings are the statements about a site's owner, with what they rest on.
type Readings struct {
	Name     Reading `json:"name"`
	Industry Reading `json:"industry"`
	Type     Reading `json:"type"`
	Language Reading `json:"language"`
}

// Reading is one statement.
type Reading struct {
	Value string `json:"value"`           // a name, a key of the taxonomy, a type, a language; "unclear" where industry or type is
	Label string `json:"label,omitempty"` // of an industry: its English name
	// Confidence is 0 to 100; 0 where the value is empty or unclear.
	Confidence int     `json:"confidence"`
	Evidence   []Said  `json:"evidence"` // at most five pieces, the strongest first
	Next       []Other `json:"next"`     // the two likeliest other values
}

// Said is one piece of evidence, in plain English.
type Said struct {
	Says  string `json:"says"`
	Quote string `json:"quote,omitempty"` // the site's words
}

// Other is a value that was not chosen.
type Other struct {
	Value      string `json:"value"`
	Label      string `json:"label,omitempty"`
	Confidence int    `json:"confidence"` // 0 to 100
}

const (
	maxEvidence = 5
	maxNext     = 2
	maxQuote    = 100 // characters
)

// Readings returns what was read of the owner and why, in English.
func (s Subject) Readings() Readings {
	key := string(industry.Unclear)
	if i := s.industry(); i != nil {
		key = i.Key
	}
	return Readings{
		Name:     reading(s.name(), s.names),
		Industry: reading(key, s.industries).labelled(),
		Type:     reading(s.kind(), s.types),
		Language: reading(s.language(), s.languages()),
	}
}

// reading tells of a value what speaks for it, and which others there are.
func reading(value string, candidates []Candidate) Reading {
	r := Reading{Value: audit.Printable(value), Evidence: []Said{}, Next: []Other{}}
	for i := range candidates {
		c := &candidates[i]
		if c.Value == value {
			r.Confidence, r.Evidence = percent(c.Confidence), said(c.Evidence)
		} else if len(r.Next) < maxNext {
			r.Next = append(r.Next, Other{Value: audit.Printable(c.Value), Confidence: percent(c.Confidence)})
		}
	}
	return r
}

// labelled adds the English names of industries.
func (r Reading) labelled() Reading {
	if i := industry.Find(r.Value); i != nil {
		r.Label = i.EN
	}
	for k := range r.Next {
		r.Next[k].Label = industry.Find(r.Next[k].Value).EN
	}
	return r
}

func percent(share float64) int { return int(math.Round(100 * share)) }

// said returns the strongest evidence in favour, each statement once.
func said(all []Evidence) []Said {
	list, seen := []Said{}, map[string]bool{}
	for _, e := range all {
		says := e.Plain()
		if e.Weight <= 0 || says == "" || seen[says] || len(list) == maxEvidence {
			continue
		}
		seen[says] = true
		quote := ""
		if !strings.HasSuffix(says, e.Quote) { // the statement ends with the quote of "og:type is website"
			quote = audit.Printable(text.Clip(e.Quote, maxQuote))
		}
		list = append(list, Said{Says: says, Quote: quote})
	}
	return list
}
