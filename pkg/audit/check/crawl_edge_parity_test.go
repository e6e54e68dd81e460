package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// probed gives a healthy site and the answers to borrowed names.
func probed(probes ...page.Probe) *page.Facts {
	return changed(ruled("User-agent: *", "Disallow: /admin/"), func(f *page.Facts) {
		f.Control = page.Known(page.Control{URL: "https://example.com/no-such-page", Status: 404})
		f.Probes = probes
	})
}

// asAgent is an answer to one name for the submitted page.
func asAgent(token string, status, words int) page.Probe {
	return page.Probe{Agents: []string{token}, URL: "https://example.com/", Status: status, Words: words}
}

func screening(status int) page.Probe {
	return page.Probe{Agents: []string{"OAI-SearchBot", "Claude-User"}, URL: "https://example.com/no-such-page-either", Status: status, Screening: true}
}

func TestEdgeParity(t *testing.T) {
	walled := asAgent("Claude-User", 200, 10)
	walled.Wall = "Cloudflare"
	verdicts(t, crawlEdgeParity(), []verdict{
		{name: "same for all", facts: probed(screening(404)), want: audit.Pass, says: "our address, under a borrowed name"},
		{name: "turned away", facts: probed(screening(403), asAgent("OAI-SearchBot", 403, 0)), want: audit.Fail, says: "status 403"},
		{name: "challenged", facts: probed(walled), want: audit.Fail, says: "Cloudflare"},
		{name: "a fifth of the words", facts: probed(asAgent("OAI-SearchBot", 200, 120)), want: audit.Fail},
		{name: "half of the words", facts: probed(asAgent("OAI-SearchBot", 200, 300)), want: audit.Warn},
		{name: "a banner less", facts: probed(asAgent("OAI-SearchBot", 200, 590)), want: audit.Pass},
		{name: "rate limited", facts: probed(asAgent("OAI-SearchBot", 429, 0)), want: audit.Warn},
		{name: "silence", facts: probed(asAgent("OAI-SearchBot", 0, 0)), want: audit.Warn},
		{name: "refused under all names at once, nothing tried singly", facts: probed(screening(403)), want: audit.Fail, says: "OAI-SearchBot, Claude-User"},
		{name: "refused under all names at once only", facts: probed(screening(403), asAgent("OAI-SearchBot", 200, 600)), want: audit.Warn},
		{
			name: "words not counted", facts: changed(probed(page.Probe{Agents: []string{"Bingbot"}, URL: "https://example.com/", Status: 200, Bytes: 9000}), ofBytes(9000)),
			want: audit.NotAssessed, reason: page.Unread,
		},
		{name: "payment is another check's", facts: probed(asAgent("OAI-SearchBot", 402, 0)), want: audit.Pass},
		{name: "a site that answers everyone 403 there", facts: changed(probed(screening(403)), func(f *page.Facts) { f.Control.Value.Status = 403 }), want: audit.Pass},
		{name: "a training crawler is a policy", facts: probed(asAgent("GPTBot", 403, 0)), want: audit.NotAssessed, reason: page.Unread},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
