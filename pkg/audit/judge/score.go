// Package judge turns facts and verdicts into what a person asks for: the ten scores with their sources, who the business is, and a written summary.
// Without a language model it judges by the built-in rubric: the same facts give the same numbers, to the last bit. A Model has a part in what can't be
// measured; its votes are counted in code, and the rubric bounds them.
package judge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// RubricVersion names the built-in rubric: the parts of ai_readiness, its bound, and the business and summary rules.
const RubricVersion = "2"

// readinessParts are the metrics' shares of ai_readiness, in percent. They are numbers of our own. Access and being found come first, since what an
// assistant can't read it can't name; prose comes last (C-SEO Bench, arXiv 2506.11097: rewriting for engines is mostly ineffective). Local visibility has no
// part: most sites aren't local.
var readinessParts = [...]audit.Share{
	{Metric: audit.AICrawlability, Weight: 30},
	{Metric: audit.GSO, Weight: 20},
	{Metric: audit.GEO, Weight: 20},
	{Metric: audit.AEO, Weight: 10},
	{Metric: audit.SEO, Weight: 10},
	{Metric: audit.Performance, Weight: 5},
	{Metric: audit.Design, Weight: 5},
}

// ReadinessShares gives the metrics that ai_readiness is the weighted mean of, each with its share in percent.
func ReadinessShares() []audit.Share { return slices.Clone(readinessParts[:]) }

// readinessBounds are the metrics that ai_readiness may be at most readinessLead above.
var readinessBounds = [...]audit.Metric{audit.AICrawlability, audit.GSO}

// BoundReadiness holds value, which ai_readiness would have, to its bounds: score gives the metrics, and false for one that couldn't be assessed. by is the
// metric that holds it down; empty where none does.
func BoundReadiness(value float64, score func(audit.Metric) (float64, bool)) (bounded float64, by audit.Metric) {
	for _, m := range readinessBounds {
		if of, ok := score(m); ok && value > of+readinessLead {
			value, by = of+readinessLead, m
		}
	}
	return value, by
}

// readinessLead bounds ai_readiness to so many points above ai_crawlability and above gso: what can't be read, or may not be shown, can't be named.
const readinessLead = 25

// shutOut bounds gso while the page may not be in search results or shown in snippets at all: every AI surface of the search engines rests on both
// (Google Search Central, AI features and your website). The number is ours.
const shutOut = 25

// BoundGSO holds value, which gso would have, to its bound: failing says whether a check fails. by is the check that holds it down; empty where none does.
func BoundGSO(value float64, failing func(id string) bool) (bounded float64, by string) {
	i := slices.IndexFunc(eligibility, failing)
	if i < 0 || value <= shutOut {
		return value, ""
	}
	return shutOut, eligibility[i]
}

// eligibility are the checks that decide whether search engines' AI surfaces may show the page.
var eligibility = []string{"seo.indexable", "seo.robots-blocks-page", "seo.snippet-eligible"}

// thinShare is the share of a metric's weight below which its source says that too little was assessed.
const thinShare = 0.5

// Score gives all ten metrics, with sources in lang.
func Score(f *page.Facts, assessed []check.Assessed, lang audit.Lang) map[audit.Metric]audit.Score {
	scores := make(map[audit.Metric]audit.Score, len(audit.Metrics()))
	for _, m := range audit.Metrics() {
		if m != audit.AIReadiness {
			scores[m] = weighed(m, check.Weigh(m, assessed), lang)
		}
	}
	if s := f.Measured(); s != nil {
		scores[audit.Performance] = measured(s, lang)
	}
	scores[audit.GSO] = bounded(scores[audit.GSO], ineligible(assessed), lang)
	scores[audit.AIReadiness] = readiness(scores, "", lang)
	return scores
}

// ineligible names the failing check that keeps the page from being shown at all; empty where none does.
func ineligible(assessed []check.Assessed) string {
	for _, a := range assessed {
		if a.Finding.Status == audit.Fail && slices.Contains(eligibility, a.Check.ID) {
			return a.Check.ID
		}
	}
	return ""
}

// bounded holds gso down while the check fails.
func bounded(gso audit.Score, failing string, lang audit.Lang) audit.Score {
	if failing == "" || gso.Value <= shutOut {
		return gso
	}
	gso.Value = shutOut
	gso.Source = strings.TrimSuffix(gso.Source, ".") + fmt.Sprintf(audit.Text{
		EN: "; held at %d while %s fails, since engines may not show the page.",
		FR: " ; limité à %d tant que %s échoue, car les moteurs ne peuvent pas montrer la page.",
	}.In(lang), shutOut, failing)
	return gso
}

