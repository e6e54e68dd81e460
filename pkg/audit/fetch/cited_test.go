package fetch

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestACitedPageIsReadWithNothingOfTheOperators(t *testing.T) {
	var got http.Header
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<title>The best bakers</title><main><p>Copper Kettle Bakery bakes at night.</p></main>"))
	}))
	defer web.Close()
	cfg := Config{
		AllowPrivate: true, AllowPorts: []uint16{portOf(t, web.URL)}, Header: http.Header{"Authorization": {"Bearer secret"}},
		Site: web.URL,
	}
	p, err := Cited(t.Context(), cfg, web.URL+"/list", nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Titles[0] != "The best bakers" || !strings.Contains(p.Text.Main, "Copper Kettle Bakery") {
		t.Errorf("titles %q, text %q", p.Titles, p.Text.Main)
	}
	if got.Get("Authorization") != "" || got.Get("Cookie") != "" {
		t.Errorf("sent %v", got)
	}
	cfg.AllowPrivate = false
	if _, err := Cited(t.Context(), cfg, web.URL, nil); audit.CodeOf(err) != audit.CodeAddressNotPublic {
		t.Errorf("a private address: %v", err)
	}
}
