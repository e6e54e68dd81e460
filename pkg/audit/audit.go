// Package audit holds the words of the interface specification: the audit and its report, scores with their tiers, batches, receipts,
// the one interface that runs audits here or on a server, and its errors. It does no I/O.
package audit

import (
	"time"

	"github.com/auditctl/auditctl/pkg/citation"
)

// Status is the state of an audit.
type Status string

// The five states of the specification.
const (
	Done          Status = "done"
	Pending       Status = "pending"
	Failed        Status = "failed"
	Invalid       Status = "invalid"
	QuotaExceeded Status = "quota_exceeded"
)

// Terminal says that the audit will not change any more.
func (s Status) Terminal() bool { return s != Pending }

// Lang is the language of the summary, the checks and the report; never that of the citation questions.
type Lang string

// The languages a report can be written in.
const (
	English Lang = "en"
	French  Lang = "fr"
)

// Langs lists every report language, the default first.
func Langs() []Lang { return []Lang{English, French} }

// Text is one sentence in every report language.
type Text struct {
	EN string `json:"en"`
	FR string `json:"fr"`
}

// In gives the sentence in lang, English where lang is unknown.
func (t Text) In(lang Lang) string {
	if lang == French {
		return t.FR
	}
	return t.EN
}

// Tier is the confidence in a score, as the specification has it.
type Tier string

// The three tiers.
const (
	Measured   Tier = "measured"
	AIEstimate Tier = "ai_estimate"
	Estimated  Tier = "estimated"
)

// Metric is the key of a score.
type Metric string

// The ten metrics of every finished audit.
const (
	AIReadiness     Metric = "ai_readiness"
	SEO             Metric = "seo"
	AICrawlability  Metric = "ai_crawlability"
	Performance     Metric = "performance"
	Security        Metric = "security"
	GEO             Metric = "geo"
	AEO             Metric = "aeo"
	GSO             Metric = "gso"
	Design          Metric = "design"
	LocalVisibility Metric = "local_visibility"
)

// Metrics lists the ten metrics in the order of every table and CSV.
func Metrics() []Metric {
	return []Metric{AIReadiness, SEO, AICrawlability, Performance, Security, GEO, AEO, GSO, Design, LocalVisibility}
}

// Score is one metric's number and where it comes from.
type Score struct {
	Value  int    `json:"value"` // 0 to 100
	Tier   Tier   `json:"tier"`
	Source string `json:"source"` // one sentence: how it was obtained, by which tool or rubric, in which version
	// Assessed and NotAssessed count the weighted checks behind the number; what was not assessed is not in the denominator.
	Assessed    int `json:"assessed"`
	NotAssessed int `json:"not_assessed"`
	// Rubric is the built-in rubric's number, where a language model had a part in Value.
	Rubric *int `json:"rubric,omitempty"`
}

// Failure says why an audit ended without a report. Code is stable, Message is for people.
type Failure struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Audit is one submitted URL and, once Status is Done, its Report. Report is nil in every other state; "finished" is Status, never Report != nil
// (a foreign server's explicit nulls would fill the pointer on decoding).
type Audit struct {
	AuditID    string     `json:"audit_id"`
	BatchID    string     `json:"batch_id"`
	URL        string     `json:"url"`
	Domain     string     `json:"domain,omitempty"`
	Status     Status     `json:"status"`
	Cached     bool       `json:"cached"`
	Lang       Lang       `json:"lang"`
	CreatedAt  time.Time  `json:"created_at"`
	FinishedAt *time.Time `json:"finished_at,omitempty"`
	*Report
	Error *Failure `json:"error,omitempty"`
}

