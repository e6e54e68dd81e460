package store

import (
	"context"
	"crypto/sha256"
)

// Paid keeps what services answered to audits that haven't ended, so that nobody pays for it again where an audit is run again. It goes with the audit's end.
type Paid interface {
	// PaidAnswers gives what is kept of an audit, in the order of Nth.
	PaidAnswers(ctx context.Context, auditID string) ([]PaidAnswer, error)
	// KeepPaidAnswer keeps an answer. Nothing happens where the audit isn't pending any more, or one is there of the same request and Nth.
	KeepPaidAnswer(ctx context.Context, auditID string, a PaidAnswer) error
}

// PaidAnswer is what a service answered.
type PaidAnswer struct {
	Asked  [sha256.Size]byte // names the request
	Nth    int               // of the answers to that request, from 0
	Answer []byte
}
