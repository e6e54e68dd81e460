package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Encoded is an audit whose report is still in the bytes that it is kept and sent in: a server passes them on without reading them.
type Encoded struct {
	Audit         // its Report is nil
	Report []byte // the report as a JSON object without its checks; nil where the audit isn't done
	Checks []byte // the checks as a JSON array; nil where they weren't asked for
}

// Encode gives a report the form it is kept in, its checks apart.
func Encode(r Report) (report, checks []byte, err error) {
	list := r.Checks
	r.Checks = nil
	if report, err = json.Marshal(r); err != nil {
		return nil, nil, fmt.Errorf("encoding a report: %w", err)
	}
	if checks, err = json.Marshal(list); err != nil {
		return nil, nil, fmt.Errorf("encoding checks: %w", err)
	}
	return report, checks, nil
}

// Decode reads the report.
func (e Encoded) Decode() (*Audit, error) {
	a := e.Audit
	if a.Status != Done {
		return &a, nil
	}
	a.Report = new(Report)
	if err := json.Unmarshal(e.Report, a.Report); err != nil {
		return nil, fmt.Errorf("reading the stored report of %s: %w", a.AuditID, err)
	}
	if len(e.Checks) > 0 {
		if err := json.Unmarshal(e.Checks, &a.Report.Checks); err != nil {
			return nil, fmt.Errorf("reading the stored checks of %s: %w", a.AuditID, err)
		}
	}
	return &a, nil
}

// DecodeHead reads the report for tables of many: without its checks, pages, steps, rendering and references, which are most of it.
func (e Encoded) DecodeHead() (*Audit, error) {
	a := e.Audit
	if a.Status != Done {
		return &a, nil
	}
	a.Report = new(Report)
	into := struct { // the outer fields take what the report's own would have taken
		*Report
		Pages      skipped `json:"pages"`
		Steps      skipped `json:"steps"`
		Rendered   skipped `json:"rendered"`
		References skipped `json:"references"`
	}{Report: a.Report}
	if err := json.Unmarshal(e.Report, &into); err != nil {
		return nil, fmt.Errorf("reading the stored report of %s: %w", a.AuditID, err)
	}
	return &a, nil
}

// skipped is JSON that isn't read.
type skipped struct{}

// UnmarshalJSON implements json.Unmarshaler.
func (*skipped) UnmarshalJSON([]byte) error { return nil }

// MarshalJSON gives the same object as an Audit with its report.
func (e Encoded) MarshalJSON() ([]byte, error) {
	parts, err := e.Parts()
	return bytes.Join(parts, nil), err
}

// Parts is MarshalJSON without its copy: the report's bytes are among them as they are kept.
func (e Encoded) Parts() ([][]byte, error) {
	head, err := json.Marshal(e.Audit)
	if err != nil || len(e.Report) == 0 {
		return [][]byte{head}, err
	}
	if len(e.Report) < 2 || e.Report[len(e.Report)-1] != '}' {
		return nil, errors.New("a stored report is no JSON object")
	}
	head[len(head)-1] = ','
	parts := [][]byte{head, e.Report[1:]}
	if len(e.Checks) > 0 && string(e.Checks) != "null" {
		parts[1] = e.Report[1 : len(e.Report)-1]
		parts = append(parts, []byte(`,"checks":`), e.Checks, []byte{'}'})
	}
	return parts, nil
}
