package fetch

import (
	"bytes"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// lax takes everything that crypto/tls knows.
func lax(cfg *tls.Config) {
	cfg.MinVersion, cfg.CipherSuites = tls.VersionTLS10, allSuites()
}

// offered gives what a server answers to further handshakes, after one that negotiated version.
func offered(t *testing.T, s *Session, version string) *page.TLS {
	t.Helper()
	facts := &page.TLS{Version: version, Offers: s.OfferTLS(t.Context(), "example.test:443", "example.test")}
	facts.Conclude()
	return facts
}

// outline writes facts as "SSLv3- 1.0+ …; question: version suite; …", with + for accepted, - for refused and ? for unknown.
func outline(facts *page.TLS) string {
	sign := map[string]string{page.Accepted: "+", page.Refused: "-", page.Silent: "?"}
	var out []string
	for _, v := range facts.Versions {
		out = append(out, strings.TrimPrefix(v.Version, "TLS ")+sign[v.Answer])
	}
	for _, o := range facts.Offers {
		out = append(out, o.Asked+sign[o.Answer]+strings.TrimPrefix(o.Version, "TLS ")+strings.TrimPrefix(o.Suite, "TLS"))
	}
	return strings.Join(append(out, "prefers "+facts.Prefers), " ")
}

func TestAServerIsAskedWhatItWouldTake(t *testing.T) {
	ca := newAuthority(t)
	base := ca.server(t, certificate{names: []string{"example.test"}, rsa: true})
	for name, c := range map[string]struct {
		shape   func(*tls.Config)
		version string
		want    string
	}{
		"today's": {
			func(cfg *tls.Config) { cfg.MinVersion = tls.VersionTLS12 }, "TLS 1.3",
			"SSLv3- 1.0- 1.1- 1.2+ 1.3+ tls1.1- forward_secrecy+1.2_ECDHE_RSA_WITH_AES_128_GCM_SHA256 broken- weak- dhe- preference+1.2_ECDHE_RSA_WITH_AES_128_GCM_SHA256 prefers server",
		},
		"TLS 1.3 alone": {
			func(cfg *tls.Config) { cfg.MinVersion = tls.VersionTLS13 }, "TLS 1.3",
			"SSLv3- 1.0- 1.1- 1.2- 1.3+ tls1.1- forward_secrecy- broken- weak- dhe- preference- prefers ",
		},
		"anything": {
			lax, "TLS 1.3",
			"SSLv3- 1.0+ 1.1+ 1.2+ 1.3+ tls1.1+1.1_ECDHE_RSA_WITH_AES_128_CBC_SHA tls1.0+1.0_ECDHE_RSA_WITH_AES_128_CBC_SHA sslv3- " +
				"forward_secrecy+1.2_ECDHE_RSA_WITH_AES_128_GCM_SHA256 broken- weak+1.2_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA dhe- preference+1.2_ECDHE_RSA_WITH_AES_128_GCM_SHA256 prefers server",
		},
		"TLS 1.0 with RC4": {
			func(cfg *tls.Config) {
				lax(cfg)
				cfg.MaxVersion, cfg.CipherSuites = tls.VersionTLS10, []uint16{tls.TLS_RSA_WITH_RC4_128_SHA}
			}, "TLS 1.0",
			"SSLv3- 1.0+ 1.1- 1.2- 1.3- tls1.1+1.0_RSA_WITH_RC4_128_SHA tls1.0+1.0_RSA_WITH_RC4_128_SHA sslv3- forward_secrecy- broken- weak+1.0_RSA_WITH_RC4_128_SHA dhe- preference- prefers ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := base.Clone()
			c.shape(cfg)
			if got := outline(offered(t, serveTLS(t, cfg, Config{}, secrets), c.version)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestFurtherHandshakesAreFewAndTwoAtOnce(t *testing.T) {
	var most, all atomic.Int64
	var s *Session
	ready := make(chan struct{})
	addr := raw(t, func(c net.Conn) {
		<-ready
		all.Add(1)
		s.mu.Lock()
		now := int64(len(s.conns)) // the server's side may not have seen yet that one has ended
		s.mu.Unlock()
		for high := most.Load(); now > high && !most.CompareAndSwap(high, now); high = most.Load() {
		}
		var hello [5]byte
		_, _ = io.ReadFull(c, hello[:])
		_, _ = io.CopyN(io.Discard, c, int64(hello[3])<<8|int64(hello[4]))
		_, _ = c.Write(answering(versionTLS10, 0xC013))
		_, _ = io.Copy(io.Discard, c)
	})
	s = served(t, addr, Config{})
	close(ready)
	if facts := offered(t, s, "TLS 1.0"); len(facts.Offers) > 8 || all.Load() > 8 || most.Load() > 2 {
		t.Errorf("%d offers, %d connections, %d at once", len(facts.Offers), all.Load(), most.Load())
	}
}

func TestNothingFurtherIsAskedWithoutProbes(t *testing.T) {
	ca := newAuthority(t)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<title>Example</title>")
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = ca.server(t, certificate{ips: []net.IP{net.IPv4(127, 0, 0, 1)}})
	server.StartTLS()
	t.Cleanup(server.Close)
	for _, c := range []struct {
		probing Probing
		want    string
	}{{ProbeNone, page.Silent}, {ProbeSearch, page.Refused}} {
		target, fault := audit.ParseTarget(server.URL)
		if fault != nil {
			t.Fatal(fault)
		}
		f, err := Gather(t.Context(), target, Config{AllowPrivate: true, AllowSubmittedPort: true, Roots: ca.pool}, Options{Pages: 1, Probing: c.probing})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.TLS.Value; got.Takes("TLS 1.0") != c.want || got.Takes("TLS 1.3") != page.Accepted || got.Offers == nil {
			t.Errorf("probing %s: %s", c.probing, outline(&got))
		}
	}
}

func TestAServerThatFallsSilentIsLeftInPeace(t *testing.T) {
	var all atomic.Int64
	mute := served(t, raw(t, func(c net.Conn) { all.Add(1); _, _ = io.Copy(io.Discard, c) }), Config{TLSTimeout: 50 * time.Millisecond})
	facts := offered(t, mute, "TLS 1.3")
	for all.Load() < 2 { // the server may accept late
		time.Sleep(time.Millisecond)
	}
	if all.Load() != 2 || facts.Takes("TLS 1.2") != page.Silent || facts.Takes("TLS 1.1") != page.Silent || facts.Legacy.OK() || facts.Legacy.Detail == "" {
		t.Errorf("%d connections, %s", all.Load(), outline(facts))
	}
	hangup := served(t, raw(t, func(c net.Conn) { _, _ = c.Read(make([]byte, 1)) }), Config{})
	if facts := offered(t, hangup, "TLS 1.3"); facts.Takes("TLS 1.1") != page.Refused || facts.Legacy != page.Known("") {
		t.Errorf("a server that hangs up: %s", outline(facts))
	}
	nobody := NewSession(Config{Resolver: fixed{}})
	defer nobody.Close()
	if facts := offered(t, nobody, "TLS 1.3"); facts.Takes("TLS 1.1") != page.Silent {
		t.Errorf("a name without address: %s", outline(facts))
	}
}

// answering gives a ServerHello, split over two records, after a warning.
func answering(version, suite uint16) []byte {
	body := append(numbers(version), make([]byte, 32)...)
	body = append(append(append(body, 0), numbers(suite)...), 1)
	body = append(body, vector(2, append(numbers(extensionRenegotiateInfo), 0, 1, 0))...)
	message := append([]byte{messageServerHello}, vector(3, body)...)
	out := []byte{recordAlert, 3, 1, 0, 2, 1, 112}
	for _, part := range [][]byte{message[:10], message[10:]} {
		out = append(append(out, recordHandshake, 3, 1), vector(2, part)...)
	}
	return out
}

func TestServerHello(t *testing.T) {
	hello, err := readServerHello(bytes.NewReader(answering(versionTLS12, 0x002F)))
	if err != nil || hello != (serverHello{version: versionTLS12, suite: 0x002F, compressed: true, renegotiates: true}) {
		t.Errorf("%+v, %v", hello, err)
	}
	group := append(append([]byte{messageServerKeyExchange}, vector(3, append(vector(2, append([]byte{0, 0x7F}, make([]byte, 63)...)), 0, 1, 2))...), messageServerHelloDone, 0, 0, 0)
	flight := append(answering(versionTLS10, 0x0033), append([]byte{recordHandshake, 3, 1}, vector(2, group)...)...)
	if hello, err = readServerHello(bytes.NewReader(flight)); err != nil || hello.dhBits != 511 {
		t.Errorf("%+v, %v", hello, err)
	}
	for name, c := range map[string]struct {
		bytes string
		want  error
	}{
		"hangs up":       {"", errRefused},
		"fatal alert":    {"\x15\x03\x01\x00\x02\x02\x28", errRefused},
		"goodbye":        {"\x15\x03\x01\x00\x02\x01\x00", errRefused},
		"plain HTTP":     {"HTTP/1.1 400 Bad Request\r\n\r\n", errNotTLS},
		"empty record":   {"\x16\x03\x01\x00\x00", errNotTLS},
		"another matter": {"\x16\x03\x01\x00\x04\x0b\x00\x00\x00", errNotTLS},
		"TLS 1.9":        {strings.Replace(string(answering(versionTLS12, 1)), "\x03\x03", "\x03\x0a", 1), errNotTLS},
	} {
		if _, err := readServerHello(strings.NewReader(c.bytes)); err != c.want { //nolint:errorlint // these two are compared by the callers as they are
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readServerHello(io.MultiReader(bytes.NewReader([]byte("\x16\x03\x01\x40\x00\x02\xff\xff\xff")), endless{})); err == nil {
		t.Error("a message without end was read to its end")
	}
}

// endless are records without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, bytes.Repeat([]byte("\x16\x03\x01\x40\x00"), 1+len(p)/5)), nil
}

func TestAHelloIsWhatServersRead(t *testing.T) {
	for _, name := range []string{"example.test", strings.Repeat("a-long-name.", 15) + "test", "192.0.2.1", ""} {
		client, server := net.Pipe()
		go func() {
			defer client.Close()
			hello := clientHello{version: versionTLS12, suites: everySuite(), name: name}
			_, _ = client.Write(hello.bytes())
			_, _ = io.Copy(io.Discard, client)
		}()
		var seen *tls.ClientHelloInfo
		_ = tls.Server(server, &tls.Config{GetConfigForClient: func(info *tls.ClientHelloInfo) (*tls.Config, error) {
			seen = info
			return nil, io.EOF
		}}).Handshake()
		_ = server.Close()
		want := name
		if strings.HasPrefix(name, "192") {
			want = ""
		}
		if seen == nil || seen.ServerName != want || len(seen.CipherSuites) != len(everySuite()) {
			t.Errorf("%q: read as %+v", name, seen)
		}
	}
	for n := range 200 { // lengths that load balancers choke on are avoided
		hello := clientHello{version: versionTLS12, suites: soundSuites(), name: strings.Repeat("a", n)}
		if size := len(hello.bytes()) - 5; size > 255 && size < 512 {
			t.Fatalf("a name of %d bytes makes a hello of %d", n, size)
		}
	}
}

func TestEverySuiteHasItsName(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range everySuite() {
		name := suiteName(id)
		if strings.HasPrefix(name, "0x") || seen[name] {
			t.Errorf("%#04x is called %q", id, name)
		}
		seen[name] = true
		if group := strings.Contains(name, "_DHE_") || strings.Contains(name, "_DH_anon_"); group != sendsGroup(id) {
			t.Errorf("%s sends a group of integers: %v", name, sendsGroup(id))
		}
	}
	if suiteName(0x1301) != "TLS_AES_128_GCM_SHA256" || suiteName(0xFAFA) != "0xFAFA" {
		t.Error("names by number")
	}
}

func FuzzServerHello(f *testing.F) {
	f.Add(answering(versionTLS12, 0x0033))
	f.Add([]byte("\x15\x03\x01\x00\x02\x02\x28"))
	f.Fuzz(func(t *testing.T, data []byte) {
		hello, err := readServerHello(bytes.NewReader(data))
		if err == nil && (hello.version < versionSSLv3 || hello.version > versionTLS12 || hello.dhBits < 0 || hello.dhBits > 8<<16) {
			t.Errorf("%+v", hello)
		}
	})
}
