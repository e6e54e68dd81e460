package server

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	defaultLimit = 20
	maxLimit     = 100
)

func (s *Server) submit(x *exchange, r *http.Request) error {
	sub, err := readSubmission(x, r)
	if err != nil {
		return err
	}
	receipt, err := x.service.Submit(r.Context(), sub)
	if err != nil {
		return err
	}
	s.metrics.submitted(receipt)
	x.showQuota(receipt.Quota)
	return x.sendJSON(http.StatusAccepted, receipt)
}

func (s *Server) audit(x *exchange, r *http.Request) error {
	id, err := pathID(r, "audit_id")
	if err != nil {
		return err
	}
	checks, err := wantsChecks(r)
	if err != nil {
		return err
	}
	a, err := x.service.EncodedAudit(r.Context(), id, checks)
	if err != nil {
		return err
	}
	body, err := a.Parts()
	if err != nil {
		return fmt.Errorf("encoding %s: %w", id, err)
	}
	if a.Status.Terminal() {
		return x.sendFinal(r, "application/json", body...)
	}
	return x.sendPending("application/json", body...)
}

func (s *Server) screenshot(x *exchange, r *http.Request) error {
	id, err := pathID(r, "audit_id")
	if err != nil {
		return err
	}
	picture, err := x.service.Screenshot(r.Context(), id)
	if err != nil {
		return err
	}
	return x.sendFinal(r, "image/jpeg", picture)
}

func (s *Server) audits(x *exchange, r *http.Request) error {
	q, err := page(r)
	if err != nil {
		return err
	}
	list, next, err := x.service.EncodedAudits(r.Context(), q)
	if err != nil {
		return err
	}
	parts, err := joined(audit.AuditPage{Success: true, Audits: []audit.Audit{}, NextCursor: next}, list)
	if err != nil {
		return err
	}
	x.Header().Set("Content-Type", "application/json")
	x.sendParts(parts)
	return nil
}

func (s *Server) deleteAudit(x *exchange, r *http.Request) error {
	id, err := pathID(r, "audit_id")
	if err != nil {
		return err
	}
	if err := x.service.Delete(r.Context(), id); err != nil {
		return err
	}
	x.WriteHeader(http.StatusNoContent)
	return nil
}

// pathID gives an id of the path. What can't be one isn't looked for: it is not found like any other.
func pathID(r *http.Request, name string) (string, error) {
	id := chi.URLParam(r, name)
	if id == "" || len(id) > 64 || strings.IndexFunc(id, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }) >= 0 {
		return "", audit.Errorf(audit.CodeNotFound, "")
	}
	return id, nil
}

func wantsChecks(r *http.Request) (bool, error) {
	switch include := query(r).Get("include"); include {
	case "":
		return false, nil
	case "checks":
		return true, nil
	default:
		return false, invalid(audit.FieldError{Pointer: "include", Code: fieldNotAllowed, Detail: "expected: checks"})
	}
}

// page reads the parameters of a list.
func page(r *http.Request) (audit.Query, error) {
	values := query(r)
	q := audit.Query{Limit: defaultLimit, Cursor: values.Get("cursor"), Domain: strings.ToLower(values.Get("domain"))}
	var faults []audit.FieldError
	if text := values.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxLimit {
			faults = append(faults, audit.FieldError{Pointer: "limit", Code: fieldNotAllowed, Detail: fmt.Sprintf("expected a number from 1 to %d", maxLimit)})
		}
		q.Limit = n
	}
	if !printable(q.Cursor, 255) {
		faults = append(faults, audit.FieldError{Pointer: "cursor", Code: fieldNotAllowed, Detail: "expected the next_cursor of the page before"})
	}
	if !printable(q.Domain, 259) { // a name of 253 characters, a colon and a port
		faults = append(faults, audit.FieldError{Pointer: "domain", Code: fieldNotAllowed, Detail: "expected a host name as audits have it, in ASCII"})
	}
	if len(faults) > 0 {
		return q, invalid(faults...)
	}
	return q, nil
}

// query gives the parameters of a request; most have none.
func query(r *http.Request) url.Values {
	if r.URL.RawQuery == "" {
		return nil
	}
	return r.URL.Query()
}
