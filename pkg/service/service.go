// Package service is audit.Service in this process: it accepts submissions into a store, meters them, serves what is fresh enough, and runs the rest
// through the pipeline: at once for the operator's own command, through the store's queue for accounts.
package service

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// Runner turns one address into a report. pipeline.Pipeline is one.
type Runner interface {
	// Validate says why an address may not be audited here, before anything is fetched.
	Validate(t audit.Target) *audit.Error
	// Run audits. Its error is an *audit.Error with a code that gaps in a site's answers have, or CodeInternal. questions are the customer questions that
	// are remembered of the site; nil where there are none. What it asks of services takes and keeps answers as the context says (engine.WithKept).
	Run(ctx context.Context, t audit.Target, lang audit.Lang, questions []string, progress func(audit.Stage, string)) (*audit.Report, error)
	// RulesVersion names the rules that Run judges by, and the services that it asks. A report of another version lacks some of them, and serves nobody.
	RulesVersion() string
}

// Config is what a Service is made of.
type Config struct {
	Store  store.Store
	Runner Runner
	// MaxURLs bounds one submission; 0 is no bound, for the operator's own command.
	MaxURLs int
	// Concurrency is how many sites Work audits at once; 50 where it is 0.
	Concurrency int
	// Timeout bounds one run of an audit from the queue, less the waits that the Runner stops its clock for (suspend.Stop), and ten times
	// that in all; 0 means 90 s. The operator's own command leaves that to its Runner.
	Timeout time.Duration
	// CacheAge is how long a finished audit serves an account's submissions; 0 is never.
	CacheAge time.Duration
	// CachePerAccount serves an account what it audited itself only, and lets its audits wait for each other only. Otherwise all accounts share.
	CachePerAccount bool
	// QueueLimit is how many audits may wait or run before further submissions are refused; 0 means no limit.
	QueueLimit int
	// FailureLimit is how many runs of an account may end without a report in an hour before further submissions are refused; 0 is no
	// limit.
	FailureLimit int
	// HostRunning and HostHourly bound the audits of one host, over all accounts: those that run at once, and those begun within an hour.
	// The rest wait. A host is its registrable domain, wherever redirects lead to it from (audit.Place). An account has two thirds of the
	// hour that others leave. 0 means no limit.
	HostRunning, HostHourly int
	// AddressLimits makes the same limits count addresses that names lead to without a valid certificate for the name.
	AddressLimits bool
	// Retention is how long ended audits are kept; 0 keeps them.
	Retention time.Duration
	// EvidenceLimit bounds, in bytes, what is kept of all that audits read; the oldest goes first. 0 is no limit.
	EvidenceLimit int64
	// Progress is told of every step; it must not block. May be nil.
	Progress func(audit.Event)
	// Log is where faults of ours go, nothing of users' secrets; nowhere where nil.
	Log *slog.Logger
	// Now is the clock; time.Now where nil.
	Now func() time.Time
}

// Service accepts for many callers and runs what it accepted. It is safe for concurrent use.
type Service struct {
	Config
	newID    func(prefix string) (string, error)
	watched  bool                           // somebody listens to Progress
	keys     recent[keyHash, authenticated] // by the hash of the secret
	accounts recent[string, store.Account]  // by id
	ended    recent[owned, audit.Encoded]   // audits that have ended, without their checks
	queue    depth
	// submitting holds the idempotency keys of submissions that this process is at, as [2]string of account and key.
	submitting sync.Map
	uses       uses
	passwords  passwords
	trials     trials
}

// New makes a Service.
func New(c Config) *Service {
	if c.Concurrency <= 0 {
		c.Concurrency = 50
	}
	if c.Timeout <= 0 {
		c.Timeout = 90 * time.Second
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{Config: c, newID: newID, watched: c.Progress != nil, passwords: newPasswords()}
	s.keys.most, s.accounts.most, s.ended.most = recentKeys, recentKeys, recentReports
	s.keys.exists = func(a authenticated) bool { return a.known }
	if !s.watched {
		s.Progress = func(audit.Event) {}
	}
	return s
}

// now is the clock as every store can keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// Ready says that submissions can be stored.
func (s *Service) Ready(ctx context.Context) error { return trouble(s.Store.Ready(ctx)) }

// Backlog counts the audits that wait or run, those of them that run, and says when the oldest was accepted (zero where there is none).
func (s *Service) Backlog(ctx context.Context) (pending, running int, oldest time.Time, err error) {
	b, err := s.Store.Backlog(ctx)
	return b.Pending, b.Running, b.Oldest, trouble(err)
}

// Untold is an error of a method for operators as somebody else may be told of it.
func Untold(err error) error { return trouble(err) }

// trouble keeps from strangers why the store can't be reached: they can only wait. The cause stays in the error, for the log.
func trouble(err error) error {
	if errors.Is(err, store.ErrUnavailable) {
		return &audit.Error{
			Code: audit.CodeOverloaded, Message: "the service can't reach its store at the moment; try again in a few seconds", Err: err, RetryAfter: retryAfter,
		}
	}
	return err
}

// retryAfter is when a refused submission may do better: what is in the way passes in seconds, or lasts.
const retryAfter = 5 * time.Second
