package judge

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// RubricMarkdown documents how the estimated scores come about; docs/rubric.md is this text.
func RubricMarkdown() string {
	b := new(strings.Builder)
	criteria := Criteria()
	fmt.Fprintf(b, `# How the estimated scores come about

GEO, AEO, GSO, design and overall readiness are judgements. Without a language model, the built-in rubric (version %s) judges: the
weighted outcomes of the checks in [checks.md](checks.md), the same facts giving the same numbers.

With one, each of the four is half the rubric's number and half the model's, which comes from the criteria below, %d in all. The model
is asked several times (3 by default) and answers each criterion with a level from 0 to 4 and its evidence. The rest is arithmetic in
code:

- Evidence is a quote, found word for word in the text that was sent (white space and typographic marks aside, at least %d
  characters), or the name of a measured fact of the same metric: a check that fails carries no level above 2, a warning none above 3,
  one that wasn't assessed none. Level 0 needs no evidence, since nothing can't be quoted. A criterion about figures or dates needs a
  quote with a number for a level above 1. A vote without evidence is void.
- A criterion's level is the median of its valid votes; of two, the lower. Where votes lie three levels or more apart, the lowest
  counts. A criterion for which fewer than half of the votes are valid counts as what would bring the score to its lower end.
- A level is worth 25 points. The metric's model number is the weighted mean over its criteria.
- The score is the mean of both numbers, never above the rubric's and at most %d points below it. The source names both, and warns if
  they lie %d points or more apart.
- AI readiness is computed from the scores as ever.

## What a text can do to the model

The model reads no markup, no hidden text, no comments and no attributes: only titles, descriptions, visible text and the outcomes of
checks, at most %d KiB. Passages that give orders to language models are taken out of it before, and reported as
`+"`sec.prompt-injection`"+`. No list of orders is complete, so nothing rests on it:

- A model can't raise a score. Whatever a text talks it into, the number is at most the rubric's.
- It can't be kept from lowering one, as far as that shows. Each vote asks %d control questions among the criteria, in random order
  and under codes that tell nothing: in which range a counted number lies, and what the text says of a subject that it doesn't
  mention. The right answers are known. Which controls are asked depends on a secret, so that a text can't name them.
- A vote with one wrong or missing control doesn't count. Where %d or more are wrong, the model followed the text: all scores that it
  has a part in stand at their lower end, and `+"`sec.prompt-injection`"+` says so.
- If no vote counts, the model is asked once more without the text. If it answers rightly then, the text kept it from answering,
  and the scores are at their lower end too. If it doesn't, or can't be reached, the rubric judges alone.

What remains: a text that has a model answer exactly the control questions rightly, without knowing them, can keep it from lowering a
score by at most %d points.

## Screenshots

Where a browser looked at the submitted page and the model can see, design is asked for with a screenshot: one picture with the page's
top as a desktop screen and a telephone show it. The criteria of design that need it are marked below; without a screenshot they
aren't asked, and the others are asked by text.

- What is seen is evidence only where the browser counted it on the screen too: each such criterion lists the things that can be, by
  the name that they have among the facts (`+"`seen.heading`"+`, `+"`seen.button`"+`). A thing that isn't there, or isn't on the list,
  voids the vote. A quote must stand in the page's text, as ever: what is written in the picture alone isn't evidence.
- Nothing can be taken out of a picture. So a page is not shown where its text gives orders to language models, before or after its
  scripts ran: design is then asked for by text. Controls are asked with a screenshot as well, the bounds are the same, and the other
  metrics are asked for without it.
- A model that fails at the screenshot is asked for design by text.

Levels, weights and bounds are numbers of our own.
`, RubricVersion, len(criteria), leastQuote, maxFall, defaultApart, maxSent>>10, countControls+absentControls, obeyedControls, maxFall)
	var metric audit.Metric
	for _, c := range criteria {
		if c.Metric != metric {
			metric = c.Metric
			fmt.Fprintf(b, "\n## %s\n", metric)
		}
		fmt.Fprintf(b, "\n### `%s`\n\n%s\n\n", c.ID, c.Question)
		for level, text := range c.Levels {
			fmt.Fprintf(b, "- %d: %s\n", level, text)
		}
		fmt.Fprintf(b, "\nWeight %d. Source: %s.", c.Weight, c.Source)
		if len(c.Things) > 0 {
			fmt.Fprintf(b, " Asked with a screenshot only; evidence: `%s`, or a quote.", strings.Join(factsOf(c.Things), "`, `"))
		}
		b.WriteString("\n")
	}
	return b.String()
}
