package fetch

import (
	"io"
	"net"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Some servers speak before they are asked. What becomes of the page may not depend on whether they or our request come first.
func TestServersThatSpeakFirst(t *testing.T) {
	ca := newAuthority(t)
	cfg := ca.server(t, certificate{names: []string{"example.test"}})
	for _, c := range []struct {
		name, says string
		drips      bool
		want       audit.Code
	}{
		{"a whole answer", okHeader + "Content-Length: 4\r\n\r\nfine", false, wasRead},
		{"a header that drips", "HTTP/1.1 200 OK\r\nA: " + strings.Repeat("a", 1000), true, audit.CodeResponseTimeout},
		{"the banner of another protocol", "SSH-2.0-OpenSSH_9.6\r\n", false, audit.CodeMalformedResponse},
	} {
		for _, scheme := range []string{"http", "https"} {
			t.Run(c.name+" over "+scheme, func(t *testing.T) {
				t.Parallel()
				spoke := make(chan struct{}, 10)
				s := served(t, raw(t, func(to net.Conn) {
					if scheme == "https" {
						secured, err := shaken(to, cfg)
						if err != nil {
							return
						}
						to = secured
					}
					utter(to, c.says, c.drips, func() { spoke <- struct{}{} })
				}), Config{Roots: ca.pool, HeaderTimeout: 200 * time.Millisecond})
				ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
					<-spoke
					time.Sleep(50 * time.Millisecond) // time to read too early
				}})
				a, err := s.Get(ctx, Request{URL: scheme + "://example.test/"})
				if got := audit.CodeOf(err); err != nil && got != c.want || err == nil && (c.want != wasRead || string(a.Body) != "fine") {
					t.Errorf("%q, %+v: %v", got, a, err)
				}
			})
		}
	}
}

// utter says something, at once or a byte now and then, and calls begun after the first byte. It returns when the other end hangs up.
func utter(to net.Conn, text string, drips bool, begun func()) {
	if !drips {
		_, _ = io.WriteString(to, text)
		begun()
		_, _ = io.Copy(io.Discard, to)
		return
	}
	for i := range text {
		if _, err := io.WriteString(to, text[i:i+1]); err != nil {
			return
		}
		if i == 0 {
			begun()
		}
		time.Sleep(5 * time.Millisecond)
	}
}
