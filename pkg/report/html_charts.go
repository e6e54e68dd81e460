package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// htmlLine is AI readiness over time, drawn 320 wide and 100 high, a unit for a point of the score.
type htmlLine struct {
	Points      string // of the line
	Dots        []htmlDot
	Rules       []float64 // where the rules changed, in the middle between two dots
	First, Last string    // day and number, in words
	Told        string    // all of it, in words
}

type htmlDot struct{ X, Y float64 }

// newHTMLLine draws earlier audits and the last one; nil where there is nothing to join.
func newHTMLLine(earlier []audit.Audit, last audit.Audit, lang audit.Lang) *htmlLine {
	const width, margin = 320, 4
	var list []audit.Audit
	for _, a := range earlier {
		if finished(a) && a.AuditedAt.Before(last.AuditedAt) {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b audit.Audit) int { return a.AuditedAt.Compare(b.AuditedAt) })
	list = append(list, last)
	begin, span := list[0].AuditedAt, last.AuditedAt.Sub(list[0].AuditedAt)
	if span <= 0 {
		return nil
	}
	line := &htmlLine{}
	var points, told []string
	for i, a := range list {
		value := min(max(a.OverallAIReadiness, 0), 100)
		dot := htmlDot{tenth(margin + (width-2*margin)*float64(a.AuditedAt.Sub(begin))/float64(span)), float64(100 - value)}
		if i > 0 && list[i-1].RulesVersion != a.RulesVersion {
			line.Rules = append(line.Rules, tenth((line.Dots[i-1].X+dot.X)/2))
		}
		line.Dots = append(line.Dots, dot)
		points = append(points, fmt.Sprintf("%g,%g", dot.X, dot.Y))
		told = append(told, onDay(a.AuditedAt, value, lang))
	}
	line.Points, line.First, line.Last = strings.Join(points, " "), told[0], told[len(told)-1]
	line.Told = MetricName(audit.AIReadiness, lang) + colon.In(lang) + strings.Join(told, ", ")
	return line
}

func onDay(t time.Time, value int, lang audit.Lang) string {
	return longDate(t, lang) + colon.In(lang) + fmt.Sprint(value)
}

func tenth(v float64) float64 { return math.Round(10*v) / 10 }

// htmlPortfolio is what several audits tell side by side.
type htmlPortfolio struct {
	htmlWords
	Counts     string
	Heads      []htmlHead // of the columns of scores
	Sites      []htmlSite
	Spread     []htmlSpread
	SpreadOf   string
	Figures    []string // heads of the spread's numbers
	Faults     []htmlFault
	MoreFaults string
	Detailed   string // how many sites follow one by one
}

type htmlHead struct{ Name, Short string }

type htmlSite struct {
	Place      string // empty where the audit has no score
	URL        string
	Anchor     string // empty where no details follow
	StatusName string
	Why        string // there is no report
	Rows       []htmlScore
}

// htmlSpread is a row of the spread, and its drawing: whiskers from Least to Greatest, a box between the quartiles.
type htmlSpread struct {
	spread
	Name, Short string
	Box         float64 // width of the box
}

type htmlFault struct {
	fault
	Group, Count string
	Share        float64 // of the finished sites, 0 to 100
	Which        []htmlLink
	More         string
}

// several fills in what a batch has beside its audits, and those of its audits that are shown one by one.
func (page *htmlPage) several(d Document) {
	lang := page.Lang
	p := newPortfolio(d.Batch)
	v := &htmlPortfolio{htmlWords: page.htmlWords, SpreadOf: fmt.Sprintf(labelSpreadOf.In(lang), p.Done)}
	v.Counts = fmt.Sprintf(htmlLabels["counts"].In(lang), d.Batch.Total, d.Batch.Completed, d.Batch.Pending, d.Batch.Failed)
	for _, m := range audit.Metrics() {
		v.Heads = append(v.Heads, htmlHead{MetricName(m, lang), metricHeads[m]})
	}
	for i, a := range p.Sites {
		s := htmlSite{Place: a.place(), URL: a.site(), StatusName: statusNames[a.Status].In(lang), Rows: make([]htmlScore, len(audit.Metrics()))}
		if a.Error != nil {
			s.Why = a.Error.Message
		}
		for j, m := range audit.Metrics() {
			if score, ok := a.scores()[m]; ok {
				s.Rows[j] = newHTMLScore("", score, lang)
			}
		}
		if i < mostDetailed {
			s.Anchor = fmt.Sprintf("audit-%d", i+1)
			one := newHTMLAudit(lang, a.Audit, s.Anchor, d)
			one.Heading = cmp.Or(a.Domain, a.URL)
			page.Audits = append(page.Audits, one)
		}
		v.Sites = append(v.Sites, s)
	}
	v.Detailed = htmlLabels["folded"].In(lang)
	if len(p.Sites) > mostDetailed {
		v.Detailed = fmt.Sprintf(htmlLabels["detailed"].In(lang), mostDetailed, len(p.Sites))
	}
	for _, q := range labelQuartiles {
		v.Figures = append(v.Figures, q.In(lang))
	}
	for _, s := range p.Spread {
		v.Spread = append(v.Spread, htmlSpread{s, MetricName(s.Metric, lang), metricHeads[s.Metric], s.Upper - s.Lower})
	}
	for _, f := range p.Faults {
		row := htmlFault{fault: f, Group: MetricName(f.Metric, lang), Count: f.count(p.Done, lang), Share: tenth(100 * float64(len(f.Sites)) / float64(p.Done))}
		sites, more := atMost(f.Sites, mostFaulty)
		for _, i := range sites {
			row.Which = append(row.Which, htmlLink{v.Sites[i].Anchor, cmp.Or(p.Sites[i].Domain, p.Sites[i].URL)})
		}
		if more > 0 {
			row.More = fmt.Sprintf(labelMoreSites.In(lang), more)
		}
		v.Faults = append(v.Faults, row)
	}
	if p.More > 0 {
		v.MoreFaults = fmt.Sprintf(labelMoreFaults.In(lang), p.More)
	}
	page.Portfolio = v
	page.Contents = append(page.Contents, htmlLink{"sites", labelPortfolio.In(lang)})
	if len(v.Spread) > 0 {
		page.Contents = append(page.Contents, htmlLink{"spread", labelSpread.In(lang)})
	}
	if len(v.Faults) > 0 {
		page.Contents = append(page.Contents, htmlLink{"faults", labelFaults.In(lang)})
	}
	if len(page.Audits) > 0 {
		page.Contents = append(page.Contents, htmlLink{page.Audits[0].Anchor, htmlLabels["onebyone"].In(lang)})
	}
}
