package fetch

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestAnUnlockedProxyKeepsTheGuardAndNeedsNoPassword(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }))
	defer site.Close()
	target, refused := audit.ParseTarget(site.URL)
	if refused != nil {
		t.Fatal(refused)
	}
	cfg := Config{AllowPrivate: true, AllowSubmittedPort: true}
	p, err := NewProxy(t.Context(), target, cfg, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	transport := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: p.Addr()})}
	defer transport.CloseIdleConnections()
	get := func(address string) int {
		resp, err := (&http.Client{Transport: transport}).Get(address)
		if err != nil {
			return 0
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	if got := get(site.URL); got != http.StatusProxyAuthRequired {
		t.Errorf("locked: %d", got)
	}
	if err := p.Unlock(t.Context(), target); err != nil {
		t.Fatal(err)
	}
	if got := get(site.URL); got != http.StatusOK {
		t.Errorf("unlocked: %d", got)
	}
	if got := get("http://169.254.169.254/"); got == http.StatusOK {
		t.Error("the guard is gone")
	}
}

func TestAProxyThatMayNotGoThereStaysLocked(t *testing.T) {
	target, refused := audit.ParseTarget("http://127.0.0.1:9/")
	if refused != nil {
		t.Fatal(refused)
	}
	p, err := NewProxy(t.Context(), target, Config{AllowSubmittedPort: true}, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Unlock(t.Context(), target); err == nil || p.unlocked.Load() {
		t.Errorf("it is unlocked (%v)", err)
	}
}

func TestOnlyWhatOthersReachTooIsOnTheOpenWeb(t *testing.T) {
	public, private := netip.MustParseAddr("93.184.215.14"), netip.MustParseAddr("10.0.0.8")
	for _, row := range []struct {
		address string
		cfg     Config
		want    bool
	}{
		{"https://example.com/", Config{Resolver: fixed{"example.com": {public}}}, true},
		{"https://example.com:8443/", Config{Resolver: fixed{"example.com": {public}}}, true},
		{"https://93.184.215.14/", Config{}, true},
		{"https://example.com/", Config{AllowPrivate: true, Resolver: fixed{"example.com": {private}}}, false},
		{"https://example.com/", Config{AllowPrivate: true, Resolver: fixed{"example.com": {public, private}}}, false},
		{"https://example.com/", Config{AllowAddrs: []netip.Prefix{netip.PrefixFrom(private, 32)}, Resolver: fixed{"example.com": {private}}}, false},
		{"https://example.com/", Config{Resolver: fixed{"example.com": {public}}, Resolve: map[string]netip.AddrPort{"example.com:443": netip.AddrPortFrom(public, 443)}}, false},
		{"http://127.0.0.1/", Config{AllowPrivate: true}, false},
		{"http://localhost:8080/", Config{AllowPrivate: true}, false},
		{"http://[::1]/", Config{AllowPrivate: true}, false},
		{"https://nowhere.example/", Config{Resolver: fixed{}}, false},
	} {
		target, refused := audit.ParseTarget(row.address)
		if refused != nil {
			t.Fatal(refused)
		}
		if got := OnOpenWeb(t.Context(), target, row.cfg); got != row.want {
			t.Errorf("%s: %t", row.address, got)
		}
	}
}
