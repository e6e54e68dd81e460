package main

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
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

func restHarness(t *testing.T, s store.Store) audittest.Harness {
	var mu sync.Mutex
	var ahead time.Duration
	now := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return time.Now().Add(ahead)
	}
	sites := audittest.NewSites(now)
	svc := service.New(service.Config{
		Store: s, Runner: sites, MaxURLs: audit.MaxURLs, CacheAge: audittest.CacheAge, FailureLimit: audittest.FailureLimit, Now: now,
	})
	door, err := server.New(server.Config{Backend: backend{svc}, KeyRate: 1e6, KeyBurst: 1e6, Grace: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	public, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 2)
	go func() { ended <- door.Run(ctx, public, nil) }()
	go func() { ended <- svc.RunQueue(ctx, service.Workers{Node: "test", Count: 8, Grace: time.Millisecond}) }()
	t.Cleanup(func() {
		stop()
		for range 2 {
			if err := untilStopped(<-ended); err != nil {
				t.Error(err)
			}
		}
	})
	validating := servertest.Validating(t, door.OpenAPI(), nil)
	accounts := 0
	return audittest.Harness{
		Sites: sites,
		Advance: func(d time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			ahead += d
		},
		Account: func(t *testing.T, plan audit.Plan, limit int) audit.Service {
			t.Helper()
			accounts++
			email := fmt.Sprintf("a%d@example.com", accounts)
			if _, err := svc.CreateAccount(t.Context(), email, plan, limit); err != nil {
				t.Fatal(err)
			}
			key, _, err := svc.CreateKey(t.Context(), email, "", 0)
			if err != nil {
				t.Fatal(err)
			}
			c, err := client.New(client.Config{BaseURL: "http://" + public.Addr().String(), Key: key, Transport: validating, Retries: -1})
			if err != nil {
				t.Fatal(err)
			}
			return c
		},
	}
}
