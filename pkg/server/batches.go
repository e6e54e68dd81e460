package server

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

func (s *Server) batch(x *exchange, r *http.Request) error {
	id, err := pathID(r, "batch_id")
	if err != nil {
		return err
	}
	checks, err := wantsChecks(r)
	if err != nil {
		return err
	}
	list, err := x.service.EncodedBatch(r.Context(), id, checks)
	if err != nil {
		return err
	}
	head := headOf(id, list)
	parts, err := joined(head, list)
	if err != nil {
		return err
	}
	if head.Pending > 0 {
		return x.sendPending("application/json", parts...)
	}
	return x.sendFinal(r, "application/json", parts...)
}

// headOf counts the states of a batch; its list of audits is empty.
func headOf(id string, list []audit.Encoded) audit.Batch {
	audits := make([]audit.Audit, len(list))
	for i, a := range list {
		audits[i] = a.Audit
	}
	b := audit.NewBatch(id, audits)
	b.Audits = []audit.Audit{}
	return b
}

func (s *Server) batches(x *exchange, r *http.Request) error {
	q, err := page(r)
	if err != nil {
		return err
	}
	q.Domain = ""
	list, err := x.service.Batches(r.Context(), q)
	if err != nil {
		return err
	}
	list.Success = true
	if list.Batches == nil {
		list.Batches = []audit.BatchHead{}
	}
	return x.sendJSON(http.StatusOK, list)
}

// csvRevision is part of a table's ETag, which is of what the rows are made from: a row can leave before the next is made. Raise it where the same audits
// make other rows.
const csvRevision = "1"

func (s *Server) batchCSV(x *exchange, r *http.Request) error {
	id, err := pathID(r, "batch_id")
	if err != nil {
		return err
	}
	list, err := x.service.EncodedBatch(r.Context(), id, false)
	if err != nil {
		return err
	}
	sources := [][]byte{[]byte(csvRevision)}
	for _, a := range list {
		head, err := json.Marshal(a.Audit)
		if err != nil {
			return fmt.Errorf("encoding %s: %w", a.AuditID, err)
		}
		sources = append(sources, head, a.Report)
	}
	h := x.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+id+`.csv"`)
	if headOf(id, list).Pending > 0 {
		h.Set("Retry-After", seconds(pollAfter))
	} else if x.unchanged(r, sources...) {
		return nil
	}
	if r.Method == http.MethodHead {
		x.WriteHeader(http.StatusOK)
		return nil
	}
	err = report.WriteCSV(newPaced(x), func(yield func(*audit.Audit, error) bool) {
		for _, a := range list {
			if !yield(a.DecodeHead()) {
				return
			}
		}
	})
	if err != nil && x.bytes == 0 {
		return err
	}
	if err != nil { // the client left, or a stored report can't be read: half a table must not pass for the whole
		s.log.LogAttrs(r.Context(), slog.LevelWarn, "table cut off", slog.String("request_id", x.id), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (s *Server) me(x *exchange, _ *http.Request) error {
	if x.accountErr != nil {
		return x.accountErr
	}
	return x.sendJSON(http.StatusOK, x.account)
}

func (s *Server) openAPI(x *exchange, r *http.Request) error {
	return x.sendFinal(r, "application/json", s.document)
}
