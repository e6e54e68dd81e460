package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
)

// writeJSON writes the audit object where there is one, else the batch object; checks are in both.
func writeJSON(w io.Writer, d Document) error {
	if a, ok := d.single(); ok {
		return WriteJSON(w, a)
	}
	return writeBatch(w, d.Batch)
}

// writeJSONL writes an audit object a line.
func writeJSONL(w io.Writer, d Document) error {
	for _, a := range d.Batch.Audits {
		if err := encode(w, a, ""); err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON writes v indented, as every command does. What a terminal would obey is written as \uXXXX: the same JSON, safe to look at.
func WriteJSON(w io.Writer, v any) error { return encode(w, v, "  ") }

// encode leaves <, > and & as they are: the output is no HTML.
func encode(w io.Writer, v any, indent string) error { return encodeWithin(w, v, "", indent) }

// encodeWithin is encode, for a part of something larger: every line but the first begins with prefix.
func encodeWithin(w io.Writer, v any, prefix, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, indent)
	if err := e.Encode(v); err != nil {
		return err
	}
	return writeEscaped(w, b.Bytes())
}

// writeBatch encodes an audit at a time: a thousand of them are some hundred megabytes, and are never in memory as JSON together.
func writeBatch(w io.Writer, b audit.Batch) error {
	audits := b.Audits
	b.Audits = []audit.Audit{}
	var head bytes.Buffer
	if err := encode(&head, b, "  "); err != nil {
		return err
	}
	before, after, found := bytes.Cut(head.Bytes(), []byte("[]"))
	if len(audits) == 0 || !found {
		_, err := w.Write(head.Bytes())
		return err
	}
	if _, err := fmt.Fprintf(w, "%s[", before); err != nil {
		return err
	}
	for i, a := range audits {
		if i > 0 {
			if _, err := io.WriteString(w, ","); err != nil {
				return err
			}
		}
		var one bytes.Buffer
		if err := encodeWithin(&one, a, "    ", "  "); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "\n    %s", bytes.TrimSuffix(one.Bytes(), []byte("\n"))); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\n  ]%s", after)
	return err
}

// writeEscaped writes the unsafe characters that the encoder lets through as \uXXXX. Outside strings, JSON has none.
func writeEscaped(w io.Writer, text []byte) error {
	kept := 0
	for i := 0; i < len(text); {
		if text[i] < 0x7f { // the encoder has escaped what is unsafe below
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if unsafe(r) {
			if _, err := fmt.Fprintf(w, `%s\u%04x`, text[kept:i], r); err != nil {
				return err
			}
			kept = i + size
		}
		i += size
	}
	_, err := w.Write(text[kept:])
	return err
}
