package fetch

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/auditctl/auditctl/pkg/audit"
)

// flood is a server that goes on for as long as it is listened to. It runs in a process of its own, so that the reader's CPU time can be
// told from its own.
type flood struct {
	name string
	alpn string // h2, http/1.1, or empty without TLS
	// pour says something, again and again, after the request was heard and begun has answered; an error ends it.
	begun, pour func(v *victim) error
}

// victim is a connection of the reader's, as a hostile server sees it.
type victim struct {
	net.Conn // beneath TLS
	w        *bufio.Writer
	frames   *http2.Framer // of h2
	stream   uint32
	secrets  *bytes.Buffer // TLS key log
	records  *recordWriter
}

func (v *victim) say(text string) error {
	_, err := v.w.WriteString(text)
	return err
}

// answered begins an HTTP/2 answer.
func answered(v *victim) error {
	return v.frames.WriteHeaders(http2.HeadersFrameParam{
		StreamID: v.stream, EndHeaders: true, BlockFragment: headerBlock(":status", "200", "content-type", "text/html"),
	})
}

func headerBlock(pairs ...string) []byte {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	for i := 0; i < len(pairs); i += 2 {
		_ = e.WriteField(hpack.HeaderField{Name: pairs[i], Value: pairs[i+1]})
	}
	return b.Bytes()
}

func quiet(*victim) error { return nil }

// saying begins an HTTP/1 answer.
func saying(text string) func(*victim) error { return func(v *victim) error { return v.say(text) } }

const chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"

var padding = make([]byte, 255)

var floods = []flood{
	{
		"DATA of one byte and 255 of padding", "h2", answered,
		func(v *victim) error { return v.frames.WriteDataPadded(v.stream, false, []byte("a"), padding) },
	},
	{"DATA of one byte", "h2", answered, func(v *victim) error { return v.frames.WriteData(v.stream, false, []byte("a")) }},
	{"empty DATA", "h2", answered, func(v *victim) error { return v.frames.WriteData(v.stream, false, nil) }},
	{"PING", "h2", quiet, func(v *victim) error { return v.frames.WritePing(false, [8]byte{}) }},
	{"SETTINGS", "h2", quiet, func(v *victim) error { return v.frames.WriteSettings() }},
	{"WINDOW_UPDATE", "h2", quiet, func(v *victim) error { return v.frames.WriteWindowUpdate(v.stream, 1) }},
	{"PRIORITY", "h2", quiet, func(v *victim) error { return v.frames.WritePriority(v.stream, http2.PriorityParam{StreamDep: 9}) }},
	{"RST_STREAM", "h2", quiet, func(v *victim) error { return v.frames.WriteRSTStream(v.stream+2, http2.ErrCodeCancel) }},
	{"unknown frames", "h2", quiet, func(v *victim) error { return v.frames.WriteRawFrame(0xfa, 0, v.stream, nil) }},
	{"CONTINUATION", "h2", func(v *victim) error {
		return v.frames.WriteHeaders(http2.HeadersFrameParam{StreamID: v.stream, BlockFragment: headerBlock(":status", "200")})
	}, func(v *victim) error { return v.frames.WriteContinuation(v.stream, false, headerBlock("x-a", "b")) }},
	{"103 over HTTP/2", "h2", quiet, func(v *victim) error {
		return v.frames.WriteHeaders(http2.HeadersFrameParam{
			StreamID: v.stream, EndHeaders: true, BlockFragment: headerBlock(":status", "103"),
		})
	}},
	{"RST_STREAM as an answer", "h2", func(v *victim) error { return v.frames.WriteRSTStream(v.stream, http2.ErrCodeRefusedStream) }, io9},
	{"GOAWAY as an answer", "h2", func(v *victim) error { return v.frames.WriteGoAway(0, http2.ErrCodeNo, nil) }, io9},

	{"chunk extensions", "", saying(chunked), saying("1;" + strings.Repeat("e", 17) + "\r\na\r\n")},
	{"chunks of one byte", "", saying(chunked), saying("1\r\na\r\n")},
	{"long chunk lengths", "", saying(chunked), saying(strings.Repeat("0", 14) + "1\r\na\r\n")},
	{"100 without end", "", quiet, saying("HTTP/1.1 100 Continue\r\n\r\n")},
	{"103 without end", "", quiet, saying("HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n")},
	{"headers without end", "", saying("HTTP/1.1 200 OK\r\n"), saying("X-A: b\r\n")},
	{"a header line without end", "", saying("HTTP/1.1 200 OK\r\nX: "), saying(strings.Repeat("a", 1000))},
	{"trailers without end", "", saying(chunked + "1\r\na\r\n0\r\n"), saying("X-A: b\r\n")},
	{"a status line without end", "", saying("HTTP/1.1 200 "), saying("OK")},
	{"empty lines", "", quiet, saying("\r\n")},
	{
		"a body without end", "", saying("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>a</title>"),
		saying(strings.Repeat("<p>a", 1000)),
	},
	{"gzip of nothing", "", func(v *victim) error {
		return v.say("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff")
	}, saying("\x00\x00\x00\xff\xff")}, // a stored block of no bytes
	{
		"gzip members of nothing", "", saying("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"),
		saying("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
	},
	{
		"zstd frames of nothing", "", saying("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: zstd\r\n\r\n"),
		saying("\x50\x2a\x4d\x18\x00\x00\x00\x00"),
	},

	{"TLS records of one byte", "http/1.1", saying(chunked), func(v *victim) error { return v.records.write(23, []byte("1\r\na\r\n"), 1) }},
	{"TLS session tickets", "http/1.1", saying(chunked), func(v *victim) error {
		if err := v.records.write(22, []byte{4, 0, 0, 14, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 1, 7, 0, 0}, 0); err != nil {
			return err
		}
		return v.records.write(23, []byte("1\r\na\r\n"), 0)
	}},
	{"TLS key updates", "http/1.1", saying(chunked), func(v *victim) error {
		for range 8 {
			if err := v.records.update(); err != nil {
				return err
			}
		}
		return v.records.write(23, []byte("1\r\na\r\n"), 0)
	}},
	{"empty TLS records", "http/1.1", saying(chunked), func(v *victim) error {
		for range 8 {
			if err := v.records.write(23, nil, 0); err != nil {
				return err
			}
		}
		return v.records.write(23, []byte("1\r\na\r\n"), 0)
	}},
}

// io9 ends a flood of one answer.
func io9(v *victim) error {
	if err := v.w.Flush(); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, v.Conn) // until the reader hangs up
	return io.EOF
}

