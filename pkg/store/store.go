// Package store says what must be remembered: accounts, their keys and who may sign in, batches, audits and their reports, the questions that a site's customers ask, what
// was metered, what is in flight, and the jobs that workers take. Drivers live in folders of their own and are held to one shared suite (storetest). The rules (who may, what counts, what is
// served) are the service's; a store keeps and gives back.
package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// ErrUnavailable: the store can't be written or reached now (locked, full, gone); the same call may succeed later. Drivers wrap it.
var ErrUnavailable = errors.New("the store can't be reached now")

// ErrHeld: another process works a store that one process at a time may work. Drivers wrap it.
var ErrHeld = errors.New("another auditctl works on this store")

// Store remembers. It is safe for concurrent use. Errors that a caller decides on: *audit.Error with audit.CodeNotFound for an unknown id, and
// ErrUnavailable. Times are kept to the microsecond, in UTC.
type Store interface {
	Reader
	Accounts
	People
	Paid
	Queue
	// Update runs do in one transaction: all of it happens or nothing. Where the database asks for it (deadlock, serialization), do is run again, so
	// it must not change what it closes over other than by assignment.
	Update(ctx context.Context, do func(Tx) error) error
	// Clean removes what has expired, a bounded amount per transaction, until nothing is left of it.
	Clean(ctx context.Context, c Cleaning) (Cleaned, error)
	// Ready says that the store can be read and written.
	Ready(ctx context.Context) error
	Close() error
}

// Reader gives back what was written. The account is the one that owns what is read; empty is the operator's own command.
type Reader interface {
	// Audit gives one audit.
	Audit(ctx context.Context, account, id string, checks bool) (audit.Encoded, error)
	// Batch gives the audits of a batch in the order they were accepted in.
	Batch(ctx context.Context, account, id string, checks bool) ([]audit.Encoded, error)
	// Audits gives at most q.Limit audits, newest first, without their checks; those older than the id q.Cursor, where it is set.
	Audits(ctx context.Context, account string, q audit.Query) ([]audit.Encoded, error)
	// Batches gives at most q.Limit heads of batches, newest first; those older than the id q.Cursor, where it is set.
	Batches(ctx context.Context, account string, q audit.Query) ([]audit.BatchHead, error)
	// Answers gives what services answered in the run that an audit's report is of; nil where nothing was kept. CodeNotFound for an unknown audit.
	Answers(ctx context.Context, account, id string) ([]byte, error)
	// Evidence gives what was read of the site in the run that an audit's report is of; nil where nothing is kept, or no longer. CodeNotFound for an
	// unknown audit.
	Evidence(ctx context.Context, account, id string) ([]byte, error)
	// Screenshot gives the picture of the page that an audit's report is of, a JPEG; nil where none was taken. CodeNotFound for an unknown audit.
	Screenshot(ctx context.Context, account, id string) ([]byte, error)
	// Questions gives the customer questions that are remembered of a domain; nil where there are none.
	Questions(ctx context.Context, account, domain string) ([]string, error)
	// Backlog counts the audits that wait or run as jobs.
	Backlog(ctx context.Context) (Backlog, error)
}

// Backlog is what the workers have before them.
type Backlog struct {
	Pending int       // audits accepted and not ended
	Running int       // of them, those that a worker has begun
	Oldest  time.Time // when the oldest of them was accepted; zero where there is none
}

// Accounts keeps accounts and their keys.
type Accounts interface {
	// CreateAccount refuses a known e-mail address: CodeValidationFailed.
	CreateAccount(ctx context.Context, a Account) error
	// Account gives the account of an id or an e-mail address, its units counted that were metered after since. CodeNotFound.
	Account(ctx context.Context, idOrEmail string, since time.Time) (Account, error)
	// ListAccounts gives every account by e-mail address, its units counted that were metered after since.
	ListAccounts(ctx context.Context, since time.Time) ([]Account, error)
	// Units gives an account's units that were metered after since, by days in UTC, the oldest first; none for an unknown account.
	Units(ctx context.Context, account string, since time.Time) ([]Units, error)

	// CreateKey stores a key; CodeNotFound for an unknown account.
	CreateKey(ctx context.Context, k Key) error
	// KeyByHash gives a key with its account's id, plan and disabling; CodeNotFound.
	KeyByHash(ctx context.Context, hash [sha256.Size]byte) (Key, Account, error)
	// Keys gives an account's keys, oldest first; every account's where it is empty.
	Keys(ctx context.Context, account string) ([]Key, error)
	// ChangeKey writes expiry and revocation of a key; one that was revoked stays so. CodeNotFound.
	ChangeKey(ctx context.Context, k Key) error
	// Used writes when keys were last used, where that is later than what is kept.
	Used(ctx context.Context, at map[string]time.Time) error
}

