// Package audittest is the promise that every audit.Service with accounts keeps, in process or behind an API, on any store: one suite, which speaks only
// through audit.Service; and the played sites that it audits.
package audittest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Harness is a running service: accounts share a cache of 24 hours, a submission has at most audit.MaxURLs addresses, a key may have FailureLimit failures
// an hour, hosts and the queue aren't bounded, at least 8 workers run what is accepted through Sites.
type Harness struct {
	// Account makes a new account with a key, and gives the Service that the key's holder has.
	Account func(t *testing.T, plan audit.Plan, limit int) audit.Service
	Sites   *Sites
	// Advance moves the service's clock on. Where it is nil, what time brings isn't tested.
	Advance func(time.Duration)
}

// FailureLimit is how many audits of a key may fail in an hour.
const FailureLimit = 30

// CacheAge is how long a finished audit serves submissions.
const CacheAge = 24 * time.Hour

// Exercise runs the suite on one service; every test has accounts and sites of its own.
func Exercise(t *testing.T, start func(t *testing.T) Harness) {
	s := &suite{Harness: start(t)}
	for _, row := range []struct {
		name string
		test func(*suite, *testing.T)
	}{
		{"every address of a batch has its state and its code, in its place", (*suite).states},
		{"only a finished audit has a result", (*suite).results},
		{"a report is in the language that was asked for", (*suite).languages},
		{"a finished audit serves others, unmetered", (*suite).cache},
		{"what serves whom", (*suite).serves},
		{"a front page serves its own origins", (*suite).servesOrigin},
		{"a finished audit serves for a day", (*suite).cacheAge},
		{"a refresh goes past the cache, and joins what is in flight", (*suite).refresh},
		{"what a site's customers ask is remembered, for each account", (*suite).questions},
		{"a page's picture is that of the report, for everybody who has it", (*suite).screenshots},
		{"twins in a batch run once", (*suite).twins},
		{"audits of one site in flight run once, over all accounts", (*suite).flights},
		{"who waits for an audit that fails, fails with it", (*suite).failedFlights},
		{"many submitters of one site have one run", (*suite).crowd},
		{"the quota is exact, entry by entry", (*suite).quota},
		{"64 submitters on 100 units have exactly 100", (*suite).race},
		{"what fails, or turns out invalid, is given back", (*suite).givenBack},
		{"a unit is free again when the window has passed", (*suite).window},
		{"a key whose audits fail too often waits", (*suite).tooManyFailures},
		{"the unlimited plan has no limit", (*suite).unlimited},
		{"a fault of ours is tried again, and metered once", (*suite).again},
		{"an idempotency key makes two submissions one", (*suite).idempotency},
		{"many at once with one idempotency key have one batch", (*suite).idempotencyRace},
		{"an idempotency key is good for a day", (*suite).idempotencyAge},
		{"what is another's doesn't exist", (*suite).isolation},
		{"an audit that has ended can be deleted", (*suite).deletion},
		{"lists come in pages, newest first", (*suite).lists},
		{"batches are listed with their counts", (*suite).batches},
		{"a submission that is wrong is refused whole", (*suite).refusals},
	} {
		t.Run(row.name, func(t *testing.T) { row.test(s, t) })
	}
}

// malformed is an address that can't be audited.
const malformed = "not an address"

// suite is the service under test, and what its tests need.
type suite struct {
	Harness
	hosts int
}

// host gives a host that no other test has, of a kind that Sites plays.
func (s *suite) host(kind string) string {
	s.hosts++
	return fmt.Sprintf("%s-%d.example", kind, s.hosts)
}

// site gives the front page of a new host of a kind.
func (s *suite) site(kind string) string { return "https://" + s.host(kind) + "/" }

// held gives the front page of a new host that waits, and a way to let it go on.
func (s *suite) held(t *testing.T, kind string) (url string, release func()) {
	host := s.host("held-" + kind)
	release = func() { s.Sites.Release(host) }
	t.Cleanup(release)
	return "https://" + host + "/", release
}

// account is one of an ordinary customer.
func (s *suite) account(t *testing.T) caller { return s.agency(t, 1000) }

