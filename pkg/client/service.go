package client

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// maxPage is the largest page that a server gives.
const maxPage = 100

// submission is the body of POST /v1/audits.
type submission struct {
	URLs    []string   `json:"urls"`
	Lang    audit.Lang `json:"lang,omitempty"`
	Refresh bool       `json:"refresh,omitempty"`
}

// Submit implements audit.Service. A submission without an idempotency key is given one, so that none is accepted twice when an answer is lost.
// MaxAge isn't sent: a server decides what is fresh.
func (c *Client) Submit(ctx context.Context, s audit.Submission) (audit.Receipt, error) {
	if len(s.URLs) > audit.MaxURLs {
		return audit.Receipt{}, audit.Errorf(audit.CodeValidationFailed, "%d addresses in one batch; at most %d are allowed", len(s.URLs), audit.MaxURLs)
	}
	if s.IdempotencyKey == "" {
		s.IdempotencyKey = rand.Text()
	}
	if key := s.IdempotencyKey; len(key) > audit.MaxIdempotencyKey || strings.TrimSpace(key) != key || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return audit.Receipt{}, audit.Errorf(audit.CodeValidationFailed, "an idempotency key is at most %d printable ASCII characters, the first and last no space", audit.MaxIdempotencyKey)
	}
	r := request{
		method: http.MethodPost, path: "/v1/audits", header: map[string]string{"Idempotency-Key": s.IdempotencyKey},
		body: submission{URLs: append([]string{}, s.URLs...), Lang: s.Lang, Refresh: s.Refresh}, // no null where there are none
	}
	var receipt audit.Receipt
	if _, err := c.ask(ctx, r, &receipt); err != nil {
		return audit.Receipt{}, err
	}
	if receipt.BatchID == "" {
		return audit.Receipt{}, c.incomplete("a receipt without a batch")
	}
	return receipt, nil
}

// Audit implements audit.Service.
func (c *Client) Audit(ctx context.Context, id string) (*audit.Audit, error) {
	if err := known(id); err != nil {
		return nil, err
	}
	var a audit.Audit
	_, err := c.ask(ctx, request{method: http.MethodGet, path: "/v1/audits/{id}", id: id, query: map[string]string{"include": "checks"}, keep: true}, &a)
	if err == nil {
		err = c.settle(&a)
	}
	if err != nil {
		return nil, err
	}
	return &a, nil
}

// Screenshot implements audit.Service.
func (c *Client) Screenshot(ctx context.Context, id string) ([]byte, error) {
	if err := known(id); err != nil {
		return nil, err
	}
	body, _, err := c.open(ctx, request{method: http.MethodGet, path: "/v1/audits/{id}/screenshot", id: id}, "image/jpeg")
	if err != nil {
		return nil, err
	}
	defer body.Close()
	picture, err := io.ReadAll(io.LimitReader(body, audit.MaxScreenshot+1))
	switch {
	case err != nil:
		return nil, err
	case len(picture) > audit.MaxScreenshot:
		return nil, c.incomplete("a larger picture than there can be")
	}
	return picture, nil
}

// Batch implements audit.Service.
func (c *Client) Batch(ctx context.Context, id string) (*audit.Batch, error) {
	b, _, err := c.batch(ctx, id, "checks")
	return b, err
}

func (c *Client) batch(ctx context.Context, id, include string) (*audit.Batch, http.Header, error) {
	if err := known(id); err != nil {
		return nil, nil, err
	}
	var b audit.Batch
	header, err := c.ask(ctx, request{method: http.MethodGet, path: "/v1/batches/{id}", id: id, query: map[string]string{"include": include}, keep: true}, &b)
	if err != nil {
		return nil, nil, err
	}
	if b.BatchID == "" {
		return nil, nil, c.incomplete("a batch without an id")
	}
	for i := range b.Audits {
		if err := c.settle(&b.Audits[i]); err != nil {
			return nil, nil, err
		}
	}
	return &b, header, nil
}

