package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAgentAuthWall(t *testing.T) {
	signIn := func(words int) func(*page.Facts) {
		return onMainPage(func(p *page.Page) { p.Widgets.PasswordFields, p.Text.Words = 1, words })
	}
	verdicts(t, crawlAgentAuthWall(), []verdict{
		{name: "open", facts: site(), want: audit.Pass},
		{name: "a sign-in form beside content", facts: site(signIn(500)), want: audit.Pass},
		{name: "a sign-in form alone", facts: site(signIn(20)), want: audit.Fail, says: "20 words"},
		{name: "sent to a sign-in page", facts: site(onMainPage(func(p *page.Page) {
			p.FinalURL = "https://example.com/login?next=/"
			p.Response.Redirects = []page.Redirect{{From: "https://example.com/", Status: 302, To: p.FinalURL}}
		})), want: audit.Fail, says: "/login"},
		{name: "an author's page is none", facts: site(onMainPage(func(p *page.Page) {
			p.FinalURL = "https://example.com/authors/"
			p.Response.Redirects = []page.Redirect{{From: "https://example.com/", Status: 301, To: p.FinalURL}}
		})), want: audit.Pass},
		{name: "declared paywall", facts: site(onMainPage(func(p *page.Page) {
			p.Graph.Nodes = []page.Node{{Types: []string{"NewsArticle"}, Props: map[string][]page.Value{"isAccessibleForFree": {{Text: "False"}}}}}
		})), want: audit.Warn},
		{name: "needs JavaScript", facts: site(onMainPage(emptyShell)), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
