package pipeline

import (
	"context"
	"errors"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/render"
)

// Rendering says which submitted pages are read a second time, as a browser has them after JavaScript.
type Rendering string

// The renderings.
const (
	RenderNeeded Rendering = "needed" // those without content before it
	RenderAll    Rendering = "all"
	RenderNone   Rendering = "none"
)

// Opens says whether the browser may open submitted pages.
func (p *Pipeline) Opens() bool {
	return p.config.Browser != nil && (p.config.Rendering != RenderNone || p.config.Model.Viewer != nil)
}

// look has the browser open the submitted page, for its text after JavaScript, for a model that sees, or for both, and puts what there is into the facts,
// or a note why there is nothing.
func (p *Pipeline) look(ctx context.Context, f *page.Facts, progress func(audit.Stage, string)) {
	reads := p.config.Rendering == RenderAll || p.config.Rendering != RenderNone && f.Main().NeedsRender()
	shows := p.config.Model.Viewer != nil
	if p.config.Browser == nil || !reads && !shows {
		return
	}
	progress(audit.StageReading, "browser")
	ctx, span := p.config.Tracer.Start(ctx, "look at page")
	defer span.End()
	r, err := p.show(ctx, f.FinalURL)
	if why := (*render.Error)(nil); errors.As(err, &why) {
		if why.Reason == render.Ended {
			return
		}
		p.config.Log.WarnContext(ctx, "a page was not looked at", "domain", f.Domain, "error", err)
		f.Notes = append(f.Notes, unseen(why.Reason.Note(), reads, shows)...)
		return
	}
	if reads {
		f.Render(page.Rendering{
			FinalURL: r.FinalURL, HTML: r.HTML, Errors: r.Errors, Requests: r.Requests, Bytes: r.Bytes, Cut: r.Cut, Shift: r.Shift, Use: r.Use,
		})
	}
	if !shows {
		return
	}
	picture, err := r.Picture()
	if err != nil || picture == nil {
		p.config.Log.WarnContext(ctx, "a screenshot can't be shown", "domain", f.Domain, "error", err)
		f.Notes = append(f.Notes, unseen(render.Broke.Note(), false, true)...)
		return
	}
	f.Look = &page.Look{Picture: picture, Seen: r.Seen, Text: r.Text}
}

// show gives what the browser makes of a page. The error is a *render.Error.
func (p *Pipeline) show(ctx context.Context, address string) (*render.Rendered, error) {
	r, err := p.config.Browser.Look(ctx, address)
	if err != nil {
		return nil, err
	}
	asked, _ := audit.ParseTarget(address)
	if got, fault := audit.ParseTarget(r.FinalURL); fault != nil || got.Domain != asked.Domain {
		return nil, &render.Error{Reason: render.Elsewhere, Err: errors.New("it went to " + got.Domain)}
	}
	return r, nil
}

// unseen says what the audit had to do without.
func unseen(why page.Note, reads, shows bool) (notes []page.Note) {
	if reads {
		notes = append(notes, page.Note{
			EN: "The page was read without JavaScript only: " + why.EN + ".", FR: "La page n'a été lue que sans JavaScript : " + why.FR + ".",
		})
	}
	if shows {
		notes = append(notes, page.Note{
			EN: "Design was judged without a screenshot: " + why.EN + ".", FR: "Le design a été jugé sans capture d'écran : " + why.FR + ".",
		})
	}
	return notes
}
