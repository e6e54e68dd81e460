package main

import (
	"errors"
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
)

// The exit codes; every command's help ends with them.
const (
	exitDone        = 0
	exitFailed      = 1   // an audit failed, or a fault of our own
	exitUsage       = 2   // usage or configuration
	exitThreshold   = 3   // a threshold or baseline missed
	exitRefused     = 4   // not authorised or out of quota
	exitInterrupted = 130 // what had finished is stored and printed
)

// exitError ends the program with a code. A nil err says nothing more: the reason stands in the output already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usage is an error of the command line or of the configuration.
func usage(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// exitCode gives the process's exit code for a command's error.
func exitCode(err error) int {
	var exit *exitError
	var fault *audit.Error
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &exit):
		return exit.code
	case errors.As(err, &fault):
		if code, known := codeExits[fault.Code]; known {
			return code
		}
	}
	return exitFailed
}

// codeExits gives the exit code of every code that a Service's error can have.
var codeExits = map[audit.Code]int{
	audit.CodeURLMalformed: exitUsage, audit.CodeURLTooLong: exitUsage, audit.CodeSchemeNotAllowed: exitUsage, audit.CodeCredentialsInURL: exitUsage,
	audit.CodePortNotAllowed: exitUsage, audit.CodeHostInvalid: exitUsage, audit.CodeAddressNotPublic: exitFailed,
	audit.CodeDNSNotFound: exitFailed, audit.CodeDNSError: exitFailed, audit.CodeDNSTimeout: exitFailed, audit.CodeConnectFailed: exitFailed,
	audit.CodeConnectTimeout: exitFailed, audit.CodeTLSError: exitFailed, audit.CodeRedirectNotAllowed: exitFailed,
	audit.CodeTooManyRedirects: exitFailed, audit.CodeRedirectLoop: exitFailed, audit.CodeResponseTimeout: exitFailed,
	audit.CodeMalformedResponse: exitFailed, audit.CodeResponseTooLarge: exitFailed, audit.CodeUnsupportedEncoding: exitFailed,
	audit.CodeNotHTML: exitFailed, audit.CodeEmptyPage: exitFailed,
	audit.CodeHTTPError: exitFailed, audit.CodeBlockedBySite: exitFailed, audit.CodeTimeout: exitFailed, audit.CodeInternal: exitFailed,
	audit.CodeValidationFailed: exitUsage, audit.CodeNotFound: exitFailed, audit.CodeOverloaded: exitFailed, audit.CodeInterrupted: exitInterrupted,
	audit.CodeUnauthorized: exitRefused, audit.CodeQuotaExceeded: exitRefused, audit.CodeRateLimited: exitRefused, audit.CodeTooManyFailures: exitRefused,
	audit.CodeMalformedBody: exitFailed, audit.CodePayloadTooLarge: exitUsage, audit.CodeUnsupportedMediaType: exitFailed,
	audit.CodeMethodNotAllowed: exitFailed, audit.CodeAuditPending: exitFailed, audit.CodeIdempotencyKeyReused: exitUsage,
	audit.CodeIdempotencyInProgress: exitFailed, audit.CodeNoBrowser: exitUsage,
}
