package dashboard

import (
	"fmt"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// score is a number from 0 to 100 as it is drawn.
type score struct {
	Name, Tier, Source string // empty where nobody asks
	Value              int
	Grade              string // good from 90, poor below 50, else fair: as reports have it
}

func newScore(value int) score {
	s := score{Value: min(max(value, 0), 100), Grade: "fair"}
	switch {
	case value >= 90:
		s.Grade = "good"
	case value < 50:
		s.Grade = "poor"
	}
	return s
}

// row is an audit in a list.
type row struct {
	audit.Audit
	Readiness *score // nil where the audit isn't done
}

func newRow(a audit.Audit) row {
	r := row{Audit: a}
	if a.Status == audit.Done && a.Report != nil {
		s := newScore(a.OverallAIReadiness)
		r.Readiness = &s
	}
	return r
}

// rows are those of audits whose reports are read no further than lists need.
func rows(list []audit.Encoded) ([]row, error) {
	all := make([]row, len(list))
	for i, e := range list {
		a, err := e.DecodeHead()
		if err != nil {
			return nil, err
		}
		all[i] = newRow(*a)
	}
	return all, nil
}

// scores are the ten metrics of a report.
func scores(r *audit.Report, lang audit.Lang) []score {
	var list []score
	for _, m := range audit.Metrics() {
		kept, ok := r.Scores[m]
		if !ok {
			continue
		}
		s := newScore(kept.Value)
		s.Name, s.Tier, s.Source = report.MetricName(m, lang), report.TierName(kept.Tier, lang), kept.Source
		list = append(list, s)
	}
	return list
}

// chart is one metric over time, drawn from 0 to 100.
type chart struct {
	score              // the last
	First   int        // value
	Line    string     // points of an SVG polyline
	Points  []chartDot // in the order of time
	Rules   []float64  // x where the version of the rules changed
	Several bool       // there is a line to draw
}

type chartDot struct {
	X, Y  float64
	Value int
	At    time.Time
}

// The size of a chart, and the room around its line.
const (
	chartWidth, chartHeight = 240.0, 88.0
	chartSide, chartTop     = 6.0, 6.0
)

// charts draws the metrics of finished audits, the oldest first.
func charts(list []audit.Audit, lang audit.Lang) []chart {
	if len(list) == 0 {
		return nil
	}
	began, ended := list[0].AuditedAt, list[len(list)-1].AuditedAt
	whole := ended.Sub(began)
	x := func(t time.Time) float64 {
		if whole <= 0 {
			return chartWidth / 2
		}
		return round(chartSide + float64(t.Sub(began))/float64(whole)*(chartWidth-2*chartSide))
	}
	var all []chart
	for _, m := range audit.Metrics() {
		var c chart
		rules := ""
		for _, a := range list {
			s, ok := a.Scores[m]
			if !ok {
				continue
			}
			v := newScore(s.Value)
			at := chartDot{X: x(a.AuditedAt), Y: round(chartTop + float64(100-v.Value)/100*(chartHeight-2*chartTop)), Value: v.Value, At: a.AuditedAt}
			if rules != "" && rules != a.RulesVersion {
				c.Rules = append(c.Rules, at.X)
			}
			rules = a.RulesVersion
			c.Line += fmt.Sprintf("%g,%g ", at.X, at.Y)
			c.Points = append(c.Points, at)
			c.score = v
			c.Tier = report.TierName(s.Tier, lang)
		}
		if len(c.Points) == 0 {
			continue
		}
		c.Name, c.First, c.Several = report.MetricName(m, lang), c.Points[0].Value, len(c.Points) > 1
		all = append(all, c)
	}
	return all
}

// round keeps a tenth of a pixel.
func round(x float64) float64 { return float64(int(x*10+0.5)) / 10 }