// tiers are fixed by the specification; performance is estimated where no page-speed tool answered.
var tiers = map[audit.Metric]audit.Tier{
	audit.SEO: audit.Measured, audit.AICrawlability: audit.Measured, audit.Security: audit.Measured,
	audit.Performance: audit.Estimated, audit.LocalVisibility: audit.Estimated,
	audit.GEO: audit.AIEstimate, audit.AEO: audit.AIEstimate, audit.GSO: audit.AIEstimate, audit.Design: audit.AIEstimate,
}

var origins = map[audit.Tier]audit.Text{
	audit.Measured:   {EN: "Read from the live site", FR: "Lu sur le site en ligne"},
	audit.AIEstimate: {EN: "Judged by auditctl's built-in rubric, version " + RubricVersion + ", on facts read from the site; no language model was asked", FR: "Jugé par la grille intégrée d'auditctl, version " + RubricVersion + ", d'après les faits lus sur le site ; aucun modèle de langage n'a été consulté"},
}

var estimateOrigins = map[audit.Metric]audit.Text{
	audit.Performance:     {EN: "Estimated from response times, weight, caching and blocking resources; no page-speed tool measured it", FR: "Estimé d'après les temps de réponse, le poids, la mise en cache et les ressources bloquantes ; aucun outil n'a mesuré la vitesse"},
	audit.LocalVisibility: {EN: "Estimated from what the site says of its name, address, telephone and hours; no listing was looked up", FR: "Estimé d'après le nom, l'adresse, le téléphone et les horaires indiqués sur le site ; aucune fiche n'a été consultée"},
}

// measured is the score of a page-speed tool. What the checks find explains it, and doesn't count.
func measured(s *page.Speed, lang audit.Lang) audit.Score {
	out := audit.Score{Value: s.Mobile.Score, Tier: audit.Measured}
	for _, known := range []*float64{s.Mobile.FCP, s.Mobile.LCP, s.Mobile.TBT, s.Mobile.CLS, s.Mobile.SI} { // that Lighthouse weighs
		if known != nil {
			out.Assessed++
		} else {
			out.NotAssessed++
		}
	}
	out.Assessed = max(out.Assessed, 1) // the score itself, where an old Lighthouse weighs others
	tool := "Lighthouse " + audit.Printable(s.Version)
	if s.Tool != "Lighthouse" {
		tool = s.Tool + " (" + tool + ")"
	}
	runs := audit.Text{EN: "one run", FR: "une mesure"}.In(lang)
	if n := len(s.Mobile.Scores); n > 1 {
		runs = fmt.Sprintf(audit.Text{EN: "median of %d runs between %d and %d", FR: "médiane de %d mesures entre %d et %d"}.In(lang), n, s.Mobile.Scores[0], s.Mobile.Scores[n-1])
	}
	out.Source = fmt.Sprintf(audit.Text{
		EN: "Measured by %s as on a telephone, %s; the checks explain the number and don't count.",
		FR: "Mesuré par %s comme sur un téléphone, %s ; les contrôles expliquent la note et ne comptent pas.",
	}.In(lang), tool, runs)
	return out
}

func weighed(m audit.Metric, w check.Weighed, lang audit.Lang) audit.Score {
	tier := tiers[m]
	origin, ok := estimateOrigins[m]
	if !ok {
		origin = origins[tier]
	}
	return audit.Score{Value: w.Value, Tier: tier, Source: origin.In(lang) + parts(w.Parts, lang) + basis(w, lang), Assessed: w.Assessed, NotAssessed: w.NotAssessed}
}

// parts says what the security metric is made of.
func parts(made []check.Part, lang audit.Lang) string {
	names := map[string]audit.Text{
		check.PartObservatory: {EN: "HTTP Observatory algorithm " + strconv.Itoa(observatory.Version) + ":%s %s, %d%%", FR: "HTTP Observatory, algorithme " + strconv.Itoa(observatory.Version) + " :%s %s, %d %%"},
		check.PartTLS:         {EN: "TLS:%s %s, %d%%", FR: "TLS :%s %s, %d %%"},
		check.PartOther:       {EN: "what neither looks at:%s %s, %d%%", FR: "ce que ni l'un ni l'autre n'examine :%s %s, %d %%"},
	}
	var list []string
	for _, p := range made {
		value, grade := strconv.Itoa(int(math.Round(p.Value))), ""
		if p.Grade != "" {
			value, grade = "("+value+")", " "+p.Grade
		}
		list = append(list, fmt.Sprintf(names[p.Name].In(lang), grade, value, p.Share))
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, audit.Text{EN: "; ", FR: " ; "}.In(lang)) + ")"
}

