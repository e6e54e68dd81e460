// Package store says what must be remembered: batches, their audits, and the reports of those that finished. Drivers live in folders of their own
// and are accepted by one shared suite (storetest).
package store

import (
	"context"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Store remembers audits. It is safe for concurrent use. Errors that a caller decides on are *audit.Error: audit.CodeNotFound for an unknown id.
type Store interface {
	Writer
	Reader
	Close() error
}

// Writer changes states. Every method is one transaction: all of it happens or nothing.
type Writer interface {
	// Accept writes a batch with its audits, in their order, in whatever states they are.
	Accept(ctx context.Context, b Batch) error
	// Finish moves a pending audit to the terminal state it is given in, with its report. An audit that isn't pending any more is left as it is:
	// the first result stands.
	Finish(ctx context.Context, a audit.Audit) error
}

// Reader gives back what was written.
type Reader interface {
	// Audit gives one audit, its checks with it.
	Audit(ctx context.Context, id string) (*audit.Audit, error)
	// Batch gives the audits of a batch in the order they were accepted in, their checks with them.
	Batch(ctx context.Context, id string) ([]audit.Audit, error)
	// Batches gives the heads of the newest batches.
	Batches(ctx context.Context, limit int) ([]audit.BatchHead, error)
	// Audits gives audits without their checks, newest first.
	Audits(ctx context.Context, q audit.Query) ([]audit.Audit, error)
	// Fresh gives the newest finished audit that may serve a submission, with its checks; nil where there is none.
	Fresh(ctx context.Context, k FreshKey) (*audit.Audit, error)
}

// Batch is what one submission accepted.
type Batch struct {
	ID        string
	Lang      audit.Lang
	CreatedAt time.Time
	Audits    []audit.Audit
}

// FreshKey selects an audit that can stand for another: whole (not truncated), done, of the same domain, language and rules, audited at or after
// Since, and made either from the site's front page or from the very same address.
type FreshKey struct {
	Domain string
	URL    string
	Lang   audit.Lang
	Rules  string
	Since  time.Time
}
