package page

import (
	"bytes"
	"context"
	"io"
)

// pulseSteps is how many steps a parser takes before it asks again whether its context has ended.
const pulseSteps = 256

// pulse tells a parser whether its context has ended. A step is a node, a line or an entry: something that takes microseconds.
type pulse struct {
	ctx   context.Context
	steps int
	ended bool
}

// stop counts a step and reports whether the parser must end.
func (p *pulse) stop() bool {
	if p.steps++; p.steps%pulseSteps == 0 && p.ctx.Err() != nil {
		p.ended = true
	}
	return p.ended
}

// err is the context's error once it has ended. A parser that returns asks it, so that no partial result is taken for a complete one.
func (p *pulse) err() error { return p.ctx.Err() }

// readerUntil reads b until ctx ends, in pieces that take a parser a few milliseconds.
func readerUntil(ctx context.Context, b []byte) io.Reader {
	return &pulseReader{ctx: ctx, r: bytes.NewReader(b)}
}

type pulseReader struct {
	ctx context.Context
	r   io.Reader
}

func (p *pulseReader) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b[:min(len(b), 64<<10)])
}
