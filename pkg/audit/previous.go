package audit

import (
	"context"
	"fmt"
)

const (
	previousPage  = 50 // audits that Previous asks for at once
	previousPages = 10 // how often it asks
)

// Previous gives the finished audit of the same domain and in the same language whose report came before a's, with its checks; nil where there is none
// among the domain's newest 500 audits. One that was served from the history has the report of another, and is never its own predecessor. Errors:
// as Service.Audits.
func Previous(ctx context.Context, s Service, a Audit) (*Audit, error) {
	if a.Status != Done || a.Report == nil {
		return nil, nil
	}
	q := Query{Domain: a.Domain, Limit: previousPage}
	for range previousPages {
		page, err := s.Audits(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("looking for the audit before %s: %w", a.AuditID, err)
		}
		if found := newestBefore(page.Audits, a); found != "" {
			before, err := s.Audit(ctx, found)
			if err != nil {
				return nil, fmt.Errorf("looking for the audit before %s: %w", a.AuditID, err)
			}
			return before, nil
		}
		if q.Cursor = page.NextCursor; q.Cursor == "" {
			break
		}
	}
	return nil, nil
}

// newestBefore names the audit with the newest report before a's.
func newestBefore(list []Audit, a Audit) string {
	var found *Audit
	for i := range list {
		b := &list[i]
		if b.Status != Done || b.Report == nil || b.Lang != a.Lang || !b.AuditedAt.Before(a.AuditedAt) {
			continue
		}
		if found == nil || b.AuditedAt.After(found.AuditedAt) {
			found = b
		}
	}
	if found == nil {
		return ""
	}
	return found.AuditID
}