// TestAFloodCostsABoundedAudit counts what a flooded audit reads, by what the server could send, and its CPU time.
func TestAFloodCostsABoundedAudit(t *testing.T) {
	log.SetOutput(io.Discard) // net/http writes a line for each frame that it doesn't know
	defer log.SetOutput(os.Stderr)
	addrs, sent := startFloods(t)
	for i, f := range floods {
		t.Run(f.name, func(t *testing.T) {
			scheme := "https://"
			if f.alpn == "" {
				scheme = "http://"
			}
			cfg := localConfig()
			cfg.HeaderTimeout, cfg.RequestTimeout = 2*time.Second, 3*time.Second
			began, before := cpu(t), sent(i)
			facts, err := Gather(t.Context(), target(t, scheme+addrs[i]+"/"), cfg,
				Options{Deadline: 20 * time.Second, Crawlers: testAgents})
			used, bytes := cpu(t)-began, sent(i)-before
			switch audit.CodeOf(err) {
			case "", audit.CodeResponseTooLarge, audit.CodeMalformedResponse, audit.CodeResponseTimeout, audit.CodeConnectFailed,
				audit.CodeEmptyPage:
			default:
				t.Errorf("%s: %v", audit.CodeOf(err), err)
			}
			if facts != nil && !facts.Truncated {
				t.Error("the audit doesn't say that it was cut")
			}
			t.Logf("%s: %d KiB, %s of CPU", audit.CodeOf(err), bytes>>10, used)
			if bytes > 80<<20 { // 32 MiB are read; the rest waits in buffers of the system, a few MiB for each connection
				t.Errorf("%d MiB were taken", bytes>>20)
			}
			if used > 5*time.Second {
				t.Errorf("%s of CPU", used)
			}
		})
	}
}

