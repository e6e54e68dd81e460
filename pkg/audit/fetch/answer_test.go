package fetch

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

const okHeader = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

func TestBodiesThatEndEarly(t *testing.T) {
	// drip sends its letters one by one until the other end hangs up.
	drip := func(c net.Conn) {
		heard(c)
		_, err := io.WriteString(c, okHeader+"\r\n")
		for ; err == nil; time.Sleep(10 * time.Millisecond) {
			_, err = io.WriteString(c, "x")
		}
	}
	endless := func(c net.Conn) {
		heard(c)
		_, err := io.WriteString(c, okHeader+"\r\n")
		for block := strings.Repeat("x", 4096); err == nil; {
			_, err = io.WriteString(c, block)
		}
	}
	tiny := func(c net.Conn) { // a byte to a chunk
		heard(c)
		_, err := io.WriteString(c, okHeader+"Transfer-Encoding: chunked\r\n\r\n")
		for block := strings.Repeat("1\r\nx\r\n", 100); err == nil; {
			_, err = io.WriteString(c, block)
		}
	}
	for _, c := range []struct {
		name      string
		talk      func(net.Conn)
		truncated string
		bytes     int // at most; and at least one
	}{
		{"drip", drip, "deadline", 1 << 10},
		{"endless", endless, "decoded_limit", 1 << 10},
		{"endless in tiny chunks", tiny, "decoded_limit", 1 << 10},
		{"shorter than said", says(okHeader + "Content-Length: 100\r\n\r\nhalf"), "cut_by_server", 4},
		{"chunks without an end", says(okHeader + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"), "cut_by_server", 4},
		{"garbage for a chunk", says(okHeader + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzzz\r\n"), "cut_by_server", 4},
		{"exactly the bound", says(okHeader + "Content-Length: 1024\r\n\r\n" + strings.Repeat("x", 1024)), "", 1 << 10},
		{"longer than said", says(okHeader + "Content-Length: 4\r\n\r\nhalf and more"), "", 4},
		{"until the end of the connection", says(okHeader + "\r\nwhole"), "", 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := Config{MaxPage: 1 << 10}
			if c.truncated == "deadline" {
				cfg.RequestTimeout = 2 * time.Second // is waited for, and long enough for a first byte
			}
			s := served(t, raw(t, c.talk), cfg)
			a := get(t, s, "http://example.test/")
			if a.Response.Truncated != c.truncated {
				t.Errorf("truncated %q, want %q", a.Response.Truncated, c.truncated)
			}
			if n := len(a.Body); n == 0 || n > c.bytes || c.truncated != "deadline" && n != c.bytes || a.Response.Bytes != int64(n) {
				t.Errorf("%d bytes kept, want %d", n, c.bytes)
			}
		})
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	hang := func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }
	for _, c := range []struct {
		name string
		talk func(net.Conn)
		want audit.Code
	}{
		{"silence", hang, audit.CodeResponseTimeout},
		{"a header without an end", func(c net.Conn) { says("HTTP/1.1 200 OK\r\nA: b\r\n")(c); hang(c) }, audit.CodeResponseTimeout},
		{"a header and silence", func(c net.Conn) { says(okHeader + "Content-Length: 9\r\n\r\n")(c); hang(c) }, audit.CodeResponseTimeout},
		{"hangs up", func(c net.Conn) { heard(c) }, audit.CodeMalformedResponse},
		{"resets", func(c net.Conn) { heard(c); _ = c.(*net.TCPConn).SetLinger(0) }, audit.CodeMalformedResponse},
		{"not HTTP", says("SSH-2.0-SECRET-BANNER\r\n"), audit.CodeMalformedResponse},
		{"a bad header line", says("HTTP/1.1 200 OK\r\nSECRET-BANNER\r\n\r\n"), audit.CodeMalformedResponse},
		{"a bad length", says("HTTP/1.1 200 OK\r\nContent-Length: SECRET-BANNER\r\n\r\n"), audit.CodeMalformedResponse},
		{"two lengths", says("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nSECRET-BANNER"), audit.CodeMalformedResponse},
		{"a flood of header", says(okHeader + strings.Repeat("A: "+strings.Repeat("x", 1000)+"\r\n", 70) + "\r\n"), audit.CodeMalformedResponse},
		{"one endless header", func(c net.Conn) {
			heard(c)
			_, err := io.WriteString(c, okHeader+"A: ")
			for err == nil {
				_, err = io.WriteString(c, strings.Repeat("x", 4096))
			}
		}, audit.CodeMalformedResponse},
		{"endless early hints", func(c net.Conn) {
			heard(c)
			var err error
			for err == nil {
				_, err = io.WriteString(c, "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n")
			}
		}, audit.CodeMalformedResponse},
		{"no byte of the body", says(okHeader + "Content-Length: 9\r\n\r\n"), audit.CodeMalformedResponse},
	} {
		t.Run(c.name, func(t *testing.T) {
			var cfg Config
			if c.want == audit.CodeResponseTimeout { // is waited for
				cfg = Config{HeaderTimeout: 150 * time.Millisecond, RequestTimeout: 300 * time.Millisecond}
			}
			s := served(t, raw(t, c.talk), cfg)
			refuses(t, s, "http://example.test/", c.want)
		})
	}
}

// A header of 60 KiB is within the bound, and early hints before an answer are none.
func TestOddAnswersThatAreFine(t *testing.T) {
	big := okHeader + strings.Repeat("A: "+strings.Repeat("x", 1000)+"\r\n", 60) + "\r\nfine"
	for _, answer := range []string{
		big,
		"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + okHeader + "\r\nfine",
		"HTTP/1.0 200 OK\r\n\r\nfine",
		"HTTP/1.1 200\r\n\r\nfine",
	} {
		s := served(t, raw(t, says(answer)), Config{})
		if a := get(t, s, "http://example.test/"); string(a.Body) != "fine" {
			t.Errorf("body %q", a.Body)
		}
	}
}

// A status that says there is no page stands, whatever becomes of its body.
func TestStatusStandsWithoutABody(t *testing.T) {
	for _, rest := range []string{"Content-Length: 9\r\n\r\n", "Content-Encoding: rot13\r\n\r\nx", "Content-Encoding: gzip\r\n\r\nnot gzip"} {
		s := served(t, raw(t, says("HTTP/1.1 404 Not Found\r\n"+rest)), Config{})
		if a := get(t, s, "http://example.test/"); a.Response.Status != 404 || len(a.Body) > 0 {
			t.Errorf("%q: status %d, body %q", rest, a.Response.Status, a.Body)
		}
	}
}

func TestABodyPastItsBoundIsNotDrained(t *testing.T) {
	hungUp := make(chan struct{})
	addr := raw(t, func(c net.Conn) {
		heard(c)
		_, err := io.WriteString(c, okHeader+"Content-Length: 1000000000\r\n\r\n")
		for err == nil {
			_, err = io.WriteString(c, strings.Repeat("x", 4096))
		}
		close(hungUp)
	})
	s := served(t, addr, Config{})
	a, err := s.Get(t.Context(), Request{URL: "http://example.test/", MaxBytes: 100})
	if err != nil || len(a.Body) != 100 || a.Response.WireBytes > 8192 {
		t.Fatalf("%d bytes, %v", len(a.Body), err)
	}
	<-hungUp // unless the connection stayed open
}

func TestTimingsOfTheFirstRequest(t *testing.T) {
	const wait = 60
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(wait * time.Millisecond)
		fmt.Fprint(w, "a")
		_ = http.NewResponseController(w).Flush()
		time.Sleep(wait * time.Millisecond)
		fmt.Fprint(w, "b")
	}, Config{})
	var got page.Timing
	for range 20 { // a busy machine may read the first byte late
		if got = get(t, s, "http://example.test/").Response.Timing; got.FirstByte >= wait-5 && got.Body >= wait-5 {
			return
		}
	}
	t.Errorf("timing %+v, want at least %d ms to the first byte and to the end of the body", got, wait)
}

func TestHTMLByTypeOrBytes(t *testing.T) {
	for _, c := range []struct {
		kind, body string
		want       bool
	}{
		{"text/html; charset=utf-8", "", true},
		{"Text/HTML", "", true},
		{"text/html; charset=", "", true},
		{"text/html;;", "", true},
		{"application/xhtml+xml", "", true},
		{"text/plain", "<html>", false},
		{"application/json", "{}", false},
		{"", "<!doctype html><p>x", true},
		{"", "%PDF-1.7", false},
	} {
		header := http.Header{}
		if c.kind != "" {
			header.Set("Content-Type", c.kind)
		}
		if got := isHTML(header, []byte(c.body)); got != c.want {
			t.Errorf("type %q, body %q: %v", c.kind, c.body, got)
		}
	}
}
