package server

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

func TestWhoDoesNotReadIsNotWaitedFor(t *testing.T) {
	ended := make(chan error, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		p := newPaced(&exchange{ResponseWriter: w})
		p.each = 20 * time.Millisecond
		_, err := p.Write(make([]byte, 64<<20)) // more than the buffers on the way hold
		ended <- err
	}))
	defer web.Close()
	c, err := net.Dial("tcp", web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the answer ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("the handler still waits")
	}
}
