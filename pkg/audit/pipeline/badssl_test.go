package pipeline

import (
	"bufio"
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/json"
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
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
)

// badName is the host that the sites of these tests are asked for.
const badName = "bad.example.test"

// issued is a certificate and its key.
type issued struct {
	cert *x509.Certificate
	key  crypto.Signer
}

// issue makes a certificate; by nil it signs itself.
func issue(t *testing.T, template *x509.Certificate, key crypto.Signer, by *issued) *issued {
	t.Helper()
	template.SerialNumber = big.NewInt(time.Now().UnixNano())
	for _, date := range []struct {
		field *time.Time
		set   time.Time
	}{{&template.NotBefore, time.Now().Add(-time.Hour)}, {&template.NotAfter, time.Now().Add(80 * 24 * time.Hour)}} {
		if date.field.IsZero() {
			*date.field = date.set
		}
	}
	parent, signer := template, key
	if by != nil {
		parent, signer = by.cert, by.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &issued{cert, key}
}

func authority(name string) *x509.Certificate {
	return &x509.Certificate{Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
}

func curve(t *testing.T, c elliptic.Curve) crypto.Signer {
	t.Helper()
	key, err := ecdsa.GenerateKey(c, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// storedKey reads an RSA key that was made before: long ones take longer to make than all other tests together, and ones of many primes, which don't, take longer to sign
// than a busy machine's handshake may last.
func storedKey(t *testing.T, file string) crypto.Signer {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(text)
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// badSite is one situation of badssl.com.
type badSite struct {
	name string
	// cert shapes the certificate, key gives another key than RSA of 2,048 bits, issue another issuer: root, intermediate, sha1 intermediate, itself.
	cert   func(*x509.Certificate)
	key    func(*testing.T) crypto.Signer
	by     string
	chain  []string // issuers whose certificates are served after the site's own
	config func(*tls.Config)
	serve  http.HandlerFunc
	scheme string // https where empty

	openssl []string // served by openssl s_server with these options instead

	grade, reasons string     // of the report's TLS rating; none for http
	check, status  string     // and the status of a check
	code           audit.Code // or why there is no report
	says           string     // in the message or the check's detail
	cannot         string     // why the situation can't be made here

	twin    bool   // to testssl.sh the same as another
	differs string // why its grade is another, where we want it so
}

// badSites are the subdomains of badssl.com, as its repository names them.
func badSites() []badSite {
	named := func(name string) func(*x509.Certificate) {
		return func(c *x509.Certificate) { c.Subject.CommonName, c.DNSNames = name, []string{name} }
	}
	many := func(n int) func(*x509.Certificate) {
		return func(c *x509.Certificate) {
			for i := range n - 1 {
				c.DNSNames = append(c.DNSNames, fmt.Sprintf("%d.example.test", i))
			}
		}
	}
	signed := func(a x509.SignatureAlgorithm) func(*x509.Certificate) {
		return func(c *x509.Certificate) { c.SignatureAlgorithm = a }
	}
	suites := func(most uint16, ids ...uint16) func(*tls.Config) {
		return func(c *tls.Config) { c.MinVersion, c.MaxVersion, c.CipherSuites = tls.VersionTLS10, most, ids }
	}
	upTo := func(least, most uint16) func(*tls.Config) {
		return func(c *tls.Config) { c.MinVersion, c.MaxVersion = least, most }
	}
	body := func(html string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, html)
		}
	}
	hsts := func(value string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Strict-Transport-Security", value)
			body("<title>HSTS</title>")(w, r)
		}
	}
	rsaKey := func(bits int) func(*testing.T) crypto.Signer {
		return func(t *testing.T) crypto.Signer {
			t.Helper()
			return storedKey(t, fmt.Sprintf("testdata/rsa%d.pem", bits))
		}
	}
	ecKey := func(c elliptic.Curve) func(*testing.T) crypto.Signer {
		return func(t *testing.T) crypto.Signer { t.Helper(); return curve(t, c) }
	}
	sslOnly := "its server is built with an OpenSSL of before 2016; the hand-made hellos are tried on played answers"
	browser := "it tries what a browser shows, not what a server does"
	old := "testssl.sh sees it at TLS 1.1 only by an OpenSSL that still speaks the suite"
	const validPolicy = "2.23.140.1.1" // extended validation
	return []badSite{
		// certificates
		{name: "expired", cert: func(c *x509.Certificate) {
			c.NotBefore, c.NotAfter = time.Now().Add(-48*time.Hour), time.Now().Add(-time.Hour)
		}, grade: "T", reasons: "expired"},
		{name: "wrong.host", cert: named("badssl.test"), grade: "M", reasons: "wrong_host"},
		{name: "self-signed", by: "itself", grade: "T", reasons: "self_signed"},
		{name: "untrusted-root", by: "stranger", chain: []string{"stranger"}, grade: "T", reasons: "untrusted"},
		{name: "incomplete-chain", by: "intermediate", cert: func(c *x509.Certificate) { c.IssuingCertificateURL = []string{"http://ca.test/issuer.crt"} }, grade: "B", reasons: "incomplete_chain", check: "tls.chain-complete", status: "fail"},
		{name: "reversed-chain", by: "intermediate", chain: []string{"", "intermediate"}, grade: "A"},
		{name: "revoked", cannot: "nobody is asked about revocation, which the rating says"},
		{name: "pinning-test", cannot: browser},
		{name: "no-common-name", twin: true, cert: func(c *x509.Certificate) { c.Subject = pkix.Name{Organization: []string{"Example"}} }, grade: "A"},
		{name: "no-subject", twin: true, cert: func(c *x509.Certificate) { c.Subject = pkix.Name{} }, grade: "A"},
		{name: "no-sct", twin: true, grade: "A"},
		{name: "invalid-expected-sct", cannot: "whether a log exists isn't looked up"},
		{name: "extended-validation", twin: true, cert: func(c *x509.Certificate) {
			oid, _ := x509.ParseOID(validPolicy)
			c.Policies = []x509.OID{oid}
		}, grade: "A"},
		{name: "1000-sans", twin: true, cert: many(1000), grade: "A"},
		{name: "10000-sans", twin: true, cert: many(10000), grade: "A"},
		{name: "sha1-2016, sha1-2017", cert: signed(x509.SHA1WithRSA), by: "rsa root", grade: "T", reasons: "sha1_signature weak_signature", check: "tls.cert-valid", status: "fail"},
		{name: "sha1-intermediate", by: "sha1 intermediate", chain: []string{"sha1 intermediate"}, grade: "T", reasons: "weak_signature", differs: "browsers refuse such a chain, testssl.sh looks at the site's own certificate"},
		{name: "sha256", cert: signed(x509.SHA256WithRSA), by: "rsa root", grade: "A"},
		{name: "sha384", twin: true, cert: signed(x509.SHA384WithRSA), by: "rsa root", grade: "A"},
		{name: "sha512", twin: true, cert: signed(x509.SHA512WithRSA), by: "rsa root", grade: "A"},
		{name: "ecc256", key: ecKey(elliptic.P256()), grade: "A"},
		{name: "ecc384", key: ecKey(elliptic.P384()), grade: "A"},
		{name: "rsa1024", key: rsaKey(1024), grade: "B", reasons: "weak_key", check: "tls.chain-complete", status: "fail"},
		{name: "rsa2048", twin: true, grade: "A"},
		{name: "rsa4096", key: rsaKey(4096), grade: "A"},
		{name: "rsa8192", twin: true, key: rsaKey(8192), grade: "A"},
		{name: "captive-portal, known-interception, blocked-interception, mitm-software", twin: true, by: "stranger", grade: "T", reasons: "untrusted"},
		{name: "superfish, edellroot, dsdtestprovider, preact-cli, webpack-dev-server", twin: true, by: "stranger", grade: "T", reasons: "untrusted"},
		{name: "xn--n1aae7f7o, spoof, lock-title, spoofed-favicon, long names", cannot: browser},
		// clients
		{name: "client", serve: func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "No required SSL certificate was sent", http.StatusBadRequest)
		}, config: func(c *tls.Config) { c.ClientAuth = tls.RequestClientCert }, code: audit.CodeHTTPError},
		{name: "client-cert-missing", config: func(c *tls.Config) { c.ClientAuth, c.MaxVersion = tls.RequireAnyClientCert, tls.VersionTLS12 }, code: audit.CodeTLSError},
		// content
		{name: "mixed", twin: true, serve: body(`<title>Mixed</title><img src="http://other.test/image.jpg">`), grade: "A", check: "sec.mixed-content", status: "warn"},
		{name: "mixed-script, very", twin: true, serve: body(`<title>Mixed</title><script src="http://other.test/a.js"></script>`), grade: "A", check: "sec.mixed-content", status: "fail"},
		{name: "mixed-form", twin: true, serve: body(`<title>Mixed</title><form action="http://other.test/"><input name=a></form>`), grade: "A", check: "sec.form-https", status: "fail"},
		{name: "mixed-favicon", twin: true, serve: body(`<title>Mixed</title><link rel=icon href="http://other.test/favicon.ico">`), grade: "A"},
		{name: "http", scheme: "http", serve: body("<title>Plain</title>"), check: "sec.https-only", status: "fail"},
		{name: "http-password, http-login, http-credit-card", scheme: "http", serve: body(`<title>Plain</title><form><input type=password></form>`), check: "sec.https-only", status: "fail"},
		{name: "http-textarea, http-dynamic-login", scheme: "http", serve: body(`<title>Plain</title><form><textarea></textarea></form>`), check: "sec.https-only", status: "fail"},
		// suites
		{name: "cbc", config: suites(tls.VersionTLS12, tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA), grade: "B", reasons: "tls10 tls11 no_aead"},
		{name: "rc4", config: suites(tls.VersionTLS12, tls.TLS_ECDHE_RSA_WITH_RC4_128_SHA), grade: "C", reasons: "rc4_with_tls11 rc4 tls10 tls11", differs: old},
		{name: "rc4-md5", cannot: "no client of today speaks it, and neither crypto/tls nor today's OpenSSL serves it"},
		{name: "3des", config: suites(tls.VersionTLS12, tls.TLS_RSA_WITH_3DES_EDE_CBC_SHA), grade: "C", reasons: "64_bit_block_with_tls11 tls10 tls11 no_forward_secrecy", differs: old, check: "tls.ciphers", status: "fail"},
		{name: "null", openssl: []string{"-cipher", "NULL-SHA256:@SECLEVEL=0", "-no_tls1_3"}, code: audit.CodeTLSError, says: "TLS_RSA_WITH_NULL_SHA256"},
		{name: "mozilla-old", config: func(c *tls.Config) {
			suites(tls.VersionTLS13, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, tls.TLS_RSA_WITH_3DES_EDE_CBC_SHA)(c)
		}, grade: "C", reasons: "64_bit_block_with_tls11 tls10 tls11", differs: old},
		{name: "mozilla-intermediate", config: func(c *tls.Config) {
			c.CipherSuites = []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384}
		}, grade: "A"},
		{name: "mozilla-modern", config: upTo(tls.VersionTLS13, tls.VersionTLS13), grade: "A"},
		// key exchange
		{name: "static-rsa", config: func(c *tls.Config) {
			c.MaxVersion, c.CipherSuites = tls.VersionTLS12, []uint16{tls.TLS_RSA_WITH_AES_128_GCM_SHA256}
		}, grade: "B", reasons: "no_forward_secrecy", check: "tls.forward-secrecy", status: "fail"},
		{name: "dh1024, dh-small-subgroup, dh-composite", openssl: []string{"-cipher", "DHE:@SECLEVEL=0", "-no_tls1_3", "-dhparam", "group of 1024"}, code: audit.CodeTLSError, says: "TLS_DHE_RSA_WITH_AES"},
		{name: "dh2048", openssl: []string{"-cipher", "DHE", "-no_tls1_3"}, code: audit.CodeTLSError, says: "TLS_DHE_RSA_WITH_AES"},
		{name: "dh480, dh512", cannot: "today's OpenSSL refuses groups below 1,024 bits; such lengths are read from played answers"},
		{name: "dh1024 beside ECDHE", openssl: []string{"-cipher", "DEFAULT:@SECLEVEL=0", "-no_tls1", "-no_tls1_1", "-dhparam", "group of 1024"}, grade: "B", reasons: "weak_key", differs: "the guide holds groups below 2,048 bits to B, testssl.sh doesn't count them"},
		{name: "dh2048 beside ECDHE", openssl: []string{"-cipher", "DEFAULT"}, grade: "A"},
		{name: "null beside ECDHE", openssl: []string{"-cipher", "ALL:!aNULL:NULL-SHA256:@SECLEVEL=0", "-no_tls1", "-no_tls1_1"}, grade: "F", reasons: "suite_below_112_bits", check: "tls.ciphers", status: "fail"},
		{name: "anonymous beside ECDHE", openssl: []string{"-cipher", "ALL:@SECLEVEL=0", "-no_tls1", "-no_tls1_1"}, grade: "F", reasons: "anonymous_suite weak_key", differs: "the guide gives anonymous suites no points, testssl.sh doesn't rate them", check: "tls.ciphers", status: "fail"},
		// protocols
		{name: "ssl-v2", cannot: sslOnly},
		{name: "ssl-v3", cannot: sslOnly},
		{name: "tls-v1-0", config: upTo(tls.VersionTLS10, tls.VersionTLS10), grade: "C", reasons: "no_tls12 tls10 no_aead", check: "tls.protocols", status: "fail"},
		{name: "tls-v1-1", config: upTo(tls.VersionTLS11, tls.VersionTLS11), grade: "C", reasons: "no_tls12 tls11 no_aead", check: "tls.tls13", status: "fail"},
		{name: "tls-v1-2", config: upTo(tls.VersionTLS12, tls.VersionTLS12), grade: "A-"},
		// upgrade
		{name: "hsts", serve: hsts("max-age=15768000; includeSubDomains"), grade: "A+"},
		{name: "preloaded-hsts, subdomain.preloaded-hsts", serve: hsts("max-age=31536000; includeSubDomains; preload"), grade: "A+"},
		{name: "upgrade, https-everywhere", serve: hsts("max-age=3600"), grade: "A-"},
	}
}

