package service

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/pgtest"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/store"
	"github.com/auditctl/auditctl/pkg/store/postgres"
)

// victim plays sites that lead to one host, and counts the audits that are there.
type victim struct {
	runner
	place     audit.Place
	now, most atomic.Int64
	all       atomic.Int64
}

func (v *victim) Run(ctx context.Context, t audit.Target, lang audit.Lang, q []string,
	progress func(audit.Stage, string),
) (*audit.Report, error) {
	if err := audit.AdmissionOf(ctx)(ctx, v.place); err != nil {
		return nil, &audit.Error{Code: audit.CodeOf(err), Message: "wrapped", Err: err}
	}
	v.all.Add(1)
	n := v.now.Add(1)
	defer v.now.Add(-1)
	for most := v.most.Load(); n > most && !v.most.CompareAndSwap(most, n); most = v.most.Load() {
		continue
	}
	time.Sleep(time.Millisecond) // so that others can be there at once if they are allowed to
	return v.runner.Run(ctx, t, lang, q, progress)
}

func TestManyNamesThatLeadToOneHostStayWithinItsLimits(t *testing.T) {
	const names, running, hourly = 50, 2, 9
	for name, place := range map[string]audit.Place{
		"a redirect":                    {Key: "victim.example", Required: true},
		"an address without a redirect": {Key: "203.0.113.9", Address: true, Required: true},
	} {
		for store, open := range map[string]func(*testing.T) func() store.Store{
			"SQLite": func(t *testing.T) func() store.Store { return func() store.Store { return openSQLite(t) } },
			"PostgreSQL": func(t *testing.T) func() store.Store {
				address := pgtest.URL(t)
				return func() store.Store {
					s, err := postgres.Open(t.Context(), address)
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { s.Close() })
					return s
				}
			},
		} {
			t.Run(name+" over "+store, func(t *testing.T) {
				t.Parallel()
				nodes, opened := 1, open(t)
				if store == "PostgreSQL" {
					nodes = 3
				}
				v := &victim{place: place}
				var services []*Service
				for n := range nodes {
					s := New(Config{Store: opened(), Runner: v, HostRunning: running, HostHourly: hourly, AddressLimits: true})
					services = append(services, s)
					working(t, s, fmt.Sprint("node ", n))
				}
				for account := range names / 10 {
					var urls []string
					for n := range 10 {
						urls = append(urls, fmt.Sprintf("https://name%d-%d.example/", account, n))
					}
					caller := newCaller(t, services[0], fmt.Sprintf("a%d@example.com", account), audit.Agency, 100)
					if _, err := services[account%nodes].For(caller).Submit(t.Context(), audit.Submission{URLs: urls}); err != nil {
						t.Fatal(err)
					}
				}
				poll(t, "the host's hour is used up", func() bool { return v.all.Load() == hourly })
				// Everybody else has asked for the host by now, or is put off before that: no worker is held.
				poll(t, "nobody runs", func() bool { return v.now.Load() == 0 })
				if v.most.Load() > running || v.all.Load() > hourly {
					t.Errorf("%d audits at once and %d within the hour, want at most %d and %d", v.most.Load(), v.all.Load(), running,
						hourly)
				}
			})
		}
	}
}

func TestAnAuditThatWaitsForAHostIsGivenBack(t *testing.T) {
	v := &victim{place: audit.Place{Key: "victim.example", Required: true}}
	s := newServed(t, func(c *Config) { c.Runner, c.HostRunning, c.HostHourly = v, 1, 1 })
	r := s.submit(t, "https://a.example/", "https://b.example/")
	if err := s.work(t.Context(), s.given(r, 0, 1)); err != nil {
		t.Fatal(err)
	}
	var later *store.Later
	if err := s.work(t.Context(), s.given(r, 1, 1)); !errors.As(err, &later) || later.After < time.Second {
		t.Errorf("an audit whose site leads to a host at its limit: %v", err)
	}
	if a := s.read(t, r, 1); a.Status != audit.Pending {
		t.Errorf("it is %s", a.Status)
	}
	s.clock.advance(time.Hour + time.Minute)
	if err := s.work(t.Context(), s.given(r, 1, 1)); err != nil || s.read(t, r, 1).Status != audit.Done {
		t.Errorf("an hour later: %v", err)
	}
}
