// Package reader reads an assistant's answer: was the customer answered, is the business named as an option and at which place, who else is, and which
// of those names do the cited sources bear out. Two readers fill one interface: Structural, which needs nothing, and ByModel, which has a model list
// the names and believes only those that stand in the answer.
package reader

import (
	"context"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

// Version names the rules by which Structural reads. What changes its readings changes it, so that results of different rules aren't taken for each other.
const Version = "3"

// Case is one answer to one question about one business.
type Case struct {
	Lang     string // BCP 47, of the question
	Basis    citation.Basis
	Business citation.Business
	Question string
	Answer   string           // as the assistant sent it; empty for search-ai-mode and web-retrieval
	Sources  []engine.Excerpt // cited, grounded-answer
	Hits     []engine.Source  // results in order, web-retrieval
	Overview *engine.Overview // search-ai-mode
}

// Reading is what an answer says.
type Reading struct {
	Answered                bool
	Unreadable              bool // search-ai-mode: business cards without names, and no names elsewhere
	Named                   bool
	MentionedNotRecommended bool
	Rank                    *int     // 1 is first; nil where not named
	Rivals                  []string // in reading order; empty in web-retrieval
	Unverified              []string // of the rivals, those that no cited source names
	Hosts                   []string // web-retrieval: the hosts read instead
	Picks                   []citation.Pick
	Directories             []citation.Source // cited pages that are neither ours nor a pick's
	Listing                 citation.Listing
}

// Reader reads answers.
type Reader interface {
	Read(ctx context.Context, c Case) (Reading, error)
}
