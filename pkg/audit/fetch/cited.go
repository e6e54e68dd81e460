package fetch

import (
	"context"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Bounds of a page that somebody else's answer names.
const (
	citedBytes     = 1 << 20
	citedTraffic   = 8 << 20
	citedRedirects = 5
)

// Cited reads one page that a service's answer names, for its text: nothing of the operator's goes there, no header, no cookie, and its addresses are
// judged like any other's. parse waits for a turn to parse so many bytes, and says no where ctx ends first; nil is at once. Errors: as Session.Get and Gather.
func Cited(ctx context.Context, cfg Config, url string, parse func(context.Context, int) (free func(), ok bool)) (*page.Page, error) {
	cfg.Header, cfg.Site, cfg.MaxRedirects, cfg.MaxTraffic = nil, "", citedRedirects, citedTraffic
	session := NewSession(cfg)
	session.fence = fenceOf(ctx)
	defer session.Close()
	answer, err := session.Get(ctx, Request{URL: url, MaxBytes: citedBytes})
	if err != nil {
		return nil, err
	}
	if fault := notAPage(answer); fault != nil {
		return nil, fault
	}
	g := gatherer{opt: Options{Parse: parse}}
	p := g.parse(ctx, answer, false)
	if p == nil {
		return nil, ended(ctx)
	}
	return p, nil
}
