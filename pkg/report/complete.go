package report

import (
	"context"
	"fmt"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	// mostComplete is how many audits of a document Complete asks for. A longer one shows those that come after in short.
	mostComplete = 50
	// mostHistory is how many earlier audits a line over time is drawn of.
	mostHistory = 100
)

// Complete adds to a document what the format shows beside its audits, read of the service that has them: how their pages looked, and what came before. A
// document whose service fails midway has what came until then.
func (f Format) Complete(ctx context.Context, on audit.Service, d *Document) error {
	if !f.Beside {
		return nil
	}
	d.Screenshots, d.Before, d.History = map[string][]byte{}, map[string]*audit.Audit{}, map[string][]audit.Audit{}
	_, single := d.single()
	asked := 0
	for _, a := range d.Batch.Audits {
		if a.Status != audit.Done || a.Report == nil {
			continue
		}
		if asked++; asked > mostComplete {
			return nil
		}
		if err := d.complete(ctx, on, a, single); err != nil {
			return err
		}
	}
	return nil
}

func (d *Document) complete(ctx context.Context, on audit.Service, a audit.Audit, single bool) error {
	picture, err := on.Screenshot(ctx, a.AuditID)
	switch {
	case err == nil:
		d.Screenshots[a.AuditID] = picture
	case audit.CodeOf(err) != audit.CodeNotFound:
		return fmt.Errorf("reading the screenshot: %w", err)
	}
	if !single {
		return nil
	}
	earlier, err := on.Audits(ctx, audit.Query{Domain: a.Domain, Limit: mostHistory, Cursor: a.AuditID})
	if err != nil {
		return fmt.Errorf("reading earlier audits: %w", err)
	}
	d.History[a.AuditID] = onTheWay(earlier.Audits, a)
	return nil
}

// onTheWay gives the finished ones of earlier audits in the language of a, the oldest first; of those that rest on one report, one.
func onTheWay(earlier []audit.Audit, a audit.Audit) (list []audit.Audit) {
	last := a.AuditedAt
	for _, e := range earlier {
		if e.Status == audit.Done && e.Report != nil && e.Lang == a.Lang && e.AuditedAt.Before(last) {
			list, last = append(list, e), e.AuditedAt
		}
	}
	slices.Reverse(list)
	return list
}
