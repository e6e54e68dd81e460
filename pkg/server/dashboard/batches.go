package dashboard

import (
	"bytes"
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

const (
	batchesPath = "/dashboard/batches"
	// pageSize is how many entries a page of a list has.
	pageSize = 20
)

// batchList is a page of the list of batches.
type batchList struct {
	Batches []audit.BatchHead
	First   bool   // the newest are on it
	Older   string // path of the page after; empty on the last
}

func (d *dashboard) batches(x *exchange) error {
	cursor := x.r.URL.Query().Get("cursor")
	list, err := x.service().Batches(x.r.Context(), audit.Query{Limit: pageSize, Cursor: cursor})
	if err != nil {
		return err
	}
	p := batchList{Batches: list.Batches, First: cursor == ""}
	if list.NextCursor != "" {
		p.Older = older(batchesPath, "", list.NextCursor)
	}
	return x.show(page{name: "batches", section: batchesPath, title: "batches", data: p})
}

// batchPage is a batch as far as it is.
type batchPage struct {
	audit.Batch // without its audits
	Ended       int
	Rows        []row
}

func (x *exchange) ownBatch() (batchPage, error) {
	id, err := x.pathID()
	if err != nil {
		return batchPage{}, err
	}
	list, err := x.service().EncodedBatch(x.r.Context(), id, false)
	if err != nil {
		return batchPage{}, err
	}
	p := batchPage{}
	if p.Rows, err = rows(list); err != nil {
		return p, err
	}
	audits := make([]audit.Audit, len(list))
	for i, e := range list {
		audits[i] = e.Audit
	}
	p.Batch = audit.NewBatch(id, audits)
	p.Audits, p.Ended = nil, p.Total-p.Pending
	return p, nil
}

func (d *dashboard) batch(x *exchange) error {
	b, err := x.ownBatch()
	if err != nil {
		return err
	}
	return x.show(page{name: "batch", section: batchesPath, title: "batch", data: b})
}

func (d *dashboard) batchProgress(x *exchange) error {
	b, err := x.ownBatch()
	if err != nil {
		return err
	}
	return x.part("batch-progress", b)
}

func (d *dashboard) batchReport(x *exchange) error {
	id, err := x.pathID()
	if err != nil {
		return err
	}
	if x.r.URL.Query().Get("format") == "csv" {
		return x.batchTable(id)
	}
	b, err := x.service().Batch(x.r.Context(), id)
	if err != nil {
		return err
	}
	return x.document(id, *b)
}

// batchTable answers with the table that the API gives; that of a batch that still runs has what there is.
func (x *exchange) batchTable(id string) error {
	list, err := x.service().EncodedBatch(x.r.Context(), id, false)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = report.WriteCSV(&b, func(yield func(*audit.Audit, error) bool) {
		for _, e := range list {
			if !yield(e.DecodeHead()) {
				return
			}
		}
	})
	if err != nil {
		return fmt.Errorf("writing the table of %s: %w", id, err)
	}
	x.attach(id + ".csv")
	x.send("text/csv; charset=utf-8", b.Bytes(), 200)
	return nil
}
