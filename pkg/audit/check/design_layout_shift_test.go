package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignLayoutShift(t *testing.T) {
	verdicts(t, designLayoutShift(), []verdict{
		{name: "sized", facts: home(`<img src=a.jpg width=600 height=400>`), want: audit.Pass},
		{name: "unsized", facts: home(`<img src=a.jpg><img src=b.jpg width=1 height=1>`), want: audit.Warn, says: "1 of 2 without dimensions"},
		{name: "no images", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
		{name: "measured", facts: measured(), want: audit.Pass, says: "CLS is 0.01"},
		{name: "measured, and moving", facts: measured(lab(func(l *page.LabSpeed) { l.CLS = new(0.3) })), want: audit.Fail, says: "CLS, lab"},
		{name: "measured by a tool without it", facts: measured(lab(func(l *page.LabSpeed) { l.CLS = nil })), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a browser saw it move", facts: opened(clinic, clinic, func(r *page.Rendering) { r.Shift = 0.2 }), want: audit.Warn, says: "shifted by 0.2"},
		{name: "and jump", facts: opened(clinic, clinic, func(r *page.Rendering) { r.Shift = 0.26 }), want: audit.Fail, says: "0,26"},
		{name: "it saw nothing move", facts: opened(`<img src=a.jpg>`, `<img src=a.jpg>`), want: audit.Warn, says: "without dimensions"},
	})
}
