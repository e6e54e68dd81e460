package fetch

import (
	"bytes"
	"compress/gzip"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/auditctl/auditctl/pkg/audit"
)

const wasRead = audit.Code("") // the site was read

// head is an answer's beginning.
func head(status string, lines ...string) string {
	return "HTTP/1.1 " + status + "\r\nContent-Type: text/html\r\n" + strings.Join(append(lines, ""), "\r\n") + "\r\n"
}

// dripping sends one byte now and then.
func dripping(before, drop string) func(net.Conn) {
	return func(c net.Conn) {
		heard(c)
		if _, err := io.WriteString(c, before); err != nil {
			return
		}
		for {
			if _, err := io.WriteString(c, drop); err != nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// packed returns 64 MiB of zeros, compressed the given number of times.
func packed(times int, pack func(io.Writer) io.WriteCloser) string {
	data := make([]byte, 64<<20)
	for range times {
		var b bytes.Buffer
		w := pack(&b)
		_, _ = w.Write(data)
		_ = w.Close()
		data = b.Bytes()
	}
	return string(data)
}

func gzipped(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }
func brotlied(w io.Writer) io.WriteCloser {
	return brotli.NewWriterLevel(w, 1)
}

func zstandard(w io.Writer) io.WriteCloser {
	z, err := zstd.NewWriter(w)
	if err != nil {
		panic(err)
	}
	return z
}

// with answers each request of a connection by what answer says.
func with(answer func(n int, path string) string) func(net.Conn) {
	var n atomic.Int64
	return func(c net.Conn) {
		for {
			request := heard(c)
			_, path, _ := strings.Cut(request, " ")
			path, _, _ = strings.Cut(path, " ")
			if path == "" {
				return
			}
			said := answer(int(n.Add(1)), path)
			if _, err := io.WriteString(c, said); err != nil || !strings.Contains(said, "Content-Length: ") {
				return
			}
		}
	}
}

func always(text string) func(net.Conn) { return with(func(int, string) string { return text }) }

const some = "<!doctype html><title>A page</title><p>Some text."

// Every site ends its audit within the time that it has, with the code that says why, after few requests and little CPU time.
func TestHostileAnswers(t *testing.T) {
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	long := strings.Repeat("a", 60<<10)
	malformed, late := audit.CodeMalformedResponse, audit.CodeResponseTimeout
	for name, site := range map[string]struct {
		talk func(net.Conn)
		want []audit.Code
	}{
		"a status line by drops": {dripping("HTTP/1.1 2", "0"), []audit.Code{late}},
		"headers by drops":       {dripping("HTTP/1.1 200 OK\r\nX: ", "a"), []audit.Code{late}},
		"header lines by drops":  {dripping("HTTP/1.1 200 OK\r\n", "X: a\r\n"), []audit.Code{late}},
		"a body by drops":        {dripping(head("200 OK")+some, "a"), []audit.Code{wasRead}},
		"chunks by drops": {
			dripping(head("200 OK", "Transfer-Encoding: chunked")+"31\r\n"+some+"\r\n", "1\r\na\r\n"), []audit.Code{wasRead},
		},
		"a chunk's length by drops": {dripping(head("200 OK", "Transfer-Encoding: chunked"), "0"), []audit.Code{malformed, late}},
		"silence":                   {func(c net.Conn) { heard(c); _, _ = io.Copy(io.Discard, c) }, []audit.Code{late}},
		"hanging up":                {func(c net.Conn) { heard(c) }, []audit.Code{malformed}},

		"redirects without end": {with(func(n int, _ string) string {
			return head("302 Found", fmt.Sprintf("Location: /%d", n), "Content-Length: 0")
		}), []audit.Code{audit.CodeTooManyRedirects}},
		"redirects that set a cookie each": {with(func(n int, path string) string {
			return head("302 Found", "Location: "+path, fmt.Sprintf("Set-Cookie: c%d=%s", n, strings.Repeat("v", 3000)),
				"Content-Length: 0")
		}), []audit.Code{audit.CodeTooManyRedirects, audit.CodeRedirectLoop}},
		"a redirect of 60 KiB": {with(func(n int, _ string) string {
			return head("302 Found", fmt.Sprintf("Location: /%d%s", n, long), "Content-Length: 0")
		}), []audit.Code{audit.CodeRedirectNotAllowed}},
		"a thousand Locations": {
			always(head("302 Found", strings.Repeat("Location: /x\r\n", 1000)+"Content-Length: 0")), []audit.Code{audit.CodeRedirectLoop},
		},
		"a redirect to nothing": {
			always(head("302 Found", "Location: http://", "Content-Length: 0")), []audit.Code{audit.CodeRedirectNotAllowed},
		},
		"a redirect to a file": {
			always(head("302 Found", "Location: file:///etc/passwd", "Content-Length: 0")), []audit.Code{audit.CodeRedirectNotAllowed},
		},
		"cookies": {
			always(head("200 OK",
				strings.Repeat("Set-Cookie: a=b; Domain=a.b.c\r\n", 1900)+fmt.Sprintf("Content-Length: %d", len(some))) + some),
			[]audit.Code{wasRead},
		},
		"different cookies": {with(func(n int, _ string) string {
			var b strings.Builder
			for i := range 3000 {
				fmt.Fprintf(&b, "Set-Cookie: c%d=%d\r\n", n*3000+i, i)
			}
			return head("200 OK", b.String()+fmt.Sprintf("Content-Length: %d", len(some))) + some
		}), []audit.Code{wasRead, malformed}},
		"64 KiB of header": {always(head("200 OK", "X: "+long+long)), []audit.Code{malformed}},

		"a gzip bomb": {
			always(head("200 OK", "Content-Encoding: gzip") + packed(1, gzipped)),
			[]audit.Code{wasRead, audit.CodeEmptyPage, audit.CodeNotHTML},
		},
		"a br bomb": {
			always(head("200 OK", "Content-Encoding: br") + packed(1, brotlied)), []audit.Code{wasRead, audit.CodeEmptyPage},
		},
		"a zstd bomb": {
			always(head("200 OK", "Content-Encoding: zstd") + packed(1, zstandard)), []audit.Code{wasRead, audit.CodeEmptyPage},
		},
		"gzip in gzip in gzip": {
			always(head("200 OK", "Content-Encoding: gzip, gzip", "Content-Encoding: gzip") + packed(3, gzipped)),
			[]audit.Code{wasRead, audit.CodeEmptyPage, malformed},
		},
		"a thousand encodings": {
			always(head("200 OK", "Content-Encoding: "+strings.Repeat("gzip,", 1000)) + "x"), []audit.Code{audit.CodeUnsupportedEncoding},
		},
		"no such encoding": {always(head("200 OK", "Content-Encoding: compress") + "x"), []audit.Code{audit.CodeUnsupportedEncoding}},
		"gzip that isn't":  {always(head("200 OK", "Content-Encoding: gzip") + some), []audit.Code{malformed}},

		"a length that is too long": {func(c net.Conn) {
			heard(c)
			_, _ = io.WriteString(c, head("200 OK", "Content-Length: 99999999999")+some)
		}, []audit.Code{wasRead}},
		"a length that is too short": {always(head("200 OK", "Content-Length: 40") + some + some), []audit.Code{wasRead}},
		"a negative length":          {always(head("200 OK", "Content-Length: -1") + some), []audit.Code{malformed}},
		"two lengths":                {always(head("200 OK", "Content-Length: 5", "Content-Length: 6") + some), []audit.Code{malformed}},
		"a huge length":              {always(head("200 OK", "Content-Length: 99999999999999999999999") + some), []audit.Code{malformed}},
		"a huge chunk": {
			always(head("200 OK", "Transfer-Encoding: chunked") + "7fffffffffffffff\r\n" + some), []audit.Code{wasRead},
		},
		"only the last chunk": {
			always(head("200 OK", "Transfer-Encoding: chunked") + "0\r\n\r\n"), []audit.Code{audit.CodeEmptyPage},
		},
		"an unknown transfer coding": {always(head("200 OK", "Transfer-Encoding: xor") + some), []audit.Code{malformed}},

		"304 unasked": {always(head("304 Not Modified")), []audit.Code{audit.CodeHTTPError}},
		"206 unasked": {always(head("206 Partial Content", "Content-Range: bytes 5-9/1") + some), []audit.Code{wasRead}},
		"204":         {always(head("204 No Content")), []audit.Code{audit.CodeEmptyPage}},
		"101 unasked": {
			always(head("101 Switching Protocols", "Connection: Upgrade", "Upgrade: websocket") + long), []audit.Code{malformed},
		},
		"401 with every scheme": {
			always(head("401 Unauthorized", strings.Repeat("WWW-Authenticate: Basic realm=x\r\n", 500)+"Content-Length: 0")),
			[]audit.Code{audit.CodeHTTPError},
		},
		"407": {
			always(head("407 Proxy Authentication Required", "Content-Length: 0")), []audit.Code{audit.CodeHTTPError},
		},
		"417":              {always(head("417 Expectation Failed", "Content-Length: 0")), []audit.Code{audit.CodeHTTPError}},
		"503 for a moment": {always(head("503 Busy", "Retry-After: 0", "Content-Length: 0")), []audit.Code{audit.CodeHTTPError}},
		"503 for ages": {
			always(head("503 Busy", "Retry-After: 9999999999999", "Content-Length: 0")), []audit.Code{audit.CodeHTTPError},
		},
		"999":                     {always(head("999 No", "Content-Length: 0")), []audit.Code{audit.CodeHTTPError}},
		"000":                     {always(head("000 No", "Content-Length: 0")), []audit.Code{malformed, audit.CodeHTTPError}},
		"a status without number": {always("HTTP/1.1 OK\r\n\r\n"), []audit.Code{malformed}},
		"HTTP/0.9":                {always(some), []audit.Code{malformed}},
		"HTTP/9.9":                {always(strings.Replace(head("200 OK"), "1.1", "9.9", 1) + some), []audit.Code{malformed, wasRead}},
		"NUL in a header":         {always(head("200 OK", "X: a\x00b") + some), []audit.Code{malformed, wasRead}},
		"an SSH server":           {func(c net.Conn) { _, _ = io.WriteString(c, "SSH-2.0-OpenSSH_9.6\r\n") }, []audit.Code{malformed}},
	} {
		t.Run(name, func(t *testing.T) {
			var requests atomic.Int64
			addr := raw(t, func(c net.Conn) {
				requests.Add(1)
				site.talk(c)
			})
			judgeHostile(t, "http://"+addr+"/", nil, site.want)
			if n := requests.Load(); n > 40 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

func judgeHostile(t *testing.T, address string, roots *x509.CertPool, want []audit.Code) {
	t.Helper()
	cfg := localConfig()
	cfg.Roots, cfg.HeaderTimeout, cfg.RequestTimeout, cfg.TLSTimeout = roots, 200*time.Millisecond, 300*time.Millisecond,
		500*time.Millisecond
	began := cpu(t)
	_, err := Gather(t.Context(), target(t, address), cfg, Options{Pages: 2, Deadline: 10 * time.Second, Crawlers: testAgents})
	if code := audit.CodeOf(err); !slices.Contains(want, code) {
		t.Errorf("%q, want %q: %v", code, want, err)
	}
	if used := cpu(t) - began; used > 5*time.Second {
		t.Errorf("%s of CPU", used)
	}
}

// Certificates are read and verified at every connection.
func TestHostileCertificates(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range 2000 {
		names = append(names, fmt.Sprintf("n%d.example.test", i))
	}
	issue := func(name string, ca bool, dns []string) []byte {
		template := &x509.Certificate{
			SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour),
			NotAfter: time.Now().Add(time.Hour), IsCA: ca,
			BasicConstraintsValid: true, DNSNames: dns, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		}
		if ca {
			template.IPAddresses, template.KeyUsage = nil, x509.KeyUsageCertSign
			template.PermittedDNSDomains = dns
			template.DNSNames = nil
		}
		der, err := x509.CreateCertificate(rand.Reader, template, &x509.Certificate{Subject: pkix.Name{CommonName: "same"}}, &key.PublicKey,
			key)
		if err != nil {
			t.Fatal(err)
		}
		return der
	}
	many := [][]byte{issue("leaf", false, names[:200])}
	for range 60 { // each is issued by all the others
		many = append(many, issue("same", true, nil))
	}
	for name, chain := range map[string][][]byte{
		"2,000 names":                  {issue("leaf", false, names)},
		"names against as many limits": {issue("leaf", false, names), issue("same", true, names)},
		"authorities in a circle":      many,
		"not a certificate":            {[]byte("certificate")},
	} {
		t.Run(name, func(t *testing.T) {
			page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
				w.Header().Set("Connection", "close") // a handshake for each request
				html(w, "<p>text")
			})
			l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{{Certificate: chain, PrivateKey: key}}})
			if err != nil {
				t.Fatal(err)
			}
			server := &http.Server{Handler: page, ReadHeaderTimeout: time.Second}
			go func() { _ = server.Serve(l) }()
			defer server.Close()
			judgeHostile(t, "https://"+l.Addr().String()+"/", nil, []audit.Code{wasRead, audit.CodeTLSError})
		})
	}
}
