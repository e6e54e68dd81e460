package reader

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// Attempts is how often ByModel asks its model of one answer at most.
const Attempts = readAttempt

// maxAbout is about the longest that a model is told of a case beside its answer, in bytes.
const maxAbout = 3 << 10

// Prompt is the longest that ByModel asks, for plans of what may be spent.
func Prompt() (engine.Prompt, engine.Schema) {
	return engine.Prompt{System: readTask, User: strings.Repeat(".", maxAsked+maxAbout), MaxTokens: readTokens}, readSchema
}
