package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
)

// submitted reads the page that the user asked for. A bare host is read over http where nothing answers over https.
func (g *gatherer) submitted(ctx context.Context, t audit.Target) (*Answer, error) {
	a, err := g.insist(ctx, Request{URL: t.URL})
	if t.Bare && nothingAnswers(err) {
		plain, plainErr := g.insist(ctx, Request{URL: plainForm(t.URL)})
		if !nothingAnswers(plainErr) {
			g.facts.SchemeFallback = true
			a, err = plain, plainErr
		}
	}
	if err != nil {
		return nil, err
	}
	if err := notAPage(a); err != nil {
		return nil, err
	}
	g.sum = sha256.Sum256(a.Body)
	if len(a.Body) > maxProbed {
		g.prefix = bytes.Clone(a.Body[:maxProbed])
	}
	return a, nil
}

func nothingAnswers(err error) bool {
	switch audit.CodeOf(err) {
	case audit.CodeConnectFailed, audit.CodeConnectTimeout, audit.CodeTLSError:
		return true
	}
	return false
}

// plainForm is an https address with http in its place.
func plainForm(address string) string {
	u, err := weburl.Parse("http" + strings.TrimPrefix(address, "https"))
	if err != nil {
		return address
	}
	return u.Page()
}

// insist asks once more where the connection failed, or where a 503 asks to come back within 5 seconds. A connection that timed out has had its time.
func (g *gatherer) insist(ctx context.Context, r Request) (*Answer, error) {
	a, err := g.get(ctx, r)
	pause := retryPause
	switch {
	case audit.CodeOf(err) == audit.CodeConnectFailed:
	case err == nil && a.Response.Status == http.StatusServiceUnavailable:
		after, given := retryAfter(a)
		if !given || after > retryAfterBound {
			return a, nil
		}
		pause = after
	default:
		return a, err
	}
	if !g.pause(ctx, r, pause) {
		return a, err
	}
	return g.get(ctx, r)
}

// notAPage says why an answer is no page whose content could be judged; nil where it is one.
func notAPage(a *Answer) *audit.Error {
	address, status := audit.Printable(a.URL), a.Response.Status
	switch {
	case a.Wall != "":
		return audit.Errorf(audit.CodeBlockedBySite,
			"%s turns automated readers away (%s); allow the user agent %q there, or pass --header with what lets you in", address, a.Wall, agentToken)
	case status == http.StatusUnauthorized:
		return audit.Errorf(audit.CodeHTTPError, "%s asks for a password (401); pass --header 'Authorization: …' to audit it", address)
	case status == http.StatusForbidden || status == http.StatusTooManyRequests:
		return audit.Errorf(audit.CodeHTTPError,
			"%s was answered %s; if it opens in a browser, the site turns automated readers away: allow the user agent %q there, or try another with --user-agent",
			address, statusText(status), agentToken)
	case !succeeded(status):
		return audit.Errorf(audit.CodeHTTPError, "%s was answered %s; check the address, and the site in a browser", address, statusText(status))
	case len(bytes.TrimSpace(a.Body)) == 0:
		return audit.Errorf(audit.CodeEmptyPage, "%s was answered %s without any content; check what the site sends", address, statusText(status))
	case !a.HTML:
		// Browsers show text/plain as text, whatever it looks like.
		return audit.Errorf(audit.CodeNotHTML, "%s is no HTML page but %s; submit the address of a page", address, audit.Printable(contentType(a)))
	}
	return nil
}

func contentType(a *Answer) string {
	if kind := a.Response.Get("Content-Type"); kind != "" {
		return kind
	}
	return "something without a content type"
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return strconv.Itoa(status) + " " + text
	}
	return strconv.Itoa(status)
}

// robotsTime bounds how long the submitted page waits for robots.txt.
const robotsTime = 5 * time.Second

// earlyFiles are robots.txt, asked for before the submitted page, and llms.txt, asked for beside it.
type earlyFiles struct{ robots, llms func() reply }

// askFiles asks the submitted host for robots.txt and, once that is answered, for llms.txt while the submitted page is on its way.
// robots.txt comes first as RFC 9309 has it, although the submitted page is its user's own request and read in any case. The answers hold
// where the page doesn't turn out to be elsewhere. The caller calls cancel before it returns, which ends and waits for what is still under
// way.
func (g *gatherer) askFiles(ctx context.Context, t audit.Target) (files earlyFiles, cancel func()) {
	u, err := weburl.Parse(t.URL)
	if err != nil {
		none := func() reply { return reply{} }
		return earlyFiles{none, none}, func() {}
	}
	g.early = u.Origin()
	var robots reply
	robots.answer, robots.err = g.get(ctx, Request{
		URL: g.early + "/robots.txt", Accept: acceptAnything, MaxBytes: g.cfg.MaxRobots, Within: robotsTime,
	})
	files.robots = func() reply { return robots }
	ctx, end := context.WithCancel(ctx)
	var group join.Group
	var llms reply
	landed := make(chan struct{})
	group.Go(func() {
		defer close(landed)
		llms.answer, llms.err = g.get(ctx, Request{URL: g.early + "/llms.txt", Accept: acceptAnything, MaxBytes: g.cfg.MaxLLMs})
	})
	files.llms = func() reply { <-landed; return llms }
	return files, func() { end(); group.Wait() }
}
