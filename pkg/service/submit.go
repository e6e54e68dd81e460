package service

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// How long the answer to a submission with an idempotency key is given again, and for how long a failed audit counts against its account.
const (
	rememberFor   = 24 * time.Hour
	failureWindow = time.Hour
	// partialAge is how long an account that has submitted an address again gets its partial report instead of paying for a service that
	// stays down.
	partialAge = 15 * time.Minute
)

// Submit implements audit.Service. It returns as soon as the batch is stored; the queue runs it, or Work for the operator's own command, which has no
// use of idempotency keys.
func (c *Scoped) Submit(ctx context.Context, sub audit.Submission) (audit.Receipt, error) {
	s := c.service
	if err := s.check(&sub); err != nil {
		return audit.Receipt{}, err
	}
	if c.caller.Local() {
		sub.IdempotencyKey = ""
	}
	if sub.IdempotencyKey != "" {
		key := [2]string{c.caller.AccountID, sub.IdempotencyKey}
		if _, running := s.submitting.LoadOrStore(key, true); running {
			return audit.Receipt{}, &audit.Error{
				Code: audit.CodeIdempotencyInProgress, Message: "the first submission with this idempotency key is still running; send it again in a second", RetryAfter: time.Second,
			}
		}
		defer s.submitting.Delete(key)
	}
	a, err := c.parse(sub)
	if err != nil {
		return audit.Receipt{}, err
	}
	limit := s.QueueLimit
	if c.caller.Local() {
		limit = 0
	}
	if limit > 0 {
		if err := s.queue.look(ctx, s.now(), s.pending); err != nil {
			return audit.Receipt{}, trouble(err)
		}
	}
	// A full queue takes only what needs no run, which a transaction alone can tell: others are not kept waiting for one.
	waiting, begun, end := s.queue.wait(ctx, a.pending(), limit)
	defer end()
	var receipt audit.Receipt
	held := 0
	err = s.Store.Update(waiting, func(tx store.Tx) (err error) {
		begun()
		try := a
		try.tx = tx
		// The store may run this again; places held for a try that came to nothing are free.
		s.queue.settle(held, false)
		held = 0
		receipt, held, err = try.accept(ctx)
		return err
	})
	s.queue.settle(held, err == nil)
	switch {
	case err != nil && waiting.Err() != nil && ctx.Err() == nil:
		return audit.Receipt{}, fullQueue()
	case err != nil:
		return audit.Receipt{}, c.hide(err, "batch")
	}
	if receipt.Metered > 0 {
		s.accounts.forget(c.caller.AccountID)
	}
	return receipt, nil
}

// pending counts the entries that can be audited; some of them may need no run.
func (a *acceptance) pending() (n int) {
	for i := range a.batch.Audits {
		if a.open(i) {
			n++
		}
	}
	return n
}

func (s *Service) pending(ctx context.Context) (int, error) {
	b, err := s.Store.Backlog(ctx)
	return b.Pending, err
}

func (s *Service) check(sub *audit.Submission) error {
	if sub.Lang == "" {
		sub.Lang = audit.English
	}
	switch n := len(sub.URLs); {
	case !slices.Contains(audit.Langs(), sub.Lang):
		return invalid("/lang", "unknown", "unknown language %q; use en or fr", audit.Printable(string(sub.Lang)))
	case n == 0:
		return invalid("/urls", "required", "no address was given")
	case s.MaxURLs > 0 && n > s.MaxURLs:
		return invalid("/urls", "too_many", "%d addresses in one batch; at most %d are allowed", n, s.MaxURLs)
	case len(sub.IdempotencyKey) > audit.MaxIdempotencyKey:
		return invalid("Idempotency-Key", "too_long", "the idempotency key is %d bytes long; at most %d are allowed", len(sub.IdempotencyKey), audit.MaxIdempotencyKey)
	case !utf8.ValidString(sub.IdempotencyKey) || strings.ContainsFunc(sub.IdempotencyKey, func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 }):
		return invalid("Idempotency-Key", "malformed", "the idempotency key holds control characters")
	}
	return nil
}

