package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// measure is how long texts (in bytes of JSON) and lists may be.
type measure struct{ text, list int }

// The measures are tried in turn. Identifiers and times are shorter than any of them.
func auditMeasures() []measure {
	return []measure{{1000, 50}, {500, 25}, {300, 12}, {200, 8}, {150, 5}, {100, 3}, {80, 2}, {64, 1}}
}

// A list of audits keeps every one of them.
func batchMeasures() []measure { return []measure{{300, 50}, {120, 50}, {64, 50}} }

// fit encodes v in at most most bytes, where the measures can bring it there: texts are cut, and lists lose their ends. It says whether anything was.
func fit(v any, most int, measures []measure) (encoded json.RawMessage, cut bool, err error) {
	whole, err := json.Marshal(v)
	if err != nil {
		return nil, false, fmt.Errorf("encoding a result: %w", err)
	}
	encoded = whole
	for _, m := range measures {
		if len(encoded) <= most {
			break
		}
		cut = true
		var tree any
		d := json.NewDecoder(bytes.NewReader(whole))
		d.UseNumber()
		if err := d.Decode(&tree); err != nil {
			return nil, false, fmt.Errorf("reading a result: %w", err)
		}
		if encoded, err = json.Marshal(m.shorten(tree)); err != nil {
			return nil, false, fmt.Errorf("encoding a result: %w", err)
		}
	}
	return encoded, cut, nil
}

func (m measure) shorten(v any) any {
	switch v := v.(type) {
	case string:
		return shortText(v, m.text)
	case []any:
		v = v[:min(len(v), m.list)]
		for i := range v {
			v[i] = m.shorten(v[i])
		}
		return v
	case map[string]any:
		for name := range v {
			v[name] = m.shorten(v[name])
		}
	}
	return v
}

// shortText cuts a text of valid UTF-8 so that its JSON has at most most bytes, quotes aside.
func shortText(s string, most int) string {
	const mark = "…"
	size, end := 0, 0
	for i, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '"' || r == '\\':
			size += 2
		case r < ' ' || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029':
			size += 6
		default:
			size += utf8.RuneLen(r)
		}
		if size > most {
			return s[:end] + mark
		}
		if size <= most-len(mark) {
			end = i + utf8.RuneLen(r)
		}
	}
	return s
}
