package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Request is one GET, one HEAD or one preflight.
type Request struct {
	URL          string        // absolute; a fragment is not sent
	UserAgent    string        // other than the config's: another agent, which neither sends nor keeps cookies
	Accept       string        // empty: a browser's, for a page
	MaxBytes     int64         // of the decoded body; 0: Config.MaxPage. As sent, twice that and 64 KiB at most, or Config.MaxWire
	Within       time.Duration // redirects included; 0: Config.RequestTimeout
	NoFollow     bool          // a redirect is the answer
	MaxRedirects int           // 0: Config.MaxRedirects
	Head         bool          // asks for the header alone, by HEAD
	First        bool          // asks for the first MaxBytes bytes alone, uncompressed; a server may send more, which isn't read
	// Preflight asks, by OPTIONS instead of GET and with nothing of ours, whether a page of this origin could read the address.
	Preflight string
	// Foreign is set for what pages load from other sites as a browser would, which no limit of those sites counts.
	Foreign bool
}

const (
	acceptPage     = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	acceptEncoding = "gzip, deflate, br, zstd"
	maxCookies     = 8 << 10 // bytes of Cookie header; many servers refuse more
	// A redirect's short body is read to keep the connection, but not waited for.
	drainBytes = 16 << 10
	drainTime  = 200 * time.Millisecond
)

// Get reads an address. The error is always an *audit.Error; an HTTP status is none. Where an error ends a chain of redirects, the Answer
// holds the chain and the address where it ended, and nothing else; otherwise it is nil.
func (s *Session) Get(ctx context.Context, r Request) (*Answer, error) {
	w := walk{s: s, r: r, audit: ctx, release: func() {}, seen: make(map[string]bool)}
	a, err := w.get(ctx)
	w.keep(r, a, err)
	return a, err
}

func (w *walk) get(ctx context.Context) (*Answer, error) {
	s, r := w.s, &w.r
	u, err := weburl.Parse(r.URL)
	if err != nil {
		return nil, because(audit.CodeURLMalformed, err, "the address is not a web address")
	}
	if !s.enter() {
		return nil, closed()
	}
	defer s.work.Done()
	set(&r.UserAgent, s.cfg.UserAgent)
	set(&r.Accept, acceptPage)
	set(&r.MaxBytes, s.cfg.MaxPage)
	set(&r.MaxRedirects, s.cfg.MaxRedirects)
	set(&r.Within, s.cfg.RequestTimeout)
	// Time is counted from the first free slot: waiting for our own other requests is not the site's slowness.
	release, err := s.acquire(ctx, u.Host)
	if err != nil {
		return nil, err
	}
	w.release = release
	defer func() { w.release() }()
	within, cancel := s.until(ctx)
	defer cancel()
	within, cancelTime := context.WithTimeout(within, r.Within)
	defer cancelTime()
	answer, err := w.follow(within, u)
	if err == nil {
		return answer, nil
	}
	fault := w.fault(within, err)
	if len(w.chain) == 0 {
		return nil, fault
	}
	return &Answer{URL: w.chain[len(w.chain)-1].To, Response: page.Response{Redirects: w.chain}}, fault
}

// walk is one Get on its way through redirects.
type walk struct {
	s       *Session
	r       Request
	audit   context.Context // the caller's
	release func()          // of the host's slot
	chain   []page.Redirect
	cookies []setCookie
	seen    map[string]bool // address and cookies of each request
	fromWeb bool            // a site of the open web redirected
	again   bool            // an address came twice, with other cookies
	hops    []evidence.Hop  // for the session's record
}

// hop is one request and its answer's header.
type hop struct {
	url   weburl.URL
	resp  *http.Response
	clock *clock
}

func (w *walk) follow(ctx context.Context, u weburl.URL) (*Answer, error) {
	for {
		if err := w.admissible(u); err != nil {
			return nil, err
		}
		if err := w.s.mayFollow(ctx, u, w.fromWeb); err != nil {
			return nil, err
		}
		if !w.r.Foreign {
			if err := w.s.admission.site(w.audit, u); err != nil {
				return nil, err
			}
		}
		h, err := w.ask(ctx, u)
		if err != nil {
			return nil, err
		}
		if h.resp.StatusCode == http.StatusSwitchingProtocols { // the connection is no longer HTTP, and reading from it heeds no context
			_ = h.resp.Body.Close()
			return nil, audit.Errorf(audit.CodeMalformedResponse, "the site's server switches to another protocol unasked (101); let it answer in HTTP")
		}
		h.clock.used(headWorth)
		w.received(h)
		w.keepCookies(h)
		next, err := w.next(h)
		if next == nil && err == nil {
			return w.answer(ctx, h)
		}
		discard(h.resp.Body)
		w.fromWeb = w.fromWeb || w.s.isOpenWeb(u)
		if err != nil {
			return nil, err
		}
		if next.Host != u.Host {
			w.release()
			w.release = func() {} // Get releases again, also where acquire fails
			release, err := w.s.acquire(ctx, next.Host)
			if err != nil {
				return nil, err
			}
			w.release = release
		}
		u = *next
	}
}

// admissible judges what the guard behind the dialer can't see.
func (w *walk) admissible(u weburl.URL) error {
	switch {
	case !u.Web():
		return audit.Errorf(audit.CodeSchemeNotAllowed, "only http and https addresses can be read")
	case u.User:
		return audit.Errorf(audit.CodeCredentialsInURL, "the address holds a user name or password; remove it")
	}
	return nil
}

