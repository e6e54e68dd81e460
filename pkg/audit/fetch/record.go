package fetch

import (
	"maps"
	"net/http"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// question names a request in the evidence: what a later reader that asks the same will have answered.
func (r Request) question(ownAgent string) evidence.Request {
	q := evidence.Request{URL: r.URL, UserAgent: r.UserAgent, Accept: r.Accept, Preflight: r.Preflight, Head: r.Head, NoFollow: r.NoFollow}
	if q.UserAgent == ownAgent {
		q.UserAgent = ""
	}
	if q.Accept == acceptPage {
		q.Accept = ""
	}
	return q
}

// sends notes a request before the operator's headers and the cookies are added to it.
func (w *walk) sends(req *http.Request, u weburl.URL) {
	if w.s.record != nil {
		w.hops = append(w.hops, evidence.Hop{At: time.Now(), URL: u.Page(), Method: req.Method, Sent: maps.Clone(req.Header)})
	}
}

// received notes the head of an answer.
func (w *walk) received(h *hop) {
	if w.s.record != nil {
		last := &w.hops[len(w.hops)-1]
		last.Status, last.Proto, last.Header = h.resp.StatusCode, h.resp.Proto, h.resp.Header
	}
}

// keep notes what became of a request.
func (w *walk) keep(r Request, a *Answer, err error) {
	if w.s.record == nil {
		return
	}
	x := evidence.Exchange{Request: r.question(w.s.cfg.UserAgent), Hops: w.hops, Redirects: w.chain, Ended: time.Now()}
	if err != nil {
		x.Code, x.Message = audit.CodeOf(err), err.Error()
		w.s.record.Add(x, nil)
		return
	}
	x.Ended, x.Timing = a.ended, a.Response.Timing
	x.Body = &evidence.Body{Size: a.Response.Bytes, Wire: a.Response.WireBytes, Encoding: a.Response.Encoding, Truncated: a.Response.Truncated}
	if a.TLS != nil {
		t := *a.TLS // which is added to later
		x.TLS = &t
	}
	a.place = w.s.record.Add(x, a.Body)
}

// head says how a site is read.
func (g *gatherer) head(t audit.Target) evidence.Head {
	return evidence.Head{
		URL: t.URL, Bare: t.Bare, Root: t.Root, ReadAt: g.facts.ReadAt, UserAgent: g.cfg.UserAgent, Pages: g.opt.Pages, Deadline: g.opt.Deadline,
		IgnoreRobots: g.opt.IgnoreRobots, Probing: string(g.opt.Probing), Crawlers: g.opt.Crawlers,
	}
}

// response is an answer as far as it doesn't need the connection.
func (w *walk) response(u weburl.URL, status int, proto string, header http.Header, timing page.Timing, b body) *Answer {
	return &Answer{
		URL:  u.Page(),
		Body: b.data,
		Wall: wall(status, header, b.data),
		HTML: isHTML(header, b.data),
		Response: page.Response{
			Status:    status,
			Proto:     proto,
			Header:    header,
			Redirects: w.chain,
			Cookies:   w.cookiesOf(u),
			Timing:    timing,
			Encoding:  b.encoding,
			WireBytes: b.wire,
			Bytes:     int64(len(b.data)),
			Truncated: b.truncated,
			Edge:      Edge(header),
		},
	}
}
