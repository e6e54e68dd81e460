package pipeline

import (
	"context"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
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

// keep puts the evidence beside the report. An audit is none the worse for evidence that can't be written.
func (p *Pipeline) keep(ctx context.Context, r *audit.Report, record *evidence.Recorder, domain string, b evidence.Beside) {
	kept, err := record.Bytes(b)
	if err != nil {
		p.config.Log.WarnContext(ctx, "the evidence of an audit was not kept", "domain", domain, "error", err)
		return
	}
	r.Kept.Evidence = kept
}

// Replay judges again what an audit read, by the built-in rubric, asking nobody: with the rules of that audit it gives the same report, to the last bit, as
// far as no language model judged; of the citation passes see Adopt. Errors: an *audit.Error where today's rules don't get a page out of the
// evidence; evidence.ErrDamaged.
func Replay(ctx context.Context, log *evidence.Log, lang audit.Lang) (*audit.Report, error) {
	facts, err := Facts(ctx, log)
	if err != nil {
		return nil, err
	}
	r := Judge(facts, check.All(), lang)
	r.Timings.Total = log.Total
	return r, nil
}

// Facts gives what an audit found on its site, from its evidence; nobody is asked. Errors: as Replay.
func Facts(ctx context.Context, log *evidence.Log) (*page.Facts, error) {
	facts, err := fetch.Replay(ctx, log, page.Crawlers())
	if err != nil {
		return nil, err
	}
	facts.Speed = log.Speed
	if log.Rendering != nil {
		if err := facts.Render(ctx, *log.Rendering); err != nil {
			return nil, interrupted(ctx)
		}
	}
	facts.Notes = append(facts.Notes, log.Notes...)
	foresee(facts, business.ReadSubject(facts).Market())
	return facts, nil
}

// Read reads one site as an audit does, judges nothing and gives the evidence. Errors: as Run.
func (p *Pipeline) Read(ctx context.Context, t audit.Target) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, p.config.Timeout)
	defer cancel()
	silent := func(audit.Stage, string) {}
	record := evidence.NewKeeper(0).Begin(p.config.Fetch.Header)
	facts, err := p.gather(ctx, t, p.slots.enter(), record, false, silent)
	if err != nil {
		return nil, err
	}
	noted := len(facts.Notes)
	p.look(ctx, facts, silent)
	return record.Bytes(evidence.Beside{Rendering: facts.Rendering(), Notes: facts.Notes[noted:]})
}

// Adopt takes over, into a replayed report, what services said in the audit: what was asked, what it cost, and the citation passes as they were read
// then (Reread reads their answers again). What a language model judged isn't taken over: its votes are on the text, not in the evidence.
func Adopt(replayed, from *audit.Report, log *evidence.Log) {
	replayed.Questions, replayed.Cost, replayed.Diagnosis = from.Questions, from.Cost, from.Diagnosis
	replayed.AICitation, replayed.GroundedCitation, replayed.SearchAIMode, replayed.LiveCitation =
		from.AICitation, from.GroundedCitation, from.SearchAIMode, from.LiveCitation
	if log.Asked > 0 && log.Asked <= len(from.Notes) {
		replayed.Notes = append(replayed.Notes, from.Notes[len(from.Notes)-log.Asked:]...)
	}
	if at := strings.Index(from.RulesVersion, passesMark); at >= 0 {
		replayed.RulesVersion += from.RulesVersion[at:]
	}
}
