package service

import (
	"context"
	"math"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
)

// Scoped is the Service on behalf of one caller.
type Scoped struct {
	service *Service
	caller  audit.Caller
}

var _ audit.Service = (*Scoped)(nil)

// For gives the Service on behalf of a caller. The zero Caller is the operator's own command: nothing is metered or queued for it, and it is told why a
// store can't be reached.
func (s *Service) For(c audit.Caller) *Scoped { return &Scoped{s, c} }

// How many entries a page of a list has: where nothing is said, and at most for an account.
const pageSize = 100

// Audit implements audit.Service.
func (c *Scoped) Audit(ctx context.Context, id string) (*audit.Audit, error) {
	e, err := c.EncodedAudit(ctx, id, true)
	if err != nil {
		return nil, err
	}
	return e.Decode()
}

// EncodedAudit is Audit with the report in the bytes that it is kept in, and with its checks only where they are asked for.
func (c *Scoped) EncodedAudit(ctx context.Context, id string, checks bool) (audit.Encoded, error) {
	if !c.possible(id, "aud") {
		return audit.Encoded{}, unknown("audit")
	}
	load := func() (audit.Encoded, error) { return c.service.Store.Audit(ctx, c.caller.AccountID, id, checks) }
	if checks || c.caller.Local() {
		e, err := load()
		return e, c.hide(err, "audit")
	}
	// Many clients ask again and again, some of them after the end too.
	key := owned{c.caller.AccountID, id}
	e, err := c.service.ended.get(key, c.service.now(), load)
	if err != nil || !e.Status.Terminal() {
		c.service.ended.forget(key)
	}
	return e, c.hide(err, "audit")
}

// owned is an audit as its account's: another account has none of that id.
type owned struct{ account, audit string }

// Answers gives what services answered in the run that an audit's report is of, as the Runner kept it: no part of the API. CodeNotFound for an unknown
// audit, and where nothing was kept.
func (c *Scoped) Answers(ctx context.Context, id string) ([]byte, error) {
	if !c.possible(id, "aud") {
		return nil, unknown("audit")
	}
	answers, err := c.service.Store.Answers(ctx, c.caller.AccountID, id)
	if err == nil && answers == nil {
		return nil, audit.Errorf(audit.CodeNotFound, "no answers are kept of audit %s: it hasn't finished, or no assistant was asked; audit the site again with a service configured", audit.Printable(id))
	}
	return answers, c.hide(err, "audit")
}

// Evidence gives what was read of the site in the run that an audit's report is of, as the Runner kept it: no part of the API. CodeNotFound for an unknown
// audit, and where nothing is kept.
func (c *Scoped) Evidence(ctx context.Context, id string) ([]byte, error) {
	if !c.possible(id, "aud") {
		return nil, unknown("audit")
	}
	kept, err := c.service.Store.Evidence(ctx, c.caller.AccountID, id)
	if err == nil && kept == nil {
		return nil, audit.Errorf(audit.CodeNotFound, "no evidence is kept of audit %s: it has no report, was made without --keep-evidence, or made room for later ones "+
			"(--evidence-limit); audit the site again with --keep-evidence yes", audit.Printable(id))
	}
	return kept, c.hide(err, "audit")
}

// Screenshot implements audit.Service.
func (c *Scoped) Screenshot(ctx context.Context, id string) ([]byte, error) {
	if !c.possible(id, "aud") {
		return nil, unknown("audit")
	}
	picture, err := c.service.Store.Screenshot(ctx, c.caller.AccountID, id)
	if err == nil && picture == nil {
		return nil, audit.Errorf(audit.CodeNotFound, "there is no screenshot of audit %s: it has no report, or no browser opened the page; audit the site again with "+
			"--screenshot on", audit.Printable(id))
	}
	return picture, c.hide(err, "audit")
}

// Batch implements audit.Service.
func (c *Scoped) Batch(ctx context.Context, id string) (*audit.Batch, error) {
	list, err := c.EncodedBatch(ctx, id, true)
	if err != nil {
		return nil, err
	}
	audits, err := decode(list)
	if err != nil {
		return nil, err
	}
	b := audit.NewBatch(id, audits)
	return &b, nil
}

// EncodedBatch is Batch with the reports in the bytes that they are kept in, and with their checks only where they are asked for.
func (c *Scoped) EncodedBatch(ctx context.Context, id string, checks bool) ([]audit.Encoded, error) {
	if !c.possible(id, "bat") {
		return nil, unknown("batch")
	}
	list, err := c.service.Store.Batch(ctx, c.caller.AccountID, id, checks)
	return list, c.hide(err, "batch")
}

