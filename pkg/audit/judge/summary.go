package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// leastChecks is how many verdicts a metric needs before the summary calls it strong or weak.
const leastChecks = 4

// Summarize writes, in lang, what the site is, its strongest and weakest side, and the changes that would bring most, each tied to its check. It claims
// nothing that the verdicts don't show.
func Summarize(lang audit.Lang, f *page.Facts, b audit.Business, scores map[audit.Metric]audit.Score, assessed []check.Assessed) string {
	w := writer{lang: lang, facts: f, business: b, scores: scores, assessed: assessed}
	var parts []string
	for _, part := range []string{w.whatItIs(), w.standing(), w.changes()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}

type writer struct {
	lang     audit.Lang
	facts    *page.Facts
	business audit.Business
	scores   map[audit.Metric]audit.Score
	assessed []check.Assessed
}

// say picks the language and fills in.
func (w writer) say(en, fr string, args ...any) string {
	return fmt.Sprintf(audit.Text{EN: en, FR: fr}.In(w.lang), args...)
}

var kindPhrases = map[string]audit.Text{
	typeLocal: {EN: "a local business", FR: "une entreprise locale"}, typeOnline: {EN: "an online business", FR: "une entreprise en ligne"},
	typeB2B: {EN: "a company that serves other companies", FR: "une entreprise au service des entreprises"}, typePublisher: {EN: "a publication", FR: "une publication"},
	typeOrganization: {EN: "an organization", FR: "une organisation"},
}

// whatItIs names the business as far as the site does.
func (w writer) whatItIs() string {
	b := w.business
	name := audit.Printable(cmp.Or(b.Name, w.facts.Host))
	what := kindPhrases[b.Type].In(w.lang)
	for i := range Trades() {
		if t := &Trades()[i]; b.Industry != "" && t.Name(w.lang) == b.Industry {
			what = t.phrase(w.lang)
		}
	}
	where := ""
	if b.City != "" {
		where = w.in(audit.Printable(b.City))
	}
	pages := len(w.facts.Pages)
	read := w.say("This audit read %d pages of %s.", "Cet audit a lu %d pages de %s.", pages, w.facts.Host)
	if pages == 1 {
		read = w.say("This audit read one page of %s.", "Cet audit a lu une page de %s.", w.facts.Host)
	}
	switch {
	case b.Name == "" && what == "":
		return w.say("The site does not say plainly whose it is or what it offers. ", "Le site ne dit pas clairement à qui il appartient ni ce qu'il propose. ") + read
	case what == "":
		return w.say("%s does not say plainly what it offers. ", "%s ne dit pas clairement ce qu'il propose. ", name) + read
	case b.Name == "":
		return w.say("The site belongs to %s%s, but does not state the name plainly. ", "Le site est celui d'%s%s, mais n'en donne pas clairement le nom. ", what, where) + read
	default:
		return w.say("%s presents itself as %s%s. ", "%s se présente comme %s%s. ", name, what, where) + read
	}
}

// in names the place: "in Leeds", "à Lyon", "au Mans", "aux Sables-d'Olonne".
func (w writer) in(city string) string {
	if w.lang == audit.French {
		for _, row := range [][2]string{{"Le ", " au "}, {"Les ", " aux "}} {
			if rest, ok := strings.CutPrefix(city, row[0]); ok {
				return row[1] + rest
			}
		}
		return " à " + city
	}
	return " in " + city
}

// metricPhrases name metrics inside a sentence.
var metricPhrases = map[audit.Metric]audit.Text{
	audit.SEO:             {EN: "search engine optimisation", FR: "le référencement"},
	audit.AICrawlability:  {EN: "access for AI crawlers", FR: "l'accès des robots d'IA"},
	audit.Performance:     {EN: "performance", FR: "la performance"},
	audit.Security:        {EN: "security", FR: "la sécurité"},
	audit.GEO:             {EN: "trust and attribution (GEO)", FR: "la confiance et l'attribution (GEO)"},
	audit.AEO:             {EN: "directly usable answers (AEO)", FR: "les réponses directement exploitables (AEO)"},
	audit.GSO:             {EN: "readiness for search engines' AI answers (GSO)", FR: "la présence possible dans les réponses d'IA des moteurs (GSO)"},
	audit.Design:          {EN: "design and accessibility", FR: "le design et l'accessibilité"},
	audit.LocalVisibility: {EN: "local visibility", FR: "la visibilité locale"},
}

// standing gives the overall number, and the strongest and weakest metric among those that rest on enough.
func (w writer) standing() string {
	text := w.say("AI readiness is %d out of 100%s.", "La préparation à l'IA atteint %d sur 100%s.", w.scores[audit.AIReadiness].Value, w.verdictOf(w.scores[audit.AIReadiness].Value))
	var best, worst audit.Metric
	for _, m := range audit.Metrics() {
		s := w.scores[m]
		if m == audit.AIReadiness || s.Assessed < leastChecks {
			continue
		}
		if best == "" || s.Value > w.scores[best].Value {
			best = m
		}
		if worst == "" || s.Value < w.scores[worst].Value {
			worst = m
		}
	}
	if best == "" || w.scores[best].Value == w.scores[worst].Value {
		return text
	}
	text += w.say(" The strongest side is %s (%d); the weakest is %s (%d).", " Le point le plus fort est %s (%d) ; le plus faible, %s (%d).",
		metricPhrases[best].In(w.lang), w.scores[best].Value, metricPhrases[worst].In(w.lang), w.scores[worst].Value)
	if c := w.heaviest(worst); c != nil {
		text += w.say(" There, what costs most: %s", " Ce qui y coûte le plus : %s", lowerFirst(c.Finding.Detail.In(w.lang)))
	}
	return text
}

func (w writer) verdictOf(value int) string {
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

// heaviest is the failing check of a metric that costs it most; nil where none fails.
func (w writer) heaviest(m audit.Metric) *check.Assessed {
	var found *check.Assessed
	for i := range w.assessed {
		a := &w.assessed[i]
		if a.Finding.Status == audit.Fail && a.Check.Metric() == m && a.Check.Weight > 0 && (found == nil || a.Check.Weight > found.Check.Weight) {
			found = a
		}
	}
	return found
}

// maxChanges is how many changes the summary names.
const maxChanges = 3

// changes names the checks whose repair would bring most, by scoring again with each of them passing.
func (w writer) changes() string {
	list := Gains(w.facts, w.assessed)
	if len(list) == 0 {
		return w.say("No weighted check failed or warned: there is nothing to mend among what was assessed.",
			"Aucun contrôle pondéré n'est en échec ni en alerte : rien n'est à corriger parmi ce qui a été évalué.")
	}
	list = list[:min(len(list), maxChanges)]
	var lines []string
	intro := w.say("The changes that would bring most:", "Les changements qui rapporteraient le plus :")
	if len(list) == 1 {
		intro = w.say("The change that would bring most:", "Le changement qui rapporterait le plus :")
	}
	lines = append(lines, intro)
	for i, g := range list {
		effect := ""
		if points := int(g.Readiness + 0.5); points > 0 {
			effect = w.say(", about %d points of AI readiness", ", environ %d points de préparation à l'IA", points)
			if points == 1 {
				effect = w.say(", about one point of AI readiness", ", environ un point de préparation à l'IA")
			}
		}
		detail, fix := g.Assessed.Finding.Detail.In(w.lang), g.Assessed.Check.Fix.In(w.lang)
		lines = append(lines, fmt.Sprintf("%d. %s %s (%s%s)", i+1, strings.TrimSpace(detail), strings.TrimSpace(fix), g.Assessed.Check.ID, effect))
	}
	return strings.Join(lines, "\n")
}

// Gain is what mending one check would bring.
type Gain struct {
	Assessed  check.Assessed
	Readiness float64 // points of ai_readiness, before rounding
	Metric    float64 // points of the check's own metric, before rounding
}

// Gains gives each weighted check that fails or warns with what it would bring to pass, the most first: by ai_readiness, then by its own metric, then
// in the catalogue's order.
func Gains(f *page.Facts, assessed []check.Assessed) []Gain {
	var list []Gain
	before := exact(assessed)
	for i, a := range assessed {
		if a.Finding.Status != audit.Fail && a.Finding.Status != audit.Warn {
			continue
		}
		mended := slices.Clone(assessed)
		mended[i].Finding = check.Finding{Status: audit.Pass}
		after := exact(mended)
		g := Gain{Assessed: a, Readiness: exactReadiness(after) - exactReadiness(before), Metric: after[a.Check.Metric()] - before[a.Check.Metric()]}
		if g.Readiness > 0 || g.Metric > 0 {
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(a, b Gain) int {
		return cmp.Or(cmp.Compare(b.Readiness, a.Readiness), cmp.Compare(b.Metric, a.Metric))
	})
	return list
}

// exact gives the assessed metrics without rounding, so that small gains can be told apart.
func exact(assessed []check.Assessed) map[audit.Metric]float64 {
	m := map[audit.Metric]float64{}
	for _, metric := range audit.Metrics() {
		if w := check.Weigh(metric, assessed); w.Assessed > 0 {
			m[metric] = w.Exact
		}
	}
	if ineligible(assessed) != "" {
		m[audit.GSO] = min(m[audit.GSO], shutOut)
	}
	return m
}

// exactReadiness is readiness over unrounded metrics.
func exactReadiness(metrics map[audit.Metric]float64) float64 {
	sum, of := 0.0, 0.0
	for _, p := range readinessParts {
		if value, ok := metrics[p.metric]; ok {
			sum += float64(p.share) * value
			of += float64(p.share)
		}
	}
	if of == 0 {
		return 0
	}
	value := sum / of
	for _, m := range []audit.Metric{audit.AICrawlability, audit.GSO} {
		if v, ok := metrics[m]; ok {
			value = min(value, v+readinessLead)
		}
	}
	return value
}
