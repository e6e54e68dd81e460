package judge

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
)

// change is one thing to mend: the failing or warning checks that have one cause, and what it would bring to mend it.
type change struct {
	head      *check.Assessed // the check that the summary speaks of
	members   []int           // indexes of the assessed checks, the head's among them
	checks    []*check.Assessed
	readiness float64                  // points of ai_readiness, before rounding
	metrics   map[audit.Metric]float64 // points of the others, before rounding
	worth     float64                  // orders changes
}

func (c *change) has(a *check.Assessed) bool { return slices.Contains(c.checks, a) }

func (c *change) ids() string {
	ids := []string{c.head.Check.ID}
	for _, a := range c.checks {
		if a != c.head {
			ids = append(ids, a.Check.ID)
		}
	}
	return strings.Join(ids, ", ")
}

// obstacle says that the change's cause keeps crawlers or search engines from the page: a failing check of access to it or of its indexing, heavy or with
// a bound on its metric.
func (c *change) obstacle() bool { return isObstacle(c.head) }

func isObstacle(a *check.Assessed) bool {
	m := a.Check.Metric()
	heavy := (m == audit.SEO || m == audit.AICrawlability) && (a.Check.Cap > 0 || a.Check.Weight >= 8)
	return a.Finding.Status == audit.Fail && (heavy || slices.Contains(eligibility, a.Check.ID))
}

// causes name checks that one cause makes fail together, so that the summary doesn't tell it twice. Checks that rest on the very same evidence are found
// without it.
var causes = [][]string{
	{"seo.robots-blocks-page", "crawl.all-agents-blocked", "crawl.answer-bots-allowed", "crawl.user-fetchers-allowed", "crawl.named-group-drops-protection"},
	{"seo.indexable", "seo.noindex-vs-robots", "seo.snippet-eligible"},
	{"crawl.raw-html-content", "crawl.raw-html-critical-facts", "seo.content-volume"},
	{"geo.organization-schema", "geo.sameas-authoritative", "geo.schema-rich-attributes", "geo.entity-name-consistent", "geo.schema-matches-page"},
	{"geo.contact-verifiable", "aeo.contact-action"},
	{"sec.https-only", "sec.http-redirect", "sec.hsts", "sec.form-https", "seo.http-to-https"},
	{"tls.cert-valid", "tls.cert-expiry", "tls.chain-complete", "crawl.certificate"},
	{"tls.protocols", "tls.tls13", "tls.ciphers", "tls.forward-secrecy"},
	{"seo.title-present", "seo.title-unique", "seo.title-length"},
	{"seo.meta-description", "seo.meta-description-unique", "seo.meta-description-length"},
	{"seo.canonical-valid", "seo.canonical-chain", "seo.canonical-form-drift"},
	{"geo.dates-agree", "seo.structured-data-dates", "seo.sitemap-lastmod-honest"},
	{"perf.html-size", "seo.html-size", "crawl.html-weight-tokens"},
	{"perf.image-weight", "perf.image-formats"},
	{"seo.image-alt", "design.control-names", "crawl.agent-a11y-tree"},
}

// changes groups the weighted checks that fail or warn by cause, the most worth first.
func (w writer) changes() []change {
	var list []change
	before := w.exact()
	for i := range w.assessed {
		a := &w.assessed[i]
		if a.Finding.Status != audit.Fail && a.Finding.Status != audit.Warn {
			continue
		}
		if g := slices.IndexFunc(list, func(c change) bool {
			return slices.ContainsFunc(c.checks, func(b *check.Assessed) bool { return oneCause(a, b) })
		}); g >= 0 {
			list[g].members, list[g].checks = append(list[g].members, i), append(list[g].checks, a)
		} else {
			list = append(list, change{members: []int{i}, checks: []*check.Assessed{a}})
		}
	}
	for i := range list {
		w.weigh(&list[i], before)
	}
	list = slices.DeleteFunc(list, func(c change) bool { return c.worth <= 0 })
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(b.worth, a.worth) })
	return list
}

func oneCause(a, b *check.Assessed) bool {
	for _, ids := range causes {
		if slices.Contains(ids, a.Check.ID) && slices.Contains(ids, b.Check.ID) {
			return true
		}
	}
	for _, e := range a.Finding.Evidence {
		if e.Excerpt != "" && a.Check.Metric() == b.Check.Metric() && slices.Contains(b.Finding.Evidence, e) {
			return true
		}
	}
	return false
}

