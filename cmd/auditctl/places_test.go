package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store/sqlite"
)

// counting serves one page, or redirects, and counts requests in all, at once and for the front page.
type counting struct {
	redirect             string
	all, fronts, at, top atomic.Int64
}

func (c *counting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.all.Add(1)
	n := c.at.Add(1)
	defer c.at.Add(-1)
	for top := c.top.Load(); n > top && !c.top.CompareAndSwap(top, n); top = c.top.Load() {
		continue
	}
	if r.URL.Path == "/" {
		c.fronts.Add(1)
	}
	switch {
	case r.URL.Path != "/":
		http.NotFound(w, r)
	case c.redirect != "":
		http.Redirect(w, r, c.redirect, http.StatusFound)
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>A small shop</title><h1>Shop</h1><p>It sells bread.</p>`)
	}
}

func (c *counting) serve(t *testing.T) netip.AddrPort {
	s := httptest.NewServer(c)
	t.Cleanup(s.Close)
	return netip.MustParseAddrPort(s.Listener.Addr().String())
}

func TestFiftyNamesThatRedirectToOneHostAreOneHost(t *testing.T) {
	const names, running, hourly, each = 50, 2, 4, 16 // each: more requests than one audit of the small shop makes
	victim, entrance := &counting{}, &counting{redirect: "http://victim.test/"}
	f := fetch.Config{AllowPrivate: true, Resolve: map[string]netip.AddrPort{"victim.test:80": victim.serve(t)}}
	at := entrance.serve(t)
	var urls []string
	for n := range names {
		f.Resolve[fmt.Sprintf("name%d.test:80", n)] = at
		urls = append(urls, fmt.Sprintf("http://name%d.test/", n))
	}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := service.New(service.Config{Store: db, Runner: pipeline.New(pipeline.Config{Fetch: f}), HostRunning: running, HostHourly: hourly})
	if _, err := s.CreateAccount(t.Context(), "a@example.com", audit.Agency, 100); err != nil {
		t.Fatal(err)
	}
	secret, _, err := s.CreateKey(t.Context(), "a@example.com", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	caller, err := s.Authenticate(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := s.For(caller).Submit(t.Context(), audit.Submission{URLs: urls})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.RunQueue(ctx, service.Workers{Node: "node", Count: names, Grace: time.Second}) }()
	defer func() {
		cancel()
		<-ended
	}()
	const share = 3 // of 4, for one account
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		b, err := s.For(caller).Batch(t.Context(), receipt.BatchID)
		if err != nil {
			t.Fatal(err)
		}
		if b.Completed == share && entrance.fronts.Load() >= names {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d done, %d failed; %d of the names were asked", b.Completed, b.Failed, entrance.fronts.Load())
		}
	}
	if n := victim.all.Load(); n > share*each {
		t.Errorf("the host that they redirect to has had %d requests of %d audits", n, share)
	}
	if n := victim.top.Load(); n > 4*running {
		t.Errorf("it has had %d requests at once", n)
	}
	if n := entrance.fronts.Load(); n > 2*names {
		t.Errorf("who waits for the host asks on: %d requests for %d names", n, names)
	}
}
