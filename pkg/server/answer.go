package server

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	// pollAfter is when asking again about a pending audit may tell more.
	pollAfter = 2 * time.Second
	// An answer leaves in chunks, each of which must be taken in time: who reads slowly is served, who doesn't read is not waited for.
	chunk        = 64 << 10
	chunkTimeout = 10 * time.Second
	// answerTimeout bounds a whole answer.
	answerTimeout = 5 * time.Minute
)

// sendJSON answers with v.
func (x *exchange) sendJSON(status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encoding an answer: %w", err)
	}
	h := x.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	x.WriteHeader(status)
	x.Write(body) //nolint:errcheck // nobody is left to be told of a client that is gone
	return nil
}

// sendPending answers with something that will change.
func (x *exchange) sendPending(contentType string, parts ...[]byte) error {
	x.Header().Set("Retry-After", seconds(pollAfter))
	x.Header().Set("Content-Type", contentType)
	x.sendParts(parts)
	return nil
}

// sendFinal answers with something that won't change any more: to who has it already, that it is the same.
func (x *exchange) sendFinal(r *http.Request, contentType string, parts ...[]byte) error {
	if x.unchanged(r, parts...) {
		return nil
	}
	x.Header().Set("Content-Type", contentType)
	x.sendParts(parts)
	return nil
}

// unchanged sets the validator of what is made of parts, and answers 304 where the client has it.
func (x *exchange) unchanged(r *http.Request, parts ...[]byte) bool {
	tag := tagOf(parts)
	h := x.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Authorization, X-API-Key")
	if !matches(r.Header.Values("If-None-Match"), tag) {
		return false
	}
	x.WriteHeader(http.StatusNotModified)
	return true
}

// tagOf is a strong validator: two checksums over all bytes, and their number. Nobody gains by a collision but the owner of both bodies, so a cryptographic
// hash would be a tenth of a request for nothing.
func tagOf(parts [][]byte) string {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	var ieee, other uint32
	length := 0
	for _, p := range parts {
		ieee, other = crc32.Update(ieee, crc32.IEEETable, p), crc32.Update(other, castagnoli, p)
		length += len(p)
	}
	tag := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(make([]byte, 0, 16), ieee), other)
	return `"` + hex.EncodeToString(binary.BigEndian.AppendUint32(tag, uint32(length))) + `"`
}

// matches compares as RFC 9110 has it for If-None-Match: weak tags are as good.
func matches(lines []string, tag string) bool {
	for _, line := range lines {
		for one := range strings.SplitSeq(line, ",") {
			one = strings.TrimSpace(one)
			if one == "*" || strings.TrimPrefix(one, "W/") == tag {
				return true
			}
		}
	}
	return false
}

func (x *exchange) sendParts(parts [][]byte) {
	length := 0
	for _, p := range parts {
		length += len(p)
	}
	x.Header().Set("Content-Length", strconv.Itoa(length))
	x.WriteHeader(http.StatusOK)
	var w io.Writer = x // a short answer leaves under the server's deadline
	if length > chunk {
		w = newPaced(x)
	}
	for _, p := range parts {
		if _, err := w.Write(p); err != nil {
			return // the client is gone, or doesn't read: nobody is left to be told
		}
	}
}

// paced writes chunk by chunk, each with a deadline of its own: the server's one deadline for a whole answer would cut off who is slow but reads.
type paced struct {
	x          *exchange
	controller *http.ResponseController
	each       time.Duration // for a chunk
	end        time.Time
}

func newPaced(x *exchange) *paced {
	return &paced{x: x, controller: http.NewResponseController(x), each: chunkTimeout, end: time.Now().Add(answerTimeout)}
}

func (p *paced) Write(b []byte) (int, error) {
	written := 0
	for len(b) > 0 {
		next := b[:min(len(b), chunk)]
		b = b[len(next):]
		deadline := time.Now().Add(p.each)
		if deadline.After(p.end) {
			deadline = p.end
		}
		if err := p.controller.SetWriteDeadline(deadline); err != nil && !errors.Is(err, http.ErrNotSupported) { // a writer in memory has none
			return written, fmt.Errorf("bounding the time of a write: %w", err)
		}
		n, err := p.x.Write(next)
		written += n
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// joined puts audits, as they are kept, into the empty list "audits" of an envelope.
func joined(envelope any, list []audit.Encoded) ([][]byte, error) {
	whole, err := json.Marshal(envelope)
	if err != nil {
		return nil, fmt.Errorf("encoding an answer: %w", err)
	}
	const empty = `"audits":[]` // within a JSON string its quotes would be escaped
	at := bytes.Index(whole, []byte(empty))
	if at < 0 {
		return nil, fmt.Errorf("%T has no list of audits", envelope)
	}
	at += len(empty) - 1
	parts := make([][]byte, 0, 6*len(list)+2)
	parts = append(parts, whole[:at])
	for i, a := range list {
		one, err := a.Parts()
		if err != nil {
			return nil, fmt.Errorf("encoding %s: %w", a.AuditID, err)
		}
		if i > 0 {
			parts = append(parts, []byte{','})
		}
		parts = append(parts, one...)
	}
	return append(parts, whole[at:]), nil
}
