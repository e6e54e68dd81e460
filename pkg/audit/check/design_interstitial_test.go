package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestDesignInterstitial(t *testing.T) {
	verdicts(t, designInterstitial(), []verdict{
		{name: "nothing", facts: home(clinic), want: audit.Pass},
		{name: "an open dialog", facts: home(`<dialog open>Join our list</dialog><p>x</p>`), want: audit.Warn},
		{
			name:  "a consent manager's",
			facts: home(`<script src="https://consent.cookiebot.com/uc.js"></script><dialog open>Cookies</dialog><p>x</p>`), want: audit.Pass,
		},
		{name: "a dialog that may be closed", facts: home(`<div role=dialog>Menu</div><p>x</p>`), want: audit.NotAssessed, reason: page.NeedsRender},
		{name: "a browser saw none open", facts: opened(dialog, dialog), want: audit.Pass, says: "The browser showed no window"},
		{name: "a browser saw one", facts: covered(dialog, 0.31, "Join our list"), want: audit.Warn, says: "31%"},
		{name: "a bar", facts: covered(dialog, 0.3, "Join our list"), want: audit.Pass},
		{name: "a window that asks for consent", facts: covered(dialog, 1, "We use cookies"), want: audit.Pass},
		{name: "a closed dialog", facts: home(`<dialog>Menu</dialog><p>x</p>`), want: audit.Pass},
	})
}

const dialog = `<div role=dialog>Menu</div><p>x</p>`

// covered is a page a part of which something lies over.
func covered(html string, share float64, said string) *page.Facts {
	return opened(html, html, func(r *page.Rendering) {
		r.Use.Overlay.Share, r.Use.Overlay.Where, r.Use.Overlay.Text = share, "div#join", said
	})
}
