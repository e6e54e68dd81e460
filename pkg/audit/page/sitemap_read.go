package page

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
)

var (
	errSitemapBomb  = errors.New("a few bytes decode to very many")
	errSitemapToken = errors.New("a tag, a text or a comment is longer than 1 MiB")
)

// ungzip reads through as many layers of gzip as there are, by their magic number (RFC 1952), up to a bound: a compressed file that the
// server compresses once more has two.
func ungzip(r io.Reader, layers int) (decoded io.Reader, gzipped bool, err error) {
	for ; layers > 0; layers-- {
		b := bufio.NewReader(r)
		if magic, _ := b.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
			return b, gzipped, nil
		}
		gzipped = true
		z, err := gzip.NewReader(b)
		if err != nil {
			return b, gzipped, err
		}
		r = z
	}
	return r, gzipped, nil
}

// countingReader counts what was read, and remembers an error other than the end. It ends where the bytes are too many for those that are
// stored.
type countingReader struct {
	r      io.Reader
	n      int64
	err    error
	stored *countingReader // of compressed bytes; nil if nothing is compressed
}

func (c *countingReader) Read(b []byte) (int, error) {
	if c.stored != nil && c.n > 1<<20 && c.n > maxSitemapRatio*c.stored.n {
		return 0, errSitemapBomb
	}
	n, err := c.r.Read(b)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}

// tokenReader ends where a tag, a text or a comment is so long that a parser, which holds it in memory, shouldn't read on.
type tokenReader struct {
	r    io.Reader
	long int // bytes since a tag began
}

func (t *tokenReader) Read(b []byte) (int, error) {
	n, err := t.r.Read(b)
	if i := bytes.LastIndexByte(b[:n], '<'); i >= 0 {
		t.long = n - i
	} else if t.long += n; t.long > maxSitemapToken {
		return 0, errSitemapToken
	}
	return n, err
}