// Report is what a finished audit found.
type Report struct {
	OverallAIReadiness int                `json:"overall_ai_readiness"` // 0 to 100, equals Scores[AIReadiness].Value
	Scores             map[Metric]Score   `json:"scores"`               // all ten metrics
	Business           Business           `json:"business"`
	Summary            string             `json:"summary"`
	Steps              []Step             `json:"steps,omitempty"` // what to do first, at most five; absent in audits of older versions
	AICitation         *citation.Recall   `json:"ai_citation"`
	GroundedCitation   *citation.Grounded `json:"grounded_citation"`
	SearchAIMode       *citation.AIMode   `json:"search_ai_mode"`
	LiveCitation       *citation.Live     `json:"live_citation"`
	// Questions are the customer questions that were asked, the same for all passes, in order; absent where no pass ran.
	Questions []string             `json:"questions,omitempty"`
	Diagnosis []citation.Diagnosis `json:"citation_diagnosis,omitempty"` // in the order of Questions

	FinalURL     string     `json:"final_url"`
	AuditedAt    time.Time  `json:"audited_at"`
	RulesVersion string     `json:"rules_version"` // the version of checks and weights; equal versions make scores comparable
	Truncated    bool       `json:"truncated"`     // a bound cut something off; Notes say what
	Notes        []string   `json:"notes"`
	Pages        []PageRead `json:"pages"`
	Timings      Timings    `json:"timings"`
	Cost         *Cost      `json:"cost,omitempty"` // of the services asked; absent where none was
	References   References `json:"references,omitzero"`
	Rendered     *Rendered  `json:"rendered,omitempty"` // the submitted page after JavaScript; absent where no browser opened it
	Checks       []Check    `json:"checks,omitempty"`

	Kept Kept `json:"-"`
}

// Kept is what is stored beside a report and never sent: for the next audit of the site, and to read the answers again.
type Kept struct {
	Questions []string // customer questions that this audit made; nil where they were given
	Answers   []byte   // what the services answered, as package passes keeps it; nil where none was asked
	Evidence  []byte   // what was read of the site, as package evidence keeps it; nil where nothing is kept
	// Screenshot is the submitted page as a browser showed it, a JPEG of auditctl's own making; nil where none was taken.
	Screenshot []byte
	// Partial is set where the site's time ran out, or a service failed for a reason that may pass: the report must not stand for one of
	// another account.
	Partial bool
}

// PageRead is one page that the audit read, the submitted one first.
type PageRead struct {
	URL    string `json:"url"`
	Status int    `json:"status"` // HTTP status of the final answer
	Kind   string `json:"kind"`   // home, about, contact, service, product, category, pricing, faq, article, listing, documentation, legal, other
	Title  string `json:"title"`
	Words  int    `json:"words"` // of the main content
}

// Timings are the measured times of the submitted page, in milliseconds. They are the one part of a report that two runs may differ in.
type Timings struct {
	DNS       int64 `json:"dns_ms"`
	Connect   int64 `json:"connect_ms"`
	TLS       int64 `json:"tls_ms"`
	FirstByte int64 `json:"first_byte_ms"` // from sending the request to the first byte of the answer
	Body      int64 `json:"body_ms"`
	Total     int64 `json:"total_ms"` // of the whole audit
}

// Cost is what the language models and search services that an audit asked have used.
type Cost struct {
	Calls        int      `json:"calls"`
	InputTokens  int      `json:"input_tokens"`
	OutputTokens int      `json:"output_tokens"` // hidden reasoning included
	Searches     int      `json:"searches"`
	USD          *float64 `json:"usd,omitempty"` // as far as services say or prices are configured
}

// Add adds what further calls used.
func (c *Cost) Add(more Cost) {
	c.Calls += more.Calls
	c.InputTokens += more.InputTokens
	c.OutputTokens += more.OutputTokens
	c.Searches += more.Searches
	if more.USD != nil {
		sum := *more.USD
		if c.USD != nil {
			sum += *c.USD
		}
		c.USD = &sum
	}
}

