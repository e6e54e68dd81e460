package fetch

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// authority is a root certificate and its key.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool
}

// certificate is what a test asks of a leaf.
type certificate struct {
	names      []string
	ips        []net.IP
	from, till time.Duration // from now; zero: yesterday till tomorrow
	self       bool          // signed by itself
	rsa        bool
	through    bool   // issued by an intermediate, which is not served
	aia        string // where the issuer's certificate can be had
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	return newIssuer(t, "Test Root", nil)
}

func newIssuer(t *testing.T, name string, parent *authority) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	signer, signerKey := template, key
	if parent != nil {
		signer, signerKey = parent.cert, parent.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, signer, key.Public(), signerKey)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return &authority{cert: cert, key: key, pool: pool}
}

// server gives the configuration of a server with such a certificate.
func (a *authority) server(t *testing.T, c certificate) *tls.Config {
	t.Helper()
	set(&c.from, -24*time.Hour)
	set(&c.till, 24*time.Hour)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "leaf"}, NotBefore: time.Now().Add(c.from), NotAfter: time.Now().Add(c.till),
		DNSNames: c.names, IPAddresses: c.ips, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if c.aia != "" {
		template.IssuingCertificateURL = []string{c.aia}
	}
	var key interface{ Public() any }
	var private any
	if c.rsa {
		k, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		key, private = rsaKey{k}, k
	} else {
		k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		key, private = ecKey{k}, k
	}
	issuer := a
	if c.through {
		issuer = newIssuer(t, "Test Intermediate", a)
	}
	parent, signer := issuer.cert, any(issuer.key)
	if c.self {
		parent, signer = template, private
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}}}
}

// With TLS 1.3 the alert arrives after the handshake, with TLS 1.2 within it.
func TestASiteThatAsksForAClientCertificate(t *testing.T) {
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		for _, protocol := range []string{"h2", "http/1.1"} {
			a := newAuthority(t)
			cfg := a.server(t, certificate{names: []string{"example.test"}})
			cfg.ClientAuth, cfg.MinVersion, cfg.MaxVersion, cfg.NextProtos = tls.RequireAnyClientCert, version, version, []string{protocol}
			addr := raw(t, func(c net.Conn) {
				server := tls.Server(c, cfg)
				_, _ = io.Copy(io.Discard, server)
			})
			s := served(t, addr, Config{Roots: a.pool})
			_, err := s.Get(t.Context(), Request{URL: "https://example.test/"})
			if audit.CodeOf(err) != audit.CodeTLSError || !strings.Contains(err.Error(), "client certificate") {
				t.Errorf("%s over %s: %s, %v: %v", tls.VersionName(version), protocol, audit.CodeOf(err), err, errors.Unwrap(err))
			}
		}
	}
}

type rsaKey struct{ *rsa.PrivateKey }

func (k rsaKey) Public() any { return k.PrivateKey.Public() }

type ecKey struct{ *ecdsa.PrivateKey }

func (k ecKey) Public() any { return k.PrivateKey.Public() }

// shaken makes the server's side of a TLS connection.
func shaken(c net.Conn, cfg *tls.Config) (net.Conn, error) {
	t := tls.Server(c, cfg)
	return t, t.Handshake()
}

func serveTLS(t *testing.T, tlsConfig *tls.Config, cfg Config, h http.HandlerFunc) *Session {
	t.Helper()
	server := httptest.NewUnstartedServer(h)
	server.TLS = tlsConfig
	server.EnableHTTP2 = len(tlsConfig.NextProtos) > 0
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return served(t, server.Listener.Addr().String(), cfg)
}

// secrets answers with what a client sent of its own, and sets a cookie.
func secrets(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "1"})
	fmt.Fprint(w, r.Header.Get("Authorization"), r.Header.Get("Cookie"))
}

func TestTLSFacts(t *testing.T) {
	ca := newAuthority(t)
	cfg := ca.server(t, certificate{names: []string{"example.test"}, ips: []net.IP{net.IPv4(127, 0, 0, 1)}})
	cfg.NextProtos = []string{"h2"}
	cfg.Certificates[0].OCSPStaple = []byte("staple")
	s := serveTLS(t, cfg, Config{Roots: ca.pool, Site: "https://example.test/", Header: http.Header{"Authorization": {"Basic x"}}}, secrets)
	a := get(t, s, "https://example.test/")
	if a.Response.Proto != "HTTP/2.0" || string(a.Body) != "Basic x" {
		t.Errorf("answered by %s with %q", a.Response.Proto, a.Body)
	}
	f := a.TLS
	if f.Version != "TLS 1.3" || f.ALPN != "h2" || !f.Valid || f.Fault != "" || !f.OCSP || f.Hostname != "example.test" || f.Suite == "" || f.Legacy.OK() || f.Logged {
		t.Errorf("facts %+v", f)
	}
	leaf := f.Chain[0]
	if leaf.Subject != "CN=leaf" || leaf.Issuer != "CN=Test Root" || strings.Join(leaf.Names, " ") != "example.test 127.0.0.1" || leaf.KeyType != "ECDSA" ||
		leaf.KeyBits != 256 || leaf.Signature != "ECDSA-SHA256" || leaf.SelfSigned || leaf.LifetimeDay != 2 {
		t.Errorf("leaf %+v", leaf)
	}
	if a = get(t, s, "https://example.test/"); string(a.Body) != "Basic xsession=1" {
		t.Errorf("the second request brought %q", a.Body)
	}
	if a.Response.Timing.TLS != 0 || a.Response.Timing.Connect != 0 {
		t.Errorf("a connection used again took %+v", a.Response.Timing)
	}
}

