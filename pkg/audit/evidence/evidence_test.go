package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456789, time.UTC)

// exchange is a GET that was answered 200.
func exchange(url string, header http.Header, size int) Exchange {
	return Exchange{
		Request: Request{URL: url}, Ended: noon, Body: &Body{Size: int64(size), Wire: int64(size)},
		Hops: []Hop{{At: noon, URL: url, Method: http.MethodGet, Sent: http.Header{"User-Agent": {"auditctl"}}, Status: 200, Proto: "HTTP/1.1", Header: header}},
		TLS:  &page.TLS{Version: "TLS 1.3", Suite: "TLS_AES_128_GCM_SHA256"},
	}
}

func opened(t *testing.T, r *Recorder) (*Log, []byte) {
	t.Helper()
	data, err := r.Bytes(Beside{Total: 42})
	if err != nil {
		t.Fatal(err)
	}
	log, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return log, data
}

// noise is a body that can't be packed.
func noise(seed uint64, size int) []byte {
	r := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	b := make([]byte, size)
	r.Read(b)
	return b
}

func TestWhatIsKeptOfManyLargePagesStaysWithinItsBound(t *testing.T) {
	const limit, pages, size = 4 << 20, 500, 1 << 20
	r := NewKeeper(limit).Begin(nil)
	r.Start(Head{URL: "https://a.example/", ReadAt: noon})
	var readers sync.WaitGroup
	for reader := range 4 {
		readers.Go(func() {
			for i := reader; i < pages; i += 4 {
				header := http.Header{"X-Long": {strings.Repeat("h", 500)}}
				r.Add(exchange(fmt.Sprintf("https://a.example/%d", i), header, size), noise(uint64(i), size))
			}
		})
	}
	readers.Wait()
	log, data := opened(t, r)
	kept := 0
	for i := range log.Exchanges {
		content, err := log.Content(log.Exchanges[i].Body)
		switch {
		case err == nil && len(content) == size:
			kept++
		case !errors.Is(err, ErrLeftOut):
			t.Fatalf("%s: %d bytes, %v", log.Exchanges[i].URL, len(content), err)
		}
	}
	if len(data) > limit || kept < 3 || len(log.Exchanges) != pages || log.LeftOut != pages-kept {
		t.Errorf("%d bytes, %d of %d bodies, %d left out", len(data), kept, len(log.Exchanges), log.LeftOut)
	}
	if len(log.TLS) != 1 || log.Exchanges[pages-1].TLS.Suite != "TLS_AES_128_GCM_SHA256" {
		t.Errorf("%d handshakes", len(log.TLS))
	}
}

func TestLongHeadersAreBoundedToo(t *testing.T) {
	const limit = 1 << 20
	r := NewKeeper(limit).Begin(nil)
	for i := range 200 {
		r.Add(exchange(fmt.Sprintf("https://a.example/%d", i), http.Header{"X-Long": {hex.EncodeToString(noise(uint64(i), 30_000))}}, 0), nil)
	}
	log, data := opened(t, r)
	if len(data) > limit || len(log.Exchanges) == 0 || len(log.Exchanges)+log.LeftOut != 200 {
		t.Errorf("%d bytes, %d exchanges, %d left out", len(data), len(log.Exchanges), log.LeftOut)
	}
}

func TestTheSameBodyIsKeptOnce(t *testing.T) {
	r := NewKeeper(0).Begin(nil)
	body := noise(1, 100_000)
	for i := range 50 {
		r.Add(exchange(fmt.Sprintf("https://a.example/%d", i), nil, len(body)), body)
	}
	log, data := opened(t, r)
	sum := sha256.Sum256(body)
	for i := range log.Exchanges {
		x := &log.Exchanges[i]
		if content, err := log.Content(x.Body); err != nil || !bytes.Equal(content, body) || x.Body.SHA256 != hex.EncodeToString(sum[:]) {
			t.Fatalf("%s: %d bytes, %v", x.URL, len(content), err)
		}
	}
	if len(data) > 2*len(body) {
		t.Errorf("%d bytes for 50 times %d", len(data), len(body))
	}
}

