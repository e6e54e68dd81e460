package server

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// BenchmarkAudit is a finished audit polled over loopback, beside a bare handler that gives the same bytes: the difference is what the door costs.
func BenchmarkAudit(b *testing.B) {
	back := newFake(b)
	body, err := back.audits[0].MarshalJSON()
	if err != nil {
		b.Fatal(err)
	}
	s, err := New(Config{Backend: back, Log: slog.New(slog.NewJSONHandler(io.Discard, nil)), KeyRate: 1e9, KeyBurst: 1e9})
	if err != nil {
		b.Fatal(err)
	}
	for name, h := range map[string]http.Handler{
		"door": s.Public(),
		"bare": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Write(body) //nolint:errcheck // the reader counts
		}),
	} {
		b.Run(name, func(b *testing.B) { poll(b, h, "/v1/audits/"+doneID+"?include=checks") })
	}
}

// poll asks over and over on kept connections, with as little work on the asking side as can be.
func poll(b *testing.B, h http.Handler, path string) {
	web := httptest.NewServer(h)
	defer web.Close()
	b.ReportAllocs()
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		c, err := net.Dial("tcp", web.Listener.Addr().String())
		if err != nil {
			b.Error(err)
			return
		}
		defer c.Close()
		request := []byte(fmt.Sprintf("GET %s HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\n\r\n", path, ours))
		length := 0
		buffer := make([]byte, 1<<20)
		for pb.Next() {
			if _, err := c.Write(request); err != nil {
				b.Error(err)
				return
			}
			if length > 0 {
				if _, err := io.ReadFull(c, buffer[:length]); err != nil {
					b.Error(err)
					return
				}
				continue
			}
			counted := &counting{Reader: c}
			answer, err := http.ReadResponse(bufio.NewReader(counted), nil)
			if err != nil || answer.StatusCode != http.StatusOK {
				b.Errorf("%v %v", answer, err)
				return
			}
			io.Copy(io.Discard, answer.Body) //nolint:errcheck // its length is what counts
			length = counted.n
		}
	})
}

// counting counts what is read.
type counting struct {
	io.Reader
	n int
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}
