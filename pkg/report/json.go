package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// writeJSON writes the audit object where there is one, else the batch object; checks are in both.
func writeJSON(w io.Writer, d Document) error {
	if a, ok := d.single(); ok {
		return WriteJSON(w, a)
	}
	return WriteJSON(w, d.Batch)
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
func encode(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeUnsafe(b.Bytes()))
	return err
}

// escapeUnsafe writes the unsafe characters that the encoder lets through as \uXXXX. Outside strings, JSON has none.
func escapeUnsafe(text []byte) []byte {
	var out []byte
	kept := 0
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		}
		if unsafe(r) {
			out = fmt.Appendf(append(out, text[kept:i]...), `\u%04x`, r)
			kept = i + size
		}
		i += size
	}
	return append(out, text[kept:]...)
}
