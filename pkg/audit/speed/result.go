package speed

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const (
	maxFailures = 10
	maxTitle    = 200 // characters
	// passing is the score from which Lighthouse shows an audit as passed.
	passing = 0.9
)

// measured is one run of Lighthouse.
type measured struct {
	version, url string    // url is empty where the result doesn't say
	at           time.Time // zero where the result doesn't say
	lab          page.LabSpeed
	field        *page.FieldSpeed
}

// result is Lighthouse's result (LHR), in the forms that it has had since version 3. PageSpeed Insights leaves out what is empty, so nothing is certain to
// be there.
type result struct {
	Version           string                `json:"lighthouseVersion"`
	FinalDisplayedURL string                `json:"finalDisplayedUrl"` // since 10
	FinalURL          string                `json:"finalUrl"`
	RequestedURL      string                `json:"requestedUrl"`
	FetchTime         string                `json:"fetchTime"`
	RuntimeError      *runtimeError         `json:"runtimeError"`
	Categories        categories            `json:"categories"`
	ReportCategories  categories            `json:"reportCategories"` // of previews of 3
	Audits            map[string]*auditOfIt `json:"audits"`
}

type runtimeError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type category struct {
	ID        string `json:"id"`
	Score     number `json:"score"`
	AuditRefs []struct {
		ID string `json:"id"`
	} `json:"auditRefs"`
}

// categories are an object by id, or a list.
type categories []category

// UnmarshalJSON reads both forms.
func (c *categories) UnmarshalJSON(data []byte) error {
	var list []category
	if json.Unmarshal(data, &list) == nil {
		*c = list
		return nil
	}
	var byID map[string]category
	if err := json.Unmarshal(data, &byID); err != nil {
		return err
	}
	for id, one := range byID {
		one.ID = id
		*c = append(*c, one)
	}
	return nil
}

// number is a JSON number; nil where there is none or something else, as older versions have it in places.
type number struct{ value *float64 }

// UnmarshalJSON takes what isn't a number for none.
func (n *number) UnmarshalJSON(data []byte) error {
	var v float64
	if json.Unmarshal(data, &v) == nil && string(data) != "null" {
		n.value = &v
	}
	return nil
}

// quantity gives the number where it can be one of a measurement: finite and not negative.
func (n number) quantity() *float64 {
	if n.value == nil || !(*n.value >= 0) || math.IsInf(*n.value, 0) {
		return nil
	}
	return n.value
}

func (n number) orZero() float64 {
	if q := n.quantity(); q != nil {
		return *q
	}
	return 0
}

type auditOfIt struct {
	Title        string  `json:"title"`
	Score        number  `json:"score"`
	Mode         string  `json:"scoreDisplayMode"` // "not-applicable" in 3, "notApplicable" since
	NumericValue number  `json:"numericValue"`     // since 5
	RawValue     number  `json:"rawValue"`         // until 4
	Details      savings `json:"details"`
	// MetricSavings are by metric: milliseconds, but for CLS. Since 11.
	MetricSavings map[string]number `json:"metricSavings"`
}

// savings are what details say that mending would bring, of whichever kind they are.
type savings struct {
	MS    number `json:"overallSavingsMs"`
	Bytes number `json:"overallSavingsBytes"`
}

// UnmarshalJSON leaves details that are no object alone.
func (s *savings) UnmarshalJSON(data []byte) error {
	type plain savings
	var p plain
	if json.Unmarshal(data, &p) == nil {
		*s = savings(p)
	}
	return nil
}

// The audits of the metrics; those of interaction have had other names.
const (
	auditLCP = "largest-contentful-paint" // since 6
	auditCLS = "cumulative-layout-shift"  // since 6
	auditTBT = "total-blocking-time"      // since 6
	auditFCP = "first-contentful-paint"
	auditSI  = "speed-index"
)

var (
	auditsINP = []string{"interaction-to-next-paint", "experimental-interaction-to-next-paint"}
	// metrics are no findings; the others are metrics of versions before 6 and 13.
	metrics = append([]string{
		auditLCP, auditCLS, auditTBT, auditFCP, auditSI,
		"interactive", "first-meaningful-paint", "first-cpu-idle", "first-interactive", "estimated-input-latency", "max-potential-fid", "metrics",
	}, auditsINP...)
)

