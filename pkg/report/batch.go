package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	// mostFaults is how many of the commonest faults are listed.
	mostFaults = 20
	// mostFaulty is how many sites are named beside one of them.
	mostFaulty = 10
)

// portfolio is what several audits tell side by side.
type portfolio struct {
	Sites  []ranked // the finished ones by readiness, then the others in the batch's order
	Spread []spread // of the finished ones, per metric; empty where fewer than three finished: quartiles of two say nothing
	Faults []fault  // of the finished ones, the commonest first, at most mostFaults; empty where fewer than two finished
	More   int      // faults beyond those
	Done   int
}

// ranked is an audit with its place among all by AI readiness; equal numbers share the better place. Unfinished ones have place 0.
type ranked struct {
	Place int
	audit.Audit
}

// spread is how a metric's scores lie: the least, the quartiles and the greatest, 0 to 100. Quartiles between two scores are interpolated.
type spread struct {
	Metric                                audit.Metric
	Least, Lower, Median, Upper, Greatest float64
}

// fault is a check with the sites that it warns of or that fail it.
type fault struct {
	audit.Check       // of the first of them
	Sites       []int // places in portfolio.Sites
	Failing     int   // of Sites; the others are warned
}

func newPortfolio(b audit.Batch) portfolio {
	var p portfolio
	var rest []ranked
	for _, a := range b.Audits {
		if finished(a) {
			p.Sites = append(p.Sites, ranked{Audit: a})
		} else {
			rest = append(rest, ranked{Audit: a})
		}
	}
	p.Done = len(p.Sites)
	slices.SortStableFunc(p.Sites, func(a, b ranked) int { return b.OverallAIReadiness - a.OverallAIReadiness })
	for i := range p.Sites {
		p.Sites[i].Place = i + 1
		if i > 0 && p.Sites[i].OverallAIReadiness == p.Sites[i-1].OverallAIReadiness {
			p.Sites[i].Place = p.Sites[i-1].Place
		}
	}
	if p.Done >= 3 {
		for _, m := range audit.Metrics() {
			if s, ok := spreadOf(m, p.Sites); ok {
				p.Spread = append(p.Spread, s)
			}
		}
	}
	if p.Done >= 2 {
		p.Faults, p.More = atMost(commonest(p.Sites), mostFaults)
	}
	p.Sites = append(p.Sites, rest...)
	return p
}

// finished says that the audit has a report. One that is done and comes without it is no such.
func finished(a audit.Audit) bool { return a.Status == audit.Done && a.Report != nil }

func spreadOf(m audit.Metric, sites []ranked) (spread, bool) {
	var values []int
	for _, s := range sites {
		if score, ok := s.Scores[m]; ok {
			values = append(values, min(max(score.Value, 0), 100))
		}
	}
	if len(values) == 0 {
		return spread{}, false
	}
	slices.Sort(values)
	at := func(share float64) float64 {
		place := share * float64(len(values)-1)
		below := int(place)
		above := min(below+1, len(values)-1)
		return float64(values[below]) + (place-float64(below))*float64(values[above]-values[below])
	}
	return spread{Metric: m, Least: at(0), Lower: at(.25), Median: at(.5), Upper: at(.75), Greatest: at(1)}, true
}

// Figures are the five numbers as they are shown.
func (s spread) Figures() []string {
	var list []string
	for _, v := range []float64{s.Least, s.Lower, s.Median, s.Upper, s.Greatest} {
		list = append(list, fmt.Sprint(math.Round(v)))
	}
	return list
}

