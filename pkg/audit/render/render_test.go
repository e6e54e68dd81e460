package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit/fetch"
)

// open makes a browser for the test; without Chromium the test is skipped.
func open(t testing.TB, c Config) *Browser {
	t.Helper()
	if c.Time == 0 {
		c.Time = 5 * time.Minute // a busy machine shows pages late
	}
	b, err := New(c)
	if err != nil {
		t.Skipf("skipped: %v (scripts/chromium installs it)", err)
	}
	t.Cleanup(b.Close)
	return b
}

// own lets loopback be looked at, on the port of the address.
func own() fetch.Config { return fetch.Config{AllowPrivate: true, AllowSubmittedPort: true} }

// serving serves one page, and 404 elsewhere.
func serving(t testing.TB, body string) string {
	t.Helper()
	server := httptest.NewServer(pageOf(body))
	t.Cleanup(server.Close)
	return server.URL
}

func pageOf(body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><html lang=en><title>Bakery</title>", body)
	})
}

func reasonOf(err error) Reason {
	var e *Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Reason
}

func TestAPageIsLookedAtAsVisitorsSeeIt(t *testing.T) {
	t.Parallel()
	url := serving(t, `<nav><a href=/bread>Our bread</a></nav><h1>Bakery</h1><p id=hours>Closed</p><p style="display:none">Hidden</p>
<p style="margin-top:3000px">Below</p><button>Order</button>
<script>hours.textContent = "Open from seven"; console.error("one"); throw new Error("two")</script>`)
	r, err := open(t, Config{Fetch: own()}).Look(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if r.FinalURL != url+"/" || r.Status != 200 || r.Errors != 2 || r.Requests < 1 || r.Bytes == 0 || r.Cut {
		t.Errorf("%s %d, %d errors, %d requests, %d bytes, cut %v", r.FinalURL, r.Status, r.Errors, r.Requests, r.Bytes, r.Cut)
	}
	if !strings.Contains(r.HTML, `<p id="hours">Open from seven</p>`) || !strings.Contains(r.Text, "Open from seven") || strings.Contains(r.Text, "Hidden") {
		t.Errorf("after JavaScript: %s\n%s", r.HTML, r.Text)
	}
	if fmt.Sprint(r.Seen) != "map[heading:1 link:1 navigation:1 text:1]" {
		t.Errorf("seen before scrolling: %v", r.Seen)
	}
	for _, row := range []struct {
		picture       []byte
		width, height int
	}{{r.Desktop, 1366, 900}, {r.Phone, 390, 844}} {
		if size, err := jpeg.DecodeConfig(bytes.NewReader(row.picture)); err != nil || size.Width != row.width || size.Height != row.height {
			t.Errorf("a picture of %+v, %v", size, err)
		}
	}
}

// forbidden listens on TCP and UDP of one port and counts who comes.
func forbidden(t *testing.T) (host string, came *atomic.Int64) {
	t.Helper()
	came = &atomic.Int64{}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	udp, err := net.ListenPacket("udp", tcp.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	var ends sync.WaitGroup
	ends.Go(func() {
		for {
			c, err := tcp.Accept()
			if err != nil {
				return
			}
			came.Add(1)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\nSECRET")
			_ = c.Close()
		}
	})
	ends.Go(func() {
		for buf := make([]byte, 1500); ; came.Add(1) {
			if _, _, err := udp.ReadFrom(buf); err != nil {
				return
			}
		}
	})
	t.Cleanup(func() { tcp.Close(); udp.Close(); ends.Wait() })
	return tcp.Addr().String(), came
}

// The page stands on 127.0.0.2, which plays the open web; 127.0.0.1 is the inside, all of its ports open.
func TestAPageReachesNothingInside(t *testing.T) {
	t.Parallel()
	host, came := forbidden(t)
	_, port, _ := net.SplitHostPort(host)
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skipf("skipped: %v", err)
	}
	tried := make(chan string, 2) // by both configurations
	var count atomic.Int32
	both := make(chan struct{}) // closed when they have
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, "http://"+host+"/", http.StatusFound)
		case "/tried":
			text, _ := io.ReadAll(r.Body)
			tried <- string(text)
			if int(count.Add(1)) == cap(tried) {
				close(both)
			}
		case "/hold":
			select {
			case <-both:
			case <-r.Context().Done():
			}
		default:
			// A page rests with two requests under way: three keep it from that, however busy the machine is.
			pageOf(strings.NewReplacer("HOST", host, "PORT", port).Replace(`
<script>for (const n of [1, 2, 3]) fetch("/hold?" + n)</script>
<link rel=dns-prefetch href="//localhost:PORT"><link rel=preconnect href="http://HOST"><link rel=prefetch href="http://HOST/p">
<iframe src="http://HOST/"></iframe><iframe src="http://localhost:PORT/"></iframe><iframe src="http://[::1]:PORT/"></iframe><iframe src="/away"></iframe>
<iframe src="file:///etc/hosts"></iframe><iframe src="view-source:file:///etc/hosts"></iframe><object data="http://HOST/"></object>
<img src="http://HOST/i.png"><img src="http://2130706433:PORT/i.png"><script src="http://HOST/s.js"></script><link rel=stylesheet href="http://HOST/s.css">
<video src="http://HOST/v.mp4"></video><form id=f method=post action="http://HOST/" target=t></form><iframe name=t></iframe>
<script>
const attempts = {
  fetch: () => fetch("http://HOST/", {mode: "no-cors"}),
  file: () => fetch("file:///etc/hosts"),
  xhr: () => new Promise((ok, no) => { const x = new XMLHttpRequest(); x.onload = ok; x.onerror = no; x.open("GET", "http://HOST/"); x.send() }),
  socket: () => new Promise((ok, no) => { const s = new WebSocket("ws://HOST/"); s.onopen = ok; s.onerror = no }),
  events: () => new Promise((ok, no) => { const s = new EventSource("http://HOST/"); s.onopen = ok; s.onerror = no }),
  transport: () => new WebTransport("https://HOST/").ready,
  worker: () => new Promise((ok, no) => { const w = new Worker(URL.createObjectURL(new Blob(['fetch("http://HOST/",{mode:"no-cors"}).then(()=>postMessage(1),()=>postMessage(0))']))); w.onmessage = e => e.data ? ok() : no(); w.onerror = no }),
  popup: () => { if (window.open("http://HOST/")) throw 0; throw 0 },
  call: () => new Promise((ok, no) => {
    const c = new RTCPeerConnection({iceServers: [{urls: "stun:HOST"}, {urls: ["turn:HOST?transport=udp", "turn:HOST?transport=tcp"], username: "u", credential: "c"}]});
    c.createDataChannel("x"); c.onicecandidate = e => { if (!e.candidate) no() ; else if (e.candidate.type !== "host") ok() };
    c.createOffer().then(o => c.setLocalDescription(o)); setTimeout(no, 1500);
  }),
};
navigator.sendBeacon("http://HOST/", "x"); f.submit();
Promise.all(Object.entries(attempts).map(async ([name, attempt]) => {
  try { await Promise.race([attempt(), new Promise((ok, no) => setTimeout(no, 2500))]); return name } catch { return "" }
})).then(reached => fetch("/tried", {method: "POST", body: "reached:" + reached.join("")}));
</script>`)).ServeHTTP(w, r)
		}
	})}}
	server.Start()
	defer server.Close()
	ports := []uint16{portOf(t, host), portOf(t, listener.Addr().String())}
	inside := []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}
	var looks sync.WaitGroup
	for name, cfg := range map[string]fetch.Config{
		"private addresses are closed":               {AllowAddrs: inside, AllowPorts: ports},
		"private addresses are open, the page isn't": {AllowAddrs: inside, AllowPorts: ports, AllowPrivate: true},
	} {
		b := open(t, Config{Fetch: cfg, Time: 2 * time.Minute})
		looks.Go(func() {
			r, err := b.Look(t.Context(), server.URL)
			if err != nil || strings.Contains(r.HTML+r.Text, "SECRET") {
				t.Errorf("%s: %+v, %v", name, r, err)
			}
		})
	}
	looks.Wait()
	for range cap(tried) {
		select {
		case text := <-tried:
			if text != "reached:" {
				t.Error(text)
			}
		default:
			t.Error("a page's attempts were not awaited")
		}
	}
	if n := came.Load(); n != 0 {
		t.Errorf("the inside was reached %d times", n)
	}
}

