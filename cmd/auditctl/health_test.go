package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAProcessIsAskedHowItIs(t *testing.T) {
	operator := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" {
			io.WriteString(w, "ok\n") //nolint:errcheck // the client is this test
			return
		}
		http.Error(w, "the store can't be reached", http.StatusServiceUnavailable)
	}))
	address := operator.Listener.Addr().String()
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1") // not for what is on this machine
	_, port, _ := strings.Cut(address, ":")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--operator-listen", address}, exitDone, "ok\n"},
		{[]string{"--operator-listen", ":" + port}, exitDone, "ok\n"},
		{[]string{"--operator-listen", "0.0.0.0:" + port}, exitDone, "ok\n"},
		{[]string{"--operator-listen", address, "--ready"}, exitFailed, "503 Service Unavailable: the store can't be reached"},
		{[]string{"--operator-listen", ""}, exitUsage, "is no address"},
	} {
		code, out, said := run(t, append([]string{"health"}, c.args...)...)
		if code != c.code || !strings.Contains(out+said, c.says) {
			t.Errorf("%v: %d %q, want %d %q", c.args, code, out+said, c.code, c.says)
		}
	}
	operator.Close()
	if code, _, said := run(t, "health", "--operator-listen", address); code != exitFailed || !strings.Contains(said, "nobody answers") {
		t.Errorf("where nobody listens: %d %q", code, said)
	}
}