// next gives where an answer sends us; nil where it is final.
func (w *walk) next(h *hop) (*weburl.URL, error) {
	location := h.resp.Header.Get("Location")
	switch h.resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil
	}
	if location == "" || w.r.NoFollow {
		return nil, nil
	}
	base, err := weburl.NewBase(h.url.Href)
	if err != nil {
		return nil, err
	}
	next, ok := base.Resolve(location)
	if !ok {
		return nil, audit.Errorf(audit.CodeRedirectNotAllowed, "the site redirects to something that is not an address; correct its Location header")
	}
	w.chain = append(w.chain, page.Redirect{From: h.url.Page(), Status: h.resp.StatusCode, To: next.Page()})
	if len(w.chain) > w.r.MaxRedirects {
		if w.again {
			return nil, loop()
		}
		return nil, audit.Errorf(audit.CodeTooManyRedirects,
			"the site redirects more than %d times; redirect straight to the final address", w.r.MaxRedirects)
	}
	return &next, nil
}

// ask sends one request: over the modern transport, and where that can't shake hands, over the lenient one with nothing of ours.
func (w *walk) ask(ctx context.Context, u weburl.URL) (*hop, error) {
	h := &hop{url: u, clock: &clock{}}
	ctx = httptrace.WithClientTrace(ctx, h.clock.trace())
	hostport := net.JoinHostPort(strings.Trim(u.Host, "[]"), u.DialPort())
	req := w.request(ctx, u)
	w.sends(req, u)
	var err error
	if !w.s.isBroken(hostport) {
		w.addOurs(req, u)
		if err := w.visited(u, req.Header.Get("Cookie")); err != nil {
			return nil, err
		}
		h.resp, err = w.s.modern.RoundTrip(req)
		var bad *handshakeError
		if !errors.As(err, &bad) {
			return h, w.s.unanswered(hostport, err)
		}
		w.s.setBroken(hostport)
		req = w.request(ctx, u)
	} else if err := w.visited(u, ""); err != nil {
		return nil, err
	}
	h.resp, err = w.s.lenient.RoundTrip(req)
	return h, w.s.unanswered(hostport, err)
}

// visited notices a loop: the same request again can only bring the same answer. The same address with other cookies is none yet: sites set a
// cookie and send back to where one came from.
func (w *walk) visited(u weburl.URL, cookies string) error {
	page := u.Page()
	key := page + "\n" + cookies
	if w.seen[key] {
		return loop()
	}
	w.again = w.again || w.seen[page]
	w.seen[key], w.seen[page] = true, true
	return nil
}

func (w *walk) request(ctx context.Context, u weburl.URL) *http.Request {
	req := (&http.Request{
		Method:     http.MethodGet,
		URL:        wireURL(u),
		Host:       u.HostPort(),
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     make(http.Header),
	}).WithContext(ctx)
	req.Header.Set("User-Agent", w.r.UserAgent)
	req.Header.Set("Accept", w.r.Accept)
	req.Header.Set("Accept-Encoding", acceptEncoding)
	if w.r.Head {
		req.Method = http.MethodHead
	}
	if w.r.First {
		req.Header.Set("Accept-Encoding", "identity")
		req.Header.Set("Range", fmt.Sprintf("bytes=0-%d", w.r.MaxBytes-1))
	}
	if w.r.Preflight != "" {
		req.Method = http.MethodOptions
		req.Header.Set("Origin", w.r.Preflight)
		req.Header.Set("Access-Control-Request-Method", http.MethodGet)
	}
	return req
}

// wireURL gives net/http the address so that path and query are sent byte for byte as the URL standard writes them; net/url would refuse or
// rewrite some.
func wireURL(u weburl.URL) *url.URL {
	out := &url.URL{Scheme: u.Scheme, Host: u.HostPort(), Path: u.Path, Opaque: u.Path, RawQuery: u.Query}
	if strings.HasPrefix(u.Path, "//") { // net/url would take it for a host: the absolute form says the same
		out.Opaque = "//" + u.HostPort() + u.Path
	}
	return out
}

// addOurs adds the operator's headers and the session's cookies, where they may go.
func (w *walk) addOurs(req *http.Request, u weburl.URL) {
	site, err := weburl.Parse(w.s.cfg.Site)
	safe := u.Scheme == "https" || site.Scheme == "http"
	if err == nil && site.Web() && safe && weburl.RegistrableDomain(u.Host) == weburl.RegistrableDomain(site.Host) {
		for name, values := range w.s.cfg.Header {
			if _, set := req.Header[http.CanonicalHeaderKey(name)]; !set {
				req.Header[http.CanonicalHeaderKey(name)] = values
			}
		}
	}
	if w.r.UserAgent != w.s.cfg.UserAgent || w.r.Preflight != "" {
		return
	}
	size := 0
	for _, c := range w.s.jar.Cookies(req.URL) {
		if size += len(c.Name) + len(c.Value) + 3; size > maxCookies {
			break
		}
		req.AddCookie(c)
	}
}

// discard ends an answer whose body doesn't matter.
func discard(body io.ReadCloser) {
	late := time.AfterFunc(drainTime, func() { _ = body.Close() })
	_, _ = io.CopyN(io.Discard, body, drainBytes)
	late.Stop()
	_ = body.Close()
}

func loop() *audit.Error {
	return audit.Errorf(audit.CodeRedirectLoop, "the site redirects in a circle; correct its redirect rules")
}
