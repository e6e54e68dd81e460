package report

import (
	"context"
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	// MostComplete is up to how many finished audits a document is completed: pictures make it large, and each asks the service several times.
	MostComplete = 10
	// mostHistory is how many earlier audits a line over time is drawn of.
	mostHistory = 100
)

// Complete adds to a document what the format shows beside its audits, read of the service that has them: how the pages looked, and what came before. A
// document of more than ten finished audits stays as it is. Where the service fails midway, the document has what came until then.
func (f Format) Complete(ctx context.Context, on audit.Service, d *Document) error {
	if !f.Beside {
		return nil
	}
	var done []audit.Audit
	for _, a := range d.Batch.Audits {
		if finished(a) {
			done = append(done, a)
		}
	}
	if len(done) > MostComplete {
		return nil
	}
	d.Screenshots, d.Before, d.History = map[string][]byte{}, map[string]*audit.Audit{}, map[string][]audit.Audit{}
	for _, a := range done {
		if err := d.complete(ctx, on, a); err != nil {
			return err
		}
	}
	return nil
}

func (d *Document) complete(ctx context.Context, on audit.Service, a audit.Audit) error {
	picture, err := on.Screenshot(ctx, a.AuditID)
	switch {
	case err == nil:
		d.Screenshots[a.AuditID] = picture
	case audit.CodeOf(err) != audit.CodeNotFound:
		return fmt.Errorf("reading the screenshot: %w", err)
	}
	before, err := audit.Previous(ctx, on, a)
	if err != nil || before == nil {
		return err
	}
	d.Before[a.AuditID] = before
	earlier, err := on.Audits(ctx, audit.Query{Domain: a.Domain, Limit: mostHistory, Cursor: a.AuditID})
	if err != nil {
		return fmt.Errorf("reading earlier audits: %w", err)
	}
	d.History[a.AuditID] = historyOf(earlier.Audits, a)
	return nil
}

// historyOf gives the finished ones of earlier audits in the language of a, the oldest first; of those that rest on one report, one.
func historyOf(earlier []audit.Audit, a audit.Audit) (list []audit.Audit) {
	last := a.AuditedAt
	for _, e := range earlier {
		if finished(e) && e.Lang == a.Lang && e.AuditedAt.Before(last) {
			list, last = append(list, e), e.AuditedAt
		}
	}
	slices.Reverse(list)
	return list
}