// Delete implements audit.Service.
func (c *Client) Delete(ctx context.Context, id string) error {
	if err := known(id); err != nil {
		return err
	}
	lost, err := c.attempt(ctx, func() *fault {
		resp, fault := c.send(ctx, request{method: http.MethodDelete, path: "/v1/audits/{id}", id: id}, "")
		if fault != nil {
			return fault
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusNoContent {
			return c.refused(resp)
		}
		return nil
	})
	if lost && audit.CodeOf(err) == audit.CodeNotFound {
		return nil // the attempt whose answer was lost deleted it
	}
	return err
}

// Audits implements audit.Service. A page holds at most 100.
func (c *Client) Audits(ctx context.Context, q audit.Query) (audit.AuditPage, error) {
	var page audit.AuditPage
	if _, err := c.ask(ctx, listing("/v1/audits", q), &page); err != nil {
		return audit.AuditPage{}, err
	}
	if !page.Success && page.Audits == nil {
		return audit.AuditPage{}, c.incomplete("a page without audits")
	}
	for i := range page.Audits {
		if err := c.settle(&page.Audits[i]); err != nil {
			return audit.AuditPage{}, err
		}
	}
	return page, nil
}

// Batches implements audit.Service. A page holds at most 100.
func (c *Client) Batches(ctx context.Context, q audit.Query) (audit.BatchPage, error) {
	q.Domain = ""
	var page audit.BatchPage
	if _, err := c.ask(ctx, listing("/v1/batches", q), &page); err != nil {
		return audit.BatchPage{}, err
	}
	if !page.Success && page.Batches == nil {
		return audit.BatchPage{}, c.incomplete("a page without batches")
	}
	return page, nil
}

// Account implements audit.Service.
func (c *Client) Account(ctx context.Context) (audit.Account, error) {
	var a audit.Account
	if _, err := c.ask(ctx, request{method: http.MethodGet, path: "/v1/me"}, &a); err != nil {
		return audit.Account{}, err
	}
	if a.Plan == "" {
		return audit.Account{}, c.incomplete("an account without a plan")
	}
	return a, nil
}

// BatchCSV gives a batch as CSV, a row per URL, as it comes; the caller closes it. Read fails with a *ServerError where the connection is lost on the
// way. Errors: audit.CodeNotFound.
func (c *Client) BatchCSV(ctx context.Context, id string) (io.ReadCloser, error) {
	if err := known(id); err != nil {
		return nil, err
	}
	body, _, err := c.open(ctx, request{method: http.MethodGet, path: "/v1/batches/{id}.csv", id: id}, "text/csv")
	return body, err
}

// Report gives the report of an audit as the server writes it, with its content type; the caller closes it. format is html, pdf, markdown, table, csv, json,
// jsonl, junit, sarif, or one that a newer server knows; html where empty. Errors: audit.CodeNotFound, audit.CodeAuditPending, audit.CodeNoBrowser for a PDF
// that the server can't print, audit.CodeValidationFailed for an unknown format.
func (c *Client) Report(ctx context.Context, id, format string) (body io.ReadCloser, contentType string, err error) {
	return c.report(ctx, "/v1/audits/{id}/report", id, format)
}

// BatchReport is Report of a whole batch.
func (c *Client) BatchReport(ctx context.Context, id, format string) (body io.ReadCloser, contentType string, err error) {
	return c.report(ctx, "/v1/batches/{id}/report", id, format)
}

func (c *Client) report(ctx context.Context, path, id, format string) (body io.ReadCloser, contentType string, err error) {
	if err := known(id); err != nil {
		return nil, "", err
	}
	return c.open(ctx, request{method: http.MethodGet, path: path, id: id, query: map[string]string{"format": format}}, "")
}

func listing(path string, q audit.Query) request {
	if q.Limit == 0 || q.Limit > maxPage {
		q.Limit = maxPage
	}
	return request{method: http.MethodGet, path: path, query: map[string]string{"limit": strconv.Itoa(q.Limit), "cursor": q.Cursor, "domain": q.Domain}}
}

// known refuses what would make another address of the path than that of an id.
func known(id string) error {
	if strings.Trim(id, ".") == "" {
		return audit.Errorf(audit.CodeNotFound, "%q is no id", id)
	}
	return nil
}

// settle holds an audit to what callers rely on: a finished one has a report, and no other has.
func (c *Client) settle(a *audit.Audit) error {
	switch {
	case a.AuditID == "" || a.Status == "":
		return c.incomplete("an audit without id or status")
	case a.Status != audit.Done:
		a.Report = nil // explicit nulls would make one
	case a.Report == nil:
		return c.incomplete("a finished audit without a report")
	}
	return nil
}

// incomplete is the fault of a JSON answer that lacks what the specification promises.
func (c *Client) incomplete(what string) error {
	return &ServerError{
		Host: c.host, Status: http.StatusOK, Err: errors.New(what),
		Message: fmt.Sprintf("%s doesn't answer like an auditctl server (it gave %s); check its address", c.host, what),
	}
}
