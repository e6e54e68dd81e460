package server

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// admit finds out whose request it is, and holds them to their rate. An open handler lets those in who show no key.
func (s *Server) admit(x *exchange, r *http.Request, open bool) error {
	key, shown := presentedKey(r)
	if open && !shown {
		return s.holdAddress(r)
	}
	caller, err := s.authenticate(r, key)
	if err != nil {
		if audit.CodeOf(err) == audit.CodeUnauthorized {
			s.metrics.unauthorized.Inc()
			return cmp.Or(s.holdAddress(r), err)
		}
		return err
	}
	x.caller, x.service = caller, s.config.Backend.For(caller)
	if x.account, x.accountErr = x.service.Account(r.Context()); x.accountErr == nil {
		x.showQuota(x.account.Quota)
	}
	if wait := s.keys.take(caller.KeyID, s.config.Now()); wait > 0 {
		s.metrics.limited.WithLabelValues("key").Inc()
		return &audit.Error{
			Code: audit.CodeRateLimited, Message: "Too many requests with this API key; slow down, and wait for Retry-After.", RetryAfter: max(wait, time.Second),
		}
	}
	return nil
}

// holdAddress holds those without a valid key to the rate of their address.
func (s *Server) holdAddress(r *http.Request) error {
	if wait := s.failures.take(s.limitedName(r), s.config.Now()); wait > 0 {
		return s.limitedAddress(wait)
	}
	return nil
}

// limitedName is the name that a request without a valid key is limited by.
func (s *Server) limitedName(r *http.Request) string { return limitedAs(s.clientAddress(r)).String() }

func (s *Server) limitedAddress(wait time.Duration) error {
	s.metrics.limited.WithLabelValues("address").Inc()
	return &audit.Error{Code: audit.CodeRateLimited, Message: "Too many requests without a valid API key; slow down.", RetryAfter: wait}
}

// authenticate returns whose key it is; every way of not having one is the same error. A key that this process hasn't seen has to be looked up, and anybody can
// make one up: an address that did so too often is refused without a look-up. Valid keys don't count, however many clients share the address.
func (s *Server) authenticate(r *http.Request, key string) (audit.Caller, error) {
	if key == "" {
		return audit.Caller{}, audit.Errorf(audit.CodeUnauthorized, "")
	}
	if !audit.WellFormedKey(key) || s.config.Backend.KnowsKey(key) {
		return s.config.Backend.Authenticate(r.Context(), key)
	}
	select {
	case s.unseen <- struct{}{}:
		defer func() { <-s.unseen }()
	case <-r.Context().Done():
		return audit.Caller{}, r.Context().Err()
	}
	if s.config.Backend.KnowsKey(key) { // another request of this client brought it meanwhile
		return s.config.Backend.Authenticate(r.Context(), key)
	}
	name, now := s.limitedName(r), s.config.Now()
	if wait := s.lookups.wait(name, now); wait > 0 {
		s.metrics.unauthorized.Inc()
		return audit.Caller{}, s.limitedAddress(wait)
	}
	caller, err := s.config.Backend.Authenticate(r.Context(), key)
	if audit.CodeOf(err) == audit.CodeUnauthorized {
		s.lookups.take(name, now)
	}
	return caller, err
}

// presentedKey gives the key of a request; shown says that there was any. It is empty where there is none, where two differ, and where one is in the
// query, which logs and histories keep.
func presentedKey(r *http.Request) (key string, shown bool) {
	if strings.Contains(r.URL.RawQuery, audit.KeyMarker) {
		return "", true
	}
	differ := false
	present := func(k string) {
		differ = differ || shown && k != key
		key, shown = k, true
	}
	for _, value := range r.Header["X-Api-Key"] {
		present(value)
	}
	for _, value := range r.Header["Authorization"] {
		if scheme, token, ok := strings.Cut(value, " "); ok && strings.EqualFold(scheme, "Bearer") {
			present(strings.TrimSpace(token))
		}
	}
	if differ {
		return "", true
	}
	return key, shown
}

// showQuota sets the headers that every answer to a known key has.
func (x *exchange) showQuota(q audit.Quota) {
	h := x.Header()
	h.Set("X-Ratelimit-Limit", strconv.Itoa(q.Limit))
	h.Set("X-Ratelimit-Remaining", strconv.Itoa(q.Remaining))
}
