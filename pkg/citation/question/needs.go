package question

import (
	"slices"

	"github.com/auditctl/auditctl/pkg/citation"
)

// Needs are the services and goods that customers of the industry typically ask for, in the market's language, as Built writes them into
// questions. There are none if no built-in sentences are in the language, or if the industry is unknown.
func Needs(b citation.Business) []string {
	book := bookFor(Language(b), b.Country)
	if book == nil {
		return nil
	}
	return slices.Clone(book.terms[b.Trade].needs)
}
