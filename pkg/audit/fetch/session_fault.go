package fetch

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"

	"github.com/auditctl/auditctl/pkg/audit"
)

// fault puts what went wrong into the user's words. ctx is the request's, which ends with the audit's or with the request's own time.
func (w *walk) fault(ctx context.Context, err error) *audit.Error {
	var known *audit.Error
	var wait net.Error
	switch {
	case w.audit.Err() != nil:
		return ended(w.audit)
	case w.s.done.Err() != nil:
		return closed()
	case errors.As(err, &known):
		return w.redirected(known)
	case ctx.Err() != nil || errors.As(err, &wait) && wait.Timeout():
		return because(audit.CodeResponseTimeout, err, "the site's server did not answer in time; check how long it takes for the page, then try again")
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE):
		return because(audit.CodeMalformedResponse, err, "the site's server closed the connection without an answer; check its logs, then try again")
	}
	return because(audit.CodeMalformedResponse, err,
		"the site's server does not answer in valid HTTP; check what listens on its port, and its header lines")
}

// redirected turns a refusal of the guard into the fault of the redirect that led there.
func (w *walk) redirected(e *audit.Error) *audit.Error {
	if len(w.chain) == 0 {
		return e
	}
	switch e.Code {
	case audit.CodeAddressNotPublic, audit.CodePortNotAllowed, audit.CodeSchemeNotAllowed, audit.CodeCredentialsInURL:
		return because(audit.CodeRedirectNotAllowed, e,
			"the site redirects to an address that may not be visited; redirect to a public http or https address")
	}
	return e
}