func portOf(t *testing.T, host string) uint16 {
	t.Helper()
	_, port, err := net.SplitHostPort(host)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		t.Fatal(err)
	}
	return uint16(n)
}

func TestWhatCannotBeLookedAtSaysWhy(t *testing.T) {
	t.Parallel()
	host, came := forbidden(t)
	hanging := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/missing":
			http.NotFound(w, r)
		case "/download":
			w.Header().Set("Content-Disposition", "attachment; filename=a.zip")
			w.Header().Set("Content-Type", "application/zip")
			fmt.Fprint(w, "PK")
		case "/nothing":
			w.WriteHeader(http.StatusNoContent)
		case "/inside":
			http.Redirect(w, r, "http://"+host+"/", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/hosts", http.StatusFound)
		case "/hanging":
			<-hanging
		case "/endless":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<p>Text<script>for (;;) {}</script>")
		}
	}))
	defer server.Close()
	defer close(hanging)
	secure := httptest.NewUnstartedServer(pageOf("<p>Text"))
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	patient := open(t, Config{Fetch: own(), Pages: 6})
	hasty := open(t, Config{Fetch: own(), Pages: 6, Time: 3 * time.Second}) // for what never ends
	var group sync.WaitGroup
	for address, want := range map[string]Reason{
		server.URL + "/missing": NoPage, server.URL + "/download": NoPage, server.URL + "/nothing": NoPage, server.URL + "/inside": NotReached,
		server.URL + "/file": NotReached, server.URL + "/hanging": TooSlow, server.URL + "/endless": TooSlow, secure.URL: Untrusted,
		"file:///etc/hosts": NotWeb, "ftp://example.com/": NotWeb, "http://u:p@example.com/": NotWeb, "http://169.254.169.254/": NotReached,
	} {
		b := patient
		if want == TooSlow {
			b = hasty
		}
		group.Go(func() {
			if r, err := b.Look(t.Context(), address); reasonOf(err) != want || want.Note().EN == "" || want.Note().FR == "" {
				t.Errorf("%s: %+v, %v; not %s", address, r, err, want)
			}
		})
	}
	group.Wait()
	if came.Load() != 0 {
		t.Error("the inside was reached")
	}
}