// read gives what a result says. The error is an *Error: NoPage, NoScore, or Broke where it is no result.
func (r *result) read() (measured, error) {
	if e := r.RuntimeError; e != nil && e.Code != "" && e.Code != "NO_ERROR" {
		return measured{}, &Error{Reason: NoPage, Code: code(e.Code), Err: errors.New(audit.Printable(shortened(e.Message)))}
	}
	all := slices.Concat(r.Categories, r.ReportCategories)
	at := slices.IndexFunc(all, func(c category) bool { return c.ID == "performance" })
	if r.Version == "" || at < 0 {
		return measured{}, fault(Broke, errors.New("it is no result of Lighthouse with a performance category"))
	}
	score := all[at].Score.quantity()
	if score == nil || *score > 1 {
		return measured{}, fault(NoScore, nil)
	}
	m := measured{version: audit.Printable(shortened(r.Version))}
	where := cmp.Or(r.FinalDisplayedURL, r.FinalURL, r.RequestedURL)
	if strings.HasPrefix(where, "chrome-error:") {
		return measured{}, fault(NoPage, nil)
	}
	if t, refused := audit.ParseTarget(where); refused == nil {
		m.url = t.URL
	}
	if when, err := time.Parse(time.RFC3339, r.FetchTime); err == nil {
		m.at = when.UTC()
	}
	m.lab = page.LabSpeed{
		Score: int(math.Floor(*score*100 + 0.5)), LCP: r.metric(auditLCP), CLS: r.metric(auditCLS), TBT: r.metric(auditTBT), FCP: r.metric(auditFCP),
		SI: r.metric(auditSI), INP: r.metric(auditsINP...), Failures: r.failures(all[at]),
	}
	m.lab.Scores = []int{m.lab.Score}
	return m, nil
}

// metric is the value of the first of the audits that has one.
func (r *result) metric(ids ...string) *float64 {
	for _, id := range ids {
		a := r.Audits[id]
		if a == nil || a.Mode == "error" {
			continue
		}
		if q := a.NumericValue.quantity(); q != nil {
			return q
		}
		if q := a.RawValue.quantity(); q != nil {
			return q
		}
	}
	return nil
}

// failures are the category's audits that don't pass or could save something, the greatest saving first.
func (r *result) failures(c category) []page.SlowAudit {
	var list []page.SlowAudit
	for _, ref := range c.AuditRefs {
		a := r.Audits[ref.ID]
		if a == nil || slices.Contains(metrics, ref.ID) || slices.Contains([]string{"error", "manual", "notApplicable", "not-applicable"}, a.Mode) {
			continue
		}
		one := page.SlowAudit{
			ID: shortened(ref.ID), Title: audit.Printable(shortened(cmp.Or(a.Title, ref.ID))),
			SavingsMS: a.Details.MS.orZero(), SavingsBytes: a.Details.Bytes.orZero(),
		}
		for metric, saved := range a.MetricSavings {
			if metric != "CLS" {
				one.SavingsMS = max(one.SavingsMS, saved.orZero())
			}
		}
		score := a.Score.quantity()
		failed := score != nil && *score < passing && a.Mode != "informative"
		if failed || one.SavingsMS > 0 || one.SavingsBytes > 0 && (score == nil || *score < passing) {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b page.SlowAudit) int {
		return cmp.Or(cmp.Compare(b.SavingsMS, a.SavingsMS), cmp.Compare(b.SavingsBytes, a.SavingsBytes), cmp.Compare(a.ID, b.ID))
	})
	list = slices.CompactFunc(list, func(a, b page.SlowAudit) bool { return a.ID == b.ID })
	return list[:min(len(list), maxFailures)]
}

func shortened(text string) string {
	if runes := []rune(text); len(runes) > maxTitle {
		return string(runes[:maxTitle])
	}
	return text
}

// code is a code of Lighthouse's, where it looks like one; it is shown to people.
func code(text string) string {
	if len(text) > 64 || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") != "" {
		return "UNKNOWN_ERROR"
	}
	return text
}

// Parse reads a result of Lighthouse as its command writes it, of any version since 3. The error is an *Error.
func Parse(report []byte) (page.LabSpeed, string, error) {
	m, err := parse(report)
	return m.lab, m.version, err
}

func parse(report []byte) (measured, error) {
	var r result
	if err := json.Unmarshal(report, &r); err != nil {
		return measured{}, fault(Broke, fmt.Errorf("reading the result of Lighthouse: %w", err))
	}
	return r.read()
}