// acceptance is one submission on its way into the store. Its entries have their ids, and those that can't be audited have ended.
type acceptance struct {
	*Service
	tx     store.Tx
	caller audit.Caller
	sub    audit.Submission
	now    time.Time
	batch  store.Batch
	// targets are the addresses of the batch's audits, read; empty where they can't be.
	targets []audit.Target
}

// parse reads the addresses of a submission.
func (c *Scoped) parse(sub audit.Submission) (acceptance, error) {
	s := c.service
	id, err := s.newID("bat")
	if err != nil {
		return acceptance{}, fmt.Errorf("making a batch id: %w", err)
	}
	now := s.now()
	a := acceptance{
		Service: s, caller: c.caller, sub: sub, now: now, targets: make([]audit.Target, len(sub.URLs)),
		batch: store.Batch{ID: id, AccountID: c.caller.AccountID, KeyID: c.caller.KeyID, Lang: sub.Lang, CreatedAt: now},
	}
	for i, raw := range sub.URLs {
		id, err := s.newID("aud")
		if err != nil {
			return acceptance{}, fmt.Errorf("making an audit id: %w", err)
		}
		entry := store.NewAudit{
			Audit: audit.Audit{AuditID: id, BatchID: a.batch.ID, URL: raw, Status: audit.Pending, Lang: sub.Lang, CreatedAt: now}, Rules: s.Runner.RulesVersion(),
		}
		target, fault := audit.ParseTarget(raw)
		if fault == nil && !utf8.ValidString(raw) {
			fault = audit.Errorf(audit.CodeURLMalformed, "the address isn't written in UTF-8; percent-encode its other characters")
		}
		if fault == nil {
			entry.Domain = target.Domain
			a.targets[i] = target
			fault = s.Runner.Validate(target)
		}
		if fault != nil {
			entry.URL = storable(raw)
			entry.Status, entry.FinishedAt, entry.Error = audit.Invalid, &now, &audit.Failure{Code: fault.Code, Message: fault.Message}
		}
		a.batch.Audits = append(a.batch.Audits, entry)
	}
	return a, nil
}

// storable is what is kept and shown of an address that was refused: no password, no more than an address may have, nothing that a database or JSON can't hold.
func storable(raw string) string {
	s := strings.ReplaceAll(strings.ToValidUTF8(audit.WithoutCredentials(raw), "\uFFFD"), "\x00", "\uFFFD")
	if len(s) > audit.MaxURLLength {
		s = strings.ToValidUTF8(s[:audit.MaxURLLength], "")
	}
	return s
}

// accept gives every entry its first state and stores the batch. It gives how many audits it held a place in the queue for.
func (a *acceptance) accept(ctx context.Context) (receipt audit.Receipt, held int, err error) {
	a.batch.Audits = slices.Clone(a.batch.Audits)
	fingerprint, first, err := a.recall(ctx)
	switch {
	case err != nil:
		return audit.Receipt{}, 0, err
	case first != nil:
		return *first, 0, nil
	}
	account := store.Account{Limit: audit.UnlimitedLimit}
	if !a.caller.Local() {
		if account, err = a.admit(ctx); err != nil {
			return audit.Receipt{}, 0, err
		}
	}
	if err := a.serveFresh(ctx); err != nil {
		return audit.Receipt{}, 0, err
	}
	groups, err := a.join(ctx)
	if err != nil {
		return audit.Receipt{}, 0, err
	}
	run, err := a.meter(ctx, groups, max(0, account.Limit-account.Used), account.Limit)
	if err != nil {
		return audit.Receipt{}, 0, err
	}
	if !a.caller.Local() && len(run) > 0 {
		if err := a.queue.hold(len(run), a.QueueLimit); err != nil {
			return audit.Receipt{}, 0, err
		}
		held = len(run)
		account.Used += held
	}
	receipt = a.receipt(audit.NewQuota(account.Limit, account.Used), held)
	return receipt, held, a.write(ctx, run, fingerprint, receipt)
}

