package page

import "time"

// Speed is what a page-speed tool measured of the submitted page.
type Speed struct {
	Tool    string    `json:"tool"`    // "PageSpeed Insights", "Lighthouse"
	Version string    `json:"version"` // of Lighthouse, which both run
	URL     string    `json:"url"`     // that was measured, after redirects
	At      time.Time `json:"at"`
	Mobile  *LabSpeed `json:"mobile"`            // never nil where the speed is known
	Desktop *LabSpeed `json:"desktop,omitempty"` // where the tool was asked for it too, and answered
	// Field is what visitors had; nil where the page and its site have too few, or the tool doesn't know.
	Field *FieldSpeed `json:"field,omitempty"`
}

// LabSpeed is what a tool measured on one kind of device. Of several runs, it is the one with the median score, the lower of two in the middle.
type LabSpeed struct {
	Score    int         `json:"score"`              // 0 to 100, as Lighthouse weighs the metrics
	Scores   []int       `json:"scores"`             // of all runs, in ascending order
	LCP      *float64    `json:"lcp_ms,omitempty"`   // largest contentful paint; a metric that the tool doesn't have is nil
	CLS      *float64    `json:"cls,omitempty"`      // cumulative layout shift, without unit
	TBT      *float64    `json:"tbt_ms,omitempty"`   // total blocking time
	FCP      *float64    `json:"fcp_ms,omitempty"`   // first contentful paint
	SI       *float64    `json:"si_ms,omitempty"`    // speed index
	INP      *float64    `json:"inp_ms,omitempty"`   // interaction to next paint, where somebody interacted
	Failures []SlowAudit `json:"failures,omitempty"` // at most 10, the greatest saving first
}

// Spread is the points between the worst run and the best.
func (l *LabSpeed) Spread() int { return l.Scores[len(l.Scores)-1] - l.Scores[0] }

// SlowAudit is an audit of Lighthouse that the page doesn't pass.
type SlowAudit struct {
	ID           string  `json:"id"`
	Title        string  `json:"title"` // in the language that the tool was asked in
	SavingsMS    float64 `json:"savings_ms,omitempty"`
	SavingsBytes float64 `json:"savings_bytes,omitempty"`
}

// FieldSpeed is the Chrome UX Report's 75th percentiles over 28 days. A metric with too little traffic is nil.
type FieldSpeed struct {
	Origin   bool     `json:"origin"` // of the whole site: the page alone has too few visitors
	Category string   `json:"category,omitempty"`
	LCP      *float64 `json:"lcp_ms,omitempty"`
	INP      *float64 `json:"inp_ms,omitempty"`
	CLS      *float64 `json:"cls,omitempty"`
	FCP      *float64 `json:"fcp_ms,omitempty"`
	TTFB     *float64 `json:"ttfb_ms,omitempty"`
}

// Measured gives what a page-speed tool measured; nil where none did.
func (f *Facts) Measured() *Speed {
	if !f.Speed.OK() || f.Speed.Value.Mobile == nil {
		return nil
	}
	return &f.Speed.Value
}