// Account is who is metered.
type Account struct {
	ID         string
	Email      string
	Plan       audit.Plan
	Limit      int // units per audit.QuotaWindow
	Used       int // units in the window that was asked for
	Operator   bool
	CreatedAt  time.Time
	DisabledAt *time.Time
	// Password is what argon2id makes of the account's password, in the PHC form; empty where none was set.
	Password string
	// SessionsFrom is when the account's sessions must have begun; zero where none was ended.
	SessionsFrom time.Time
}

// Units are what was metered on one day.
type Units struct {
	First time.Time // when the first of them was metered
	Count int
}

// Key is an API key without its secret.
type Key struct {
	ID         string
	AccountID  string
	Name       string
	Prefix     string // what may be shown of it
	Hash       [sha256.Size]byte
	CreatedAt  time.Time
	ExpiresAt  *time.Time
	RevokedAt  *time.Time
	LastUsedAt *time.Time
}

// People keeps what lets people in: invitations by the hash of their token, and sessions.
type People interface {
	// Invite keeps an invitation; the account's earlier one ends. CodeNotFound for an unknown account.
	Invite(ctx context.Context, i Invitation) error
	// Invited gives the account of an invitation that lasts until after at. CodeNotFound, also where it was used or replaced.
	Invited(ctx context.Context, hash [sha256.Size]byte, at time.Time) (account string, err error)

	// Session gives what is kept of a session that lasts until after at; it says false where there is none.
	Session(ctx context.Context, token string, at time.Time) (data []byte, found bool, err error)
	// KeepSession writes a session. One that was ended stays so.
	KeepSession(ctx context.Context, token string, data []byte, expires time.Time) error
	// EndSession ends a session for good; nothing happens where there is none.
	EndSession(ctx context.Context, token string) error
}

