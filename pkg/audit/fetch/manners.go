package fetch

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// agentToken is the user agent token that robots.txt is obeyed for.
const agentToken = "auditctl"

const (
	longestCrawlDelay = 10 * time.Second // what a Crawl-delay line can ask for
	minCrawlDelay     = time.Millisecond // a shorter one asks for nothing
	longestPause      = 10 * time.Second // what Retry-After can ask for before reading goes on without the rest
	retryAfterBound   = 5 * time.Second  // a 503 that asks for more isn't asked again
	retryPause        = 500 * time.Millisecond
)

// manners are what the site asked of a crawler. They hold for the pages that the reader chooses itself: the submitted page is its user's own
// request, and robots.txt, sitemaps and llms.txt are published for crawlers.
type manners struct {
	robots *page.Robots // nil: everything is allowed
	closed page.Note    // why nothing more may be read; empty where something may

	delay time.Duration // between two requests
	turns int           // requests that fit into the time at that delay; negative: any number

	mu   sync.Mutex
	next time.Time // when the next request may begin
	stop page.Note // why reading ended early; empty where it didn't
}

// began takes the submitted page's request for the first: what follows keeps its distance from it.
func (m *manners) began(at time.Time) { m.next = at.Add(m.delay) }

// newManners reads what robots.txt asks. Where it can't be had, RFC 9309 (2.3.1.4) takes everything as disallowed.
func newManners(robots page.Found[page.Robots], ignore bool, deadline time.Duration) *manners {
	m := &manners{turns: -1}
	switch {
	case ignore:
		return m
	case !robots.OK():
		m.closed = page.Note{
			EN: "robots.txt could not be read, so no page but the submitted one was read",
			FR: "robots.txt n'a pas pu être lu ; seule la page soumise a été lue",
		}
		return m
	case robots.Value.Status >= 500:
		m.closed = page.Note{
			EN: fmt.Sprintf("robots.txt was answered %d, which forbids crawling, so no page but the submitted one was read", robots.Value.Status),
			FR: fmt.Sprintf("robots.txt a répondu %d, ce qui interdit l'exploration ; seule la page soumise a été lue", robots.Value.Status),
		}
		return m
	}
	m.robots = &robots.Value
	seconds, _ := m.robots.CrawlDelay(agentToken)
	if m.delay = crawlDelay(seconds); m.delay > 0 {
		// A third of the time is left for the answers. Counted beforehand, the same pages are left out however fast they come.
		m.turns = int((deadline - deadline/3) / m.delay)
	}
	return m
}

// crawlDelay converts a site's number of seconds to a pause of 1 ms to 10 s, or to 0 where it asks for none. It takes any float64: the
// caller divides by the pause, and a plain conversion can overflow or come to 0.
func crawlDelay(seconds float64) time.Duration {
	switch {
	case !(seconds >= minCrawlDelay.Seconds()): // NaN too
		return 0
	case seconds >= longestCrawlDelay.Seconds():
		return longestCrawlDelay
	}
	return time.Duration(seconds * float64(time.Second))
}

// allows says whether a path and query may be asked for.
func (m *manners) allows(path string) bool {
	return m.closed.EN == "" && (m.robots == nil || m.robots.Verdict(agentToken, path).Allowed)
}

// welcomesAs reports whether robots.txt allows a path to another agent, and so to us under that agent's name. robots.txt itself is always
// allowed.
func (m *manners) welcomesAs(token, path string) bool {
	return m.robots == nil || path == "/robots.txt" || m.robots.Verdict(token, path).Allowed
}

// welcomes returns the agents that robots.txt allows a path to.
func (m *manners) welcomes(agents []page.Crawler, path string) []page.Crawler {
	var out []page.Crawler
	for _, c := range agents {
		if m.welcomesAs(c.Token, path) {
			out = append(out, c)
		}
	}
	return out
}

// turn waits until the next request may begin. It gives false where none may any more: the time is up, or the site asked for a rest.
func (m *manners) turn(ctx context.Context) bool {
	for {
		wait, ok := m.begin(time.Now())
		switch {
		case !ok || ctx.Err() != nil:
			return false
		case wait <= 0:
			return true
		case !sleep(ctx, wait):
			return false
		}
	}
}

// begin takes a turn where one is due, and otherwise says how long to wait for it; ok is false where there is none.
func (m *manners) begin(now time.Time) (wait time.Duration, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stop.EN != "" || m.turns == 0 {
		return 0, false
	}
	if wait = m.next.Sub(now); wait > 0 {
		return wait, true
	}
	m.next = now.Add(m.delay)
	if m.turns > 0 {
		m.turns--
	}
	return 0, true
}

// count takes a turn that was taken long ago; it is always true.
func (m *manners) count() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.turns > 0 {
		m.turns--
	}
	return true
}

// heed takes notice of an answer that asks for less: a 503 with Retry-After delays what follows. A 429, a longer Retry-After or a bot wall ends
// reading. It gives false for a 429, which says nothing about the page.
func (m *manners) heed(a *Answer) bool {
	status := a.Response.Status
	after, given := retryAfter(a)
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case a.Wall != "":
		m.stop = page.Note{
			EN: "the site began to turn the reader away (" + a.Wall + ")",
			FR: "le site s'est mis à refuser le lecteur (" + a.Wall + ")",
		}
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable && after > longestPause:
		m.stop = page.Note{EN: "the site asked for fewer requests", FR: "le site a demandé moins de requêtes"}
	case status == http.StatusServiceUnavailable && given:
		if until := time.Now().Add(after); until.After(m.next) {
			m.next = until
		}
	}
	return status != http.StatusTooManyRequests || a.Wall != ""
}

// sated ends reading where the site has sent as much as is read of it.
func (m *manners) sated(err error) {
	if audit.CodeOf(err) != audit.CodeResponseTooLarge {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stop = page.Note{
		EN: "the site had sent more bytes than are read of one site",
		FR: "le site avait envoyé plus d'octets qu'auditctl n'en lit d'un site",
	}
}

// whyLeft says why pages that were chosen were not read.
func (m *manners) whyLeft() page.Note {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.stop.EN != "":
		return m.stop
	case m.turns == 0:
		return page.Note{
			EN: "robots.txt asks for " + m.delay.String() + " between requests",
			FR: "robots.txt demande " + m.delay.String() + " entre deux requêtes",
		}
	default:
		return page.Note{EN: "the time for reading was over", FR: "le temps de lecture était écoulé"}
	}
}

// retryAfter reads Retry-After, in seconds or as a date (RFC 9110, 10.2.3).
func retryAfter(a *Answer) (after time.Duration, given bool) {
	value := a.Response.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(a.ended), 0), true
	}
	return 0, false
}

// sleep waits; false where ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