// authorities are who issues the certificates of bad sites, and whom their visitors trust.
type authorities struct {
	key     crypto.Signer // of sites that ask for none of their own
	issuers map[string]*issued
	trusted []*issued
}

func newAuthorities(t *testing.T) *authorities {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	root := issue(t, authority("Test Root"), curve(t, elliptic.P256()), nil)
	rsaRoot := issue(t, authority("Test RSA Root"), key, nil)
	sha1 := authority("Test SHA-1 Intermediate")
	sha1.SignatureAlgorithm = x509.SHA1WithRSA
	return &authorities{key: key, trusted: []*issued{root, rsaRoot}, issuers: map[string]*issued{
		"": root, "rsa root": rsaRoot, "itself": nil, "stranger": issue(t, authority("Strange Root"), curve(t, elliptic.P256()), nil),
		"intermediate": issue(t, authority("Test Intermediate"), curve(t, elliptic.P256()), root), "sha1 intermediate": issue(t, sha1, curve(t, elliptic.P256()), rsaRoot),
	}}
}

func (a *authorities) pool() *x509.CertPool {
	pool := x509.NewCertPool()
	for _, root := range a.trusted {
		pool.AddCert(root.cert)
	}
	return pool
}

// open issues the site's certificate, serves it, and gives its address.
func (a *authorities) open(t *testing.T, s *badSite) netip.AddrPort {
	t.Helper()
	template := &x509.Certificate{
		Subject: pkix.Name{CommonName: badName}, DNSNames: []string{badName},
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if s.cert != nil {
		s.cert(template)
	}
	private := a.key
	if s.key != nil {
		private = s.key(t)
	}
	chain := [][]byte{issue(t, template, private, a.issuers[s.by]).cert.Raw}
	for _, above := range s.chain {
		chain = append(chain, a.issuers[above].cert.Raw)
	}
	return s.open(t, chain, private)
}

// rate audits the site.
func (a *authorities) rate(t *testing.T, s *badSite, addr netip.AddrPort) (*audit.Report, error) {
	t.Helper()
	scheme, port := "https", ":443"
	if s.scheme == "http" {
		scheme, port = "http", ":80"
	}
	config := fetch.Config{AllowPrivate: true, TLSTimeout: time.Minute, Roots: a.pool(), Resolve: map[string]netip.AddrPort{badName + port: addr}, Resolver: noNames{}}
	if s.openssl != nil {
		config.HeaderTimeout = 3 * time.Second // s_server answers GET and nothing else
	}
	p := New(Config{Pages: 1, Fetch: config})
	return p.Run(t.Context(), target(t, scheme+"://"+badName+"/"), audit.English, nil, func(audit.Stage, string) {})
}

// TestBadSites holds the ratings of badssl.com's situations, served by real TLS servers on loopback, over whole audits.
func TestBadSites(t *testing.T) {
	by := newAuthorities(t)
	for _, site := range badSites() {
		t.Run(site.name, func(t *testing.T) {
			if site.cannot != "" {
				t.Skip("not reproduced: " + site.cannot)
			}
			t.Parallel()
			report, err := by.rate(t, &site, by.open(t, &site))
			if err != nil || site.code != "" {
				if audit.CodeOf(err) != site.code || err != nil && !strings.Contains(err.Error(), site.says) {
					t.Fatalf("%v, want %q with %q", err, site.code, site.says)
				}
				return
			}
			site.compare(t, report)
		})
	}
}

// TestTLSRatingsAgreeWithTestssl compares the ratings with those of testssl.sh (3.2 or later, which rates), at AUDITCTL_TESTSSL. A+ counts as A: the
// original gives it without HSTS. It takes a minute for each site.
func TestTLSRatingsAgreeWithTestssl(t *testing.T) {
	script := os.Getenv("AUDITCTL_TESTSSL")
	if script == "" {
		t.Skip("AUDITCTL_TESTSSL doesn't say where testssl.sh lies")
	}
	by := newAuthorities(t)
	roots := filepath.Join(t.TempDir(), "roots.pem")
	var bundle []byte
	for _, root := range by.trusted {
		bundle = append(bundle, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.cert.Raw})...)
	}
	if err := os.WriteFile(roots, bundle, 0o600); err != nil {
		t.Fatal(err)
	}
	var cases, agree atomic.Int64
	t.Run("sites", func(t *testing.T) {
		for _, site := range badSites() {
			if site.cannot != "" || site.grade == "" || site.twin {
				continue
			}
			t.Run(site.name, func(t *testing.T) {
				t.Parallel()
				addr := by.open(t, &site)
				report, err := by.rate(t, &site, addr)
				if err != nil {
					t.Fatal(err)
				}
				grade, why := ratedByTestssl(t, script, roots, addr)
				cases.Add(1)
				if ours := report.References.TLS; strings.TrimSuffix(ours.Grade, "+") == strings.TrimSuffix(grade, "+") {
					agree.Add(1)
				} else if site.differs == "" {
					t.Errorf("%s because of %v, testssl.sh %s because of %v", ours.Grade, ours.Caps, grade, why)
				} else {
					t.Logf("%s instead of %s, wanted: %s", ours.Grade, grade, site.differs)
				}
			})
		}
	})
	t.Logf("accuracy: testssl.sh: %d cases, %d agree", cases.Load(), agree.Load())
}

