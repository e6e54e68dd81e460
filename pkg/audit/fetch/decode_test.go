package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/auditctl/auditctl/pkg/audit"
)

// encoders make each encoding that servers send.
var encoders = map[string]func(io.Writer) io.WriteCloser{
	"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"x-gzip":  func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"br":      func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 5) },
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"raw deflate": func(w io.Writer) io.WriteCloser {
		f, _ := flate.NewWriter(w, flate.BestSpeed)
		return f
	},
	"zstd": func(w io.Writer) io.WriteCloser {
		z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		return z
	},
}

func encode(t testing.TB, encoding string, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := encoders[encoding](&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func header(encoding string) string { return strings.TrimPrefix(encoding, "raw ") }

func serveBody(t *testing.T, encoding string, body []byte, cfg Config) *Session {
	return serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Encoding"] = []string{encoding}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(body)
	}, cfg)
}

func TestEveryEncodingIsRead(t *testing.T) {
	text := bytes.Repeat([]byte("one two three "), 1000)
	for encoding := range encoders {
		sent := encode(t, encoding, text)
		a := get(t, serveBody(t, header(encoding), sent, Config{}), "http://example.test/")
		r := a.Response
		if !bytes.Equal(a.Body, text) || r.Truncated != "" || r.WireBytes != int64(len(sent)) || r.Bytes != int64(len(text)) {
			t.Errorf("%s: %d of %d bytes, response %+v", encoding, len(a.Body), len(text), r)
		}
		if want := strings.TrimPrefix(header(encoding), "x-"); r.Encoding != want {
			t.Errorf("%s is reported as %q", encoding, r.Encoding)
		}
	}
	for _, nothing := range []string{"", "identity", "UTF-8", "none"} {
		if a := get(t, serveBody(t, nothing, []byte("plain"), Config{}), "http://example.test/"); string(a.Body) != "plain" || a.Response.Encoding != "" {
			t.Errorf("encoding %q: %q as %q", nothing, a.Body, a.Response.Encoding)
		}
	}
	twice := encode(t, "br", encode(t, "gzip", text))
	if a := get(t, serveBody(t, "gzip, BR", twice, Config{}), "http://example.test/"); !bytes.Equal(a.Body, text) || a.Response.Encoding != "gzip, br" {
		t.Errorf("gzip in br: %d bytes as %q", len(a.Body), a.Response.Encoding)
	}
	if a := get(t, serveBody(t, "gzip", nil, Config{}), "http://example.test/"); len(a.Body) != 0 || a.Response.Truncated != "" {
		t.Errorf("an empty body in gzip: %+v", a.Response)
	}
}

func TestEncodingsThatCannotBeRead(t *testing.T) {
	refuses(t, serveBody(t, "compress", []byte("x"), Config{}), "http://example.test/", audit.CodeUnsupportedEncoding)
	refuses(t, serveBody(t, "gzip, gzip, gzip, gzip", []byte("x"), Config{}), "http://example.test/", audit.CodeUnsupportedEncoding)
	for encoding := range encoders {
		refuses(t, serveBody(t, header(encoding), []byte("\xff\xff<html>SECRET-BANNER"), Config{}), "http://example.test/", audit.CodeMalformedResponse)
	}
}

func TestEncodedBodiesThatBreakOff(t *testing.T) {
	var text bytes.Buffer // hard to compress, so that half of the code is about half of the text
	for seed := uint32(1); text.Len() < 1<<20; seed = seed*1664525 + 1013904223 {
		text.WriteByte(byte(seed >> 24))
	}
	for encoding := range encoders {
		sent := encode(t, encoding, text.Bytes())
		a := get(t, serveBody(t, header(encoding), sent[:len(sent)/2], Config{}), "http://example.test/")
		if a.Response.Truncated != "cut_by_server" || len(a.Body) == 0 || !bytes.HasPrefix(text.Bytes(), a.Body) {
			t.Errorf("%s: %d bytes, truncated %q", encoding, len(a.Body), a.Response.Truncated)
		}
	}
}

// A few kilobytes that decode to a gigabyte cost no more than the bound.
func TestDecompressionBombs(t *testing.T) {
	zeros := make([]byte, 64<<20)
	for _, encoding := range []string{"gzip", "br", "zstd", "deflate", "raw deflate"} {
		a := get(t, serveBody(t, header(encoding), encode(t, encoding, zeros), Config{MaxPage: 1 << 20}), "http://example.test/")
		if a.Response.Truncated != "decoded_limit" || len(a.Body) != 1<<20 {
			t.Errorf("%s: %d bytes, truncated %q", encoding, len(a.Body), a.Response.Truncated)
		}
	}
	nested := encode(t, "gzip", encode(t, "gzip", zeros))
	if a := get(t, serveBody(t, "gzip, gzip", nested, Config{MaxPage: 1 << 20}), "http://example.test/"); a.Response.Truncated != "decoded_limit" {
		t.Errorf("nested: truncated %q", a.Response.Truncated)
	}
}

// Bytes that decode to nothing are bounded by their number.
func TestWireBound(t *testing.T) {
	empty := encode(t, "gzip", nil)
	body := append(encode(t, "gzip", []byte("seen")), bytes.Repeat(empty, 4000)...)
	a := get(t, serveBody(t, "gzip", body, Config{MaxWire: 16 << 10, MaxPage: 1 << 10}), "http://example.test/")
	if a.Response.Truncated != "wire_limit" || string(a.Body) != "seen" || a.Response.WireBytes != 16<<10 {
		t.Errorf("body %q, %d bytes read, truncated %q", a.Body, a.Response.WireBytes, a.Response.Truncated)
	}
}

func TestAZstdWindowPastTheWebsIsRefused(t *testing.T) {
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out, zstd.WithWindowSize(64<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write(make([]byte, 1<<20))
	_ = w.Flush() // no size in the frame's header, so the window counts
	_, _ = w.Write(make([]byte, 1<<20))
	_ = w.Close()
	refuses(t, serveBody(t, "zstd", out.Bytes(), Config{}), "http://example.test/", audit.CodeMalformedResponse)
}

// FuzzDecode: whatever bytes come, in whatever encodings, decoding ends within its bounds and keeps nothing past them.
func FuzzDecode(f *testing.F) {
	for encoding := range encoders {
		f.Add(header(encoding), encode(f, encoding, []byte("some text, some text")))
	}
	f.Add("gzip, br", []byte("x"))
	f.Fuzz(func(t *testing.T, encoding string, body []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		wire := &bounded{ctx: ctx, r: bytes.NewReader(body), left: 1 << 16, bound: "wire_limit"}
		data, truncated, err := decode(ctx, wire, []string{encoding}, 1<<12)
		if len(data) > 1<<12 {
			t.Errorf("%d bytes kept", len(data))
		}
		if err != nil && audit.CodeOf(err) == audit.CodeInternal {
			t.Errorf("error %v", err)
		}
		if truncated == "decoded_limit" && len(data) > 0 && !strings.Contains(encoding, ",") && len(data) != 1<<12 {
			t.Errorf("cut at %d bytes", len(data))
		}
	})
}

func BenchmarkDecodeGzip(b *testing.B) {
	body := encode(b, "gzip", bytes.Repeat([]byte("<p>one two three four five</p>\n"), 8000))
	for b.Loop() {
		wire := &bounded{ctx: b.Context(), r: bytes.NewReader(body), left: 8 << 20, bound: "wire_limit"}
		if data, _, err := decode(b.Context(), wire, []string{"gzip"}, 4<<20); err != nil || len(data) == 0 {
			b.Fatal(err)
		}
	}
}
