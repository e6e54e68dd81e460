package report

import (
	"encoding/json"
	"io"
)

// writeJSON writes the audit object where there is one, else the batch object; checks are in both.
func writeJSON(w io.Writer, d Document) error {
	var v any = d.Batch
	if a, ok := d.single(); ok {
		v = a
	}
	return encode(w, v, "  ")
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

// encode leaves <, > and & as they are: the output is no HTML.
func encode(w io.Writer, v any, indent string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e.Encode(v)
}
