package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/audittest"
	"github.com/auditctl/auditctl/pkg/client"
	"github.com/auditctl/auditctl/pkg/server"
	"github.com/auditctl/auditctl/pkg/server/servertest"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/postgres"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

// The promises of a Service, kept through every layer: pkg/client, the network, the server, the service, the store. Every answer is held to the OpenAPI
// description.
func TestThePromisesAreKeptOverREST(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "audits.db"))
		exerciseREST(t, s, err)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		s, err := postgres.Open(t.Context(), pgtest.URL(t))
		exerciseREST(t, s, err)
	})
}

func exerciseREST(t *testing.T, s store.Store, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	audittest.Exercise(t, func(t *testing.T) audittest.Harness { return restHarness(t, s) })
}

// restServer is a service behind its door, on loopback, that audits played sites.
type restServer struct {
	address  string
	service  *service.Service
	door     *server.Server
	sites    *audittest.Sites
	advance  func(time.Duration)
	accounts int
}

func startREST(t *testing.T, s store.Store) *restServer {
	t.Helper()
	var mu sync.Mutex
	var ahead time.Duration
	now := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return time.Now().Add(ahead)
	}
	r := &restServer{sites: audittest.NewSites(now), advance: func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		ahead += d
	}}
	r.service = service.New(service.Config{
		Store: s, Runner: r.sites, MaxURLs: audit.MaxURLs, CacheAge: audittest.CacheAge, FailureLimit: audittest.FailureLimit, Now: now,
	})
	var err error
	if r.door, err = server.New(server.Config{Backend: backend{r.service}, KeyRate: 1e6, KeyBurst: 1e6, Grace: time.Second}); err != nil {
		t.Fatal(err)
	}
	public, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.address = "http://" + public.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 2)
	go func() { ended <- r.door.Run(ctx, public, nil) }()
	go func() {
		ended <- r.service.RunQueue(ctx, service.Workers{Node: "test", Count: 8, Grace: time.Millisecond})
	}()
	t.Cleanup(func() {
		stop()
		for range 2 {
			if err := untilStopped(<-ended); err != nil {
				t.Error(err)
			}
		}
	})
	return r
}

// account makes an account and gives a key of it.
func (r *restServer) account(t *testing.T, plan audit.Plan, limit int) string {
	t.Helper()
	r.accounts++
	email := fmt.Sprintf("a%d@example.com", r.accounts)
	if _, err := r.service.CreateAccount(t.Context(), email, plan, limit); err != nil {
		t.Fatal(err)
	}
	key, _, err := r.service.CreateKey(t.Context(), email, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func restHarness(t *testing.T, s store.Store) audittest.Harness {
	r := startREST(t, s)
	validating := servertest.Validating(t, r.door.OpenAPI(), nil)
	return audittest.Harness{Sites: r.sites, Advance: r.advance, Account: func(t *testing.T, plan audit.Plan, limit int) audit.Service {
		t.Helper()
		c, err := client.New(client.Config{BaseURL: r.address, Key: r.account(t, plan, limit), Transport: validating, Retries: -1})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}}
}

// Every address that takes an id is asked for another account's, and for one that nobody has: the answers differ in nothing but the request's own id.
func TestWhatIsAnothersIsAnsweredAsWhatDoesNotExist(t *testing.T) {
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "audits.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	r := startREST(t, s)
	owner, other := r.account(t, audit.Agency, 10), r.account(t, audit.Agency, 10)
	c, err := client.New(client.Config{BaseURL: r.address, Key: owner})
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := c.Submit(t.Context(), audit.Submission{URLs: []string{"https://ok.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Wait(t.Context(), receipt.BatchID, nil); err != nil {
		t.Fatal(err)
	}
	theirAudit, theirBatch := receipt.Audits[0].AuditID, receipt.BatchID
	unknown := strings.Repeat("0", 25) + "1"
	for _, path := range []string{
		"GET /v1/audits/AUD", "GET /v1/audits/AUD?include=checks", "HEAD /v1/audits/AUD", "GET /v1/audits/AUD/report", "GET /v1/audits/AUD/report?format=csv",
		"DELETE /v1/audits/AUD", "GET /v1/batches/BAT", "GET /v1/batches/BAT?include=checks", "GET /v1/batches/BAT.csv",
	} {
		t.Run(path, func(t *testing.T) {
			method, path, _ := strings.Cut(path, " ")
			at := func(key, aud, bat string) string {
				return answerOf(t, method, r.address+strings.NewReplacer("AUD", aud, "BAT", bat).Replace(path), key)
			}
			foreign, missing := at(other, theirAudit, theirBatch), at(other, "aud_"+unknown, "bat_"+unknown)
			if foreign != missing || !strings.HasPrefix(foreign, "404") {
				t.Errorf("another's: %s\nunknown: %s", foreign, missing)
			}
			if method == http.MethodDelete {
				return
			}
			if own := at(owner, theirAudit, theirBatch); !strings.HasPrefix(own, "200") {
				t.Errorf("one's own: %s", own)
			}
		})
	}
	if list := answerOf(t, "GET", r.address+"/v1/audits", other); !strings.Contains(list, `"audits":[]`) {
		t.Errorf("the other's list: %s", list)
	}
}

// requestID is what no two answers share.
var requestID = regexp.MustCompile(`req_[0-9a-z]{26}`)

// answerOf is the status, the headers but for the date, and the body of an answer.
func answerOf(t *testing.T, method, url, key string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-API-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	resp.Header.Del("Date")
	return requestID.ReplaceAllString(fmt.Sprint(resp.StatusCode, resp.Header, string(body)), "req")
}
