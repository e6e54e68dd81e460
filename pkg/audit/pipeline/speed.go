package pipeline

import (
	"context"
	"errors"

	"github.com/auditctl/auditctl/internal/suspend"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/speed"
)

// measure has the page-speed tool measure the submitted page, and puts what it says into the facts, or a note why there is nothing.
func (p *Pipeline) measure(ctx context.Context, f *page.Facts, lang audit.Lang, progress func(audit.Stage, string)) {
	progress(audit.StageReading, "page speed")
	within, cancel := ctx, context.CancelFunc(func() {})
	if left, bounded := suspend.Remaining(ctx); bounded { // judging needs time too
		within, cancel = context.WithTimeout(ctx, left*2/3)
	}
	defer cancel()
	within, span := p.config.Tracer.Start(within, "measure speed")
	defer span.End()
	s, err := p.config.Speed.Measure(within, f.FinalURL, lang)
	if err == nil {
		f.Speed = page.Known(s)
		return
	}
	note := page.Note{EN: "the page-speed tool failed", FR: "l'outil de mesure a échoué"}
	if why := (*speed.Error)(nil); errors.As(err, &why) {
		note = why.Note()
	}
	f.Speed = page.Unknown[page.Speed](page.Unread, note.EN)
	f.Notes = append(f.Notes, page.Note{EN: "Performance is estimated: " + note.EN + ".", FR: "La performance est estimée : " + note.FR + "."})
	p.config.Log.WarnContext(ctx, "a page was not measured", "domain", f.Domain, "error", err)
}

// pageSpeed writes what was measured as a report has it; nil where nothing was.
func pageSpeed(f *page.Facts) *audit.PageSpeed {
	s := f.Measured()
	if s == nil {
		return nil
	}
	out := &audit.PageSpeed{
		Tool: s.Tool, Version: audit.Printable(s.Version), URL: s.URL, At: s.At, Mobile: *labSpeed(s.Mobile), Desktop: labSpeed(s.Desktop),
	}
	if s.Field != nil {
		field := audit.FieldSpeed(*s.Field)
		out.Field = &field
	}
	return out
}

func labSpeed(l *page.LabSpeed) *audit.LabSpeed {
	if l == nil {
		return nil
	}
	out := &audit.LabSpeed{
		Score: l.Score, Runs: len(l.Scores), Scores: l.Scores, Spread: l.Spread(), LCP: l.LCP, CLS: l.CLS, TBT: l.TBT, FCP: l.FCP, SI: l.SI, INP: l.INP,
		Failures: []audit.SlowAudit{},
	}
	for _, a := range l.Failures {
		out.Failures = append(out.Failures, audit.SlowAudit(a))
	}
	return out
}