func (s *suite) agency(t *testing.T, limit int) caller {
	t.Helper()
	return caller{s.Account(t, audit.Agency, limit)}
}

// caller is a Service whose errors end the test.
type caller struct{ audit.Service }

func (c caller) submit(t *testing.T, sub audit.Submission) audit.Receipt {
	t.Helper()
	r, err := c.Submit(t.Context(), sub)
	if err != nil {
		t.Fatalf("submitting: %v (%s)", err, audit.CodeOf(err))
	}
	if !r.Success || r.Count != len(sub.URLs) || len(r.Audits) != len(sub.URLs) {
		t.Fatalf("the receipt of %d addresses: %+v", len(sub.URLs), r)
	}
	return r
}

func (c caller) urls(t *testing.T, urls ...string) audit.Receipt {
	t.Helper()
	return c.submit(t, audit.Submission{URLs: urls})
}

// wait gives the batch once nothing of it is pending.
func (c caller) wait(t *testing.T, batch string) *audit.Batch {
	t.Helper()
	deadline := time.Now().Add(5 * time.Minute)
	for {
		b := c.batch(t, batch)
		if b.Pending == 0 {
			return b
		}
		if time.Now().After(deadline) {
			t.Fatalf("after 5 minutes %d of %d are pending", b.Pending, b.Total)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// done submits, waits, and gives the batch.
func (c caller) done(t *testing.T, urls ...string) *audit.Batch {
	t.Helper()
	return c.wait(t, c.urls(t, urls...).BatchID)
}

func (c caller) batch(t *testing.T, id string) *audit.Batch {
	t.Helper()
	b, err := c.Batch(t.Context(), id)
	if err != nil {
		t.Fatalf("reading a batch: %v", err)
	}
	return b
}

func (c caller) audit(t *testing.T, id string) *audit.Audit {
	t.Helper()
	a, err := c.Audit(t.Context(), id)
	if err != nil {
		t.Fatalf("reading an audit: %v", err)
	}
	return a
}

// remain says that so many units are left; a node may be a second late in knowing.
func (c caller) remain(t *testing.T, units int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		a, err := c.Account(t.Context())
		switch {
		case err != nil:
			t.Fatalf("reading the account: %v", err)
		case a.Quota.Remaining == units:
			return
		case time.Now().After(deadline):
			t.Errorf("%d remain of %d, want %d", a.Quota.Remaining, a.Quota.Limit, units)
			return
		}
	}
}

// begun waits until an address is being audited.
func (s *suite) begun(t *testing.T, url string) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); s.Sites.Runs(url) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s isn't run within 5 minutes", url)
		}
	}
}

// advance moves the clock on, or ends the test where that can't be done.
func (s *suite) advance(t *testing.T, d time.Duration) {
	t.Helper()
	if s.Advance == nil {
		t.Skip("this service's clock can't be moved: what time brings isn't tested here")
	}
	s.Advance(d)
}

// refused says that a call failed with a code.
func refused(t *testing.T, what string, err error, code audit.Code) {
	t.Helper()
	if audit.CodeOf(err) != code {
		t.Errorf("%s: %v (%q), want %s", what, err, audit.CodeOf(err), code)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	g, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	w, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if string(g) != string(w) {
		t.Errorf("%s:\n%s\nwant\n%s", what, g, w)
	}
}

// entries shows the entries of a receipt in short: status, and cached where it is.
func entries(r audit.Receipt) string {
	var list []string
	for _, e := range r.Audits {
		text := string(e.Status)
		if e.Cached {
			text += "+cached"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// ended shows the audits of a batch as entries does.
func ended(b *audit.Batch) string {
	r := audit.Receipt{}
	for _, a := range b.Audits {
		r.Audits = append(r.Audits, audit.Entry{Status: a.Status, Cached: a.Cached})
	}
	return entries(r)
}

// want compares what is shown of a receipt or a batch.
func want(t *testing.T, what, got, wanted string) {
	t.Helper()
	if got != wanted {
		t.Errorf("%s: %s\nwant %s", what, got, wanted)
	}
}