// recall gives the answer that was given to the same submission before.
func (a *acceptance) recall(ctx context.Context) (fingerprint [sha256.Size]byte, first *audit.Receipt, err error) {
	if a.sub.IdempotencyKey == "" {
		return fingerprint, nil, nil
	}
	text, err := json.Marshal(struct {
		URLs    []string
		Lang    audit.Lang
		Refresh bool
	}{a.sub.URLs, a.sub.Lang, a.sub.Refresh})
	if err != nil {
		return fingerprint, nil, fmt.Errorf("encoding a submission: %w", err)
	}
	fingerprint = sha256.Sum256(text)
	r, err := a.tx.Recall(ctx, a.caller.AccountID, a.sub.IdempotencyKey, a.now.Add(-rememberFor))
	switch {
	case err != nil || r == nil:
		return fingerprint, nil, err
	case r.Fingerprint != fingerprint:
		return fingerprint, nil, audit.Errorf(audit.CodeIdempotencyKeyReused, "this idempotency key was used for another submission within 24 hours; use a new one")
	}
	first = new(audit.Receipt)
	if err := json.Unmarshal(r.Answer, first); err != nil {
		return fingerprint, nil, fmt.Errorf("reading a remembered answer: %w", err)
	}
	return fingerprint, first, nil
}

// admit holds the account, so that its submissions are metered one after the other, and refuses whose audits fail too often.
func (a *acceptance) admit(ctx context.Context) (store.Account, error) {
	account, err := a.tx.LockAccount(ctx, a.caller.AccountID, a.now.Add(-audit.QuotaWindow))
	switch {
	case audit.CodeOf(err) == audit.CodeNotFound || err == nil && account.DisabledAt != nil:
		return account, unauthorized()
	case err != nil:
		return account, err
	case a.FailureLimit <= 0:
		return account, nil
	}
	n, oldest, err := a.tx.Failures(ctx, a.caller.AccountID, a.now.Add(-failureWindow), a.FailureLimit+1)
	if err != nil {
		return account, err
	}
	if n > a.FailureLimit {
		return account, &audit.Error{
			Code:       audit.CodeTooManyFailures,
			Message:    fmt.Sprintf("more than %d audits failed within an hour; check the addresses, and go on later", a.FailureLimit),
			RetryAfter: max(time.Second, oldest.Add(failureWindow).Sub(a.now)),
		}
	}
	return account, nil
}

// open says that nothing is decided about an entry yet.
func (a *acceptance) open(i int) bool {
	e := &a.batch.Audits[i]
	return e.Status == audit.Pending && e.Leader == ""
}

// serveFresh ends entries that a finished audit stands for.
func (a *acceptance) serveFresh(ctx context.Context) error {
	for i := range a.batch.Audits {
		if !a.open(i) {
			continue
		}
		fresh, err := a.fresh(ctx, i)
		if err != nil {
			return err
		}
		a.serve(fresh, i)
	}
	return nil
}

// fresh looks for a finished audit that stands for an entry: for the operator's own command, one of its own as old as the submission lets it be.
func (a *acceptance) fresh(ctx context.Context, i int) (*store.Fresh, error) {
	age := a.CacheAge
	if a.caller.Local() {
		age = a.sub.MaxAge
	}
	if a.sub.Refresh || age <= 0 {
		return nil, nil
	}
	e := a.batch.Audits[i]
	return a.tx.Fresh(ctx, store.FreshKey{
		Domain: e.Domain, URL: e.URL, Origin: a.targets[i].Origin(), Lang: e.Lang, Rules: e.Rules, Since: a.now.Add(-age),
		PartialSince: a.now.Add(-min(age, partialAge)),
		Account:      a.caller.AccountID, Shared: !a.caller.Local() && !a.CachePerAccount,
	})
}

