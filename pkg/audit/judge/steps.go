package judge

import (
	"maps"
	"math"

	"github.com/auditctl/auditctl/pkg/audit"
)

// maxSteps is how many steps a report has; the summary names the first maxChanges of them.
const maxSteps = 5

// steps gives as data what to do first: the changes that the summary names, in its order, and those that come after them.
func (w writer) steps() []audit.Step {
	var steps []audit.Step
	for i, c := range w.all[:min(len(w.all), maxSteps)] {
		head := c.head.Check
		step := audit.Step{
			Checks: []string{head.ID}, Title: head.Title.In(w.lang), Action: head.Fix.In(w.lang), Effort: head.Effort(), Obstacle: i < len(w.obstacles),
			Gains: map[audit.Metric]float64{},
		}
		for _, a := range c.checks {
			if a != c.head {
				step.Checks = append(step.Checks, a.Check.ID)
			}
			step.Effort = audit.Greater(step.Effort, a.Check.Effort())
		}
		gains := maps.Clone(c.metrics)
		gains[audit.AIReadiness] = c.readiness
		for m, points := range gains {
			if tenths := math.Round(10 * points); tenths > 0 {
				step.Gains[m] = tenths / 10
			}
		}
		steps = append(steps, step)
	}
	return steps
}
