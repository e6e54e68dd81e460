package store

import (
	"context"
	"crypto/sha256"
	"time"
)

// Paid keeps what services answered to audits that haven't ended, so that nobody pays for it again where an audit is run again. It goes with the audit's end.
type Paid interface {
	// PaidAnswers gives what is kept of an audit since, in the order of Nth.
	PaidAnswers(ctx context.Context, auditID string, since time.Time) ([]PaidAnswer, error)
	// KeepPaidAnswer keeps an answer, in the place of one to the same request with the same Nth. Nothing happens where the audit isn't pending any more.
	KeepPaidAnswer(ctx context.Context, auditID string, a PaidAnswer) error
}

// PaidAnswer is what a service answered.
type PaidAnswer struct {
	Asked  [sha256.Size]byte // names the request
	Nth    int               // of the answers to that request, from 0
	At     time.Time         // when it came
	Answer []byte
}
