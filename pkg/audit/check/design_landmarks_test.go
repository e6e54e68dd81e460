package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignLandmarks(t *testing.T) {
	verdicts(t, designLandmarks(), []verdict{
		{name: "header, nav, main, footer", facts: home(clinic), want: audit.Pass},
		{name: "no main", facts: home(`<header></header><nav></nav><div><p>x</p></div><footer></footer>`), want: audit.Warn, says: "0 main"},
		{name: "two mains", facts: home(`<header></header><nav></nav><main>a</main><main>b</main>`), want: audit.Warn},
		{name: "boxes only", facts: home(`<div><div><p>x</p></div></div>`), want: audit.Fail},
		{
			name: "boxes only on another page", facts: read(doc{page.KindHome, "/", clinic}, doc{page.KindAbout, "/about", `<div>x</div>`}),
			want: audit.Warn, says: "/about",
		},
		{name: "a page that broke off says nothing about its footer", facts: changed(read(doc{page.KindHome, "/", clinic}, doc{page.KindAbout, "/about", `<div>x</div>`}),
			func(f *page.Facts) { f.Pages[1].Response.Truncated = "cut_by_server" }), want: audit.Pass},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
