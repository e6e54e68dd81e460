package render

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit/fetch"
)

func open(t testing.TB, c Config) *Browser {
	t.Helper()
	c.Fetch.AllowPrivate, c.Fetch.AllowSubmittedPort = true, true
	b, err := New(c)
	if err != nil {
		t.Skip("skipped: ", err)
	}
	t.Cleanup(b.Close)
	return b
}

func TestX(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Log(r.URL, r.Header)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<title>x</title><h1>Hello</h1><p id=a>raw<script>a.textContent="after scripts";console.error("x");alert(1);throw 5</script>`)
	}))
	defer s.Close()
	b := open(t, Config{Fetch: fetch.Config{}})
	for range 2 {
		at := time.Now()
		r, err := b.Look(t.Context(), s.URL)
		t.Log(time.Since(at), err)
		if err == nil {
			t.Logf("%d %d %+v %q %q", len(r.Desktop), len(r.Phone), r.Seen, r.HTML, r.Text)
			r.Desktop, r.Phone = nil, nil
			t.Logf("%+v", r)
		}
	}
	at := time.Now()
	b.Close()
	t.Log("close", time.Since(at))
}