// commonest gives the faults of sites, those of most sites first, among them those that cost most.
func commonest(sites []ranked) []fault {
	var list []fault
	place := map[string]int{} // in list, by id
	for i, s := range sites {
		for _, c := range s.Checks {
			if c.Status != audit.Fail && c.Status != audit.Warn {
				continue
			}
			at, seen := place[c.ID]
			if !seen {
				at = len(list)
				place[c.ID] = at
				list = append(list, fault{Check: c})
			}
			f := &list[at]
			if len(f.Sites) > 0 && f.Sites[len(f.Sites)-1] == i {
				continue
			}
			f.Sites = append(f.Sites, i)
			if c.Status == audit.Fail {
				f.Failing++
			}
		}
	}
	slices.SortStableFunc(list, func(a, b fault) int {
		return cmp.Or(len(b.Sites)-len(a.Sites), b.Failing-a.Failing, cost(b.Check)-cost(a.Check), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// count says how many sites have the fault.
func (f fault) count(of int, lang audit.Lang) string {
	text := fmt.Sprintf(labelOf.In(lang), len(f.Sites), of)
	if warned := len(f.Sites) - f.Failing; warned > 0 {
		text += fmt.Sprintf(labelWarned.In(lang), warned)
	}
	return text
}

// which names the first sites that have the fault.
func (f fault) which(p portfolio, most int, lang audit.Lang) string {
	sites, more := atMost(f.Sites, most)
	var names []string
	for _, i := range sites {
		names = append(names, cmp.Or(p.Sites[i].Domain, p.Sites[i].URL))
	}
	text := strings.Join(names, ", ")
	if more > 0 {
		text += " " + fmt.Sprintf(labelMoreSites.In(lang), more)
	}
	return text
}

// place is an audit's rank as it is shown; empty for one without a score.
func (r ranked) place() string {
	if r.Place == 0 {
		return ""
	}
	return strconv.Itoa(r.Place)
}

// site is an audit's address as it is shown beside others.
func (r ranked) site() string { return strings.TrimSuffix(strings.TrimPrefix(r.URL, "https://"), "/") }

// value is a metric's number as it is shown; empty where there is none.
func (r ranked) value(m audit.Metric) string {
	if s, ok := r.scores()[m]; ok {
		return strconv.Itoa(s.Value)
	}
	return ""
}

// scores are those of a finished audit.
func (r ranked) scores() map[audit.Metric]audit.Score {
	if r.Place == 0 {
		return nil
	}
	return r.Scores
}

// atMost gives at most n of a list, and how many are left out.
func atMost[T any](list []T, n int) ([]T, int) {
	if len(list) <= n {
		return list, 0
	}
	return list[:n], len(list) - n
}

// The words of a batch's report.
var (
	labelPlace     = audit.Text{EN: "Rank", FR: "Rang"}
	labelPortfolio = audit.Text{EN: "The sites side by side", FR: "Les sites côte à côte"}
	labelSpread    = audit.Text{EN: "Spread", FR: "Répartition"}
	labelSpreadOf  = audit.Text{
		EN: "Of the %d finished audits: half of the sites lie between the quartiles.",
		FR: "Sur les %d audits terminés : la moitié des sites se trouve entre les quartiles.",
	}
	labelQuartiles = []audit.Text{
		{EN: "Least", FR: "Minimum"},
		{EN: "Lower quartile", FR: "Premier quartile"},
		{EN: "Median", FR: "Médiane"},
		{EN: "Upper quartile", FR: "Troisième quartile"},
		{EN: "Greatest", FR: "Maximum"},
	}
	labelFaults     = audit.Text{EN: "The commonest faults", FR: "Les défauts les plus répandus"}
	labelWarned     = audit.Text{EN: " (warnings: %d)", FR: " (alertes : %d)"}
	labelFault      = audit.Text{EN: "Fault", FR: "Défaut"}
	labelSites      = audit.Text{EN: "Sites", FR: "Sites"}
	labelWhich      = audit.Text{EN: "Which", FR: "Lesquels"}
	labelMoreSites  = audit.Text{EN: "… and %d more sites", FR: "… et %d sites de plus"}
	labelMoreFaults = audit.Text{EN: "… and %d more faults, each on no more sites than the last", FR: "… et %d défauts de plus, chacun sur pas plus de sites que le dernier"}
)
