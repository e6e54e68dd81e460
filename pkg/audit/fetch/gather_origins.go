package fetch

import (
	"context"
	"net"
	"net/http"
	"strings"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// originHops is how many redirects of the http or www form are followed.
const originHops = 5

// readTLS gives the facts of the submitted page's connection, and what else the server and its name's zone allow.
func (g *gatherer) readTLS(ctx context.Context, a *Answer) page.Found[page.TLS] {
	if a.TLS == nil {
		return page.Unknown[page.TLS](page.NotApplicable, "the site is on http")
	}
	host := strings.Trim(g.site.Host, "[]")
	hostport := net.JoinHostPort(host, g.site.DialPort())
	var asking join.Group
	asking.Go(func() { a.TLS.CAA = g.session.CAA(ctx, hostport) })
	if g.opt.Probing != ProbeNone {
		a.TLS.Offers = g.session.OfferTLS(ctx, hostport, host)
	}
	asking.Wait()
	g.opt.Record.CAA(hostport, a.TLS.CAA)
	g.opt.Record.Offers(hostport, a.TLS.Offers)
	a.TLS.Conclude()
	return page.Known(*a.TLS)
}

// nobody is an origin that no site has reason to trust: names below .invalid can't exist (RFC 6761).
const nobody = "https://auditctl.invalid"

// readPreflight asks whether a page elsewhere could read the submitted page. Where the site isn't named, it is asked on suspicion only.
func (g *gatherer) readPreflight(ctx context.Context, a *Answer) page.Found[page.Preflight] {
	h := http.Header(a.Response.Header)
	shared := h.Get("Access-Control-Allow-Origin") != "" || strings.Contains(strings.ToLower(strings.Join(h["Vary"], ",")), "origin")
	if !g.named() && !shared {
		return page.Unknown[page.Preflight](page.NotApplicable, "only for a site with a host name, on the usual port")
	}
	answer, err := g.get(ctx, Request{URL: a.URL, Preflight: nobody, Accept: acceptAnything, MaxBytes: 1 << 10})
	if err != nil {
		return page.Unknown[page.Preflight](page.Unread, err.Error())
	}
	r := &answer.Response
	return page.Known(page.Preflight{
		Origin: nobody, Status: r.Status, Allow: strings.Join(r.Header["Access-Control-Allow-Origin"], ", "),
		Credentials: strings.Join(r.Header["Access-Control-Allow-Credentials"], ", "),
	})
}

// readPlain asks the http form of an https address, as it was submitted, once. seen are redirects that were followed already and needn't be asked for
// again.
func (g *gatherer) readPlain(ctx context.Context, seen []page.Redirect) page.Found[page.Plain] {
	if g.site.Scheme != "https" || !g.named() {
		return page.Unknown[page.Plain](page.NotApplicable, "only for an https site with a host name, on the usual port")
	}
	address := g.facts.URL
	if u, err := weburl.Parse(address); err != nil || u.Port != "" {
		address = g.facts.FinalURL
	}
	if strings.HasPrefix(address, "https:") {
		address = plainForm(address)
	}
	w, err := g.walk(ctx, address, seen)
	switch audit.CodeOf(err) {
	case "":
		return page.Known(page.Plain{Status: w.status, Redirects: w.redirects, FinalURL: w.final})
	case audit.CodeConnectFailed, audit.CodeConnectTimeout:
		return page.Known(page.Plain{Closed: true})
	default:
		return page.Unknown[page.Plain](page.Unread, err.Error())
	}
}

// readSibling asks the front page of the apex for a www host, and of the www host for an apex, once.
func (g *gatherer) readSibling(ctx context.Context, seen []page.Redirect) page.Found[page.Sibling] {
	var host string
	switch g.site.Host {
	case g.facts.Domain:
		host = "www." + g.facts.Domain
	case "www." + g.facts.Domain:
		host = g.facts.Domain
	}
	if host == "" || !g.named() {
		return page.Unknown[page.Sibling](page.NotApplicable, "only for an apex or a www host, on the usual port")
	}
	sibling := page.Sibling{URL: g.site.Scheme + "://" + host + "/"}
	w, err := g.walk(ctx, sibling.URL, seen)
	switch audit.CodeOf(err) {
	case "":
		sibling.Exists, sibling.Status, sibling.Redirects, sibling.FinalURL = true, w.status, w.redirects, w.final
	case audit.CodeTLSError: // something answers there, though not over TLS
		sibling.Exists = true
	case audit.CodeDNSNotFound, audit.CodeConnectFailed, audit.CodeConnectTimeout:
	default:
		return page.Unknown[page.Sibling](page.Unread, err.Error())
	}
	return page.Known(sibling)
}

// named says that the site has a host name and its scheme's own port.
func (g *gatherer) named() bool {
	_, ip := g.site.IP()
	return !ip && g.site.Port == "" && strings.Contains(g.site.Host, ".")
}

// walked is where an address of another origin leads.
type walked struct {
	status    int // of the first answer
	redirects []page.Redirect
	final     string
}

// walk follows redirects one by one, as far as the site that is being read: what that answers is known.
func (g *gatherer) walk(ctx context.Context, address string, seen []page.Redirect) (walked, error) {
	w := walked{final: address}
	for range originHops + 1 {
		hop, err := g.hop(ctx, w.final, seen)
		if err != nil && w.status == 0 {
			return w, err
		}
		if w.status == 0 {
			w.status = hop.Status
		}
		if err != nil || hop.To == "" || len(w.redirects) == originHops {
			return w, nil //nolint:nilerr // what answered before the fault is known, and is the fact
		}
		w.redirects = append(w.redirects, hop)
		w.final = hop.To
		if u, err := weburl.Parse(hop.To); err != nil || u.Origin() == g.site.Origin() {
			return w, nil //nolint:nilerr // a redirect to no address ends the chain
		}
	}
	return w, nil
}

// hop gives the answer of one address: a redirect, or a status only.
func (g *gatherer) hop(ctx context.Context, address string, seen []page.Redirect) (page.Redirect, error) {
	for _, r := range seen {
		if r.From == address {
			return r, nil
		}
	}
	a, err := g.get(ctx, Request{URL: address, NoFollow: true, MaxBytes: 1 << 10})
	if err != nil {
		return page.Redirect{}, err
	}
	hop := page.Redirect{From: address, Status: a.Response.Status}
	if location := a.Response.Get("Location"); location != "" && a.Response.Status >= 300 && a.Response.Status < 400 {
		if base, err := weburl.NewBase(address); err == nil {
			if to, ok := base.Resolve(location); ok {
				hop.To = to.Page()
			}
		}
	}
	return hop, nil
}