// basis ends a source: how much the number rests on, and what holds it down.
func basis(w check.Weighed, lang audit.Lang) string {
	if w.Assessed == 0 {
		return audit.Text{EN: "; nothing could be assessed, so the number says nothing.", FR: " ; rien n'a pu être évalué, la note ne dit donc rien."}.In(lang)
	}
	outcomes, missed := audit.Text{EN: "weighted outcomes of %d checks", FR: "résultats pondérés de %d contrôles"}, audit.Text{
		EN: "; %d more could not be assessed and don't count", FR: " ; %d autres n'ont pas pu être évalués et ne comptent pas",
	}
	if w.Assessed == 1 {
		outcomes = audit.Text{EN: "outcome of %d check", FR: "résultat de %d contrôle"}
	}
	if w.NotAssessed == 1 {
		missed = audit.Text{EN: "; %d more could not be assessed and doesn't count", FR: " ; %d autre n'a pas pu être évalué et ne compte pas"}
	}
	text := audit.Text{EN: ": ", FR: " : "}.In(lang) + fmt.Sprintf(outcomes.In(lang), w.Assessed) +
		fmt.Sprintf(audit.Text{EN: " (rules version %s)", FR: " (règles version %s)"}.In(lang), check.Version)
	if w.NotAssessed > 0 {
		text += fmt.Sprintf(missed.In(lang), w.NotAssessed)
	}
	if w.Share < thinShare {
		text += fmt.Sprintf(audit.Text{EN: "; too little was assessed (%d%% of the weight) to rely on it", FR: " ; trop peu a été évalué (%d %% du poids) pour s'y fier"}.In(lang), int(w.Share*100))
	}
	if w.CappedBy != "" {
		text += fmt.Sprintf(audit.Text{EN: "; held down by %s", FR: " ; plafonné par %s"}.In(lang), w.CappedBy)
	}
	return text + "."
}

// readiness is the weighted mean of its parts, some of which a model may have had a part in, rounded half up, and at most readinessLead points above ai_crawlability and gso.
func readiness(scores map[audit.Metric]audit.Score, model string, lang audit.Lang) audit.Score {
	sum, of, assessed, missed := 0, 0, 0, 0
	shares := ""
	for _, p := range readinessParts {
		s := scores[p.Metric]
		assessed += s.Assessed
		missed += s.NotAssessed
		if s.Assessed == 0 {
			continue
		}
		sum += p.Weight * s.Value
		of += p.Weight
		if shares != "" {
			shares += ", "
		}
		shares += fmt.Sprintf("%d%% %s", p.Weight, p.Metric)
	}
	text := fmt.Sprintf(audit.Text{
		EN: "Computed by auditctl's built-in rubric, version %s, no language model: %s",
		FR: "Calculé par la grille intégrée d'auditctl, version %s, sans modèle de langage : %s",
	}.In(lang), RubricVersion, shares)
	if model != "" {
		text = fmt.Sprintf(audit.Text{
			EN: "Computed by auditctl's built-in rubric, version %s, from scores that %s had a part in: %s",
			FR: "Calculé par la grille intégrée d'auditctl, version %s, à partir de notes auxquelles %s a contribué : %s",
		}.In(lang), RubricVersion, model, shares)
	}
	value := 0
	if of > 0 {
		value = (2*sum + of) / (2 * of)
	}
	for _, m := range readinessBounds {
		if bound := scores[m].Value + readinessLead; scores[m].Assessed > 0 && value > bound {
			value = bound
			text += fmt.Sprintf(audit.Text{
				EN: "; held at %d points above %s, since what can't be read or may not be shown can't be named",
				FR: " ; limité à %d points au-dessus de %s, car ce qui ne peut être lu ni montré ne peut être cité",
			}.In(lang), readinessLead, m)
		}
	}
	return audit.Score{Value: value, Tier: audit.AIEstimate, Source: text + ".", Assessed: assessed, NotAssessed: missed}
}
