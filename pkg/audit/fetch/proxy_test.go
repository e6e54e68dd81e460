package fetch

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// behind is a client that goes through a proxy with this password.
func behind(p *Proxy, password string) *http.Client {
	user, _ := p.Credential()
	through := &url.URL{Scheme: "http", Host: p.Addr(), User: url.UserPassword(user, password)}
	return &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(through), DisableKeepAlives: true}}
}

func newProxy(t *testing.T, address string, cfg Config, most int64) *Proxy {
	t.Helper()
	p, err := NewProxy(t.Context(), target(t, address), cfg, most)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// tunnelled sends bytes through a CONNECT to a host; the answer's status, and what came back.
func tunnelled(t *testing.T, p *Proxy, to, send string) (status int, back string) {
	t.Helper()
	c, err := net.Dial("tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: to}, Host: to, Header: http.Header{}}
	r.SetBasicAuth(p.Credential())
	r.Header["Proxy-Authorization"] = r.Header["Authorization"]
	delete(r.Header, "Authorization")
	if err := r.Write(c); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(c)
	resp, err := http.ReadResponse(reader, r)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		return resp.StatusCode, ""
	}
	if _, err := io.WriteString(c, send); err != nil {
		t.Fatal(err)
	}
	all, _ := io.ReadAll(reader) // it ends as the other side does
	return resp.StatusCode, string(all)
}

func TestABrowserGetsPagesThroughTheGuard(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Proxy-Authorization") != "" || r.Header.Get("X-Forwarded-For") != "" {
			t.Error("the site learns of the proxy")
		}
		fmt.Fprint(w, r.URL.Path, r.Header.Get("User-Agent"))
	}))
	defer server.Close()
	p := newProxy(t, server.URL, localConfig(), 1<<20)
	_, password := p.Credential()
	r, err := http.NewRequest(http.MethodGet, server.URL+"/a%2Fb", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("User-Agent", "; as sent")
	resp, err := behind(p, password).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != "/a/b; as sent" {
		t.Errorf("%q, %v", body, err)
	}
	host := strings.TrimPrefix(server.URL, "http://")
	if status, back := tunnelled(t, p, host, "GET /c HTTP/1.0\r\n\r\n"); status != 200 || !strings.HasSuffix(back, "/c") {
		t.Errorf("tunnel: %d, %q", status, back)
	}
	if p.Bytes() == 0 || p.Spent() {
		t.Errorf("%d bytes went through", p.Bytes())
	}
}

// counting is a server that counts the connections to it.
func counting(t *testing.T) (host string, connections *atomic.Int64) {
	t.Helper()
	connections = &atomic.Int64{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	return server.Listener.Addr().String(), connections
}

func TestABrowserReachesNothingThatTheGuardRefuses(t *testing.T) {
	host, connections := counting(t)
	_, port, _ := net.SplitHostPort(host)
	for name, row := range map[string]struct {
		cfg Config
		to  string
	}{
		"private addresses are closed": {Config{AllowPorts: []uint16{portOf(t, "http://"+host)}}, host},
		"by name":                      {Config{AllowPorts: []uint16{portOf(t, "http://"+host)}}, "localhost:" + port},
		"the port is closed":           {Config{AllowPrivate: true}, host},
		"metadata of a cloud":          {Config{AllowPrivate: true}, "169.254.169.254:80"},
	} {
		p := newProxy(t, "https://example.com/", row.cfg, 1<<20)
		if status, _ := tunnelled(t, p, row.to, ""); status == http.StatusOK {
			t.Errorf("%s: a tunnel to %s", name, row.to)
		}
		_, password := p.Credential()
		if resp, err := behind(p, password).Get("http://" + row.to + "/"); err == nil {
			resp.Body.Close()
			t.Errorf("%s: %s answers %d", name, row.to, resp.StatusCode)
		}
	}
	p := newProxy(t, "http://"+host, localConfig(), 1<<20)
	if resp, err := behind(p, "guessed").Get("http://" + host + "/"); err != nil || resp.StatusCode != http.StatusProxyAuthRequired {
		t.Errorf("with a wrong password: %v, %v", resp, err)
	}
	if n := connections.Load(); n != 0 {
		t.Errorf("%d connections", n)
	}
}

// A page of the open web stays outside, also where the operator audits private addresses. 127.0.0.2 plays the open web.
func TestAPageOfTheWebReachesNothingInside(t *testing.T) {
	port, asked := listening(t, "127.0.0.1", "127.0.0.2")
	inside, web := fmt.Sprintf("127.0.0.1:%d", port), fmt.Sprintf("127.0.0.2:%d", port)
	cfg := localConfig()
	cfg.AllowAddrs = []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}
	own := newProxy(t, "http://"+inside, cfg, 1<<20)
	for _, host := range []string{inside, web, inside} {
		if status, _ := tunnelled(t, own, host, "GET / HTTP/1.0\r\n\r\n"); status != http.StatusOK {
			t.Errorf("a private page doesn't reach %s: %d", host, status)
		}
	}
	before := asked["127.0.0.1"].Load()
	foreign := newProxy(t, "http://"+web, cfg, 1<<20)
	if status, _ := tunnelled(t, foreign, web, "GET / HTTP/1.0\r\n\r\n"); status != http.StatusOK {
		t.Errorf("a public page doesn't reach its own host: %d", status)
	}
	if status, _ := tunnelled(t, foreign, inside, ""); status == http.StatusOK || asked["127.0.0.1"].Load() != before {
		t.Errorf("a public page reached inside: %d", status)
	}
}

func TestABrowserReadsNoMoreThanTheBound(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 1000 {
			if _, err := w.Write(make([]byte, 16<<10)); err != nil {
				return
			}
		}
	}))
	defer server.Close()
	const most = 1 << 20
	p := newProxy(t, server.URL, localConfig(), most)
	_, back := tunnelled(t, p, strings.TrimPrefix(server.URL, "http://"), "GET / HTTP/1.0\r\n\r\n")
	if len(back) > most || !p.Spent() {
		t.Errorf("%d bytes came, spent %v", len(back), p.Spent())
	}
	_, password := p.Credential()
	if resp, err := behind(p, password).Get(server.URL); err == nil {
		resp.Body.Close()
		t.Error("a further request was forwarded")
	}
}

func TestNothingGoesOnWhenTheProxyIsClosed(t *testing.T) {
	waiting := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(waiting)
		<-r.Context().Done()
	}))
	defer server.Close()
	p := newProxy(t, server.URL, localConfig(), 1<<20)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tunnelled(t, p, strings.TrimPrefix(server.URL, "http://"), "GET / HTTP/1.0\r\n\r\n")
	}()
	<-waiting
	p.Close()
	<-done
}
