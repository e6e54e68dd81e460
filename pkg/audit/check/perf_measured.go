package check

import (
	"fmt"
	"math"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// metric is a number that page-speed tools measure: good up to and with the one bound, poor beyond the other.
type metric struct {
	name       string // as everybody abbreviates it
	good, poor float64
	unitless   bool // else milliseconds
	field      func(*page.FieldSpeed) *float64
	lab        func(*page.LabSpeed) *float64
}

var (
	metricLCP = metric{
		name: "LCP", good: 2500, poor: 4000,
		field: func(s *page.FieldSpeed) *float64 { return s.LCP }, lab: func(s *page.LabSpeed) *float64 { return s.LCP },
	}
	metricINP = metric{
		name: "INP", good: 200, poor: 500,
		field: func(s *page.FieldSpeed) *float64 { return s.INP }, lab: func(s *page.LabSpeed) *float64 { return s.INP },
	}
	metricCLS = metric{
		name: "CLS", good: 0.1, poor: 0.25, unitless: true,
		field: func(s *page.FieldSpeed) *float64 { return s.CLS }, lab: func(s *page.LabSpeed) *float64 { return s.CLS },
	}
	metricFCP = metric{
		name: "FCP", good: 1800, poor: 3000,
		field: func(s *page.FieldSpeed) *float64 { return s.FCP }, lab: func(s *page.LabSpeed) *float64 { return s.FCP },
	}
	metricTBT = metric{name: "TBT", good: 200, poor: 600, lab: func(s *page.LabSpeed) *float64 { return s.TBT }}
	metricSI  = metric{name: "Speed Index", good: 3387, poor: 5800, lab: func(s *page.LabSpeed) *float64 { return s.SI }}
)

// of gives what visitors had, and what the laboratory measured; nil where it isn't known.
func (m metric) of(s *page.Speed) (field, lab *float64) {
	if m.field != nil && s.Field != nil {
		field = m.field(s.Field)
	}
	return field, m.lab(s.Mobile)
}

// text writes a value: "2.7 s", "148 ms", "0.05".
func (m metric) text(v float64) audit.Text {
	number, unit := fmt.Sprintf("%.0f", v), " ms"
	switch {
	case m.unitless:
		number, unit = fmt.Sprintf("%.3g", math.Floor(v*1000+0.5)/1000), ""
	case v >= 1000:
		number, unit = fmt.Sprintf("%.1f", v/1000), " s"
	}
	return audit.Text{EN: number + unit, FR: strings.Replace(number, ".", ",", 1) + unit}
}

// judge gives the verdict on what visitors had, else on what the laboratory measured. The status is not_assessed where there is neither.
func (m metric) judge(f *page.Facts) Finding {
	s := f.Measured()
	value, lab := m.of(s)
	where := m.name + ", field"
	var measured audit.Text
	switch {
	case value != nil:
		whole := audit.Text{}
		if s.Field.Origin {
			whole = text(", of the whole site", ", sur tout le site")
		}
		measured = text("visitors, 75th percentile over 28 days%s", "visiteurs, 75e percentile sur 28 jours%s", whole)
	case lab != nil:
		value, where = lab, m.name+", lab"
		measured = text("%s, as on a telephone", "%s, comme sur un téléphone", s.Tool)
	default:
		return unassessed(page.Unread, "The page-speed tool gave no %s.", "L'outil de mesure n'a pas donné de %s.", m.name)
	}
	amount, verdict := m.text(*value), failed
	switch m.band(*value) {
	case audit.Pass:
		verdict = passed
	case audit.Warn:
		verdict = warned
	}
	return verdict("%s is %s (%s); up to %s is good.", "%s : %s (%s) ; bon jusqu'à %s.", m.name, amount, measured, m.text(m.good)).
		seen(s.URL, where, amount.EN)
}

func (m metric) band(v float64) audit.Outcome {
	switch {
	case v <= m.good:
		return audit.Pass
	case v <= m.poor:
		return audit.Warn
	}
	return audit.Fail
}
