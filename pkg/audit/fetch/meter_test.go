package fetch

import (
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// flowing is a connection that fills every buffer.
type flowing struct {
	net.Conn
	sent *atomic.Int64
}

func (e flowing) Read(b []byte) (int, error) {
	e.sent.Add(int64(len(b)))
	return len(b), nil
}

func (e flowing) Close() error { return nil }

func TestLargeReadsEndAtTheBoundOfTheWire(t *testing.T) {
	const most, connections = 8<<20 + 1000, 4
	m := newMeter(most)
	var sent atomic.Int64
	var group sync.WaitGroup
	for range connections {
		group.Go(func() {
			c := &conn{Conn: flowing{sent: &sent}, meter: m, closed: func(*conn) {}}
			buffer := make([]byte, 2<<20)
			for {
				n, err := c.Read(buffer)
				if audit.CodeOf(err) == audit.CodeResponseTooLarge {
					return
				}
				if err != nil || n == 0 {
					t.Errorf("%d bytes, %v", n, err)
					return
				}
				c.used(int64(n))
			}
		})
	}
	group.Wait()
	if n := sent.Load(); n <= most || n > most+connections*mostAtOnce {
		t.Errorf("%d bytes were read of %d", n, most)
	}
}
