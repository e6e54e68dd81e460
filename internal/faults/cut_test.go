package faults

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
)

// A database that breaks off at statement n, for n after n: before it has the statement, and after it has done it without saying so. The second is the
// hard one: a commit happened, and whoever asked for it can't know.
func TestAnAnswerOfPostgreSQLThatIsLostLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts connections for some seconds")
	}
	way := newCutter(t, pgtest.URL(t))
	store := []string{"--store", way.address}
	sites := newFarm(t, 200, 20*time.Millisecond)
	nodes := []*node{newNode(t, store), newNode(t, store, "--workers", "0"), newProcess(t, "worker", store)}
	l := ledger{c: newCaller(t, newKey(t, store, limit), nodes[0], nodes[1])}
	for _, n := range nodes {
		n.start()
	}
	for _, n := range nodes {
		n.ready()
	}
	for i := range *cuts {
		// From one statement to the next a little further into what follows: submitting, taking, beginning, ending, giving back.
		way.cutAt(1+i/2%60, i%2 == 1)
		l.submit(sites.next(5, 2))
		eventually(t, patience, "the cut", func() error {
			if !way.hasCut() {
				return fmt.Errorf("statement %d has not come", 1+i/2%60)
			}
			return nil
		})
		if i%10 == 9 {
			way.close(time.Duration(500+rand.IntN(1000)) * time.Millisecond)
		}
	}
	l.settle(t, patience, *cuts/20)
	l.record(t, fmt.Sprintf("%d connections cut, at statements 1 to %d of what followed, half before the statement and half before its answer; %d times nobody got through for a second",
		*cuts, min(60, (*cuts+1)/2), *cuts/10))
}

// cutter is the only way to a PostgreSQL server, and breaks connections in the middle of what is said.
type cutter struct {
	address string // of the database through it
	server  string // its socket
	front   net.Listener

	mu     sync.Mutex
	conns  map[*crossing]bool
	left   int  // statements until the cut; 0 where none is due
	after  bool // the server has done the statement that is cut at
	closed time.Time
}

// crossing is a connection through a cutter.
type crossing struct {
	client, server net.Conn
	swallow        bool // the server's next words are lost
}

func newCutter(t *testing.T, address string) *cutter {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	dir := u.Query().Get("host")
	if dir == "" {
		t.Skip("the server isn't reached by a socket of this machine")
	}
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{server: filepath.Join(dir, ".s.PGSQL.5432"), front: front, conns: map[*crossing]bool{}}
	if _, err := os.Stat(c.server); err != nil {
		t.Fatal(err)
	}
	u.Host, u.RawQuery = front.Addr().String(), "sslmode=disable"
	c.address = u.String()
	var serving sync.WaitGroup
	serving.Go(func() { c.serve(&serving) })
	t.Cleanup(func() {
		front.Close()
		c.close(0)
		serving.Wait()
	})
	return c
}

func (c *cutter) serve(serving *sync.WaitGroup) {
	for {
		client, err := c.front.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", c.server)
		c.mu.Lock()
		shut := time.Now().Before(c.closed)
		x := &crossing{client: client, server: server}
		if err == nil && !shut {
			c.conns[x] = true
		}
		c.mu.Unlock()
		if err != nil || shut {
			client.Close()
			if server != nil {
				server.Close()
			}
			continue
		}
		serving.Go(func() { c.ask(x) })
		serving.Go(func() { c.answer(x) })
	}
}

// cutAt cuts the connection that the n-th statement from now comes by, before the server has it, or before its answer gets back.
func (c *cutter) cutAt(n int, after bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left, c.after = n, after
}

func (c *cutter) hasCut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left == 0
}

// close cuts all connections, and lets nobody through for a while.
func (c *cutter) close(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = time.Now().Add(d)
	for x := range c.conns {
		x.end()
	}
}

// end breaks both sides off.
func (x *crossing) end() {
	if tcp, ok := x.client.(*net.TCPConn); ok {
		tcp.SetLinger(0) //nolint:errcheck // without, the break is only softer
	}
	x.client.Close()
	x.server.Close()
}

func (c *cutter) leave(x *crossing) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.conns, x)
	x.end()
}

// ask passes on what the client says, a message at a time. Its first message has no letter before its length.
func (c *cutter) ask(x *crossing) {
	defer c.leave(x)
	letter := 0
	for {
		head := make([]byte, letter+4)
		if _, err := io.ReadFull(x.client, head); err != nil {
			return
		}
		body := make([]byte, max(0, int(binary.BigEndian.Uint32(head[letter:]))-4))
		if _, err := io.ReadFull(x.client, body); err != nil {
			return
		}
		// Query and Sync are what the server answers: the end of a statement.
		if letter == 1 && (head[0] == 'Q' || head[0] == 'S') && !c.pass(x) {
			return
		}
		if _, err := x.server.Write(append(head, body...)); err != nil {
			return
		}
		letter = 1
	}
}

// pass counts a statement, and says no where its connection is to be cut before it.
func (c *cutter) pass(x *crossing) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left == 0 {
		return true
	}
	c.left--
	if c.left > 0 {
		return true
	}
	x.swallow = c.after
	return c.after
}

// answer passes on what the server says, until it isn't to be heard.
func (c *cutter) answer(x *crossing) {
	defer c.leave(x)
	data := make([]byte, 64<<10)
	for {
		n, err := x.server.Read(data)
		if err != nil {
			return
		}
		c.mu.Lock()
		lost := x.swallow
		c.mu.Unlock()
		if lost {
			return
		}
		if _, err := x.client.Write(data[:n]); err != nil {
			return
		}
	}
}
