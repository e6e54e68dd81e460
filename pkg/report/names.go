package report

import "github.com/auditctl/auditctl/pkg/audit"

// MetricName is a metric as a person reads it.
func MetricName(m audit.Metric, lang audit.Lang) string { return metricName(m, lang) }

// MetricHead is a metric as the head of a column, where ten stand side by side.
func MetricHead(m audit.Metric) string { return metricHeads[m] }

// TierName is a confidence tier as a person reads it.
func TierName(t audit.Tier, lang audit.Lang) string { return tierNames[t].In(lang) }

// StatusName is the state of an audit as a person reads it.
func StatusName(s audit.Status, lang audit.Lang) string { return statusNames[s].In(lang) }

// Visible replaces what could change how a page shows what follows: control characters and bidirectional ones. They are seen and do nothing.
func Visible(text string) string { return visible(text) }

// Style is what a brand adds to a style sheet: its colour as --accent, legible on white and in the dark; empty for one without a colour of its own.
func (b Brand) Style() string { return b.style() }

// LogoType is the media type of the logo; empty where there is none.
func (b Brand) LogoType() string {
	kind, err := logoType(b.Logo)
	if b.Logo == nil || err != nil {
		return ""
	}
	return kind
}