// Business is what the site says of whom it belongs to. A field that the site doesn't say is empty.
type Business struct {
	Industry    string   `json:"industry"` // name of an industry, in the report's language; industry.UnclearName where the site doesn't tell it
	Type        string   `json:"type"`     // one of industry.Types
	Name        string   `json:"name,omitempty"`
	Description string   `json:"description,omitempty"`
	City        string   `json:"city,omitempty"`
	Region      string   `json:"region,omitempty"`
	Country     string   `json:"country,omitempty"`  // ISO 3166-1 alpha-2
	Language    string   `json:"language,omitempty"` // BCP 47
	Phone       string   `json:"phone,omitempty"`    // E.164 where it could be read as such
	Address     string   `json:"address,omitempty"`
	SameAs      []string `json:"same_as,omitempty"`
	Offer       string   `json:"offer,omitempty"`    // what is sold or done, in the site's words; found by a language model only
	Audience    string   `json:"audience,omitempty"` // for whom, likewise
}

// Outcome is the verdict of one check.
type Outcome string

// The four outcomes.
const (
	Pass        Outcome = "pass"
	Warn        Outcome = "warn"
	Fail        Outcome = "fail"
	NotAssessed Outcome = "not_assessed"
)

// Check is one check's verdict on one site, in the report's language.
type Check struct {
	ID            string     `json:"id"`
	Metric        Metric     `json:"metric"`
	Status        Outcome    `json:"status"`
	Reason        string     `json:"reason,omitempty"` // why not assessed: blocked, needs_render, needs_key, too_few_pages, not_applicable, unread
	Weight        int        `json:"weight"`           // in the metric; 0 is reported and never scored
	Also          []Share    `json:"also,omitempty"`   // further metrics the check counts to
	EvidenceLevel string     `json:"evidence_level"`   // A standard or vendor documentation, B replicated study, C one study, D folklore
	Title         string     `json:"title"`
	Detail        string     `json:"detail"`
	Remedy        string     `json:"remedy,omitempty"` // where the status is warn or fail
	Evidence      []Evidence `json:"evidence,omitempty"`
	Reference     string     `json:"reference"`
}

// Share is the weight of a check in a further metric.
type Share struct {
	Metric Metric `json:"metric"`
	Weight int    `json:"weight"`
}

// Evidence is what a verdict rests on.
type Evidence struct {
	URL     string `json:"url"`
	Where   string `json:"where"`   // element, header, line, robots group
	Excerpt string `json:"excerpt"` // what was observed, at most 300 characters
}

// Batch is the audits of one submission.
type Batch struct {
	Success   bool    `json:"success"`
	BatchID   string  `json:"batch_id"`
	Total     int     `json:"total"`
	Completed int     `json:"completed"` // done
	Pending   int     `json:"pending"`
	Failed    int     `json:"failed"` // failed, invalid and quota_exceeded
	Audits    []Audit `json:"audits"`
}

// NewBatch counts the states of audits.
func NewBatch(id string, audits []Audit) Batch {
	b := Batch{Success: true, BatchID: id, Total: len(audits), Audits: audits}
	for _, a := range audits {
		switch a.Status {
		case Done:
			b.Completed++
		case Pending:
			b.Pending++
		default:
			b.Failed++
		}
	}
	return b
}

// Quota is what is left of an account's allowance.
type Quota struct {
	Limit     int    `json:"limit"`
	Remaining int    `json:"remaining"`
	Window    string `json:"window"` // "rolling 30 days"
}

// Account is the plan behind a key.
type Account struct {
	Plan  string `json:"plan"`
	Quota Quota  `json:"quota"`
}

// Entry is one URL of a receipt.
type Entry struct {
	URL     string   `json:"url"`
	AuditID string   `json:"audit_id"`
	Status  Status   `json:"status"`
	Cached  bool     `json:"cached"`
	Error   *Failure `json:"error,omitempty"`
}

// Receipt answers a submission.
type Receipt struct {
	Success bool    `json:"success"`
	BatchID string  `json:"batch_id"`
	Count   int     `json:"count"`
	Metered int     `json:"metered"`
	Audits  []Entry `json:"audits"`
	Quota   Quota   `json:"quota"`
}
