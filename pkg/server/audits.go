package server

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
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

// offered is a format that a report is offered in.
type offered struct {
	format      string // of package report
	contentType string
	extension   string // of the file that it is saved as; empty where a browser shows it
}

// documents lists the formats of reports, the default first.
func documents() []offered {
	return []offered{
		{format: "html", contentType: "text/html; charset=utf-8"},
		{format: "markdown", contentType: "text/markdown; charset=utf-8", extension: "md"},
		{format: "csv", contentType: "text/csv; charset=utf-8", extension: "csv"},
		{format: "json", contentType: "application/json"},
	}
}

func (s *Server) report(x *exchange, r *http.Request) error {
	id, err := pathID(r, "audit_id")
	if err != nil {
		return err
	}
	doc := documents()[0]
	if name := query(r).Get("format"); name != "" {
		i := slices.IndexFunc(documents(), func(d offered) bool { return d.format == name })
		if i < 0 {
			return invalid(audit.FieldError{Pointer: "format", Code: fieldNotAllowed, Detail: "expected one of: html, markdown, csv, json"})
		}
		doc = documents()[i]
	}
	a, err := x.service.Audit(r.Context(), id)
	if err != nil {
		return err
	}
	if !a.Status.Terminal() {
		return &audit.Error{Code: audit.CodeAuditPending, Message: "The audit has not ended yet; its report will be here then.", RetryAfter: pollAfter}
	}
	format, err := report.Lookup(doc.format)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := format.Write(r.Context(), &body, report.Document{Batch: audit.NewBatch(a.BatchID, []audit.Audit{*a}), Lang: a.Lang, Brand: s.config.Brand}); err != nil {
		return fmt.Errorf("writing the report of %s: %w", id, err)
	}
	h := x.Header()
	if doc.format == "html" {
		h.Set("Content-Security-Policy", "default-src 'none'; style-src '"+report.HTMLStyleHash(s.config.Brand)+"'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	}
	if doc.extension != "" {
		h.Set("Content-Disposition", `attachment; filename="`+id+`.`+doc.extension+`"`)
	}
	return x.sendFinal(r, doc.contentType, body.Bytes())
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
