package engine

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// Asked is the SHA-256 of a request: whom it asks, and all that it says but the key.
type Asked [sha256.Size]byte

// Kept are answers that a piece of work has paid for, from the moment they came until it is done: who does it again after an interruption takes them
// instead of asking. It is safe for use from several goroutines.
type Kept interface {
	// Take gives an answer that an earlier run kept, each once: the same may have been asked several times. It says false where none is left.
	Take(ctx context.Context, a Asked) (answer []byte, ok bool)
	// Keep keeps an answer for later runs, as far as it can.
	Keep(ctx context.Context, a Asked, answer []byte)
}

type keptKey struct{}

// WithKept has the calls made under the context take their answers from k, and keep them there. A call that failed leaves nothing.
func WithKept(ctx context.Context, k Kept) context.Context {
	return context.WithValue(ctx, keptKey{}, k)
}

// kept gives where the answer of a call is kept; nil where it isn't. Whether an answer is ready is asked anew, and costs nothing.
func kept(ctx context.Context, call Call) Kept {
	k, ok := ctx.Value(keptKey{}).(Kept)
	if !ok || call.Follows {
		return nil
	}
	return k
}

// once gives the answer that was paid for before, or sends the call and keeps its answer, unless the service repeats the key in it. What is taken counts
// toward the ceiling, which forbids only what isn't paid yet.
func (c *Client) once(ctx context.Context, k Kept, call Call, body []byte, read func(body []byte) (Usage, error)) (Usage, error) {
	asked := c.asked(call, body)
	for answer, ok := k.Take(ctx, asked); ok; answer, ok = k.Take(ctx, asked) {
		used, err := read(answer)
		if err != nil {
			continue // another version kept it; one that this version kept may follow
		}
		used.Calls = 1
		used.USD = c.price(used)
		c.meter.settle(c.service.Name(), 0, used, false)
		return used, nil
	}
	call.came = func(answer []byte) {
		if !c.service.Key.in(answer) {
			k.Keep(ctx, asked, answer)
		}
	}
	return c.send(ctx, call, body, read)
}

// asked names a call.
func (c *Client) asked(call Call, body []byte) Asked {
	query := url.Values{}
	for name, values := range call.Query {
		query[name] = slices.DeleteFunc(slices.Clone(values), func(value string) bool { return value == string(c.service.Key) })
	}
	text, err := json.Marshal(struct {
		Service, BaseURL, Path, Query string
		Header                        http.Header // the key is in the service's
		Body                          []byte
	}{c.service.Name(), c.service.BaseURL, call.Path, query.Encode(), call.Header, body})
	if err != nil {
		panic(fmt.Sprintf("naming a request: %v", err)) // strings and bytes alone
	}
	return sha256.Sum256(text)
}