// weigh scores again with all of the change's checks passing, and puts at its head an obstacle, the one with the narrowest bound first, else the check
// that brings most alone. Checks without any weight aren't named.
func (w writer) weigh(c *change, before map[audit.Metric]float64) {
	c.readiness, c.metrics = w.gain(before, c.members...)
	c.worth = w.worth(c.readiness, c.metrics)
	c.checks = slices.DeleteFunc(c.checks, func(a *check.Assessed) bool { return a.Check.Weight == 0 && len(a.Check.Also) == 0 })
	if len(c.members) == 1 {
		c.head = &w.assessed[c.members[0]]
		return
	}
	most := -1.0
	for _, i := range c.members {
		a := &w.assessed[i]
		rank := w.worth(w.gain(before, i))
		if isObstacle(a) {
			rank += 1000 - float64(cmp.Or(a.Check.Cap, 100))
		}
		if rank > most {
			c.head, most = a, rank
		}
	}
}

// worth is the points of AI readiness and the mean of the points of the other metrics, as far as these rest on enough.
func (w writer) worth(readiness float64, metrics map[audit.Metric]float64) float64 {
	sum := 0.0
	for _, m := range audit.Metrics() {
		if w.telling(m) {
			sum += metrics[m]
		}
	}
	return readiness + sum/float64(len(audit.Metrics())-1)
}

// gain is what it would bring if these checks passed: to AI readiness and to the metrics that they count to. Of a metric that a model has a part in, it is
// the rubric's part of that.
func (w writer) gain(before map[audit.Metric]float64, members ...int) (float64, map[audit.Metric]float64) {
	for _, i := range members {
		w.mended[i].Finding = check.Finding{Status: audit.Pass}
		defer func() { w.mended[i] = w.assessed[i] }()
	}
	after, gained := maps.Clone(before), map[audit.Metric]float64{}
	for m := range before {
		if w.toolScored(m) { // what mending brings, only the tool can say
			continue
		}
		touches := func(i int) bool {
			c := w.assessed[i].Check
			return c.WeightIn(m) > 0 || m == audit.GSO && slices.Contains(eligibility, c.ID)
		}
		if slices.ContainsFunc(members, touches) {
			after[m] = exactly(m, w.mended).Exact
			if w.scores[m].Rubric != nil {
				after[m] -= (after[m] - before[m]) * ModelShare / 100
			}
			gained[m] = after[m] - before[m]
		}
	}
	return exactReadiness(after) - exactReadiness(before), gained
}

// split gives the obstacles, and all changes in the order of naming: the obstacles, then the others by worth, at most one of them without effect on AI
// readiness as long as others are left.
func split(all []change) (obstacles, ordered []change) {
	var rest, aside []change
	sideways := 0
	for _, c := range all {
		switch {
		case c.obstacle() && len(obstacles) < maxObstacles:
			obstacles = append(obstacles, c)
		case c.readiness >= 0.05:
			rest = append(rest, c)
		case sideways == 0:
			rest = append(rest, c)
			sideways++
		default:
			aside = append(aside, c)
		}
	}
	return obstacles, slices.Concat(obstacles, rest, aside)
}

// exact gives the metrics without rounding, as far as checks decide them.
func (w writer) exact() map[audit.Metric]float64 {
	values := exact(w.assessed)
	if w.toolScored(audit.Performance) {
		values[audit.Performance] = float64(w.scores[audit.Performance].Value)
	}
	return values
}

// toolScored says that the metric's number is a page-speed tool's.
func (w writer) toolScored(m audit.Metric) bool {
	return m == audit.Performance && w.scores[m].Tier == audit.Measured
}

// exact gives the assessed metrics without rounding, so that small gains can be told apart.
func exact(assessed []check.Assessed) map[audit.Metric]float64 {
	values := map[audit.Metric]float64{}
	for _, m := range audit.Metrics() {
		if w := exactly(m, assessed); w.Assessed > 0 {
			values[m] = w.Exact
		}
	}
	return values
}

// exactly weighs one metric, with the bound that gso has.
func exactly(m audit.Metric, assessed []check.Assessed) check.Weighed {
	w := check.Weigh(m, assessed)
	if m == audit.GSO && ineligible(assessed) != "" {
		w.Exact = min(w.Exact, shutOut)
	}
	return w
}

// exactReadiness is readiness over unrounded metrics.
func exactReadiness(metrics map[audit.Metric]float64) float64 {
	sum, of := 0.0, 0.0
	for _, p := range readinessParts {
		if value, ok := metrics[p.Metric]; ok {
			sum += float64(p.Weight) * value
			of += float64(p.Weight)
		}
	}
	if of == 0 {
		return 0
	}
	value, _ := BoundReadiness(sum/of, func(m audit.Metric) (float64, bool) {
		v, ok := metrics[m]
		return v, ok
	})
	return value
}
