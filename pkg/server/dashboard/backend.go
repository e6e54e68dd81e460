// Package dashboard is the service for people who would rather look than read: server-rendered pages under /dashboard where a subscriber signs in, makes
// keys, sees what is left of the quota, submits addresses and opens reports, and where an operator sees accounts and the queue.
package dashboard

import (
	"context"
	"net/url"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// InvitationPath is where an invitation is accepted, below the address that people know the service by.
func InvitationPath(invitation string) string {
	return "/dashboard/invitation/" + url.PathEscape(invitation)
}

// Service is audit.Service, and audits in the bytes they are kept in, for lists: some of them are asked for again every few seconds.
type Service interface {
	audit.Service
	// EncodedBatch gives the audits of a batch, in the order of their submission. Errors: audit.CodeNotFound.
	EncodedBatch(ctx context.Context, id string, checks bool) ([]audit.Encoded, error)
	// EncodedAudits is Audits; next is the cursor of the page after, empty on the last. Errors: audit.CodeValidationFailed.
	EncodedAudits(ctx context.Context, q audit.Query) (list []audit.Encoded, next string, err error)
}

// Backend is what is behind the pages. Methods that take an account act for that account alone: what belongs to another doesn't exist (CodeNotFound).
type Backend interface {
	// For gives the audits of an account.
	For(caller audit.Caller) Service

	// SignIn gives the account of an e-mail address and its password. Errors: audit.CodeUnauthorized, the same and after the same time for an unknown
	// address, a wrong password, an account without a password and a disabled one; audit.CodeOverloaded.
	SignIn(ctx context.Context, email, password string) (Account, error)
	// Account gives an account by its id. Errors: audit.CodeNotFound, also for a disabled one.
	Account(ctx context.Context, id string) (Account, error)
	// Invited gives the account that an invitation is for. Errors: audit.CodeNotFound for one that is unknown, used or expired.
	Invited(ctx context.Context, invitation string) (Account, error)
	// Accept sets the password of the account that an invitation is for, uses the invitation up and ends the account's sessions. Errors:
	// audit.CodeNotFound as Invited, audit.CodeValidationFailed for a password that is too short, too long or
	// (field code "guessable") easy to guess.
	Accept(ctx context.Context, invitation, password string) (Account, error)
	// ChangePassword sets another password and ends the account's sessions. Errors: audit.CodeUnauthorized for a wrong present one,
	// audit.CodeValidationFailed.
	ChangePassword(ctx context.Context, account, present, next string) error
	// Confirm says that it is the account's password, for who is signed in already. Errors: audit.CodeUnauthorized, audit.CodeOverloaded.
	Confirm(ctx context.Context, account, password string) error
	// EndSessions signs an account out everywhere, on every node within a second.
	EndSessions(ctx context.Context, account string) error

	// Keys gives the account's keys, oldest first.
	Keys(ctx context.Context, account string) ([]Key, error)
	// CreateKey makes a key; the secret is given this once. It ends after expires, where that isn't 0. Errors: audit.CodeValidationFailed.
	CreateKey(ctx context.Context, account, name string, expires time.Duration) (secret string, k Key, err error)
	// RevokeKey ends a key now. Errors: audit.CodeNotFound.
	RevokeKey(ctx context.Context, account, id string) error
	// RotateKey makes a key with the name of another, which ends after the overlap. Errors: audit.CodeNotFound, audit.CodeValidationFailed.
	RotateKey(ctx context.Context, account, id string, overlap time.Duration) (secret string, k Key, err error)
	// Usage gives the units in the account's window by the days they leave it, the next first.
	Usage(ctx context.Context, account string) ([]Returning, error)

	// What an operator's account may do. The pages call these for such accounts only.
	Accounts(ctx context.Context) ([]Account, error)
	AllKeys(ctx context.Context) ([]Key, error)
	SetPlan(ctx context.Context, account string, plan audit.Plan, limit int) error
	SetDisabled(ctx context.Context, account string, disabled bool) error
	RevokeAnyKey(ctx context.Context, id string) error
	Backlog(ctx context.Context) (pending, running int, oldest time.Time, err error)

	// Sessions keeps what browsers are signed in with; package scs calls it with the hashes of its tokens.
	Sessions() Sessions
}

// Sessions keeps sessions by the hash of their token. It is the CtxStore of package scs.
type Sessions interface {
	FindCtx(ctx context.Context, token string) (data []byte, found bool, err error)
	CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error
	DeleteCtx(ctx context.Context, token string) error
	// The three without a context are part of that interface too.
	Find(token string) (data []byte, found bool, err error)
	Commit(token string, data []byte, expiry time.Time) error
	Delete(token string) error
}

// Account is who is signed in, or whom an operator looks at.
type Account struct {
	ID       string
	Email    string
	Plan     audit.Plan
	Quota    audit.Quota
	Operator bool
	// HasPassword: an invitation was accepted.
	HasPassword bool
	CreatedAt   time.Time
	DisabledAt  *time.Time
	// SessionsFrom grows whenever all sessions of the account end: one that began under an earlier value is over.
	SessionsFrom time.Time
}

// Key is an API key without its secret.
type Key struct {
	ID         string
	AccountID  string
	Name       string
	Prefix     string // what may be shown of it
	CreatedAt  time.Time
	ExpiresAt  *time.Time
	RevokedAt  *time.Time
	LastUsedAt *time.Time
}

// Ended says that the key opens nothing any more.
func (k Key) Ended(now time.Time) bool {
	return k.RevokedAt != nil || k.ExpiresAt != nil && !now.Before(*k.ExpiresAt)
}

// Returning is units that come back on one day.
type Returning struct {
	At    time.Time // when the first of them does
	Units int
}
