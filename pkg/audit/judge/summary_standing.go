package judge

import (
	"cmp"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/industry"
)

// leastChecks is how many verdicts a metric needs before the summary calls it strong or weak.
const leastChecks = 4

// metricPhrases name metrics inside a sentence.
var metricPhrases = map[audit.Metric]audit.Text{
	audit.SEO:             {EN: "search engine optimisation", FR: "le référencement"},
	audit.AICrawlability:  {EN: "access for AI crawlers", FR: "l'accès des robots d'IA"},
	audit.Performance:     {EN: "performance", FR: "la performance"},
	audit.Security:        {EN: "security", FR: "la sécurité"},
	audit.GEO:             {EN: "trust and attribution", FR: "la confiance et l'attribution"},
	audit.AEO:             {EN: "directly usable answers", FR: "l'exploitabilité directe des réponses"},
	audit.GSO:             {EN: "readiness for search engines' AI answers", FR: "la préparation aux réponses d'IA des moteurs"},
	audit.Design:          {EN: "design and accessibility", FR: "le design et l'accessibilité"},
	audit.LocalVisibility: {EN: "local visibility", FR: "la visibilité locale"},
}

// standing gives the overall number, and the strongest and weakest metric among those that rest on enough.
func (w writer) standing() string {
	value := w.scores[audit.AIReadiness].Value
	text := w.say("AI readiness is %d out of 100%s.", "La préparation à l'IA atteint %d sur 100%s.", value, cmp.Or(w.held(value), w.verdict(value)))
	best, worst := w.extremes()
	if best == "" || w.scores[best].Value == w.scores[worst].Value {
		return text
	}
	return text + " " + w.strongest(best) + " " + w.weakest(worst)
}

// held says what the number would be without the obstacles; empty where there are none, or it would be the same.
func (w writer) held(value int) string {
	var members []int
	for _, o := range w.obstacles {
		members = append(members, o.members...)
	}
	before := w.exact()
	gained, _ := w.gain(before, members...)
	without := int(exactReadiness(before) + gained + 0.5)
	if rubric := w.scores[audit.AIReadiness].Rubric; rubric != nil { // gains are the rubric's, the number is not
		without += value - *rubric
	}
	switch {
	case without <= value:
		return ""
	case len(w.obstacles) == 1:
		return w.say("; without this obstacle it would be about %d", " ; sans cet obstacle, elle serait d'environ %d", without)
	}
	return w.say("; without these obstacles it would be about %d", " ; sans ces obstacles, elle serait d'environ %d", without)
}

// verdict puts the number into words.
func (w writer) verdict(value int) string {
	switch {
	case value >= 85:
		return w.say(", a very good standing", ", un très bon niveau")
	case value >= 70:
		return w.say(", a good base with room to grow", ", une bonne base perfectible")
	case value >= 50:
		return w.say(", a middling standing", ", un niveau moyen")
	default:
		return w.say(", a weak standing", ", un niveau faible")
	}
}

// telling says that a metric rests on enough to be spoken of. Local visibility is one of local businesses only.
func (w writer) telling(m audit.Metric) bool {
	return m != audit.AIReadiness && w.scores[m].Assessed >= leastChecks && (m != audit.LocalVisibility || w.business.Type == string(industry.Local))
}

// extremes are the metrics with the highest and the lowest number.
func (w writer) extremes() (best, worst audit.Metric) {
	for _, m := range audit.Metrics() {
		s := w.scores[m]
		if !w.telling(m) {
			continue
		}
		if best == "" || s.Value > w.scores[best].Value {
			best = m
		}
		if worst == "" || s.Value < w.scores[worst].Value {
			worst = m
		}
	}
	return best, worst
}

func (w writer) strongest(m audit.Metric) string {
	if w.toolScored(m) {
		return w.say("The strongest side is %s (%d), as %s measured it.", "Le point le plus fort est %s (%d), mesuré par %s.",
			metricPhrases[m].In(w.lang), w.scores[m].Value, w.facts.Speed.Value.Tool)
	}
	passed, all, heaviest := w.passed(m)
	text := w.say("The strongest side is %s (%d): %d of %d checks pass", "Le point le plus fort est %s (%d) : %d contrôles réussis sur %d",
		metricPhrases[m].In(w.lang), w.scores[m].Value, passed, all)
	if passed == all {
		text = w.say("The strongest side is %s (%d): all %d checks pass", "Le point le plus fort est %s (%d) : les %d contrôles sont réussis",
			metricPhrases[m].In(w.lang), w.scores[m].Value, all)
	}
	if heaviest != nil {
		text += w.say(", the weightiest being “%s” (%s)", ", dont le plus important : « %s » (%s)", heaviest.Check.Title.In(w.lang), heaviest.Check.ID)
	}
	return text + "."
}

func (w writer) weakest(m audit.Metric) string {
	if w.toolScored(m) {
		return w.say("The weakest is %s (%d), as %s measured it.", "Le plus faible est %s (%d), mesuré par %s.",
			metricPhrases[m].In(w.lang), w.scores[m].Value, w.facts.Speed.Value.Tool)
	}
	passed, all, _ := w.passed(m)
	text := w.say("The weakest is %s (%d): %d of %d checks pass", "Le plus faible est %s (%d) : %d contrôles réussis sur %d",
		metricPhrases[m].In(w.lang), w.scores[m].Value, passed, all)
	if w.lang == audit.French && passed < 2 {
		text = w.say("", "Le plus faible est %s (%d) : %d contrôle réussi sur %d", metricPhrases[m].In(w.lang), w.scores[m].Value, passed, all)
	}
	costliest := w.costliest(m)
	if costliest == nil {
		return text + "."
	}
	if i := slices.IndexFunc(w.list, func(c change) bool { return c.has(costliest) }); i >= 0 {
		return text + w.say("; change %d below is where it gains most.", " ; c'est le changement %d ci-dessous qui lui profiterait le plus.", i+1)
	}
	return text + w.say("; what costs it most is %s. %s", " ; ce qui lui coûte le plus est %s. %s", costliest.Check.ID, w.detail(costliest))
}

// passed counts the weighted checks of a metric that gave a verdict, and gives the heaviest that passes among the metric's own, the first of equals.
func (w writer) passed(m audit.Metric) (passed, all int, heaviest *check.Assessed) {
	for i := range w.assessed {
		a := &w.assessed[i]
		if a.Check.WeightIn(m) == 0 || a.Finding.Status == audit.NotAssessed {
			continue
		}
		all++
		if a.Finding.Status != audit.Pass {
			continue
		}
		passed++
		if heaviest == nil || a.Check.WeightIn(m) > heaviest.Check.WeightIn(m) {
			heaviest = a
		}
	}
	return passed, all, heaviest
}

// costliest is the check that keeps most points from a metric: a failure all its weight, a warning half. It is nil where none does.
func (w writer) costliest(m audit.Metric) *check.Assessed {
	var found *check.Assessed
	most := 0
	for i := range w.assessed {
		a := &w.assessed[i]
		lost := 0
		switch a.Finding.Status {
		case audit.Fail:
			lost = 2 * a.Check.WeightIn(m)
		case audit.Warn:
			lost = a.Check.WeightIn(m)
		}
		if lost > most {
			found, most = a, lost
		}
	}
	return found
}
