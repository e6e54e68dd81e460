package audit

import (
	"context"
	"time"
)

// Service accepts audits and gives their results, on behalf of one caller. It is kept in process (package service) and, the same, by a client of a
// server. What belongs to another account doesn't exist: CodeNotFound.
type Service interface {
	// Submit accepts 1 to MaxURLs addresses as one batch. An address that can't be audited is an entry with status invalid, never an error.
	// Errors: CodeValidationFailed, CodeOverloaded, CodeTooManyFailures, CodeIdempotencyKeyReused, CodeIdempotencyInProgress.
	Submit(ctx context.Context, s Submission) (Receipt, error)
	// Audit gives one audit, its checks with it. Errors: CodeNotFound.
	Audit(ctx context.Context, id string) (*Audit, error)
	// Screenshot gives the picture of the page that an audit's report is of, as a browser showed it: a JPEG of at most MaxScreenshot bytes. Errors:
	// CodeNotFound, also where none was taken.
	Screenshot(ctx context.Context, id string) ([]byte, error)
	// Batch gives a batch with every audit in the order of its submission, their checks with them. Errors: CodeNotFound.
	Batch(ctx context.Context, id string) (*Batch, error)
	// Delete removes an audit that has ended, and its batch with the last of its audits. Errors: CodeNotFound, CodeAuditPending.
	Delete(ctx context.Context, id string) error
	// Audits lists finished and unfinished audits without their checks, newest first. Errors: CodeValidationFailed for a cursor that isn't one.
	Audits(ctx context.Context, q Query) (AuditPage, error)
	// Batches lists batches without their audits, newest first. Errors: as Audits.
	Batches(ctx context.Context, q Query) (BatchPage, error)
	// Account gives the plan and the quota that submissions are metered against.
	Account(ctx context.Context) (Account, error)
}

// Submission is what a caller sends.
type Submission struct {
	URLs []string
	Lang Lang // English where empty
	// Refresh asks for a fresh audit, whatever is stored. An audit of the same site that is in flight is fresh.
	Refresh bool
	// MaxAge is how old a stored audit of the domain may be to be served instead; 0 is what the service holds fresh. A server decides that itself.
	MaxAge time.Duration
	// IdempotencyKey makes a repeated submission the first one, for 24 hours; at most MaxIdempotencyKey bytes. Empty is none.
	IdempotencyKey string
}

// MaxScreenshot is the largest picture of a page, in bytes.
const MaxScreenshot = 256 << 10

// MaxIdempotencyKey is the longest idempotency key, in bytes.
const MaxIdempotencyKey = 255

// Query selects audits, or batches.
type Query struct {
	Domain string // every domain where empty; batches aren't selected by it
	Limit  int    // at most; 0 is 100
	Cursor string // the NextCursor of the page before; the first page where empty
}

// AuditPage is a part of a list of audits.
type AuditPage struct {
	Success    bool    `json:"success"`
	Audits     []Audit `json:"audits"`
	NextCursor string  `json:"next_cursor,omitempty"` // empty on the last page
}

// BatchPage is a part of a list of batches.
type BatchPage struct {
	Success    bool        `json:"success"`
	Batches    []BatchHead `json:"batches"`
	NextCursor string      `json:"next_cursor,omitempty"` // empty on the last page
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

// Caller is on whose behalf a call is made. The zero Caller is the operator's own command on this machine: unmetered, and apart from every account.
type Caller struct {
	AccountID string
	KeyID     string
}

// Local says that the caller is the operator's own command.
func (c Caller) Local() bool { return c.AccountID == "" }

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
