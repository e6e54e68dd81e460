package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	maxBody = 256 << 10 // bytes
	// maxExchange bounds a request with its answer, whatever the client asked for: it is a little longer than the longest wait.
	maxExchange = 55 * time.Second
)

// Serve answers one request of streamable HTTP on behalf of the account that on belongs to. Who that is has been found out before; where the answer's
// header X-Request-Id is set, faults name it.
func (d *Door) Serve(w http.ResponseWriter, r *http.Request, on audit.Service) {
	if !d.knownHost(r) {
		refuse(w, http.StatusForbidden, jsonrpc.CodeInvalidRequest, "This server isn't known by the name in Host; its operator can set server.base_url.")
		return
	}
	if err := d.origins.Check(r); err != nil {
		refuse(w, http.StatusForbidden, jsonrpc.CodeInvalidRequest, "Scripts of this Origin may not call; the operator can allow it.")
		return
	}
	if r.Method == http.MethodPost && !readMessage(w, r) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxExchange)
	defer cancel()
	w.Header().Set("X-Accel-Buffering", "no") // progress must pass a proxy as it comes
	d.http.ServeHTTP(w, r.WithContext(withCall(ctx, on, w.Header().Get("X-Request-Id"))))
}

// readMessage reads the body before the library does, and says whether it holds one message; otherwise it has answered. A batch, which the current
// revision doesn't have and an old one did, would be many calls for the rate of one.
func readMessage(w http.ResponseWriter, r *http.Request) bool {
	tooLarge := func() bool {
		return refuse(w, http.StatusRequestEntityTooLarge, jsonrpc.CodeInvalidRequest, fmt.Sprintf("A message may have %d KiB at most.", maxBody>>10))
	}
	if r.ContentLength > maxBody {
		return tooLarge()
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return tooLarge()
		}
		return refuse(w, http.StatusBadRequest, jsonrpc.CodeParseError, "The body ended early, or took too long.")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	switch trimmed := bytes.TrimLeft(body, " \t\r\n"); {
	case !json.Valid(body):
		return refuse(w, http.StatusBadRequest, jsonrpc.CodeParseError, "The body isn't JSON.")
	case trimmed[0] == '[':
		return refuse(w, http.StatusBadRequest, jsonrpc.CodeInvalidRequest, "Batches aren't taken; send one message per request.")
	case trimmed[0] != '{':
		return refuse(w, http.StatusBadRequest, jsonrpc.CodeInvalidRequest, "The body isn't a JSON-RPC message.")
	}
	return true
}

// refuse answers with an error that belongs to no call, and says false.
func refuse(w http.ResponseWriter, status int, code int64, message string) bool {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": jsonrpc.Error{Code: code, Message: message}})
	if err != nil { // strings and numbers can always be encoded
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body) //nolint:errcheck // nobody is left to be told of a client that is gone
	return false
}

// knownHost tells a request for this server from one of a web page whose name was made to point at loopback.
func (d *Door) knownHost(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !loopback(hostOf(local.String())) {
		return true
	}
	host := hostOf(r.Host)
	return loopback(host) || slices.ContainsFunc(d.config.Hosts, func(known string) bool { return strings.EqualFold(known, host) })
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

// hostOf gives the host of host[:port].
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}
