package fetch

import (
	"fmt"
	"sync/atomic"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Bounds of what connections carry. They are counted beneath TLS and HTTP: a body's reader never sees padding, empty frames, chunk
// extensions, endless headers and handshake messages, which cost as much.
const (
	maxTraffic      = 32 << 20  // bytes, both ways, of a session
	trafficOfPage   = 512 << 10 // bytes more for each page past the tenth
	trafficOfProbes = 32 << 20  // bytes more with ProbeAll
	callCost        = 256       // bytes that a read or write counts for beside its own: many small ones cost time, not bytes
	headWorth       = 16 << 10  // bytes that count as used for each answer: its header, and its share of the handshake
	worthOfByte     = 2         // bytes on the wire that each byte of a body accounts for
	mostAtOnce      = 64 << 10  // bytes of one read: what every connection may carry past maxTraffic
)

// meter counts what the connections of a session carry, and how much of it is overhead. CPU time goes with both, and overhead can grow
// without bound while a bounded body is read.
type meter struct {
	maxWire, maxWaste int64
	wire, waste       atomic.Int64
	fault             atomic.Pointer[audit.Error] // why the session reads no more
}

func newMeter(most int64) *meter { return &meter{maxWire: most, maxWaste: most / 4} }

// spent returns why nothing more is read; nil where something is.
func (m *meter) spent() error {
	if fault := m.fault.Load(); fault != nil {
		return fault
	}
	return nil
}

// room returns how many bytes one read may bring. The last is past the bound, so that a site that sends more is told from one that sends as much.
func (m *meter) room() int {
	return int(max(1, min(mostAtOnce, m.maxWire-m.wire.Load()+1)))
}

// carried counts one read or write of so many bytes.
func (m *meter) carried(n int) error {
	wire, waste := m.wire.Add(int64(n)), m.waste.Add(int64(n)+callCost)
	switch {
	case wire > m.maxWire:
		m.fault.CompareAndSwap(nil, audit.Errorf(audit.CodeResponseTooLarge,
			"the site sends more than the %s that are read of one site; check the size of its pages and sitemaps", size(m.maxWire)))
	case waste > m.maxWaste:
		m.fault.CompareAndSwap(nil, overhead())
	}
	return m.spent()
}

// overhead is the fault of a server whose frames, padding and headers outweigh its pages.
func overhead() *audit.Error {
	return audit.Errorf(audit.CodeResponseTooLarge,
		"the site's server sends far more protocol overhead than content; check its HTTP/2 and TLS set-up, and what stands in front of it")
}

// Read reads once we have spoken, and closes the connection where too much has come.
func (c *conn) Read(b []byte) (int, error) {
	c.turn.wait()
	n, err := c.Conn.Read(b[:min(len(b), c.meter.room())])
	return n, c.carried(n, err)
}

// Write writes, and closes the connection where too much was sent: answers to a flood of pings and settings.
func (c *conn) Write(b []byte) (int, error) {
	c.turn.taken()
	n, err := c.Conn.Write(b)
	return n, c.carried(n, err)
}

func (c *conn) carried(n int, err error) error {
	fault := c.meter.carried(n)
	if fault == nil && c.waste.Add(int64(n)+callCost) > c.meter.maxWaste/2 {
		fault = overhead()
	}
	if fault == nil {
		return err
	}
	_ = c.Close()
	return fault
}

// used credits the connection and its session with bytes of an answer.
func (c *conn) used(n int64) {
	c.waste.Add(-worthOfByte * n)
	c.meter.waste.Add(-worthOfByte * n)
}

// size writes a number of bytes.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