func TestTLSToALiteralAddress(t *testing.T) {
	ca := newAuthority(t)
	cfg := ca.server(t, certificate{ips: []net.IP{net.IPv4(127, 0, 0, 1)}})
	s := serveTLS(t, cfg, Config{Roots: ca.pool, Resolve: map[string]netip.AddrPort{}}, secrets)
	s.cfg.Resolve["127.0.0.1:443"] = s.cfg.Resolve["example.test:443"]
	if a := get(t, s, "https://127.0.0.1/"); !a.TLS.Valid || a.TLS.Hostname != "127.0.0.1" {
		t.Errorf("facts %+v", a.TLS)
	}
}

// A site with a bad certificate is read, says why, and is told nothing of the operator's.
func TestCertificateFaults(t *testing.T) {
	ca, foreign := newAuthority(t), newAuthority(t)
	year := 365 * 24 * time.Hour
	for _, c := range []struct {
		fault string
		by    *authority
		cert  certificate
	}{
		{"", ca, certificate{names: []string{"*.test"}}},
		{"expired", ca, certificate{names: []string{"example.test"}, from: -year, till: -time.Hour}},
		{"not_yet_valid", ca, certificate{names: []string{"example.test"}, from: time.Hour, till: year}},
		{"wrong_host", ca, certificate{names: []string{"other.test"}}},
		{"wrong_host", ca, certificate{}},
		{"self_signed", ca, certificate{names: []string{"example.test"}, self: true}},
		{"untrusted", foreign, certificate{names: []string{"example.test"}}},
		{"incomplete_chain", ca, certificate{names: []string{"example.test"}, through: true, aia: "http://ca.test/issuer.crt"}},
	} {
		t.Run(c.fault, func(t *testing.T) {
			header := http.Header{"Authorization": {"Basic x"}}
			s := serveTLS(t, c.by.server(t, c.cert), Config{Roots: ca.pool, Site: "https://example.test/", Header: header}, secrets)
			for range 2 {
				a := get(t, s, "https://example.test/")
				if a.TLS.Fault != c.fault || a.TLS.Valid != (c.fault == "") {
					t.Errorf("fault %q, want %q", a.TLS.Fault, c.fault)
				}
				if c.fault != "" && len(a.Body) > 0 {
					t.Errorf("%q was sent over a certificate that does not hold", a.Body)
				}
			}
		})
	}
}

func TestWeakTLSIsRead(t *testing.T) {
	ca := newAuthority(t)
	for _, c := range []struct {
		version uint16
		suite   uint16
		want    string
	}{
		{tls.VersionTLS11, tls.TLS_RSA_WITH_AES_128_CBC_SHA, "TLS 1.1"},
		{tls.VersionTLS10, tls.TLS_RSA_WITH_AES_128_CBC_SHA, "TLS 1.0"},
		{tls.VersionTLS12, tls.TLS_RSA_WITH_3DES_EDE_CBC_SHA, "TLS 1.2"},
	} {
		cfg := ca.server(t, certificate{names: []string{"example.test"}, rsa: true})
		cfg.MinVersion, cfg.MaxVersion, cfg.CipherSuites = tls.VersionTLS10, c.version, []uint16{c.suite}
		s := serveTLS(t, cfg, Config{Roots: ca.pool, Site: "https://example.test/", Header: http.Header{"Authorization": {"Basic x"}}}, secrets)
		a := get(t, s, "https://example.test/")
		if a.TLS.Version != c.want || a.TLS.Suite != tls.CipherSuiteName(c.suite) || !a.TLS.Valid {
			t.Errorf("%s: facts %+v", c.want, a.TLS)
		}
		if len(a.Body) > 0 {
			t.Errorf("%s: %q was sent over it", c.want, a.Body)
		}
	}
}

func TestNoHandshakeAtAll(t *testing.T) {
	for name, talk := range map[string]func(net.Conn){
		"plain HTTP": func(c net.Conn) {
			_, _ = c.Read(make([]byte, 1))
			_, _ = io.WriteString(c, "HTTP/1.1 400 Bad Request\r\n\r\nSECRET-BANNER")
		},
		"hangs up": func(c net.Conn) { _, _ = c.Read(make([]byte, 100)) },
		"garbage":  func(c net.Conn) { _, _ = io.WriteString(c, strings.Repeat("SECRET-BANNER", 10)) },
		"silence":  func(c net.Conn) { _, _ = io.Copy(io.Discard, c) },
		"no certificate": func(c net.Conn) {
			_, _ = shaken(c, &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, io.EOF }})
		},
	} {
		t.Run(name, func(t *testing.T) {
			refuses(t, served(t, raw(t, talk), Config{TLSTimeout: 100 * time.Millisecond}), "https://example.test/", audit.CodeTLSError)
		})
	}
}

// TestRootsFromTheEnvironment runs itself again, since the system's roots are read once in a process.
func TestRootsFromTheEnvironment(t *testing.T) {
	if addr := os.Getenv("AUDITCTL_TEST_TLS_SERVER"); addr != "" {
		if a := get(t, served(t, addr, Config{}), "https://example.test/"); !a.TLS.Valid {
			t.Errorf("facts %+v", a.TLS)
		}
		return
	}
	ca := newAuthority(t)
	server := httptest.NewUnstartedServer(http.HandlerFunc(secrets))
	server.TLS = ca.server(t, certificate{names: []string{"example.test"}})
	server.StartTLS()
	defer server.Close()
	file := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: ca.cert.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	self := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRootsFromTheEnvironment$")
	self.Env = append(os.Environ(), "SSL_CERT_FILE="+file, "AUDITCTL_TEST_TLS_SERVER="+server.Listener.Addr().String())
	if out, err := self.CombinedOutput(); err != nil {
		t.Errorf("with SSL_CERT_FILE: %v\n%s", err, out)
	}
}
