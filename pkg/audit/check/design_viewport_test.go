package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignViewport(t *testing.T) {
	verdicts(t, designViewport(), []verdict{
		{
			name: "width of the device", facts: home(`<meta name="viewport" content="width=device-width, initial-scale=1"><p>x</p>`),
			want: audit.Pass, says: "device-width",
		},
		{name: "initial scale alone", facts: home(`<meta name="viewport" content="initial-scale=1.0"><p>x</p>`), want: audit.Pass},
		{name: "semicolons and capitals", facts: home(`<meta name="viewport" content="Width=Device-Width; initial-scale=1"><p>x</p>`), want: audit.Pass},
		{name: "a fixed width", facts: home(`<meta name="viewport" content="width=1024"><p>x</p>`), want: audit.Fail, says: "width=1024"},
		{name: "none", facts: home(`<p>x</p>`), want: audit.Fail},
		{
			name: "none on another page", facts: read(doc{page.KindHome, "/", clinic}, doc{page.KindAbout, "/about", `<p>x</p>`}),
			want: audit.Warn, says: "/about",
		},
		{
			name: "no zooming", facts: home(`<meta name="viewport" content="width=device-width, user-scalable=no"><p>x</p>`), want: audit.Warn,
			says: "user-scalable=no",
		},
		{name: "hardly any zooming", facts: home(`<meta name="viewport" content="width=device-width, maximum-scale=1"><p>x</p>`), want: audit.Warn},
		{name: "zooming to five times", facts: home(`<meta name="viewport" content="width=device-width, maximum-scale=5"><p>x</p>`), want: audit.Pass},
		{name: "a page that broke off", facts: func() *page.Facts {
			f := home(`<p>x</p>`)
			f.Main().ParseError = "nested too deep"
			return f
		}(), want: audit.NotAssessed, reason: page.Unread},
	})
}
