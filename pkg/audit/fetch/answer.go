package fetch

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Answer is what a GET brought, whatever its status.
type Answer struct {
	URL      string // final, without fragment
	Response page.Response
	Body     []byte    // decoded, at most MaxBytes; Response.Truncated says why it isn't whole
	TLS      *page.TLS // of the final address, with Legacy not yet asked; nil for http
	Wall     string    // name of the challenge page or bot wall that stands in the page's place; empty where none does
	HTML     bool      // by its content type, or by its bytes where there is none

	ended    time.Time // when it had come
	place    int       // in the evidence
	unparsed bool      // of a replay: there was no time left to parse it
}

// answer reads the body of the final hop.
func (w *walk) answer(ctx context.Context, h *hop) (*Answer, error) {
	var b body
	if w.r.Head { // whose header says how a body would be encoded, without one
		_ = h.resp.Body.Close()
		b.encoding = encodingName(h.resp.Header.Values("Content-Encoding"))
	} else {
		var err error
		if b, err = w.read(ctx, h); err != nil {
			return nil, err
		}
	}
	a := w.response(h.url, h.resp.StatusCode, h.resp.Proto, h.resp.Header, h.clock.timing(), b)
	a.ended, a.place = time.Now(), -1
	if h.resp.TLS != nil {
		a.TLS = w.s.describeTLS(h.resp.TLS, h.url.Host)
	}
	return a, nil
}

func isHTML(header http.Header, body []byte) bool {
	kind := header.Get("Content-Type")
	if strings.TrimSpace(kind) == "" {
		kind = http.DetectContentType(body)
	}
	// A broken parameter still leaves a media type.
	media, _, err := mime.ParseMediaType(kind)
	if err != nil {
		media, _, _ = strings.Cut(strings.ToLower(kind), ";")
	}
	media = strings.TrimSpace(media)
	return media == "text/html" || media == "application/xhtml+xml"
}

// setCookie is a cookie and the registrable domain that set it.
type setCookie struct {
	cookie page.Cookie
	site   string
}

// keepCookies notes the cookies of a hop, and keeps them for the session where the other end is known to be the site: on http, or behind a
// certificate that holds.
func (w *walk) keepCookies(h *hop) {
	cookies := h.resp.Cookies()
	// A chain of certificates can be made so that it costs tenths of a second to verify: not without need.
	if len(cookies) > 0 && w.r.UserAgent == w.s.cfg.UserAgent && (h.resp.TLS == nil || w.s.fault(h.resp.TLS, h.url.Host) == "") {
		w.s.jar.SetCookies(h.resp.Request.URL, cookies)
	}
	w.noteCookies(h.url, h.resp.Header)
}

// noteCookies notes the cookies that an answer sets.
func (w *walk) noteCookies(u weburl.URL, header http.Header) {
	site := weburl.RegistrableDomain(u.Host)
	for _, line := range header["Set-Cookie"] {
		if c, ok := page.ParseSetCookie(line, u.Host, u.Path); ok {
			w.cookies = append(w.cookies, setCookie{site: site, cookie: c})
		}
	}
}

// cookiesOf gives the cookies that the site of u set on the way to it, the last of each name, path and domain.
func (w *walk) cookiesOf(u weburl.URL) []page.Cookie {
	site := weburl.RegistrableDomain(u.Host)
	type key struct{ name, path, domain string }
	last := make(map[key]int)
	var out []page.Cookie
	for _, c := range w.cookies {
		if c.site != site {
			continue
		}
		k := key{c.cookie.Name, c.cookie.Path, c.cookie.Domain}
		if i, ok := last[k]; ok {
			c.cookie.SameSiteUnknown = c.cookie.SameSiteUnknown || out[i].SameSiteUnknown // said once is said
			out[i] = c.cookie
			continue
		}
		last[k] = len(out)
		out = append(out, c.cookie)
	}
	return out
}

// minWire are the bytes of a body that are read as sent, however few of the decoded ones are wanted.
const minWire = 64 << 10

// body is what was read of an answer.
type body struct {
	data                []byte
	wire                int64
	encoding, truncated string
}

// read reads a body within its bounds. What came before a bound or a break is kept; nothing at all is an error, unless the status already says
// that there is no page.
func (w *walk) read(ctx context.Context, h *hop) (body, error) {
	resp := h.resp
	defer resp.Body.Close() // before the end of the body this drops the connection, rather than drain it
	maxWire := max(w.r.MaxBytes, min(w.s.cfg.MaxWire, 2*w.r.MaxBytes+minWire))
	wire := &bounded{ctx: ctx, r: resp.Body, left: maxWire, bound: "wire_limit", used: h.clock.used}
	data, truncated, err := decode(ctx, wire, resp.Header.Values("Content-Encoding"), w.r.MaxBytes)
	b := body{data: data, wire: maxWire - wire.left, truncated: truncated, encoding: encodingName(resp.Header.Values("Content-Encoding"))}
	if err != nil && (resp.StatusCode < 300 || errors.Is(context.Cause(ctx), context.Canceled)) {
		return body{}, err
	}
	return b, nil
}