// ratedByTestssl gives the grade of testssl.sh and the reasons.
func ratedByTestssl(t *testing.T, script, roots string, addr netip.AddrPort) (grade string, why []string) {
	t.Helper()
	found := filepath.Join(t.TempDir(), "found.json")
	command := exec.CommandContext(t.Context(), "bash", script, "--ip", addr.Addr().String(), "-n", "none", "--warnings", "off", "--color", "0", "--rating-only",
		"--add-ca", roots, "--jsonfile", found, fmt.Sprintf("https://%s:%d", badName, addr.Port()))
	out, _ := command.CombinedOutput() // its exit code counts findings
	data, err := os.ReadFile(found)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var findings []struct{ ID, Finding string }
	if err := json.Unmarshal(data, &findings); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, f := range findings {
		switch {
		case f.ID == "overall_grade":
			grade = f.Finding
		case strings.HasPrefix(f.ID, "grade_cap"):
			why = append(why, f.Finding)
		}
	}
	if grade == "" {
		t.Skip("this testssl.sh gives no rating")
	}
	return grade, why
}

// compare holds a report against what the site deserves.
func (s *badSite) compare(t *testing.T, report *audit.Report) {
	t.Helper()
	v := report.References.TLS
	if (v == nil) != (s.grade == "") {
		t.Fatalf("rating %+v", v)
	}
	if v != nil {
		var reasons []string
		for _, c := range v.Caps {
			reasons = append(reasons, c.Reason)
		}
		if v.Grade != s.grade || strings.Join(reasons, " ") != s.reasons || len(v.Unknown) > 0 {
			t.Errorf("%s because of %v, unknown %v, warnings %v; want %s because of %q", v.Grade, v.Caps, v.Unknown, v.Warnings, s.grade, s.reasons)
		}
	}
	for _, c := range report.Checks {
		if c.ID == s.check && string(c.Status) != s.status {
			t.Errorf("%s: %s: %s", c.ID, c.Status, c.Detail)
		}
	}
	if m := report.Scores[audit.Security]; v != nil && v.Grade >= "C" && m.Value > v.Most() {
		t.Errorf("security has %d points beside grade %s: %s", m.Value, v.Grade, m.Source)
	}
}

