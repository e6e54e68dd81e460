package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// offered is a format that reports are offered in.
type offered struct {
	format      string // of package report
	contentType string
	extension   string // of the file that it is saved as; empty where a browser shows it
	says        string // what it is, for the description
}

// documents lists the formats of reports, the default first.
func documents() []offered {
	return []offered{
		{format: "html", contentType: "text/html; charset=utf-8", says: "One file that asks for nothing else."},
		{format: "pdf", contentType: "application/pdf", extension: "pdf", says: "The same on A4, with outline and tags; where the server has a browser."},
		{format: "markdown", contentType: "text/markdown; charset=utf-8", extension: "md", says: "CommonMark with tables."},
		{format: "table", contentType: "text/plain; charset=utf-8", says: "As a terminal shows it."},
		{format: "csv", contentType: "text/csv; charset=utf-8", extension: "csv", says: "A row per audit, with the columns of a batch's table."},
		{format: "json", contentType: "application/json", says: "The audit, or the batch, with its checks."},
		{format: "jsonl", contentType: "application/jsonl", extension: "jsonl", says: "JSON Lines: an audit a line, with its checks."},
		{format: "junit", contentType: "application/xml; charset=utf-8", extension: "xml", says: "JUnit's XML, as CI systems read it: a suite per audit, a case per check."},
		{format: "sarif", contentType: "application/sarif+json", extension: "sarif", says: "SARIF 2.1.0: a result per finding."},
	}
}

// documentNames lists the formats by name.
func documentNames() (names []string) {
	for _, d := range documents() {
		names = append(names, d.format)
	}
	return names
}

// wanted gives the format that a request asks for.
func wanted(r *http.Request) (offered, error) {
	name := query(r).Get("format")
	if name == "" {
		return documents()[0], nil
	}
	i := slices.IndexFunc(documents(), func(d offered) bool { return d.format == name })
	if i < 0 {
		return offered{}, invalid(audit.FieldError{Pointer: "format", Code: fieldNotAllowed, Detail: "expected one of: " + strings.Join(documentNames(), ", ")})
	}
	return documents()[i], nil
}

func (s *Server) report(x *exchange, r *http.Request) error {
	id, err := pathID(r, "audit_id")
	if err != nil {
		return err
	}
	doc, err := wanted(r)
	if err != nil {
		return err
	}
	a, err := x.service.Audit(r.Context(), id)
	if err != nil {
		return err
	}
	if !a.Status.Terminal() {
		return &audit.Error{Code: audit.CodeAuditPending, Message: "The audit has not ended yet; its report will be here then.", RetryAfter: pollAfter}
	}
	return s.sendReport(x, r, doc, id, audit.NewBatch(a.BatchID, []audit.Audit{*a}))
}

func (s *Server) batchReport(x *exchange, r *http.Request) error {
	id, err := pathID(r, "batch_id")
	if err != nil {
		return err
	}
	doc, err := wanted(r)
	if err != nil {
		return err
	}
	b, err := x.service.Batch(r.Context(), id)
	if err != nil {
		return err
	}
	if b.Pending > 0 {
		return &audit.Error{Code: audit.CodeAuditPending, Message: "Audits of the batch have not ended yet; its report will be here then.", RetryAfter: pollAfter}
	}
	return s.sendReport(x, r, doc, id, *b)
}

// errAnswered ends the printing of a report that needn't be sent.
var errAnswered = errors.New("the request is answered")

// sendReport answers with audits that have ended. id names the file.
func (s *Server) sendReport(x *exchange, r *http.Request, doc offered, id string, b audit.Batch) error {
	format, err := report.Lookup(doc.format)
	if err != nil {
		return err
	}
	h := x.Header()
	d := report.Document{Batch: b, Lang: b.Audits[0].Lang, Brand: s.config.Brand}
	if s.config.Print != nil {
		d.Print = func(ctx context.Context, html []byte) ([]byte, error) { // who has it, or asks for its head, needs no browser
			if x.unchanged(r, html, []byte(doc.format)) {
				return nil, errAnswered
			}
			if r.Method == http.MethodHead {
				h.Set("Content-Type", doc.contentType)
				x.WriteHeader(http.StatusOK)
				return nil, errAnswered
			}
			return s.config.Print(report.ForAccount(ctx, x.caller.AccountID), html)
		}
	}
	if err := format.Complete(r.Context(), x.service, &d); err != nil {
		return err
	}
	if doc.format == "html" {
		h.Set("Content-Security-Policy", "default-src 'none'; style-src '"+report.HTMLStyleHash(s.config.Brand)+"'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	}
	if doc.extension != "" {
		h.Set("Content-Disposition", `attachment; filename="`+id+`.`+doc.extension+`"`)
	}
	var body bytes.Buffer
	switch err := format.Write(r.Context(), &body, d); {
	case errors.Is(err, errAnswered):
		return nil
	case err != nil:
		return fmt.Errorf("writing the report of %s: %w", id, err)
	case format.Binary: // its validator is that of what was printed
		h.Set("Content-Type", doc.contentType)
		x.sendParts([][]byte{body.Bytes()})
		return nil
	}
	return x.sendFinal(r, doc.contentType, body.Bytes())
}
