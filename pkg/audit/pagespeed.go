package audit

import "time"

// PageSpeed is what a page-speed tool measured of the submitted page.
type PageSpeed struct {
	Tool    string      `json:"tool"`              // "PageSpeed Insights", "Lighthouse"
	Version string      `json:"version"`           // of Lighthouse, which both run
	URL     string      `json:"url"`               // that was measured, after redirects
	At      time.Time   `json:"at"`                // when the tool began
	Mobile  LabSpeed    `json:"mobile"`            // as on a telephone; its score is that of the metric performance
	Desktop *LabSpeed   `json:"desktop,omitempty"` // as on a desktop computer
	Field   *FieldSpeed `json:"field,omitempty"`   // what visitors had; absent where there are too few, or the tool doesn't know
}

// LabSpeed is what a tool measured on one kind of device. Of several runs, it is the one with the median score, the lower of two in the middle. A metric
// that the tool doesn't have is absent.
type LabSpeed struct {
	Score    int         `json:"score"`            // 0 to 100
	Runs     int         `json:"runs"`             // that gave a score
	Scores   []int       `json:"scores"`           // of all runs, in ascending order
	Spread   int         `json:"spread"`           // points between the worst run and the best
	LCP      *float64    `json:"lcp_ms,omitempty"` // largest contentful paint
	CLS      *float64    `json:"cls,omitempty"`    // cumulative layout shift, without unit
	TBT      *float64    `json:"tbt_ms,omitempty"` // total blocking time
	FCP      *float64    `json:"fcp_ms,omitempty"` // first contentful paint
	SI       *float64    `json:"si_ms,omitempty"`  // speed index
	INP      *float64    `json:"inp_ms,omitempty"` // interaction to next paint
	Failures []SlowAudit `json:"failures"`         // audits that the page doesn't pass, the greatest saving first; at most 10
}

// SlowAudit is an audit of Lighthouse that the page doesn't pass.
type SlowAudit struct {
	ID           string  `json:"id"`
	Title        string  `json:"title"`
	SavingsMS    float64 `json:"savings_ms,omitempty"`
	SavingsBytes float64 `json:"savings_bytes,omitempty"`
}

// FieldSpeed is the Chrome UX Report's 75th percentiles over 28 days. A metric with too little traffic is absent.
type FieldSpeed struct {
	Origin   bool     `json:"origin"`             // of the whole site: the page alone has too few visitors
	Category string   `json:"category,omitempty"` // fast, average, slow
	LCP      *float64 `json:"lcp_ms,omitempty"`
	INP      *float64 `json:"inp_ms,omitempty"`
	CLS      *float64 `json:"cls,omitempty"`
	FCP      *float64 `json:"fcp_ms,omitempty"`
	TTFB     *float64 `json:"ttfb_ms,omitempty"` // time to first byte
}
