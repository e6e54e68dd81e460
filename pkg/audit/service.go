package audit

import (
	"context"
	"time"
)

// Service accepts audits and gives their results. It is kept in process (package service) and, the same, by a client of a server.
type Service interface {
	// Submit accepts 1 to MaxURLs addresses as one batch. An address that can't be audited is an entry with status invalid, never an error.
	// Errors: CodeValidationFailed, CodeOverloaded.
	Submit(ctx context.Context, s Submission) (Receipt, error)
	// Audit gives one audit, its checks with it. Errors: CodeNotFound.
	Audit(ctx context.Context, id string) (*Audit, error)
	// Batch gives a batch with every audit in the order of its submission. Errors: CodeNotFound.
	Batch(ctx context.Context, id string) (*Batch, error)
	// Batches lists batches without their audits, newest first.
	Batches(ctx context.Context, limit int) ([]BatchHead, error)
	// Audits lists finished and unfinished audits without their checks, newest first.
	Audits(ctx context.Context, q Query) ([]Audit, error)
	// Account gives the plan and the quota that submissions are metered against.
	Account(ctx context.Context) (Account, error)
}

// Submission is what a caller sends.
type Submission struct {
	URLs   []string
	Lang   Lang          // English where empty
	MaxAge time.Duration // a stored audit of the domain younger than this is served instead; 0 is always fresh
}

// Query selects audits.
type Query struct {
	Domain string // every domain where empty
	Limit  int    // at most; 0 is 100
}

// BatchHead is a batch without its audits.
type BatchHead struct {
	BatchID   string    `json:"batch_id"`
	CreatedAt time.Time `json:"created_at"`
	Lang      Lang      `json:"lang"`
	Total     int       `json:"total"`
	Completed int       `json:"completed"`
	Pending   int       `json:"pending"`
	Failed    int       `json:"failed"`
	FirstURL  string    `json:"first_url"`
}

// Stage is where an audit is, for progress views.
type Stage string

// The stages of the recipe, in their order.
const (
	StageQueued  Stage = "queued"
	StageReading Stage = "reading"
	StageJudging Stage = "judging"
	StageDone    Stage = "done"
)

// Event is a step of one audit. Audit is set with StageDone.
type Event struct {
	AuditID string
	URL     string
	Stage   Stage
	Detail  string // for reading: what is being read
	Audit   *Audit
}
