package server

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// served is a server that runs on loopback.
type served struct {
	*Server
	fake             *fake
	public, operator string // host:port
	stop             context.CancelFunc
	ended            chan error
}

func run(t *testing.T, change ...func(*Config)) *served {
	t.Helper()
	f := newFake(t)
	c := Config{Backend: f}
	for _, change := range change {
		change(&c)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	public, operator := listen(t), listen(t)
	ctx, stop := context.WithCancel(t.Context())
	r := &served{Server: s, fake: f, public: public.Addr().String(), operator: operator.Addr().String(), stop: stop, ended: make(chan error, 1)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.ended <- s.Run(ctx, public, operator)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	return r
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// eventually waits for what will be.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not in 5 minutes: %s", what)
		}
	}
}

func submitTo(address string) (*http.Response, error) {
	request, err := http.NewRequest("POST", "http://"+address+"/v1/audits", strings.NewReader(`{"url":"a.example"}`))
	if err != nil {
		return nil, err
	}
	request.Header.Set("X-API-Key", ours)
	request.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(request)
}

func TestWhatRunsIsFinishedBeforeTheServerStops(t *testing.T) {
	r := run(t)
	entered, release := make(chan struct{}), make(chan struct{})
	r.fake.during = func(context.Context) {
		close(entered)
		<-release
	}
	status := make(chan int, 1)
	go func() {
		response, err := submitTo(r.public)
		if err != nil {
			status <- 0
			return
		}
		response.Body.Close()
		status <- response.StatusCode
	}()
	<-entered
	if code, _ := get(t, "http://"+r.operator+"/readyz"); code != 200 {
		t.Errorf("ready before: %d", code)
	}
	r.stop()
	eventually(t, "/readyz says that it stops", func() bool {
		code, body := get(t, "http://"+r.operator+"/readyz")
		return code == 503 && strings.Contains(body, "stopping")
	})
	eventually(t, "a new request is refused", func() bool {
		c, err := net.Dial("tcp", r.public)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	w := httptest.NewRecorder() // as on a connection that is still open
	r.Public().ServeHTTP(w, httptest.NewRequest("GET", "/v1/me", nil))
	if w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("a request on an open connection: %d", w.Code)
	}
	close(release)
	if got := <-status; got != http.StatusAccepted {
		t.Errorf("what ran ended with %d", got)
	}
	if err := <-r.ended; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

func TestWhatDoesNotEndIsCutOff(t *testing.T) {
	r := run(t, func(c *Config) { c.Grace = 10 * time.Millisecond })
	entered, cut := make(chan struct{}), make(chan error, 1)
	r.fake.during = func(ctx context.Context) {
		close(entered)
		<-ctx.Done()
		cut <- ctx.Err()
	}
	go func() {
		if response, err := submitTo(r.public); err == nil {
			response.Body.Close()
		}
	}()
	<-entered
	r.stop()
	if err := <-r.ended; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if err := <-cut; !errors.Is(err, context.Canceled) {
		t.Errorf("the request ended with %v", err)
	}
}

func TestAnAddressWithoutAListenerIsNotServed(t *testing.T) {
	s, err := New(Config{Backend: newFake(t)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	operator, ended := listen(t), make(chan error, 1)
	go func() { ended <- s.Run(ctx, nil, operator) }()
	eventually(t, "the operator's address answers", func() bool {
		code, _ := get(t, "http://"+operator.Addr().String()+"/healthz")
		return code == 200
	})
	stop()
	if err := <-ended; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

func TestAListenerThatFailsEndsTheServer(t *testing.T) {
	s, err := New(Config{Backend: newFake(t), CertFile: filepath.Join(t.TempDir(), "none.pem"), KeyFile: "none.pem"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(t.Context(), listen(t), listen(t)); err == nil || !strings.Contains(err.Error(), "none.pem") {
		t.Errorf("without its certificate it ended with %v", err)
	}
}

func TestTheOperatorSeesHealthAndProfiles(t *testing.T) {
	r := run(t)
	for path, text := range map[string]string{"/healthz": "ok", "/readyz": "ready", "/debug/pprof/": "goroutine", "/debug/pprof/cmdline": ""} {
		if code, body := get(t, "http://"+r.operator+path); code != 200 || !strings.Contains(body, text) {
			t.Errorf("%s: %d %.100s", path, code, body)
		}
		if code, _ := get(t, "http://"+r.public+path); code != 401 {
			t.Errorf("%s on the public address: %d", path, code)
		}
	}
	r.fake.err = errors.New("secret cause")
	if code, body := get(t, "http://"+r.operator+"/readyz"); code != 503 || strings.Contains(body, "secret") {
		t.Errorf("without a store: %d %s", code, body)
	}
	if code, _ := get(t, "http://"+r.operator+"/healthz"); code != 200 {
		t.Errorf("alive without a store: %d", code)
	}
}

func TestMetrics(t *testing.T) {
	r := start(t, func(c *Config) { c.FailureRate, c.FailureBurst = 0.001, 1 })
	r.ask("GET", "/v1/audits/"+doneID, "")
	r.ask("BREW", "/nothing", "")
	r.ask("POST", "/v1/audits", `{"urls":["a.example","b.example"]}`)
	r.ask("GET", "/v1/me", "", "X-API-Key", "wrong")
	r.ask("GET", "/v1/me", "", "X-API-Key", "wrong")
	for _, e := range []audit.Event{
		{AuditID: "aud_1", Stage: audit.StageReading},
		{AuditID: "aud_1", Stage: audit.StageReading, Detail: "a page"},
		{AuditID: "aud_2", Stage: audit.StageReading},
		{AuditID: "aud_1", Stage: audit.StageJudging},
		{AuditID: "aud_2", Stage: audit.StageDone, Audit: &audit.Audit{Status: audit.Failed}},
	} {
		r.Event(e)
	}
	w := httptest.NewRecorder()
	r.Operator().ServeHTTP(w, httptest.NewRequest("GET", "http://127.0.0.1:9090/metrics", nil))
	for _, line := range []string{
		`auditctl_http_requests_total{method="GET",route="/v1/audits/{audit_id}",status="200"} 1`,
		`auditctl_http_requests_total{method="other",route="unmatched",status="404"} 1`,
		`auditctl_http_request_duration_seconds_count{route="/v1/audits"} 1`,
		`auditctl_submitted_entries_total{cache="miss"} 2`,
		`auditctl_metered_units_total 2`,
		`auditctl_unauthorized_total 2`,
		`auditctl_rate_limited_total{by="address"} 1`,
		`auditctl_audits_in_stage{stage="judging"} 1`,
		`auditctl_audits_in_stage{stage="reading"} 0`,
		`auditctl_audits_ended_total{status="failed"} 1`,
		`auditctl_audit_stage_duration_seconds_count{stage="reading"} 2`,
		`auditctl_queue_pending 7`,
		`auditctl_queue_running 3`,
		`auditctl_queue_oldest_age_seconds 6`,
		`go_goroutines `,
	} {
		if !strings.Contains(w.Body.String(), "\n"+line) {
			t.Errorf("no %s", line)
		}
	}
	if strings.Contains(w.Body.String(), "BREW") || strings.Contains(w.Body.String(), "nothing") {
		t.Error("a stranger's words are in the metrics")
	}
}

func TestAnAuditThatWentElsewhereIsForgotten(t *testing.T) {
	m, now := newMetrics(newFake(t)), exampleTime()
	m.event(audit.Event{AuditID: "aud_1", Stage: audit.StageReading}, now)
	if n := m.inStage(now.Add(forgotten))[audit.StageReading]; n != 1 {
		t.Errorf("%d audits are read", n)
	}
	if n := m.inStage(now.Add(forgotten + 1))[audit.StageReading]; n != 0 || len(m.stages) != 0 {
		t.Errorf("%d audits are read, %d kept", n, len(m.stages))
	}
}

func TestOneAddressHasSoManyConnections(t *testing.T) {
	r := run(t, func(c *Config) { c.MaxConnectionsPerAddress = 2 })
	open := func() (net.Conn, bool) {
		c, err := net.Dial("tcp", r.public)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if _, err := io.WriteString(c, "GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			return c, false
		}
		_, err = http.ReadResponse(bufio.NewReader(c), nil)
		return c, err == nil
	}
	first, ok := open()
	if !ok {
		t.Fatal("the first connection was closed")
	}
	if _, ok := open(); !ok {
		t.Fatal("the second connection was closed")
	}
	if _, ok := open(); ok {
		t.Error("a third connection was served")
	}
	first.Close()
	eventually(t, "there is room for another", func() bool {
		_, ok := open()
		return ok
	})
}

func TestTLSSpeaksHTTP2(t *testing.T) {
	certFile, keyFile, pool := certificate(t)
	r := run(t, func(c *Config) { c.CertFile, c.KeyFile = certFile, keyFile })
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}
	defer client.CloseIdleConnections()
	response, err := client.Get("https://" + r.public + "/v1/me")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.ProtoMajor != 2 || response.StatusCode != 401 || response.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s %d %v", response.Proto, response.StatusCode, response.Header)
	}
	if c, err := tls.Dial("tcp", r.public, &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil { //nolint:gosec // that it is refused is the test
		c.Close()
		t.Error("TLS 1.1 was spoken")
	}
}

// certificate makes a certificate of 127.0.0.1.
func certificate(t *testing.T) (certFile, keyFile string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	if err := errors.Join(
		os.WriteFile(certFile, public, 0o600), os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(public)
	return certFile, keyFile, pool
}