func TestSecretsAreNotKept(t *testing.T) {
	r := NewKeeper(0).Begin(http.Header{"Authorization": {"Bearer operator-token-1"}, "X-Short": {"no"}})
	x := exchange("https://a.example/?t=operator-token-1", http.Header{
		"Set-Cookie": {"session=cookie-value-1; Path=/; HttpOnly", "cookie-value-2", "empty=; Secure"},
		"X-Echo":     {"you sent Bearer operator-token-1"}, "Content-Language": {"no"},
	}, 0)
	x.Redirects = []page.Redirect{{From: "https://a.example/operator-token-1", To: "https://a.example/"}}
	r.Add(x, []byte("<p>no operator-token-1"))
	log, _ := opened(t, r)
	all := fmt.Sprintf("%+v", log.Index)
	content, err := log.Content(log.Exchanges[0].Body)
	if err != nil || string(content) != "<p>no redacted" {
		t.Errorf("%q, %v", content, err)
	}
	for _, secret := range []string{"operator-token-1", "cookie-value"} {
		if strings.Contains(all, secret) {
			t.Errorf("%s is kept: %s", secret, all)
		}
	}
	cookies := log.Exchanges[0].Hops[0].Header["Set-Cookie"]
	if strings.Join(cookies, "|") != "session=; Path=/; HttpOnly||empty=; Secure" {
		t.Errorf("cookies %q", cookies)
	}
}

func TestHeadersComeBackByteForByte(t *testing.T) {
	values := []string{"plain", "caf\xe9", "\xff\xfe; a=“b”", "été"}
	r := NewKeeper(0).Begin(nil)
	x := exchange("https://a.example/", http.Header{"X-Odd": values}, 0)
	x.Hops[0].Sent["User-Agent"] = values
	r.Add(x, nil)
	log, _ := opened(t, r)
	hop := log.Exchanges[0].Hops[0]
	for _, got := range [][]string{hop.Header["X-Odd"], hop.Sent["User-Agent"]} {
		if strings.Join(got, "|") != strings.Join(values, "|") {
			t.Errorf("%q", got)
		}
	}
}

func TestANilRecorderKeepsNothing(t *testing.T) {
	var r *Recorder
	r.Start(Head{})
	r.Unparsed(r.Add(Exchange{}, nil))
	r.CAA("", page.Found[page.CAA]{})
	r.Offers("", nil)
	r.Expire()
	if data, err := r.Bytes(Beside{}); data != nil || err != nil {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

func TestDamagedAndNewerEvidenceIsRefused(t *testing.T) {
	r := NewKeeper(0).Begin(nil)
	body := noise(1, 5000)
	r.Add(exchange("https://a.example/", nil, len(body)), body)
	_, data := opened(t, r)
	for at := 0; at < len(data); at += 97 {
		spoilt := bytes.Clone(data)
		spoilt[at] ^= 0x55
		log, err := Open(spoilt)
		if err == nil && len(log.Exchanges) == 1 {
			var content []byte
			if content, err = log.Content(log.Exchanges[0].Body); err == nil && !bytes.Equal(content, body) {
				t.Fatalf("byte %d: another body", at)
			}
		}
		if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) {
			t.Fatalf("byte %d: %v", at, err)
		}
	}
	for _, cut := range []int{0, 10, len(data) / 2, len(data) - 1} {
		if _, err := Open(data[:cut]); !errors.Is(err, ErrDamaged) {
			t.Errorf("cut to %d: %v", cut, err)
		}
	}
	later := NewKeeper(0).Begin(nil)
	later.index.Format = format + 1
	data, err := later.Bytes(Beside{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(data); !errors.Is(err, ErrNewer) {
		t.Errorf("of a later version: %v", err)
	}
}