// noNames is a DNS without entries.
type noNames struct{}

func (noNames) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}

// open serves the site and gives its address.
func (s *badSite) open(t *testing.T, chain [][]byte, key crypto.Signer) netip.AddrPort {
	t.Helper()
	if s.openssl != nil {
		return s.openSSL(t, chain, key)
	}
	handler := s.serve
	if handler == nil {
		handler = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<title>Example</title><p>Text.")
		}
	}
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(server.Close)
	if s.scheme == "http" {
		server.Start()
	} else {
		server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: chain, PrivateKey: key}}}
		if s.config != nil {
			s.config(server.TLS)
		}
		server.StartTLS()
	}
	return netip.MustParseAddrPort(server.Listener.Addr().String())
}

// openSSL serves the site by openssl s_server, which knows what crypto/tls doesn't.
func (s *badSite) openSSL(t *testing.T, chain [][]byte, key crypto.Signer) netip.AddrPort {
	t.Helper()
	program, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("not reproduced: there is no openssl on this machine")
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file := func(name, kind string, der []byte) string {
		at := filepath.Join(folder, name)
		if err := os.WriteFile(at, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return at
	}
	args := []string{"s_server", "-accept", "127.0.0.1:0", "-naccept", "1", "-www", "-cert", file("cert.pem", "CERTIFICATE", chain[0]), "-key", file("key.pem", "PRIVATE KEY", private)}
	for _, option := range s.openssl {
		var bits int
		if n, _ := fmt.Sscanf(option, "group of %d", &bits); n == 1 {
			prime, err := rand.Prime(rand.Reader, bits)
			if err != nil {
				t.Fatal(err)
			}
			der, err := asn1.Marshal(struct{ P, G *big.Int }{prime, big.NewInt(2)})
			if err != nil {
				t.Fatal(err)
			}
			option = file("group.pem", "DH PARAMETERS", der)
		}
		args = append(args, option)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serving.Go(func() {
				defer c.Close()
				err := relay(t.Context(), c, program, args)
				if errors.Is(err, syscall.ECONNREFUSED) { // another test's client took its one connection, at a port that nobody had a moment before
					err = relay(t.Context(), c, program, args)
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
	})
	t.Cleanup(func() { _ = l.Close(); serving.Wait() })
	return netip.MustParseAddrPort(l.Addr().String())
}

// relay joins a connection to an s_server of its own, since one of them serves its connections one after the other.
func relay(ctx context.Context, c net.Conn, program string, args []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	command := exec.CommandContext(ctx, program, args...)
	command.Env = append(os.Environ(), "OPENSSL_CONF="+os.DevNull)
	var faults bytes.Buffer
	command.Stderr = &faults
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	defer func() { cancel(); _ = command.Wait() }()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		to, ok := strings.CutPrefix(lines.Text(), "ACCEPT ")
		if !ok {
			continue
		}
		server, err := net.Dial("tcp", to)
		if err != nil {
			return err
		}
		defer server.Close()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		go func() { _, _ = io.Copy(server, c); _ = server.Close() }()
		_, _ = io.Copy(c, server)
		return nil
	}
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("openssl does not serve: %s", faults.String())
}
