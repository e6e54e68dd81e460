package report

import "github.com/auditctl/auditctl/pkg/audit"

// MetricHead is a metric as the head of a column, where ten stand side by side.
func MetricHead(m audit.Metric) string { return metricHeads[m] }

// TierName is a confidence tier as a person reads it.
func TierName(t audit.Tier, lang audit.Lang) string { return tierNames[t].In(lang) }

// StatusName is the state of an audit as a person reads it.
func StatusName(s audit.Status, lang audit.Lang) string { return statusNames[s].In(lang) }

// LogoType is the media type of the logo; empty where there is none.
func (b Brand) LogoType() string {
	kind, err := logoType(b.Logo)
	if b.Logo == nil || err != nil {
		return ""
	}
	return kind
}
