package question

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/engine"
)

// Attempts is how often ByModel asks its model at most.
const Attempts = attempts

// maxDescription is about the longest description of a business, in characters.
const maxDescription = 1000

// Prompt is the longest that ByModel asks for n questions, for plans of what may be spent.
func Prompt(n int) (engine.Prompt, engine.Schema) {
	before := make([]string, n-1)
	for i := range before {
		before[i] = strings.Repeat(".", longest)
	}
	return engine.Prompt{System: system, User: request(strings.Repeat(".", maxDescription), "und", n, before), MaxTokens: maxTokens}, schema
}
