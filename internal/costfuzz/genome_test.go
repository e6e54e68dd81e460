package costfuzz

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestAGenomeServesTheSameBytesEveryTime(t *testing.T) {
	for name, frames := range map[string]Frames{
		"plain":        {},
		"framed":       {Size: 3, Extension: 7, Empty: 2, Control: 2, ControlKind: "ping", Trailers: 3, Informational: 2},
		"settings":     {Size: 1000, Control: 1, ControlKind: "settings"},
		"priority":     {Size: 1000, Control: 1, ControlKind: "priority"},
		"large frames": {Size: 1 << 20},
	} {
		for _, overHTTP2 := range []bool{false, true} {
			g := Genome{Pages: 1, HTTP2: overHTTP2, Routes: []Route{{
				Path: "/*", Header: []Field{{Name: "X-Path", Value: "{p}"}}, Frames: frames,
				Body: []Part{{Text: "<p>{n} {w} {x}", Times: 900, Inside: []Part{{Text: "<b>", Close: "</b>", Times: 2, Deep: true}}, Close: "</p>"}},
			}}}
			first, again := get(t, g, "/a"), get(t, g, "/a")
			if !bytes.Equal(first, again) || !strings.HasPrefix(string(first), "<p>1 ") || !strings.Contains(string(first), "<b><b></b></b></p>") {
				t.Errorf("%s, HTTP/2 %t: %.80s, then %.80s", name, overHTTP2, first, again)
			}
		}
	}
}

// get reads a path of a genome's site with Go's client.
func get(t *testing.T, g Genome, path string) []byte {
	t.Helper()
	o, err := Serve(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	transport := &http.Transport{ForceAttemptHTTP2: true, DialContext: (&net.Dialer{}).DialContext}
	defer transport.CloseIdleConnections()
	if g.HTTP2 {
		pool, err := Roots(o.Authority)
		if err != nil {
			t.Fatal(err)
		}
		transport.TLSClientConfig = tlsFor(pool)
	}
	address := strings.Replace(o.Address, Host, "127.0.0.1", 1) + strings.TrimPrefix(path, "/")
	response, err := (&http.Client{Transport: transport}).Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.Header.Get("X-Path") != path || (response.ProtoMajor == 2) != g.HTTP2 {
		t.Fatalf("%s %v, %d bytes, %v", response.Proto, response.Header, len(body), err)
	}
	if o.Requests() != 1 || o.Wire() < int64(len(body)) {
		t.Errorf("%d requests, %d bytes counted of %d", o.Requests(), o.Wire(), len(body))
	}
	return body
}

func TestMutationsAreGenomes(t *testing.T) {
	kept, err := Kept("testdata/worst")
	if err != nil || len(kept) == 0 {
		t.Fatalf("%d genomes, %v", len(kept), err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	g := kept[0].Genome
	for range 5000 {
		g = mutate(r, g, pick(r, kept).Genome)
		back, err := Parse(g.JSON())
		if err != nil {
			t.Fatalf("%v:\n%s", err, g.JSON())
		}
		if !bytes.Equal(back.JSON(), g.JSON()) {
			t.Fatalf("read back as\n%s\ninstead of\n%s", back.JSON(), g.JSON())
		}
		if len(g.JSON()) > 64<<10 {
			g = pick(r, kept).Genome
		}
	}
}

func TestBodiesAreBounded(t *testing.T) {
	endless := []Part{{Text: "x", Times: 4_000_000, Inside: []Part{{Text: "y", Times: 4_000_000}}}, {Times: 1 << 30}}
	b, err := body(Route{Body: endless}, "/", "")
	if err != nil || len(b) != maxBody {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	packed, err := body(Route{Body: endless, Packed: []string{"gzip"}, Encoding: []string{"br", "zstd", "deflate"}}, "/", "")
	if err != nil || len(packed) > 1<<20 {
		t.Errorf("%d bytes, %v", len(packed), err)
	}
	if _, err := body(Route{Encoding: []string{"lzma"}}, "/", ""); err == nil {
		t.Error("an unknown encoding is served")
	}
}

func TestWhatIsNoGenomeIsRefused(t *testing.T) {
	for _, text := range []string{``, `{`, `{"pages":0}`, `{"pages":1000}`, `{"pages":1,"colour":"red"}`} {
		if g, err := Parse([]byte(text)); err == nil {
			t.Errorf("%q is %+v", text, g)
		}
	}
}

func tlsFor(pool *x509.CertPool) *tls.Config {
	return &tls.Config{RootCAs: pool, ServerName: Host, MinVersion: tls.VersionTLS12}
}
