package audit

import (
	"errors"
	"fmt"
	"time"
)

// Code names a fault. Codes are stable: programs decide on them.
type Code string

// Why a submitted address is invalid.
const (
	CodeURLMalformed     Code = "url_malformed"
	CodeURLTooLong       Code = "url_too_long"
	CodeSchemeNotAllowed Code = "scheme_not_allowed"
	CodeCredentialsInURL Code = "credentials_in_url"
	CodePortNotAllowed   Code = "port_not_allowed"
	CodeHostInvalid      Code = "host_invalid"
	CodeAddressNotPublic Code = "address_not_public"
)

// Why a site could not be read.
const (
	CodeDNSNotFound         Code = "dns_not_found"
	CodeDNSError            Code = "dns_error"
	CodeDNSTimeout          Code = "dns_timeout"
	CodeConnectFailed       Code = "connect_failed"
	CodeConnectTimeout      Code = "connect_timeout"
	CodeTLSError            Code = "tls_error"
	CodeRedirectNotAllowed  Code = "redirect_not_allowed"
	CodeTooManyRedirects    Code = "too_many_redirects"
	CodeRedirectLoop        Code = "redirect_loop"
	CodeResponseTimeout     Code = "response_timeout"
	CodeMalformedResponse   Code = "malformed_response"
	CodeResponseTooLarge    Code = "response_too_large"
	CodeUnsupportedEncoding Code = "unsupported_encoding"
	CodeNotHTML             Code = "not_html"
	CodeEmptyPage           Code = "empty_page"
	CodeHTTPError           Code = "http_error"
	CodeBlockedBySite       Code = "blocked_by_site"
	CodeTimeout             Code = "timeout"
	CodeInternal            Code = "internal"
)

// CodeQuotaExceeded is of an entry that the allowance didn't reach.
const CodeQuotaExceeded Code = "quota_exceeded"

// Why a call was refused.
const (
	CodeUnauthorized          Code = "unauthorized"
	CodeValidationFailed      Code = "validation_failed"
	CodeMalformedBody         Code = "malformed_body"
	CodePayloadTooLarge       Code = "payload_too_large"
	CodeUnsupportedMediaType  Code = "unsupported_media_type"
	CodeMethodNotAllowed      Code = "method_not_allowed"
	CodeNotFound              Code = "not_found"
	CodeAuditPending          Code = "audit_pending"
	CodeIdempotencyKeyReused  Code = "idempotency_key_reused"
	CodeIdempotencyInProgress Code = "idempotency_in_progress"
	CodeRateLimited           Code = "rate_limited"
	CodeTooManyFailures       Code = "too_many_failures"
	CodeOverloaded            Code = "overloaded"
	CodeInterrupted           Code = "interrupted"
	// CodeNoBrowser is of what only a browser makes, where there is none.
	CodeNoBrowser Code = "no_browser"
)

// Codes lists every code, for tables that must be complete.
func Codes() []Code {
	return []Code{
		CodeURLMalformed, CodeURLTooLong, CodeSchemeNotAllowed, CodeCredentialsInURL, CodePortNotAllowed, CodeHostInvalid, CodeAddressNotPublic,
		CodeDNSNotFound, CodeDNSError, CodeDNSTimeout, CodeConnectFailed, CodeConnectTimeout, CodeTLSError, CodeRedirectNotAllowed,
		CodeTooManyRedirects, CodeRedirectLoop, CodeResponseTimeout, CodeMalformedResponse, CodeResponseTooLarge, CodeUnsupportedEncoding,
		CodeNotHTML, CodeEmptyPage, CodeHTTPError, CodeBlockedBySite, CodeTimeout, CodeInternal, CodeQuotaExceeded, CodeUnauthorized,
		CodeValidationFailed, CodeMalformedBody, CodePayloadTooLarge, CodeUnsupportedMediaType, CodeMethodNotAllowed, CodeNotFound,
		CodeAuditPending, CodeIdempotencyKeyReused, CodeIdempotencyInProgress, CodeRateLimited, CodeTooManyFailures, CodeOverloaded,
		CodeInterrupted, CodeNoBrowser,
	}
}

// Invalid says that the code speaks of an address that may not be audited, not of a site that couldn't be read.
func (c Code) Invalid() bool {
	switch c {
	case CodeURLMalformed, CodeURLTooLong, CodeSchemeNotAllowed, CodeCredentialsInURL, CodePortNotAllowed, CodeHostInvalid, CodeAddressNotPublic:
		return true
	}
	return false
}

// Error is the one error type of a Service: a stable code, and a message for the user that says the way out. Err is the cause, for logs only.
type Error struct {
	Code    Code
	Message string
	Err     error
	// RetryAfter is when the same call may do better; 0 where waiting doesn't help or nothing is known.
	RetryAfter time.Duration
	// Fields says what is wrong with which part of a submission.
	Fields []FieldError
	// RequestID names the request in the server's log; empty where there was none.
	RequestID string
}

// FieldError is a fault of one part of a request.
type FieldError struct {
	Pointer string `json:"pointer"` // RFC 6901, from the body's root; or the name of a parameter
	Code    string `json:"code"`
	Detail  string `json:"detail"`
}

// Errorf makes an Error without a cause.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf gives the code of err: CodeInternal where it is no Error, empty where err is nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return CodeInternal
}
