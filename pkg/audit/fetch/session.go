package fetch

import (
	"context"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Session is one audit's connections to a site: its cookies, its dial budget, its guard. It is safe for concurrent use.
type Session struct {
	cfg Config
}

// NewSession begins an audit's connections. Close must be called.
func NewSession(cfg Config) *Session { return &Session{cfg: cfg.WithDefaults()} }

// Close ends every connection and waits for requests in flight, which it interrupts.
func (s *Session) Close() {}

// Request is one GET.
type Request struct {
	URL          string // absolute; a fragment is not sent
	UserAgent    string // other than the config's: another agent, which neither sends nor keeps cookies
	Accept       string // empty: a browser's, for a page
	MaxBytes     int64  // of the decoded body; 0: Config.MaxPage
	NoFollow     bool   // a redirect is the answer
	MaxRedirects int    // 0: Config.MaxRedirects
}

// Answer is what a GET brought, whatever its status.
type Answer struct {
	URL      string // final, without fragment
	Response page.Response
	Body     []byte    // decoded, at most MaxBytes; Response.Truncated says why it isn't whole
	TLS      *page.TLS // of the final address; nil for http
	Wall     string    // name of the challenge page or bot wall that stands in the page's place; empty where none does
	HTML     bool      // by its content type, or by its bytes where there is none
}

// Get reads an address. The error is always an *audit.Error; an HTTP status is none. Where an error ends a chain of redirects, the Answer
// holds the chain and the address where it ended, and nothing else; otherwise it is nil.
func (s *Session) Get(ctx context.Context, r Request) (*Answer, error) {
	return nil, audit.Errorf(audit.CodeInternal, "not connected")
}

// LegacyTLS offers at most TLS 1.1 in one handshake: the version that the server accepts, or empty where it refuses. hostport is where to
// connect to, servername the name asked for.
func (s *Session) LegacyTLS(ctx context.Context, hostport, servername string) page.Found[string] {
	return page.Unknown[string](page.Unread, "not connected")
}
