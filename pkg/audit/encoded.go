package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
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

// DecodeHead reads of the report what tables and lists show: the scores' values, business, summary and the citation passes. They stand first, and what comes
// after them isn't looked at: it is most of a report.
func (e Encoded) DecodeHead() (*Audit, error) {
	a := e.Audit
	if a.Status != Done {
		return &a, nil
	}
	r := &Report{Scores: map[Metric]Score{}}
	a.Report = r
	into := map[string]any{
		"overall_ai_readiness": &r.OverallAIReadiness,
		"business":             &r.Business, "summary": &r.Summary, "ai_citation": &r.AICitation, "grounded_citation": &r.GroundedCitation,
		"search_ai_mode": &r.SearchAIMode, "live_citation": &r.LiveCitation,
	}
	left := len(into) + 1 // scores
	err := members(e.Report, func(name string, value []byte) (more bool, err error) {
		if field := into[name]; field != nil {
			err = json.Unmarshal(value, field)
			left--
		} else if name == "scores" {
			err = decodeValues(value, r.Scores)
			left--
		}
		return left > 0, err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the stored report of %s: %w", a.AuditID, err)
	}
	return &a, nil
}

// decodeValues reads the values of scores.
func decodeValues(scores []byte, into map[Metric]Score) error {
	return members(scores, func(metric string, score []byte) (bool, error) {
		return true, members(score, func(name string, number []byte) (bool, error) {
			if name != "value" {
				return true, nil
			}
			value, err := strconv.Atoi(string(number))
			into[Metric(metric)] = Score{Value: value}
			return false, err
		})
	})
}

// members calls each for the members of an object, until it says that it needs no more. The object is as json.Marshal writes it, its names plain; values are
// passed over without being checked, which json.Decoder takes five times as long for.
func members(object []byte, each func(name string, value []byte) (more bool, err error)) error {
	if string(object) == "{}" || string(object) == "null" {
		return nil
	}
	rest, ok := bytes.CutPrefix(object, []byte(`{"`))
	for ok {
		var name []byte
		if name, rest, ok = bytes.Cut(rest, []byte(`":`)); !ok {
			break
		}
		end := valueEnd(rest)
		if end == len(rest) {
			break
		}
		if more, err := each(string(name), rest[:end]); err != nil || !more || rest[end] == '}' {
			return err
		}
		rest, ok = bytes.CutPrefix(rest[end:], []byte(`,"`))
	}
	return errors.New("it is no JSON object")
}

// valueEnd is where the JSON value at the beginning of text ends: at the comma or bracket after it.
func valueEnd(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth < 0 {
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

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
