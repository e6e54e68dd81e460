// Package costfuzz searches for the sites that cost an audit the most: processor time, memory, requests and bytes on the wire. A genome
// describes a site in a few lines of JSON; the search mutates genomes and keeps those that cost more. The worst of them are kept in
// testdata and held to Budgets by a test.
package costfuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Genome describes a site. The same genome always serves the same bytes.
type Genome struct {
	// About says in words what the site does.
	About string `json:"about,omitempty"`
	// Pages is how many pages the audit may read, 1 to 100.
	Pages int `json:"pages"`
	// HTTP2 serves the site over TLS and HTTP/2; it is plain HTTP/1.1 otherwise.
	HTTP2 bool `json:"http2,omitempty"`
	// Routes are tried in their order; the first whose path matches answers.
	Routes []Route `json:"routes"`
}

// Route answers the requests for a path.
type Route struct {
	// Path is matched exactly, or as a prefix if it ends with an asterisk.
	Path   string  `json:"path"`
	Status int     `json:"status,omitempty"` // 0: 200
	Header []Field `json:"header,omitempty"`
	Body   []Part  `json:"body,omitempty"`
	// Packed are the encodings that the file itself has (gzip, br, zstd), the innermost first. No header tells of them.
	Packed []string `json:"packed,omitempty"`
	// Encoding are the content encodings (gzip, br, zstd), the innermost first.
	Encoding []string `json:"encoding,omitempty"`
	Frames   Frames   `json:"frames,omitzero"`
}

// Field is a header field. Name and Value are expanded like a Part's text.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Times int    `json:"times,omitempty"` // 0: once
}

// Part is a piece of a body: Text, Inside and Close, so many Times in a row. A deep part has all its texts before Inside and all its
// closes behind.
//
// In Text and Close {n} is a running number, {w} a word, {x} a percent-encoded letter, {i} a letter outside of ASCII, {b} a byte that
// UTF-8 never has, {p} the requested path, {o} the site's origin.
type Part struct {
	Text   string `json:"text,omitempty"`
	Times  int    `json:"times,omitempty"` // 0: once
	Inside []Part `json:"inside,omitempty"`
	Close  string `json:"close,omitempty"`
	Deep   bool   `json:"deep,omitempty"`
}

// Frames describes the chunks (HTTP/1.1) or frames (HTTP/2) of an answer.
type Frames struct {
	// Size is the bytes of body in a chunk or DATA frame; 0: 16 KiB.
	Size int `json:"size,omitempty"`
	// Extension is the bytes of extension on every chunk, or of padding in every DATA frame (at most 255).
	Extension int `json:"extension,omitempty"`
	// Empty is how many empty DATA frames come before each that isn't.
	Empty int `json:"empty,omitempty"`
	// Control is how many control frames of kind ControlKind come before each DATA frame.
	Control     int    `json:"control,omitempty"`
	ControlKind string `json:"control_kind,omitempty"` // ping, settings, window_update, priority
	// Informational is how many 103 responses come before the answer.
	Informational int `json:"informational,omitempty"`
	// Trailers is how many trailer fields come after the body.
	Trailers int `json:"trailers,omitempty"`
	// Pause is the milliseconds between two frames; at most 1000.
	Pause int `json:"pause,omitempty"`
	// Endless repeats the body until the client leaves.
	Endless bool `json:"endless,omitempty"`
}

// Parse reads a genome and reports what is wrong with it.
func Parse(text []byte) (Genome, error) {
	var g Genome
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&g); err != nil {
		return Genome{}, fmt.Errorf("reading a genome: %w", err)
	}
	if g.Pages < 1 || g.Pages > maxPages {
		return Genome{}, fmt.Errorf("a genome asks for %d pages; it must be 1 to %d", g.Pages, maxPages)
	}
	return g, nil
}

const maxPages = 100

// JSON writes the genome, indented.
func (g Genome) JSON() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(g) // it is made of strings and numbers
	return b.Bytes()
}

// clone returns a copy that shares nothing with g.
func (g Genome) clone() Genome {
	var c Genome
	_ = json.Unmarshal(g.JSON(), &c)
	return c
}

// route returns the route that answers a path; ok is false if none does.
func (g Genome) route(path string) (r Route, ok bool) {
	for _, r := range g.Routes {
		if prefix, found := strings.CutSuffix(r.Path, "*"); r.Path == path || found && strings.HasPrefix(path, prefix) {
			return r, true
		}
	}
	return Route{}, false
}
