package costfuzz

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

const (
	// maxBody is the bytes of a body that isn't packed: what auditctl reads of one page.
	maxBody = 4 << 20
	// maxUnpacked is the bytes of a body before packing: a sitemap may have 50 MiB.
	maxUnpacked = 52 << 20
	// maxFields is how many header fields one answer has.
	maxFields = 10_000
)

// expansion writes the parts of one body.
type expansion struct {
	out    bytes.Buffer
	limit  int
	n      int    // running number
	seed   uint32 // of words, by path
	path   string
	origin string
}

func newExpansion(path, origin string, limit int) *expansion {
	h := fnv.New32a()
	_, _ = io.WriteString(h, path)
	return &expansion{limit: limit, seed: h.Sum32(), path: path, origin: origin}
}

func (e *expansion) full() bool { return e.out.Len() >= e.limit }

func (e *expansion) parts(list []Part) {
	for _, p := range list {
		e.part(p)
	}
}

func (e *expansion) part(p Part) {
	times := max(1, p.Times)
	if p.Deep {
		e.repeat(p.Text, times)
		e.parts(p.Inside)
		e.repeat(p.Close, times)
		return
	}
	for i := 0; i < times && !e.full(); i++ {
		e.text(p.Text)
		e.parts(p.Inside)
		e.text(p.Close)
		if p.Text == "" && p.Close == "" && len(p.Inside) == 0 {
			return
		}
	}
}

func (e *expansion) repeat(text string, times int) {
	for i := 0; i < times && text != "" && !e.full(); i++ {
		e.text(text)
	}
}

// text writes a text with its places filled.
func (e *expansion) text(s string) {
	for s != "" {
		at := strings.IndexByte(s, '{')
		if at < 0 || at+2 >= len(s) || s[at+2] != '}' {
			end := len(s)
			if at >= 0 {
				end = at + 1
			}
			e.out.WriteString(s[:end])
			s = s[end:]
			continue
		}
		e.out.WriteString(s[:at])
		e.fill(s[at+1])
		s = s[at+3:]
	}
}

func (e *expansion) fill(place byte) {
	e.n++
	random := (uint32(e.n) + e.seed) * 2654435761 >> 8
	switch place {
	case 'n':
		e.out.WriteString(strconv.Itoa(e.n))
	case 'w':
		e.out.WriteString(word(random))
	case 'x':
		fmt.Fprintf(&e.out, "%%%02X", 0x80|random&0x3F)
	case 'i':
		e.out.WriteRune(rune(0xE0 + random%0x1F))
	case 'b':
		e.out.WriteByte(0xF8 | byte(random)&7)
	case 'p':
		e.out.WriteString(e.path)
	case 'o':
		e.out.WriteString(e.origin)
	}
}

// syllables make words that look like a language's.
var syllables = strings.Fields("ba cor di fel gra hu jo ka lin mo nu pel qui ro sta tri ul ver wen zo")

func word(random uint32) string {
	n := uint32(len(syllables))
	return syllables[random%n] + syllables[random/n%n] + syllables[random/n/n%n]
}

// body returns what a route serves for a path, before framing.
func body(r Route, path, origin string) ([]byte, error) {
	limit := maxBody
	if len(r.Packed)+len(r.Encoding) > 0 {
		limit = maxUnpacked
	}
	e := newExpansion(path, origin, limit)
	e.parts(r.Body)
	if e.out.Len() > limit {
		e.out.Truncate(limit)
	}
	content := e.out.Bytes()
	for _, name := range append(append([]string{}, r.Packed...), r.Encoding...) {
		var err error
		if content, err = pack(name, content); err != nil {
			return nil, fmt.Errorf("packing %s: %w", path, err)
		}
	}
	return content, nil
}

// fields returns the header fields of a route's answer, in order.
func fields(r Route, path, origin string) [][2]string {
	var list [][2]string
	e := newExpansion(path, origin, maxBody)
	expand := func(s string) string {
		e.out.Reset()
		e.text(s)
		return strings.NewReplacer("\r", "", "\n", "").Replace(e.out.String())
	}
	for _, f := range r.Header {
		for i := 0; i < max(1, f.Times) && len(list) < maxFields; i++ {
			list = append(list, [2]string{expand(f.Name), expand(f.Value)})
		}
	}
	if len(r.Encoding) > 0 {
		list = append(list, [2]string{"Content-Encoding", strings.Join(r.Encoding, ", ")})
	}
	return list
}

func pack(name string, content []byte) ([]byte, error) {
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch name {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "br":
		w = brotli.NewWriterLevel(&b, 4)
	case "zstd":
		w, err = zstd.NewWriter(&b)
	default:
		return nil, fmt.Errorf("unknown encoding %q", name)
	}
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
