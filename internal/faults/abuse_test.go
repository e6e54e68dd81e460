package faults

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// What strangers send: nothing of it may be answered with 500, be metered, or keep others from being answered.
func TestHostileRequestsAtTheAPIBreakNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for requests that never end")
	}
	store := []string{"--db", filepath.Join(t.TempDir(), "audits.db")}
	sites := newFarm(t, 1, time.Millisecond)
	n := newNode(t, store)
	key := newKey(t, store, limit)
	l := ledger{c: newCaller(t, key, n)}
	n.start()
	n.ready()
	var requests [][]byte
	r := rand.New(rand.NewPCG(1, 2)) // the same each time, so that what breaks can be looked at
	for range *abuses {
		requests = append(requests, abuse(r, key))
	}
	answers := make([]int, *abuses)
	var g errgroup.Group
	g.SetLimit(100) // many are waited for: the server gives them time to go on
	for i, request := range requests {
		g.Go(func() (err error) {
			answers[i], err = speak(n.api, request)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	statuses := map[int]int{}
	for i, status := range answers {
		statuses[status]++
		excused := status == http.StatusNotImplemented || status == http.StatusServiceUnavailable || status == http.StatusHTTPVersionNotSupported
		if status >= 500 && !excused || status == http.StatusAccepted {
			t.Errorf("request %d is answered with %d:\n%q", i, status, requests[i][:min(300, len(requests[i]))])
		}
	}
	// Some who begin to speak and go on slowly hold up nobody.
	for range 20 {
		c, err := net.Dial("tcp", n.api)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		io.WriteString(c, "POST /v1/audits HTTP/1.1\r\nHost: x\r\nX-API-Key: ")
	}
	l.submit(sites.urls, nil)
	l.settle(t, patience, 0)
	var said []string
	for _, status := range []int{0, 200, 204, 301, 400, 401, 403, 404, 405, 406, 408, 411, 412, 413, 414, 415, 417, 422, 429, 431, 501, 503, 505} {
		if statuses[status] > 0 {
			what := fmt.Sprintf("%d × %d", statuses[status], status)
			if status == 0 {
				what = fmt.Sprintf("%d × closed without a word", statuses[status])
			}
			said = append(said, what)
		}
	}
	record(t, fmt.Sprintf("%d random requests, 20 that never end", *abuses), strings.Join(said, ", ")+"; no 500, nothing accepted or metered, the next submission done")
}

// abuse makes a request that no honest client sends.
func abuse(r *rand.Rand, key string) []byte {
	junk := func(n int) string {
		b := make([]byte, r.IntN(n)+1)
		for i := range b {
			b[i] = byte(r.UintN(256))
		}
		return string(b)
	}
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	body := pick(
		"", "null", "[]", "{", `{"urls":null}`, `{"urls":[]}`, `{"urls":"x"}`, `{"urls":[1,{}]}`, `{"urls":["https://ok.example/"],"urls":["x"]}`,
		`{"urls":[`+strings.Repeat(`"https://a.example/",`, 60)+`"b"]}`, strings.Repeat("[", 20000), strings.Repeat(`{"a":`, 11000), "\xff\xfe{\x00}", junk(2000),
		`{"urls":["https://ok.example/"],"lang":"\ud800"}`, `{"urls":["https://ok.example/"],"refresh":"yes"}`, `{"urls":["https://ok.example/"],"x":1}`,
		`{"urls":["`+strings.Repeat("a", 300<<10)+`"]}`, `{"urls":1e999}`, `{"lang":"fr"}`,
	)
	auth := pick("X-API-Key: "+key, "X-API-Key: "+key, "X-API-Key: "+key, "Authorization: Bearer "+key, "X-API-Key: "+key+"\r\nX-API-Key: x", "X-API-Key: auk_live_"+strings.Repeat("a", 36), "X-API-Key: "+strings.NewReplacer("\r", "", "\n", "").Replace(junk(50)), "Authorization: Basic eDp5", "X-A: b")
	path := pick("/v1/audits", "/v1/audits", "/v1/audits", "/v1/audits/aud_"+strings.Repeat("0", 26), "/v1/batches/%00", "/v1/audits/..%2f..%2fetc%2fpasswd", "/v1/audits?cursor="+strings.Repeat("a", 5000),
		"/v1/audits?limit=-1", "/v1/audits?limit=99999999999999999999", "/"+strings.Repeat("a/", 3000), "//", "/v1/me?api_key="+key, "/mcp", "/v1/batches/bat_x/csv", "*", "http://127.0.0.1:1/", "/v1/audits/%zz", "/dashboard/sign-in",
		"/v1/"+strings.Map(func(c rune) rune {
			if c <= ' ' || c > '~' {
				return 'x'
			}
			return c
		}, junk(40)))
	method := pick("POST", "POST", "POST", "GET", "PUT", "DELETE", "TRACE", "CONNECT", "OPTIONS", "get", "P\x00ST", strings.Repeat("A", 100))
	extra := pick("", "", "Idempotency-Key: "+strings.Repeat("k", 300), "Idempotency-Key: \x01", "Content-Encoding: gzip", "Origin: https://evil.example", "X-Forwarded-For: 127.0.0.1", "Expect: 100-continue",
		"Accept: text/csv;q=x", "If-None-Match: "+strings.Repeat(`"a",`, 2000), "X-Big: "+strings.Repeat("a", 70<<10), "Transfer-Encoding: chunked", "Content-Length: 5", "Host: y", "Range: bytes=0-", "MCP-Protocol-Version: 1900-01-01", "Traceparent: "+strings.Repeat("0", 500))
	kind := pick("application/json", "application/json", "application/json", "text/plain", "application/json; charset=utf-16", "multipart/form-data", "x/"+strings.Repeat("y", 1000))
	length := fmt.Sprint(len(body))
	if r.IntN(20) == 0 {
		length = pick("-1", "99999999", "x", "5")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s %s\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %s\r\n%s\r\n", method, path, pick("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "X"), kind, length, auth)
	if extra != "" {
		b.WriteString(extra + "\r\n")
	}
	b.WriteString("\r\n" + body)
	return b.Bytes()
}

// speak sends bytes, says that no more come, and gives the status of what is answered; 0 where the connection is closed without an answer.
func speak(address string, request []byte) (int, error) {
	c, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	go c.Write(request) // it may be refused before it is read whole; ends with the connection
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		var network net.Error
		if errors.As(err, &network) && network.Timeout() {
			return 0, fmt.Errorf("no answer within half a minute to %q: %w", request[:min(300, len(request))], err)
		}
		return 0, nil
	}
	defer answer.Body.Close()
	return answer.StatusCode, nil
}
