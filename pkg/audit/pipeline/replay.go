package pipeline

import (
	"context"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// record begins to keep what an audit reads; nil where nothing is kept.
func (p *Pipeline) record() *evidence.Recorder {
	if p.config.Evidence == nil {
		return nil
	}
	return p.config.Evidence.Begin(p.config.Fetch.Header)
}

// keep puts the evidence beside the report. noted is how many notes reading made. An audit is none the worse for evidence that can't be written.
func (p *Pipeline) keep(ctx context.Context, r *audit.Report, record *evidence.Recorder, f *page.Facts, noted int) {
	kept, err := record.Bytes(evidence.Beside{Speed: f.Speed, Notes: f.Notes[noted:], Total: r.Timings.Total})
	if err != nil {
		p.config.Log.WarnContext(ctx, "the evidence of an audit was not kept", "domain", f.Domain, "error", err)
		return
	}
	r.Kept.Evidence = kept
}

// Replay judges again what an audit read, by the built-in rubric, asking nobody: with the rules of that audit it gives the same report, to the last bit, as
// far as neither a language model judged nor citation passes ran (Reread). Errors: an *audit.Error where today's rules don't get a page out of the
// evidence; evidence.ErrDamaged.
func Replay(ctx context.Context, log *evidence.Log, lang audit.Lang) (*audit.Report, error) {
	facts, err := fetch.Replay(ctx, log, page.Crawlers())
	if err != nil {
		return nil, err
	}
	facts.Speed = log.Speed
	facts.Notes = append(facts.Notes, log.Notes...)
	r := Judge(facts, check.All(), lang)
	r.Timings.Total = log.Total
	return r, nil
}