// Invitation lets somebody set an account's password, once.
type Invitation struct {
	AccountID string
	Hash      [sha256.Size]byte // of the token
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Tx is one transaction. Where several rows are locked, the order is: an account, then flights by key, then audits; so that two transactions wait for
// each other never both ways.
type Tx interface {
	// LockAccount gives an account and holds it until the transaction ends. Units metered at or before since have left the window and are dropped.
	LockAccount(ctx context.Context, id string, since time.Time) (Account, error)
	// Meter counts one unit for each audit.
	Meter(ctx context.Context, account string, at time.Time, audits []string) error
	// GiveBack takes an audit's unit off; nothing happens where it has none any more. The account must be locked.
	GiveBack(ctx context.Context, account, auditID string) error
	// ChangeAccount writes plan, limit, disabling and who is an operator. The account must be locked.
	ChangeAccount(ctx context.Context, a Account) error
	// SetPassword writes Account.Password and Account.SessionsFrom. The account must be locked.
	SetPassword(ctx context.Context, account, password string, sessionsFrom time.Time) error
	// UseInvitation ends an account's invitation. CodeNotFound where the account has none of this hash that lasts until after at.
	UseInvitation(ctx context.Context, account string, hash [sha256.Size]byte, at time.Time) error

	// NoteFailure remembers that an audit failed that an account had submitted.
	NoteFailure(ctx context.Context, account, auditID string, at time.Time) error
	// Failures counts an account's failures after since, the newest first and at most atMost, and returns the time of the oldest counted.
	Failures(ctx context.Context, account string, since time.Time, atMost int) (int, time.Time, error)

	// Recall gives what was remembered under an account's idempotency key after since; nil where there is nothing. On a database with many writers it
	// waits for another transaction that is remembering the same.
	Recall(ctx context.Context, account, key string, since time.Time) (*Remembered, error)
	// Remember keeps an answer. A key that was remembered meanwhile is audit.CodeIdempotencyInProgress.
	Remember(ctx context.Context, account, key string, r Remembered) error

	// Fresh gives the newest finished audit that may serve a submission; nil where there is none.
	Fresh(ctx context.Context, k FreshKey) (*Fresh, error)
	// Join gives the audit that leads a flight: auditID itself where nobody led it. The flight is held until the transaction ends.
	Join(ctx context.Context, flight, auditID string) (leader string, err error)
	// Leader gives the audit that leads a flight, and holds it until the transaction ends; empty where there is none.
	Leader(ctx context.Context, flight string) (string, error)
	// Land ends the flights that an audit leads: nobody joins them any more. It gives those that followed it and are still pending.
	Land(ctx context.Context, leader string) ([]Following, error)

	// AddBatch writes a batch with its audits, in their order.
	AddBatch(ctx context.Context, b Batch) error
	// Turn gives the place in the round of accounts that the account's next job takes: after its own jobs, beside everybody else's first.
	Turn(ctx context.Context, account string) (int64, error)
	// Enqueue makes jobs, taken in the order of their turns.
	Enqueue(ctx context.Context, jobs []Job) error

	// Begin notes that an audit is being run, at v.Place and every place that Visit noted of it in an earlier run. It returns false if one
	// of them has reached a limit; then nothing is noted. An audit that was begun before (its worker died) doesn't count against itself.
	// It also returns the remembered questions, like Reader.Questions.
	Begin(ctx context.Context, v Visit) (begun bool, questions []string, err error)
	// Visit notes that an audit which was begun goes on to a further place. It returns false if that has reached a limit: then nothing is
	// noted, or with v.Await that the audit needs the place too, and the audit leaves every place that it holds, so that two audits never
	// wait for each other. The error is ErrTooManyPlaces for an audit that was at MaxPlaces already.
	Visit(ctx context.Context, v Visit) (bool, error)
	// End moves a pending audit to its terminal state, with its report, remembers the questions it made, and forgets its PaidAnswers. It says false, and
	// changes nothing, where the audit isn't pending any more: the first result stands.
	End(ctx context.Context, e Ending) (bool, error)
	// Delete removes an audit that has ended, its report where no other audit rests on it, and its batch with the last of its audits. Errors:
	// CodeNotFound, CodeAuditPending.
	Delete(ctx context.Context, account, id string) error
}

// Batch is what one submission accepted.
type Batch struct {
	ID        string
	AccountID string // empty: the operator's own command
	KeyID     string
	Lang      audit.Lang
	CreatedAt time.Time
	Audits    []NewAudit
}

// NewAudit is an audit as it is accepted.
type NewAudit struct {
	audit.Audit        // without a report; Status is any
	Leader      string // the audit that it finishes with; empty where it runs itself or has ended
	ReportOf    string // the audit whose report is its own; only with status done
	Turn        int64  // of its job; 0 where it has none
	Rules       string // version of the rules it is judged by
}

// FreshKey selects an audit that can stand for another: done, of the same domain, language and rules, audited at or after Since, and either
// made from the very same address, or one that serves its domain and was submitted at, or answered from, the same origin.
type FreshKey struct {
	Domain  string
	URL     string
	Origin  string
	Lang    audit.Lang
	Rules   string
	Since   time.Time
	Account string // only this account's; with Shared, any account's but the operator's own command
	Shared  bool
	// A partial report serves its own account alone, where at least two were audited at or after PartialSince: the first repeat tries
	// again, further ones don't pay for a service that stays down.
	PartialSince time.Time
}

// Fresh is an audit that stands for others.
type Fresh struct {
	ReportOf  string
	AuditedAt time.Time
}

// Following is an audit that waited for another.
type Following struct {
	AuditID   string
	AccountID string
	URL       string
}

// Ending is how an audit ends.
type Ending struct {
	AuditID    string
	Status     audit.Status // terminal
	Cached     bool
	FinishedAt time.Time
	Error      *audit.Failure
	// With status done: whose report it is; the report itself where it is this audit's own; when it was made, and what it may serve.
	ReportOf       string
	Report, Checks []byte
	AuditedAt      time.Time
	Serves         Serves
	Asked          string // origin that was submitted; empty where the report serves no other address there
	Answered       string // origin that the page came from in the end
	Partial        bool
	// What is kept beside a report of the audit's own: the answers that it rests on, the picture of the page, and the questions that its account asks of
	// the domain from now on; nil leaves those that are remembered.
	Answers    []byte
	Screenshot []byte
	Questions  []string
	// What was read of the site; it stays as long as the report, but the oldest of all evidence goes where there is more than EvidenceLimit bytes in all.
	// 0 is no limit.
	Evidence      []byte
	EvidenceLimit int64
}

// Serves says which later submissions a report may answer.
type Serves string

// A front page answers for its domain, another page for its own address, a truncated report for nothing.
const (
	ServesNothing Serves = ""
	ServesURL     Serves = "url"
	ServesDomain  Serves = "domain"
)

// Visit is an audit about to send requests to a place.
type Visit struct {
	AuditID string
	Account string
	Place   string // audit.Place.Key
	Await   bool   // for Tx.Visit: the audit can't do without the place
	At      time.Time
	Since   time.Time // visits after it count as started
	// MaxRunning and MaxStarted bound the audits that are at the place, and that came there after Since; 0 means no bound. Of the latter an
	// account has two thirds of what the others leave, at least one, so that no account takes a place from all others.
	MaxRunning, MaxStarted int
}

// MaxPlaces is how many places one audit may visit. More than an audit needs: its site, its address, a few redirects.
const MaxPlaces = 12

// ErrTooManyPlaces is returned for an audit that was at MaxPlaces.
var ErrTooManyPlaces = errors.New("the audit leads to too many sites")

// Remembered is the answer to a submission that had an idempotency key.
type Remembered struct {
	Fingerprint [sha256.Size]byte // of the submission
	BatchID     string
	Answer      []byte
	At          time.Time
}

// Cleaning says what has expired.
type Cleaning struct {
	Remembered time.Time // idempotency records older
	Failures   time.Time // of accounts, older
	Visits     time.Time // of audits that ended, older
	Metered    time.Time // units that left the window
	Audits     time.Time // ended before, with their reports and empty batches; zero keeps all
	Expired    time.Time // sessions and invitations that had expired by then
}

// Cleaned counts what was removed.
type Cleaned struct {
	Remembered, Failures, Visits, Metered, Audits, Sessions, Invitations int
	// PaidAnswers are those whose audit isn't pending: only a process of an earlier version leaves them when it ends an audit.
	PaidAnswers int
}

// Queue hands accepted audits to workers. A job is given at least once; what it did is kept exactly once by Running.Finish.
type Queue interface {
	// Work gives jobs to w.Run, at most w.Count at once, until ctx ends. Then it takes no more, waits w.Grace for those running, cancels the rest,
	// which are handed back at once, and returns. A job whose process died is given to another within 30 seconds. Errors: ErrHeld.
	Work(ctx context.Context, w Worker) error
}

// Job is an audit to be run. All of it comes back with Running.
type Job struct {
	AuditID   string
	AccountID string // that owns the audit
	KeyID     string // that submitted it; empty where the account did without one
	Turn      int64
	Trace     string // W3C traceparent of the request that submitted it; may be empty
}

// Worker is how one process takes jobs.
type Worker struct {
	Node    string // names the process; unique among those that live
	Count   int    // jobs at once
	Timeout time.Duration
	Grace   time.Duration
	// Run runs a job. nil ends it; *Later gives it back to be taken later, not counted as an attempt; any other error gives it back after a while, longer
	// each time, counted.
	Run func(ctx context.Context, r Running) error
	// Tend is called at the start and then every TendEvery, by one process of all.
	Tend      func(ctx context.Context) error
	TendEvery time.Duration
	Log       *slog.Logger
}

// Running is a job that a worker has.
type Running struct {
	Job
	Attempt int // from 1
	// Finish is Update, and ends the job in the same transaction.
	Finish func(ctx context.Context, do func(Tx) error) error
}

// Later gives a job back.
type Later struct{ After time.Duration }

func (l *Later) Error() string { return "to be taken again in " + l.After.String() }