// cpu is what this process has used of it.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

const floodVariable = "AUDITCTL_TEST_FLOODS"

// startFloods runs the floods in a child process. sent asks it how many bytes one of them has sent.
func startFloods(t *testing.T) (addrs []string, sent func(i int) int64) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestServeFloods$")
	child.Env = append(os.Environ(), floodVariable+"=1")
	child.Stderr = os.Stderr
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = child.Wait()
	})
	lines := bufio.NewScanner(out)
	for range floods {
		if !lines.Scan() {
			t.Fatal("the floods did not start")
		}
		addrs = append(addrs, lines.Text())
	}
	return addrs, func(i int) (n int64) {
		if _, err := fmt.Fprintln(in, i); err != nil || !lines.Scan() {
			t.Fatal("the floods ended")
		}
		if _, err := fmt.Sscan(lines.Text(), &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
}

// TestServeFloods is the child process of TestAFloodCostsABoundedAudit. It ends with its standard input.
func TestServeFloods(t *testing.T) {
	if os.Getenv(floodVariable) == "" {
		t.Skip("only as a child process of TestAFloodCostsABoundedAudit")
	}
	cert := selfMade(t)
	counts := make([]atomic.Int64, len(floods))
	for i, f := range floods {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				go func() {
					defer c.Close()
					_ = f.serve(&countedConn{c, &counts[i]}, cert)
				}()
			}
		}()
		fmt.Println(l.Addr())
	}
	var i int
	for {
		if _, err := fmt.Scanln(&i); err != nil {
			os.Exit(0)
		}
		fmt.Println(counts[i].Load())
	}
}

type countedConn struct {
	net.Conn
	sent *atomic.Int64
}

func (c *countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.sent.Add(int64(n))
	return n, err
}

// serve hears one request and floods.
func (f flood) serve(c net.Conn, cert tls.Certificate) error {
	v := &victim{Conn: c, secrets: new(bytes.Buffer), stream: 1}
	var in io.Reader = c
	v.w = bufio.NewWriterSize(c, 64<<10)
	if f.alpn != "" {
		secure := tls.Server(c, &tls.Config{
			Certificates: []tls.Certificate{cert}, NextProtos: []string{f.alpn}, KeyLogWriter: v.secrets, SessionTicketsDisabled: true,
			DynamicRecordSizingDisabled: true,
		})
		if err := secure.Handshake(); err != nil {
			return err
		}
		in, v.w = secure, bufio.NewWriterSize(secure, 16<<10)
	}
	if f.alpn == "h2" {
		if err := v.hearFrames(in); err != nil {
			return err
		}
		go func() { _, _ = io.Copy(io.Discard, in) }()
	} else if err := hearRequest(in); err != nil {
		return err
	}
	if err := f.begun(v); err != nil {
		return err
	}
	if err := v.w.Flush(); err != nil {
		return err
	}
	if f.alpn == "http/1.1" {
		records, err := newRecordWriter(c, v.secrets.String())
		if err != nil {
			return err
		}
		v.records = records
		records.seq = 1 // what begun said
	}
	for {
		if err := f.pour(v); err != nil {
			return err
		}
	}
}

func hearRequest(in io.Reader) error {
	r := bufio.NewReader(in)
	for {
		line, err := r.ReadString('\n')
		if err != nil || line == "\r\n" {
			return err
		}
	}
}

// hearFrames reads up to a request's HEADERS.
func (v *victim) hearFrames(in io.Reader) error {
	if _, err := io.ReadFull(in, make([]byte, len(http2.ClientPreface))); err != nil {
		return err
	}
	v.frames = http2.NewFramer(v.w, in)
	v.frames.AllowIllegalWrites = true
	if err := v.frames.WriteSettings(); err != nil {
		return err
	}
	if err := v.w.Flush(); err != nil {
		return err
	}
	for {
		f, err := v.frames.ReadFrame()
		if err != nil {
			return err
		}
		if h, ok := f.(*http2.HeadersFrame); ok {
			v.stream = h.StreamID
			return nil
		}
	}
}