// Delete implements audit.Service.
func (c *Scoped) Delete(ctx context.Context, id string) error {
	if !c.possible(id, "aud") {
		return unknown("audit")
	}
	defer c.service.ended.forget(owned{c.caller.AccountID, id})
	return c.hide(c.service.Store.Update(ctx, func(tx store.Tx) error { return tx.Delete(ctx, c.caller.AccountID, id) }), "audit")
}

// Audits implements audit.Service.
func (c *Scoped) Audits(ctx context.Context, q audit.Query) (audit.AuditPage, error) {
	list, next, err := c.EncodedAudits(ctx, q)
	if err != nil {
		return audit.AuditPage{}, err
	}
	audits, err := decode(list)
	return audit.AuditPage{Success: err == nil, Audits: audits, NextCursor: next}, err
}

// EncodedAudits is Audits with the reports in the bytes that they are kept in.
func (c *Scoped) EncodedAudits(ctx context.Context, q audit.Query) (list []audit.Encoded, next string, err error) {
	limit, err := c.page(&q, "aud")
	if err != nil {
		return nil, "", err
	}
	if q.Domain != "" {
		// A domain is taken in any form that a submission may have.
		t, fault := audit.ParseTarget(q.Domain)
		if fault != nil {
			return nil, "", invalid("domain", "malformed", "%q is no domain; write it like example.com", audit.Printable(q.Domain))
		}
		q.Domain = t.Domain
	}
	list, err = c.service.Store.Audits(ctx, c.caller.AccountID, q)
	if len(list) > limit {
		list = list[:limit]
		next = list[limit-1].AuditID
	}
	return list, next, c.hide(err, "audit")
}

// Batches implements audit.Service.
func (c *Scoped) Batches(ctx context.Context, q audit.Query) (audit.BatchPage, error) {
	limit, err := c.page(&q, "bat")
	if err != nil {
		return audit.BatchPage{}, err
	}
	page := audit.BatchPage{}
	page.Batches, err = c.service.Store.Batches(ctx, c.caller.AccountID, q)
	if len(page.Batches) > limit {
		page.Batches = page.Batches[:limit]
		page.NextCursor = page.Batches[limit-1].BatchID
	}
	page.Success = err == nil
	return page, c.hide(err, "batch")
}

// page gives how many entries the page has, and lets the store give one more: whether there is a next page.
func (c *Scoped) page(q *audit.Query, prefix string) (int, error) {
	if q.Cursor != "" && !wellFormed(q.Cursor, prefix) {
		return 0, invalid("cursor", "malformed", "the cursor is none of this list; pass next_cursor of the page before, or none")
	}
	limit := q.Limit
	switch {
	case limit <= 0:
		limit = pageSize
	case c.caller.Local():
		limit = min(limit, math.MaxInt32-1)
	default:
		limit = min(limit, pageSize)
	}
	q.Limit = limit + 1
	return limit, nil
}

// Account implements audit.Service. What it says of an account is at most a second old.
func (c *Scoped) Account(ctx context.Context) (audit.Account, error) {
	if c.caller.Local() {
		return audit.Account{Plan: string(audit.Unlimited), Quota: audit.NewQuota(audit.UnlimitedLimit, 0)}, nil
	}
	a, err := c.service.recently(ctx, c.caller.AccountID)
	if err != nil {
		return audit.Account{}, trouble(err)
	}
	return audit.Account{Plan: string(a.Plan), Quota: audit.NewQuota(a.Limit, a.Used)}, nil
}

// possible says that a stranger's id can exist; others don't reach the store. The operator may have any.
func (c *Scoped) possible(id, prefix string) bool { return c.caller.Local() || wellFormed(id, prefix) }

// hide gives a stranger one answer for what doesn't exist and what isn't theirs, and no inner detail.
func (c *Scoped) hide(err error, what string) error {
	switch {
	case c.caller.Local():
		return err
	case audit.CodeOf(err) == audit.CodeNotFound:
		return unknown(what)
	}
	return trouble(err)
}

func unknown(what string) error {
	return audit.Errorf(audit.CodeNotFound, "this account has no %s with this id; list what it has, or submit again", what)
}

// invalid refuses one part of a call.
func invalid(pointer, code, format string, args ...any) *audit.Error {
	e := audit.Errorf(audit.CodeValidationFailed, format, args...)
	e.Fields = []audit.FieldError{{Pointer: pointer, Code: code, Detail: e.Message}}
	return e
}

func decode(list []audit.Encoded) ([]audit.Audit, error) {
	audits := make([]audit.Audit, len(list))
	for i, e := range list {
		a, err := e.Decode()
		if err != nil {
			return nil, err
		}
		audits[i] = *a
	}
	return audits, nil
}

// wellFormed says that an id or a cursor has the form of newID's.
func wellFormed(id, prefix string) bool {
	rest, ok := strings.CutPrefix(id, prefix+"_")
	return ok && len(rest) == idLength && strings.Trim(rest, idAlphabet) == ""
}