func (a *acceptance) serve(fresh *store.Fresh, entries ...int) {
	if fresh == nil {
		return
	}
	for _, i := range entries {
		e := &a.batch.Audits[i]
		e.Status, e.Cached, e.FinishedAt, e.ReportOf = audit.Done, true, &a.now, fresh.ReportOf
	}
}

// meter gives each group a unit of what remains, in the order of their first entries, and the ids of those that are run. A group that no unit is left for
// has exceeded the quota, and so has every one after it.
func (a *acceptance) meter(ctx context.Context, groups [][]int, remaining, limit int) (run []string, err error) {
	for _, group := range groups {
		leader := a.batch.Audits[group[0]].AuditID
		if len(run) < remaining {
			run = append(run, leader)
			for _, i := range group[1:] {
				a.batch.Audits[i].Leader = leader
			}
			continue
		}
		for _, i := range group {
			e := &a.batch.Audits[i]
			e.Status, e.FinishedAt, e.Error = audit.QuotaExceeded, &a.now, &audit.Failure{
				Code:    audit.CodeQuotaExceeded,
				Message: fmt.Sprintf("the allowance of %d audits per 30 days is used up; an audit's unit is free again 30 days after it, or ask for a larger plan", limit),
			}
		}
		if err := a.leave(ctx, group); err != nil {
			return nil, err
		}
	}
	return run, nil
}

func (a *acceptance) receipt(q audit.Quota, metered int) audit.Receipt {
	r := audit.Receipt{Success: true, BatchID: a.batch.ID, Count: len(a.batch.Audits), Metered: metered, Quota: q}
	for _, e := range a.batch.Audits {
		r.Audits = append(r.Audits, audit.Entry{URL: e.URL, AuditID: e.AuditID, Status: e.Status, Cached: e.Cached, Error: e.Error})
	}
	return r
}

// write stores the batch, and for an account its jobs, its units and its answer.
func (a *acceptance) write(ctx context.Context, run []string, fingerprint [sha256.Size]byte, receipt audit.Receipt) error {
	if a.caller.Local() {
		return a.tx.AddBatch(ctx, a.batch)
	}
	jobs, err := a.jobs(ctx, run)
	if err != nil {
		return err
	}
	if err := a.tx.AddBatch(ctx, a.batch); err != nil {
		return err
	}
	if len(run) > 0 {
		if err := a.tx.Meter(ctx, a.caller.AccountID, a.now, run); err != nil {
			return err
		}
		if err := a.tx.Enqueue(ctx, jobs); err != nil {
			return err
		}
	}
	if a.sub.IdempotencyKey == "" {
		return nil
	}
	answer, err := json.Marshal(receipt)
	if err != nil {
		return fmt.Errorf("encoding a receipt: %w", err)
	}
	return a.tx.Remember(ctx, a.caller.AccountID, a.sub.IdempotencyKey, store.Remembered{Fingerprint: fingerprint, BatchID: a.batch.ID, Answer: answer, At: a.now})
}

// jobs gives the audits that are run consecutive turns in the round of accounts.
func (a *acceptance) jobs(ctx context.Context, run []string) ([]store.Job, error) {
	if len(run) == 0 {
		return nil, nil
	}
	turn, err := a.tx.Turn(ctx, a.caller.AccountID)
	if err != nil {
		return nil, err
	}
	trace := traceparent(ctx)
	var jobs []store.Job
	for i := range a.batch.Audits {
		e := &a.batch.Audits[i]
		if len(jobs) < len(run) && e.AuditID == run[len(jobs)] {
			e.Turn = turn + int64(len(jobs))
			jobs = append(jobs, store.Job{AuditID: e.AuditID, AccountID: a.caller.AccountID, KeyID: a.caller.KeyID, Turn: e.Turn, Trace: trace})
		}
	}
	return jobs, nil
}
