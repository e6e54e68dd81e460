package fetch

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Bounds of decoding that no honest site meets.
const (
	maxEncodings = 3       // one over the other
	zstdWindow   = 8 << 20 // bytes; RFC 9659 allows no more for the web
)

var (
	errBound    = errors.New("a bound was reached")
	errEncoding = errors.New("unknown content encoding")
)

// bounded reads at most left bytes, and nothing after ctx has ended. A chain of decoders has one at each end: a few bytes can be made to decode
// to gigabytes, and gigabytes to nothing.
type bounded struct {
	ctx   context.Context
	r     io.Reader
	left  int64
	bound string        // its name, as Response.Truncated says it
	hit   bool          // there was more than the bound
	used  func(n int64) // called with the bytes that each Read returned; may be nil
}

func (b *bounded) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if b.left == 0 { // one byte more tells a body of exactly the bound from a longer one
		var more [1]byte
		n, err := b.r.Read(more[:])
		if n > 0 {
			b.hit = true
			return 0, errBound
		}
		return 0, err
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if b.used != nil {
		b.used(int64(n))
	}
	return n, err
}

// decode gives the decoded body and, where it isn't whole, why. The error is an *audit.Error where nothing could be decoded.
func decode(ctx context.Context, wire *bounded, header []string, limit int64) (data []byte, truncated string, err error) {
	source := bufio.NewReader(wire)
	if _, err := source.Peek(1); errors.Is(err, io.EOF) {
		return nil, "", nil // no body has no encoding
	}
	layers := []*bounded{wire}
	var r io.Reader = source
	names := encodings(header)
	if len(names) > maxEncodings {
		return nil, "", unsupportedEncoding()
	}
	for _, name := range slices.Backward(names) {
		decoder, err := newDecoder(name, r)
		if errors.Is(err, errEncoding) {
			return nil, "", unsupportedEncoding()
		}
		if err != nil {
			return nil, "cut_by_server", broken(ctx, err)
		}
		defer decoder.Close()
		layer := &bounded{ctx: ctx, r: decoder, left: limit, bound: "decoded_limit"}
		layers, r = append(layers, layer), layer
	}
	if len(names) == 0 {
		layer := &bounded{ctx: ctx, r: r, left: limit, bound: "decoded_limit"}
		layers, r = append(layers, layer), layer
	}
	data, err = io.ReadAll(r) // as large as what was read: bodies wait for their turn to be parsed
	return verdict(ctx, data, err, layers)
}

func verdict(ctx context.Context, data []byte, err error, layers []*bounded) ([]byte, string, error) {
	if err == nil {
		return data, "", nil
	}
	truncated := "cut_by_server"
	if audit.CodeOf(err) == audit.CodeResponseTooLarge {
		truncated = "wire_limit"
	}
	for _, l := range layers {
		if l.hit {
			truncated = l.bound
		}
	}
	if truncated == "cut_by_server" && ctx.Err() != nil {
		truncated = "deadline"
	}
	if len(data) > 0 && !errors.Is(context.Cause(ctx), context.Canceled) {
		return data, truncated, nil
	}
	return nil, truncated, broken(ctx, err)
}

// broken says why nothing could be decoded.
func broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if audit.CodeOf(err) == audit.CodeResponseTooLarge {
		return err
	}
	return because(audit.CodeMalformedResponse, err,
		"the page breaks off or is not encoded as its Content-Encoding header says; check the server's compression and its logs")
}

func unsupportedEncoding() *audit.Error {
	return audit.Errorf(audit.CodeUnsupportedEncoding,
		"the server sends the page in a content encoding that was not asked for; let it use gzip, deflate, br or zstd only")
}

// encodings lists the encodings of a body in the order they were applied. Values that only mean that nothing was encoded are left out, with the
// charsets that some servers put there: browsers read such pages.
func encodings(header []string) []string {
	var out []string
	for _, value := range header {
		for name := range strings.SplitSeq(value, ",") {
			switch name = strings.ToLower(strings.TrimSpace(name)); name {
			case "", "identity", "none", "binary", "utf-8", "utf8":
			default:
				out = append(out, strings.TrimPrefix(name, "x-")) // RFC 9110: x-gzip is gzip
			}
		}
	}
	return out
}

// encodingName is the encodings as Response.Encoding says them.
func encodingName(header []string) string { return strings.Join(encodings(header), ", ") }

func newDecoder(name string, r io.Reader) (io.ReadCloser, error) {
	switch name {
	case "gzip":
		return gzip.NewReader(r)
	case "br":
		return io.NopCloser(brotli.NewReader(r)), nil
	case "zstd":
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	case "deflate":
		return inflate(r)
	}
	return nil, errEncoding
}

// inflate reads deflate as RFC 9110 has it, in a zlib wrapper, and as many servers send it, without.
func inflate(r io.Reader) (io.ReadCloser, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(2)
	if err == nil && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(b)
	}
	return flate.NewReader(b), nil
}
