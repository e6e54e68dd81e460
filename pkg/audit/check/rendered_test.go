package check

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// opened is a site whose submitted page is one thing as sent, and another in a browser.
func opened(sent, after string, measured ...func(*page.Rendering)) *page.Facts {
	f := home(sent)
	r := page.Rendering{FinalURL: f.FinalURL, HTML: after, Use: new(page.Usability)}
	for _, m := range measured {
		m(&r)
	}
	if err := f.Render(context.Background(), r); err != nil {
		panic(err)
	}
	return f
}

// used is a page with these measures.
func used(measure func(*page.Usability)) *page.Facts {
	return opened(clinic, clinic, func(r *page.Rendering) { measure(r.Use) })
}

// mounted is what shellPage's script makes of it.
var mounted = strings.Replace(shellPage, `<div id="root"></div>`, `<div id="root"><main><h1>Harbour Lane</h1>`+filler(200)+`<p>Call +44 20 7946 0018.</p></main></div>`, 1)

func TestWhatABrowserHadStandsBesideWhatWasSent(t *testing.T) {
	f := opened(shellPage, mounted, func(r *page.Rendering) { r.Errors, r.Requests, r.Shift, r.Use = 2, 9, 0.12345, nil })
	got := Rendered(f)
	if got.Sent.VisibleWords != 0 || got.After.VisibleWords < 200 || got.TextShare != 0 || fmt.Sprint(got.After.H1) != "[Harbour Lane]" || fmt.Sprint(got.Differences) != "[h1]" ||
		got.LayoutShift != 0.123 || got.ScriptErrors != 2 || got.Usability != nil {
		t.Errorf("%+v", got)
	}
	if got := Rendered(opened(clinic, clinic)); got.TextShare != 1 || len(got.Differences) > 0 || got.Usability == nil {
		t.Errorf("nothing changed: %+v", got)
	}
	if got := Rendered(home(clinic)); got != nil {
		t.Errorf("no browser: %+v", got)
	}
}

func TestAnApplicationIsJudgedForSearchEnginesAsABrowserHasIt(t *testing.T) {
	h1, answers := seoH1Present(), aeoQuestionHeadings()
	if got := h1.Assess(opened(shellPage, mounted)); got.Status != audit.Pass {
		t.Errorf("seo, opened: %+v", got)
	}
	if got := h1.Assess(opened(shellPage, shellPage)); got.Status != audit.NotAssessed {
		t.Errorf("seo, nothing came: %+v", got)
	}
	if got := answers.Assess(opened(shellPage, mounted)); got.Status != audit.NotAssessed || got.Reason != page.NeedsRender {
		t.Errorf("answer engines run no scripts: %+v", got)
	}
}