func TestAPageLoadsNoMoreThanTheBounds(t *testing.T) {
	t.Parallel()
	var served atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/many":
			fmt.Fprint(w, "<h1>Many</h1><script>for (let i = 0; i < 400; i++) fetch('/small?' + i)</script>")
		case "/large":
			fmt.Fprint(w, "<h1>Large</h1><script>for (let i = 0; i < 2; i++) fetch('/blob?' + i)</script>")
		case "/blob":
			for range 1024 {
				n, err := w.Write(make([]byte, 16<<10))
				served.Add(int64(n))
				if err != nil {
					return
				}
			}
		default:
			served.Add(1)
		}
	}))
	defer server.Close()
	b := open(t, Config{Fetch: own(), Pages: 1})
	r, err := b.Look(t.Context(), server.URL+"/many")
	if n := served.Load(); err != nil || !r.Cut || n > MaxRequests+50 {
		t.Errorf("%d requests were served: %+v, %v", n, r, err)
	}
	served.Store(0)
	r, err = b.Look(t.Context(), server.URL+"/large")
	if err != nil || !r.Cut || r.Bytes > MaxBytes+1<<20 || r.Desktop == nil {
		t.Errorf("%d bytes were served: %+v, %v", served.Load(), r, err)
	}
}

// A page can have the browser say what it likes, as long as it likes; the browser is ended, and the next page gets a new one.
func TestABrowserThatBreaksDownIsStartedAnew(t *testing.T) {
	t.Parallel()
	b := open(t, Config{Fetch: own()})
	loud := serving(t, "<script>console.log('x'.repeat(41 << 20))</script>")
	if _, err := b.Look(t.Context(), loud); err == nil { // it breaks down, or on a busy machine needs too much memory before
		t.Error("41 MiB on the console: no error")
	}
	plain := serving(t, "<h1>Bakery</h1>")
	if _, err := b.Look(t.Context(), plain); err != nil {
		t.Fatalf("the next page: %v", err)
	}
	free := b.free
	free.Stop()
	<-free.ctx.Done()
	if _, err := b.Look(t.Context(), plain); err != nil {
		t.Errorf("after the browser was killed: %v", err)
	}
}

func TestNothingIsLeft(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	b := open(t, Config{Fetch: own()})
	url := serving(t, "<script>for (let i = 0; i < 5; i++) alert(i); document.cookie = 'a=b'; localStorage.x = document.cookie</script><p id=p></p><script>p.textContent = localStorage.length</script>")
	for range 2 {
		if r, err := b.Look(t.Context(), url); err != nil || !strings.Contains(r.Text, "1") {
			t.Errorf("%+v, %v", r, err)
		}
	}
	leader := b.free.Pid()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := b.Look(ctx, serving(t, "<script>for (;;) {}</script>"))
		ended <- err
	}()
	time.AfterFunc(300*time.Millisecond, cancel)
	if err := <-ended; reasonOf(err) != Ended {
		t.Errorf("who went away got %v", err)
	}
	b.Close()
	if _, err := b.Look(t.Context(), url); reasonOf(err) != Ended {
		t.Errorf("a closed browser: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "*")); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
	if alive(leader) {
		t.Error("processes are left")
	}
}

// alive says whether a process of the group runs.
func alive(leader int) bool {
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range all {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // state, parent, group
		if len(fields) > 2 && fields[2] == strconv.Itoa(leader) && fields[0] != "Z" {
			return true
		}
	}
	return false
}

func TestABrowserThatIsNotThereSaysSo(t *testing.T) {
	t.Setenv(Variable, "")
	if _, err := New(Config{Path: filepath.Join(t.TempDir(), "chromium")}); reasonOf(err) != NotThere {
		t.Errorf("%v", err)
	}
	script := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho no display >&2; exit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	b, err := New(Config{Path: script})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Version(t.Context()); reasonOf(err) != NotStarted || !strings.Contains(err.Error(), "no display") {
		t.Errorf("%v", err)
	}
}
