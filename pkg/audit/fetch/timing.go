package fetch

import (
	"crypto/tls"
	"net"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// clock notes when the parts of one request happened. Its hooks run on the transport's goroutines.
type clock struct {
	mu           sync.Mutex
	via          *conn // what the answer comes over
	conn         *conn // the same; nil where the connection had been used before
	wrote, first time.Time
}

func (c *clock) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.conn, c.via = nil, beneath(info.Conn)
			if !info.Reused {
				c.conn = c.via
			}
		},
		WroteRequest: func(httptrace.WroteRequestInfo) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.wrote = time.Now()
		},
		GotFirstResponseByte: func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.first = time.Now()
		},
	}
}

// used credits the connection with bytes of the answer.
func (c *clock) used(n int64) {
	c.mu.Lock()
	via := c.via
	c.mu.Unlock()
	if via != nil {
		via.used(n)
	}
}

// beneath finds our connection under the TLS one.
func beneath(c net.Conn) *conn {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	ours, _ := c.(*conn)
	return ours
}

// timing is the phases, for a body that ended just now.
func (c *clock) timing() page.Timing {
	c.mu.Lock()
	defer c.mu.Unlock()
	var t page.Timing
	if c.conn != nil {
		t.DNS, t.Connect, t.TLS = c.conn.dns.Milliseconds(), c.conn.connect.Milliseconds(), c.conn.tls.Milliseconds()
	}
	if !c.first.IsZero() {
		t.Body = time.Since(c.first).Milliseconds()
		// A server may answer before it has the whole request.
		if !c.wrote.IsZero() && c.first.After(c.wrote) {
			t.FirstByte = c.first.Sub(c.wrote).Milliseconds()
		}
	}
	return t
}
