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

// Screenshots says which submitted pages a picture is kept of. It decides nothing else of a report.
type Screenshots string

// The screenshots.
const (
	ScreenshotOpened Screenshots = "opened" // those that a browser opens anyway
	ScreenshotAll    Screenshots = "all"
	ScreenshotNone   Screenshots = "none"
)

// Opens says whether the browser may open submitted pages.
func (p *Pipeline) Opens() bool {
	return p.config.Browser != nil && (p.config.Rendering != RenderNone || p.config.Model.Viewer != nil || p.config.Screenshots == ScreenshotAll)
}

// look has the browser open the submitted page, for its text after JavaScript, for a model that sees, or for its picture, and puts what there is into the
// facts, or a note why there is nothing. It gives what was seen; nil where nothing was.
func (p *Pipeline) look(ctx context.Context, f *page.Facts, progress func(audit.Stage, string)) *render.Rendered {
	reads := p.config.Rendering == RenderAll || p.config.Rendering != RenderNone && f.Main().NeedsRender()
	shows := p.config.Model.Viewer != nil
	takes := p.config.Screenshots == ScreenshotAll
	if p.config.Browser == nil || !reads && !shows && !takes {
		return nil
	}
	progress(audit.StageReading, "browser")
	ctx, span := p.config.Tracer.Start(ctx, "look at page")
	defer span.End()
	r, err := p.show(ctx, f.FinalURL)
	if why := (*render.Error)(nil); errors.As(err, &why) {
		if why.Reason == render.Ended {
			return nil
		}
		p.config.Log.WarnContext(ctx, "a page was not looked at", "domain", f.Domain, "error", err)
		f.Notes = append(f.Notes, unseen(why.Reason.Note(), reads, shows, takes && !shows)...)
		return nil
	}
	if reads {
		err := f.Render(ctx, page.Rendering{
			FinalURL: r.FinalURL, HTML: r.HTML, Errors: r.Errors, Requests: r.Requests, Bytes: r.Bytes, Cut: r.Cut, Shift: r.Shift, Use: r.Use,
		})
		if err != nil { // the time is over, as where the browser says render.Ended
			return nil
		}
	}
	if !shows {
		return r
	}
	picture := p.picture(ctx, f, r)
	if picture == nil {
		f.Notes = append(f.Notes, unseen(render.Broke.Note(), false, true, false)...)
		return nil
	}
	f.Look = &page.Look{Picture: picture, Seen: r.Seen, Text: r.Text}
	return r
}

// screenshot gives the picture that is kept of what look saw: the model's, where one was shown it.
func (p *Pipeline) screenshot(ctx context.Context, f *page.Facts, r *render.Rendered) []byte {
	switch {
	case r == nil || p.config.Screenshots == ScreenshotNone:
		return nil
	case f.Look != nil:
		return f.Look.Picture
	}
	return p.picture(ctx, f, r)
}

func (p *Pipeline) picture(ctx context.Context, f *page.Facts, r *render.Rendered) []byte {
	picture, err := r.Picture()
	if err != nil || picture == nil {
		p.config.Log.WarnContext(ctx, "a screenshot can't be shown", "domain", f.Domain, "error", err)
		return nil
	}
	return picture
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
func unseen(why page.Note, reads, shows, takes bool) (notes []page.Note) {
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
	if takes {
		notes = append(notes, page.Note{EN: "There is no screenshot: " + why.EN + ".", FR: "Il n'y a pas de capture d'écran : " + why.FR + "."})
	}
	return notes
}
