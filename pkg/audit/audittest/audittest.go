// Package audittest is the promise that every audit.Service with accounts keeps, in process or behind an API, on any store: one suite, which speaks only
// through audit.Service; and the played sites that it audits.
package audittest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
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
		{"a finished audit serves for a day", (*suite).cacheAge},
		{"a refresh goes past the cache, and joins what is in flight", (*suite).refresh},
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
	deadline := time.Now().Add(time.Minute)
	for {
		b := c.batch(t, batch)
		if b.Pending == 0 {
			return b
		}
		if time.Now().After(deadline) {
			t.Fatalf("after a minute %d of %d are pending", b.Pending, b.Total)
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
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
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
	for deadline := time.Now().Add(time.Minute); s.Sites.Runs(url) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s isn't run within a minute", url)
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

func (s *suite) states(t *testing.T) {
	c := s.account(t)
	rows := []struct {
		url    string
		begins audit.Status
		ends   audit.Status
		code   audit.Code
		domain bool
	}{
		{s.site("ok"), audit.Pending, audit.Done, "", true},
		{"not an address", audit.Invalid, audit.Invalid, audit.CodeURLMalformed, false},
		{"https://ok.example/" + strings.Repeat("a", audit.MaxURLLength), audit.Invalid, audit.Invalid, audit.CodeURLTooLong, false},
		{"ftp://ok.example/", audit.Invalid, audit.Invalid, audit.CodeSchemeNotAllowed, false},
		{"https://user:secret@ok.example/", audit.Invalid, audit.Invalid, audit.CodeCredentialsInURL, false},
		{"https://ok.example:8080/", audit.Invalid, audit.Invalid, audit.CodePortNotAllowed, true},
		{"https://-ok.example/", audit.Invalid, audit.Invalid, audit.CodeHostInvalid, false},
		{"http://127.0.0.1/", audit.Invalid, audit.Invalid, audit.CodeAddressNotPublic, true},
		{s.site("inside"), audit.Pending, audit.Invalid, audit.CodeAddressNotPublic, true},
		{s.site("gone"), audit.Pending, audit.Failed, audit.CodeDNSNotFound, true},
		{s.host("bare"), audit.Pending, audit.Done, "", true},
		{s.site("ok"), audit.Pending, audit.Done, "", true},
	}
	var urls []string
	metered := 0
	for _, row := range rows {
		urls = append(urls, row.url)
		if row.begins == audit.Pending {
			metered++
		}
	}
	r := c.urls(t, urls...)
	if r.Metered != metered || r.Quota.Limit != 1000 || r.Quota.Remaining != 1000-metered || r.Quota.Window != audit.QuotaWindowName {
		t.Errorf("metered %d, quota %+v; want %d metered of 1000", r.Metered, r.Quota, metered)
	}
	b := c.wait(t, r.BatchID)
	for i, row := range rows {
		entry, a := r.Audits[i], b.Audits[i]
		switch {
		case entry.Status != row.begins || (entry.Error != nil) != (row.begins == audit.Invalid):
			t.Errorf("%.60s begins %s with %+v, want %s", row.url, entry.Status, entry.Error, row.begins)
		case a.Status != row.ends || (a.Error == nil) != (row.code == "") || a.Error != nil && (a.Error.Code != row.code || a.Error.Message == ""):
			t.Errorf("%.60s ends %s with %+v, want %s %s", row.url, a.Status, a.Error, row.ends, row.code)
		case entry.AuditID != a.AuditID || entry.URL != a.URL || a.BatchID != r.BatchID || !strings.HasPrefix(a.AuditID, "aud_") || !strings.HasPrefix(a.BatchID, "bat_"):
			t.Errorf("%.60s is %+v in the receipt and %+v in the batch", row.url, entry, a)
		case (a.Domain != "") != row.domain || a.Lang != audit.English || a.CreatedAt.IsZero() || a.FinishedAt == nil || a.FinishedAt.Before(a.CreatedAt):
			t.Errorf("%.60s ended as %+v", row.url, a)
		case row.code != audit.CodeCredentialsInURL && row.code != audit.CodeURLTooLong && a.URL != row.url:
			t.Errorf("%s is kept as %s", row.url, a.URL)
		case strings.Contains(a.URL, "secret"):
			t.Errorf("a password is kept: %s", a.URL)
		}
	}
	if b.BatchID != r.BatchID || b.Total != len(rows) || b.Completed != 3 || b.Failed != len(rows)-3 {
		t.Errorf("counts %+v", audit.Batch{Total: b.Total, Completed: b.Completed, Pending: b.Pending, Failed: b.Failed})
	}
}

func (s *suite) results(t *testing.T) {
	c := s.account(t)
	held, release := s.held(t, "ok")
	r := c.urls(t, s.site("gone"), held, malformed, s.site("ok"))
	s.begun(t, held)
	before := c.batch(t, r.BatchID)
	if a := before.Audits[1]; a.Status != audit.Pending || a.FinishedAt != nil || a.Error != nil || a.Domain == "" || before.Pending == 0 {
		t.Errorf("a pending audit: %+v", a)
	}
	release()
	b := c.wait(t, r.BatchID)
	for _, a := range append(before.Audits, b.Audits...) {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range []string{`"overall_ai_readiness":`, `"scores":`, `"business":`, `"summary":`, `"ai_citation":`, `"grounded_citation":`, `"search_ai_mode":`, `"live_citation":`} {
			if strings.Contains(string(text), field) != (a.Status == audit.Done) {
				t.Errorf("%s and %s: %s", a.Status, field, text)
			}
		}
	}
	one := c.audit(t, r.Audits[3].AuditID)
	same(t, "an audit alone and in its batch", one, b.Audits[3])
	if one.Report == nil || len(one.Scores) != 10 || one.Scores[audit.AIReadiness].Value != one.OverallAIReadiness || len(one.Checks) != 1 || one.AuditedAt.IsZero() {
		t.Errorf("a finished audit: %+v", one.Report)
	}
}

func (s *suite) languages(t *testing.T) {
	c := s.account(t)
	site := s.site("ok")
	for _, lang := range audit.Langs() {
		r := c.submit(t, audit.Submission{URLs: []string{site}, Lang: lang})
		a := c.wait(t, r.BatchID).Audits[0]
		if a.Lang != lang || a.Status != audit.Done || a.Cached || a.Summary != Summary(site, lang) {
			t.Errorf("in %s: %+v", lang, a)
		}
	}
}

func (s *suite) cache(t *testing.T) {
	first, second := s.account(t), s.account(t)
	site := s.site("ok")
	original := first.done(t, site).Audits[0]
	r := second.urls(t, site, site+"about", s.site("ok"))
	want(t, "entries", entries(r), "done+cached done+cached pending")
	if r.Metered != 1 || r.Quota.Remaining != 999 {
		t.Errorf("metered %d, %d remain", r.Metered, r.Quota.Remaining)
	}
	for _, e := range r.Audits[:2] {
		a := second.audit(t, e.AuditID)
		if a.AuditID == original.AuditID || a.URL != e.URL || a.FinishedAt == nil || !a.AuditedAt.Equal(original.AuditedAt) || !a.Cached {
			t.Errorf("served %+v of %+v", a, original)
			continue
		}
		same(t, "a served report", a.Report, original.Report)
	}
	if n := s.Sites.Runs(site); n != 1 {
		t.Errorf("%d runs", n)
	}
	second.wait(t, r.BatchID)
}

func (s *suite) serves(t *testing.T) {
	c := s.account(t)
	inner, cut, gone := s.site("ok"), s.site("cut"), s.site("gone")
	c.done(t, inner+"shop", cut, gone)
	for _, row := range []struct{ name, url, state string }{
		{"a page serves itself", inner + "shop", "done+cached"},
		{"a page doesn't serve its front page", inner, "pending"},
		{"what was cut off serves nobody", cut, "pending"},
		{"what failed serves nobody", gone, "pending"},
	} {
		r := c.urls(t, row.url)
		want(t, row.name, entries(r), row.state)
		c.wait(t, r.BatchID)
	}
	want(t, "a front page serves any page", entries(c.urls(t, inner+"shop/2")), "done+cached")
	other := s.site("ok")
	c.done(t, other+"a")
	r := c.urls(t, other+"b")
	want(t, "a page doesn't serve another page", entries(r), "pending")
	r = c.submit(t, audit.Submission{URLs: []string{other + "a"}, Lang: audit.French})
	want(t, "a language doesn't serve another", entries(r), "pending")
	c.wait(t, r.BatchID)
}

func (s *suite) cacheAge(t *testing.T) {
	c := s.account(t)
	site := s.site("ok")
	c.done(t, site)
	s.advance(t, CacheAge-time.Hour)
	want(t, "within a day", entries(c.urls(t, site)), "done+cached")
	s.advance(t, 2*time.Hour)
	r := c.urls(t, site)
	want(t, "after a day", entries(r), "pending")
	c.wait(t, r.BatchID)
}

func (s *suite) refresh(t *testing.T) {
	c := s.account(t)
	site := s.site("ok")
	c.done(t, site)
	r := c.submit(t, audit.Submission{URLs: []string{site}, Refresh: true})
	want(t, "a refresh", entries(r), "pending")
	if r.Metered != 1 {
		t.Errorf("a refresh has metered %d", r.Metered)
	}
	c.wait(t, r.BatchID)
	if n := s.Sites.Runs(site); n != 2 {
		t.Errorf("%d runs", n)
	}
	held, release := s.held(t, "ok")
	first := c.urls(t, held)
	second := c.submit(t, audit.Submission{URLs: []string{held}, Refresh: true})
	release()
	want(t, "the first", ended(c.wait(t, first.BatchID)), "done")
	want(t, "the refresh", ended(c.wait(t, second.BatchID)), "done+cached")
	if n := s.Sites.Runs(held); second.Metered != 0 || n != 1 {
		t.Errorf("a refresh of what is in flight has metered %d, and %d runs", second.Metered, n)
	}
}

func (s *suite) twins(t *testing.T) {
	c := s.account(t)
	root, other := s.host("ok"), s.site("ok")
	r := c.urls(t, "https://"+root+"/", root, "https://www."+root, "https://"+root+"/about", other+"x", other+"y", other+"x", other, other+"x")
	if r.Metered != 4 {
		t.Errorf("metered %d, want 4: the first site, two pages of the other, and its front page", r.Metered)
	}
	want(t, "the batch", ended(c.wait(t, r.BatchID)), "done done+cached done+cached done+cached done done done+cached done done+cached")
	for url, runs := range map[string]int{"https://" + root + "/": 1, "https://" + root + "/about": 0, other + "x": 1, other + "y": 1, other: 1} {
		if n := s.Sites.Runs(url); n != runs {
			t.Errorf("%d runs of %s, want %d", n, url, runs)
		}
	}
}

func (s *suite) flights(t *testing.T) {
	first, second := s.account(t), s.account(t)
	front, release := s.held(t, "ok")
	page, releasePage := s.held(t, "ok")
	leads := first.urls(t, front, page+"x")
	follows := second.urls(t, front, s.site("ok"), front+"about", page+"x", page+"y")
	want(t, "who follows", entries(follows), "pending pending pending pending pending")
	if leads.Metered != 2 || follows.Metered != 2 || follows.Quota.Remaining != 998 {
		t.Errorf("metered %d and %d (%+v); who waits for another isn't metered", leads.Metered, follows.Metered, follows.Quota)
	}
	about := second.urls(t, front+"contact")
	if about.Metered != 0 {
		t.Errorf("a page doesn't wait for its front page: %+v", about)
	}
	french := second.submit(t, audit.Submission{URLs: []string{front}, Lang: audit.French})
	if french.Metered != 1 {
		t.Errorf("another language waits for an audit: %+v", french)
	}
	release()
	releasePage()
	want(t, "the first", ended(first.wait(t, leads.BatchID)), "done done")
	b := second.wait(t, follows.BatchID)
	want(t, "who followed", ended(b), "done+cached done done+cached done+cached done")
	want(t, "a page of the first", ended(second.wait(t, about.BatchID)), "done+cached")
	second.wait(t, french.BatchID)
	if a := b.Audits[0]; a.Summary != Summary(front, audit.English) || a.FinishedAt == nil || a.URL != front {
		t.Errorf("who followed has %+v", a)
	}
	if n := s.Sites.Runs(front); n != 2 || s.Sites.Runs(front+"about") != 0 || s.Sites.Runs(page+"x") != 1 {
		t.Errorf("%d runs in two languages", n)
	}
	second.remain(t, 997)
}

func (s *suite) failedFlights(t *testing.T) {
	for kind, state := range map[string]audit.Status{"gone": audit.Failed, "inside": audit.Invalid} {
		first, second := s.agency(t, 5), s.agency(t, 5)
		site, release := s.held(t, kind)
		leads, follows := first.urls(t, site), second.urls(t, site, site)
		release()
		want(t, "who led", ended(first.wait(t, leads.BatchID)), string(state))
		b := second.wait(t, follows.BatchID)
		want(t, "who followed", ended(b), string(state)+" "+string(state))
		if b.Audits[0].Error == nil || s.Sites.Runs(site) != 1 {
			t.Errorf("%s: %+v after %d runs", kind, b.Audits[0].Error, s.Sites.Runs(site))
		}
		first.remain(t, 5)
		second.remain(t, 5)
		again := second.urls(t, site)
		if again.Metered != 1 {
			t.Errorf("%s: what failed is still waited for: %+v", kind, again)
		}
		second.wait(t, again.BatchID)
	}
}

func (s *suite) crowd(t *testing.T) {
	const submitters = 16
	site, other := s.site("ok"), s.site("ok")
	callers := make([]caller, submitters)
	for i := range callers {
		callers[i] = s.agency(t, 10)
	}
	receipts := together(callers, func(i int, c caller) (audit.Receipt, error) {
		urls := []string{site, other}
		if i%2 == 1 {
			urls = []string{other, site}
		}
		return c.Submit(t.Context(), audit.Submission{URLs: urls})
	})
	metered := 0
	for i, r := range receipts {
		if r.err != nil {
			t.Fatal(r.err)
		}
		metered += r.Metered
		if b := callers[i].wait(t, r.BatchID); b.Completed != 2 {
			t.Errorf("%s", ended(b))
		}
	}
	if metered != 2 || s.Sites.Runs(site) != 1 || s.Sites.Runs(other) != 1 {
		t.Errorf("%d metered, %d and %d runs; want 2, 1 and 1", metered, s.Sites.Runs(site), s.Sites.Runs(other))
	}
}

// answer is what one of many submitters was told.
type answer struct {
	audit.Receipt
	err error
}

// together lets many submit at once.
func together(callers []caller, submit func(int, caller) (audit.Receipt, error)) []answer {
	answers := make([]answer, len(callers))
	var wg sync.WaitGroup
	for i, c := range callers {
		wg.Go(func() { answers[i].Receipt, answers[i].err = submit(i, c) })
	}
	wg.Wait()
	return answers
}

func (s *suite) quota(t *testing.T) {
	c := s.agency(t, 3)
	stored := s.site("ok")
	s.account(t).done(t, stored)
	held, release := s.held(t, "ok")
	other := s.account(t)
	led := other.urls(t, held)
	one, last := s.site("ok"), s.site("ok")
	r := c.urls(t, one, malformed, s.site("ok"), stored, last, s.site("ok"), stored, one, s.site("ok"), held, last+"x")
	want(t, "entries", entries(r), "pending invalid pending done+cached pending quota_exceeded done+cached pending quota_exceeded pending pending")
	if r.Metered != 3 || r.Quota.Limit != 3 || r.Quota.Remaining != 0 {
		t.Errorf("metered %d, %+v", r.Metered, r.Quota)
	}
	c.remain(t, 0)
	refused := r.Audits[5]
	if refused.Error == nil || refused.Error.Code != audit.CodeQuotaExceeded || refused.Error.Message == "" {
		t.Errorf("an exhausted quota is %+v", refused)
	}
	release()
	b := c.wait(t, r.BatchID)
	if a := b.Audits[5]; a.Status != audit.QuotaExceeded || a.FinishedAt == nil || a.Error == nil || a.Error.Code != audit.CodeQuotaExceeded || a.Domain == "" {
		t.Errorf("an exhausted quota ends as %+v", a)
	}
	if b.Completed != 8 || b.Failed != 3 {
		t.Errorf("%d completed, %d failed: %s", b.Completed, b.Failed, ended(b))
	}
	want(t, "later", entries(c.urls(t, s.site("ok"), stored)), "quota_exceeded done+cached")
	// What was refused leaves nothing behind that others wait for.
	r = s.account(t).urls(t, refused.URL)
	if r.Metered != 1 {
		t.Errorf("a refused address is still waited for: %+v", r)
	}
	other.wait(t, led.BatchID)
}

func (s *suite) race(t *testing.T) {
	const submitters, each, units = 64, 3, 100
	c := s.agency(t, units)
	urls := make([][]string, submitters)
	for i := range urls {
		for range each {
			urls[i] = append(urls[i], s.site("ok"))
		}
	}
	callers := make([]caller, submitters)
	for i := range callers {
		callers[i] = c
	}
	metered, exceeded := 0, 0
	var batches []string
	for _, r := range together(callers, func(i int, c caller) (audit.Receipt, error) {
		return c.Submit(t.Context(), audit.Submission{URLs: urls[i]})
	}) {
		if r.err != nil {
			t.Fatal(r.err)
		}
		metered += r.Metered
		exceeded += strings.Count(entries(r.Receipt), string(audit.QuotaExceeded))
		batches = append(batches, r.BatchID)
		if r.Quota.Remaining < 0 {
			t.Errorf("%d remain", r.Quota.Remaining)
		}
	}
	if metered != units || exceeded != submitters*each-units {
		t.Errorf("%d metered, %d exceeded; want %d and %d", metered, exceeded, units, submitters*each-units)
	}
	c.remain(t, 0)
	completed := 0
	for _, id := range batches {
		completed += c.wait(t, id).Completed
	}
	if completed != units {
		t.Errorf("%d completed, want %d", completed, units)
	}
}

func (s *suite) givenBack(t *testing.T) {
	c := s.agency(t, 3)
	r := c.urls(t, s.site("gone"), s.site("inside"), s.site("ok"), s.site("ok"))
	want(t, "entries", entries(r), "pending pending pending quota_exceeded")
	c.wait(t, r.BatchID)
	c.remain(t, 2)
	r = c.urls(t, s.site("ok"), s.site("ok"), s.site("ok"))
	want(t, "entries", entries(r), "pending pending quota_exceeded")
	c.wait(t, r.BatchID)
}

func (s *suite) window(t *testing.T) {
	c := s.agency(t, 2)
	s.advance(t, 0)
	c.done(t, s.site("ok"))
	s.advance(t, 24*time.Hour)
	c.done(t, s.site("ok"))
	s.advance(t, audit.QuotaWindow-25*time.Hour)
	want(t, "an hour before the window has passed", entries(c.urls(t, s.site("ok"))), "quota_exceeded")
	s.advance(t, time.Hour)
	c.remain(t, 1)
	r := c.urls(t, s.site("ok"), s.site("ok"))
	want(t, "after it", entries(r), "pending quota_exceeded")
	c.wait(t, r.BatchID)
}

func (s *suite) tooManyFailures(t *testing.T) {
	c := s.account(t)
	var urls []string
	for range FailureLimit {
		urls = append(urls, s.site("gone"))
	}
	c.done(t, urls...)
	c.done(t, s.site("inside"), s.site("gone"))
	_, err := c.Submit(t.Context(), audit.Submission{URLs: []string{s.site("ok")}})
	refused(t, "after 31 failures", err, audit.CodeTooManyFailures)
	s.account(t).done(t, s.site("ok"))
	s.advance(t, time.Hour+time.Minute)
	want(t, "an hour later", ended(c.done(t, s.site("ok"))), "done")
}

func (s *suite) unlimited(t *testing.T) {
	for _, row := range []struct {
		plan         audit.Plan
		given, limit int
	}{{audit.Unlimited, 0, audit.UnlimitedLimit}, {audit.Individual, 0, audit.IndividualLimit}, {audit.Agency, 7, 7}} {
		c := caller{s.Account(t, row.plan, row.given)}
		a, err := c.Account(t.Context())
		if err != nil || a.Plan != string(row.plan) || a.Quota != audit.NewQuota(row.limit, 0) {
			t.Errorf("%s: %+v, %v", row.plan, a, err)
		}
		r := c.urls(t, s.site("ok"))
		if r.Metered != 1 || r.Quota != audit.NewQuota(row.limit, 1) {
			t.Errorf("%s: %+v", row.plan, r)
		}
		c.wait(t, r.BatchID)
	}
}

func (s *suite) again(t *testing.T) {
	c := s.agency(t, 5)
	site := s.site("flaky")
	r := c.urls(t, site, site)
	want(t, "the batch", ended(c.wait(t, r.BatchID)), "done done+cached")
	if n := s.Sites.Runs(site); n != 2 {
		t.Errorf("%d runs, want 2", n)
	}
	c.remain(t, 4)
}

func (s *suite) idempotency(t *testing.T) {
	c, other := s.agency(t, 10), s.agency(t, 10)
	sub := audit.Submission{URLs: []string{s.site("ok"), malformed}, IdempotencyKey: "a key"}
	first := c.submit(t, sub)
	c.wait(t, first.BatchID)
	same(t, "the second answer", c.submit(t, sub), first)
	c.remain(t, 9)
	for name, changed := range map[string]audit.Submission{
		"other addresses":  {URLs: sub.URLs[:1], IdempotencyKey: sub.IdempotencyKey},
		"another language": {URLs: sub.URLs, Lang: audit.French, IdempotencyKey: sub.IdempotencyKey},
		"a refresh":        {URLs: sub.URLs, Refresh: true, IdempotencyKey: sub.IdempotencyKey},
	} {
		_, err := c.Submit(t.Context(), changed)
		refused(t, name, err, audit.CodeIdempotencyKeyReused)
	}
	if r := other.submit(t, sub); r.BatchID == first.BatchID {
		t.Error("an account is answered with another's batch")
	}
	sub.IdempotencyKey = strings.Repeat("k", audit.MaxIdempotencyKey+1)
	_, err := c.Submit(t.Context(), sub)
	refused(t, "a long key", err, audit.CodeValidationFailed)
}

func (s *suite) idempotencyRace(t *testing.T) {
	c := s.agency(t, 10)
	sub := audit.Submission{URLs: []string{s.site("ok"), s.site("ok")}, IdempotencyKey: "race"}
	callers := make([]caller, 16)
	for i := range callers {
		callers[i] = c
	}
	batches := map[string]bool{}
	for _, r := range together(callers, func(_ int, c caller) (audit.Receipt, error) { return c.Submit(t.Context(), sub) }) {
		switch audit.CodeOf(r.err) {
		case "":
			batches[r.BatchID] = true
		case audit.CodeIdempotencyInProgress:
		default:
			t.Error(r.err)
		}
	}
	batches[c.submit(t, sub).BatchID] = true
	if len(batches) != 1 {
		t.Errorf("%d batches", len(batches))
	}
	c.remain(t, 8)
}

func (s *suite) idempotencyAge(t *testing.T) {
	c := s.account(t)
	sub := audit.Submission{URLs: []string{s.site("ok")}, IdempotencyKey: "a day"}
	first := c.submit(t, sub)
	c.wait(t, first.BatchID)
	s.advance(t, 23*time.Hour)
	if r := c.submit(t, sub); r.BatchID != first.BatchID {
		t.Error("forgotten within a day")
	}
	s.advance(t, 2*time.Hour)
	r := c.submit(t, sub)
	if r.BatchID == first.BatchID {
		t.Error("remembered after a day")
	}
	c.wait(t, r.BatchID)
}

func (s *suite) isolation(t *testing.T) {
	owner, stranger := s.account(t), s.account(t)
	site := s.site("ok")
	b := owner.done(t, site)
	id := b.Audits[0].AuditID
	messages := map[string]bool{}
	for _, row := range []struct{ name, audit, batch string }{
		{"another's", id, b.BatchID},
		{"one that isn't there", id[:len(id)-4] + "0000", b.BatchID[:len(b.BatchID)-4] + "0000"},
		{"one that can't be", "aud_1", "bat_1"},
		{"one of another kind", b.BatchID, id},
	} {
		_, err := stranger.Audit(t.Context(), row.audit)
		refused(t, "audit, "+row.name, err, audit.CodeNotFound)
		messages[fmt.Sprint("audit ", err)] = true
		refused(t, "delete, "+row.name, stranger.Delete(t.Context(), row.audit), audit.CodeNotFound)
		_, err = stranger.Batch(t.Context(), row.batch)
		refused(t, "batch, "+row.name, err, audit.CodeNotFound)
		messages[fmt.Sprint("batch ", err)] = true
	}
	if len(messages) != 2 {
		t.Errorf("what is another's and what isn't there are told apart: %v", messages)
	}
	owner.audit(t, id)
	stranger.urls(t, site)
	mine, err := stranger.Audits(t.Context(), audit.Query{})
	if err != nil || len(mine.Audits) != 1 || mine.Audits[0].AuditID == id {
		t.Errorf("a stranger's audits: %+v, %v", mine, err)
	}
	batches, err := stranger.Batches(t.Context(), audit.Query{})
	if err != nil || len(batches.Batches) != 1 || batches.Batches[0].BatchID == b.BatchID {
		t.Errorf("a stranger's batches: %+v, %v", batches, err)
	}
	page, err := stranger.Audits(t.Context(), audit.Query{Cursor: id})
	if err != nil || len(page.Audits) != 0 {
		t.Errorf("before another's audit: %+v, %v", page, err)
	}
}

func (s *suite) deletion(t *testing.T) {
	c, other := s.account(t), s.account(t)
	held, release := s.held(t, "ok")
	site := s.site("ok")
	r := c.urls(t, site, held, malformed)
	refused(t, "a pending audit", c.Delete(t.Context(), r.Audits[1].AuditID), audit.CodeAuditPending)
	release()
	c.wait(t, r.BatchID)
	copied := other.urls(t, site)
	want(t, "a copy", entries(copied), "done+cached")
	for i, e := range r.Audits {
		if err := c.Delete(t.Context(), e.AuditID); err != nil {
			t.Fatal(err)
		}
		_, err := c.Audit(t.Context(), e.AuditID)
		refused(t, "a deleted audit", err, audit.CodeNotFound)
		refused(t, "a deleted audit again", c.Delete(t.Context(), e.AuditID), audit.CodeNotFound)
		b, err := c.Batch(t.Context(), r.BatchID)
		switch left := len(r.Audits) - 1 - i; {
		case left == 0:
			refused(t, "a batch without audits", err, audit.CodeNotFound)
		case err != nil || b.Total != left:
			t.Errorf("%d are left: %+v, %v", left, b, err)
		}
	}
	if a := other.audit(t, copied.Audits[0].AuditID); a.Summary != Summary(site, audit.English) {
		t.Errorf("a copy of what was deleted: %+v", a)
	}
	c.remain(t, 998) // deleting gives nothing back
}

func (s *suite) lists(t *testing.T) {
	c := s.account(t)
	host := s.host("ok")
	var newest []string
	for i := range 3 {
		b := c.done(t, fmt.Sprintf("https://%s/%d", host, i), s.site("ok"))
		newest = append([]string{b.Audits[0].AuditID, b.Audits[1].AuditID}, newest...)
	}
	listed := func(q audit.Query) (ids []string, pages int) {
		for {
			p, err := c.Audits(t.Context(), q)
			if err != nil || !p.Success || len(p.Audits) > q.Limit {
				t.Fatalf("%+v, %v", p, err)
			}
			pages++
			for _, a := range p.Audits {
				ids = append(ids, a.AuditID)
				if a.Report == nil || len(a.Scores) != 10 || a.Checks != nil {
					t.Errorf("a listed audit has its scores and no checks: %+v", a)
				}
			}
			if q.Cursor = p.NextCursor; q.Cursor == "" {
				return ids, pages
			}
		}
	}
	for i := 0; i < len(newest); i += 2 { // within a batch the later entry is the newer
		newest[i], newest[i+1] = newest[i+1], newest[i]
	}
	ids, pages := listed(audit.Query{Limit: 4})
	same(t, "all", ids, newest)
	if pages != 2 {
		t.Errorf("%d pages", pages)
	}
	ids, pages = listed(audit.Query{Limit: 3, Domain: host})
	same(t, "of one domain", ids, []string{newest[1], newest[3], newest[5]})
	if pages != 1 {
		t.Errorf("%d pages; a full page may be the last", pages)
	}
	if ids, _ = listed(audit.Query{Limit: 3, Domain: s.host("ok")}); len(ids) != 0 {
		t.Errorf("of another domain: %v", ids)
	}
	for _, cursor := range []string{"x", "aud_", newest[0] + "0", "bat" + newest[0][3:]} {
		_, err := c.Audits(t.Context(), audit.Query{Cursor: cursor})
		refused(t, "cursor "+cursor, err, audit.CodeValidationFailed)
		_, err = c.Batches(t.Context(), audit.Query{Cursor: strings.Replace(cursor, "bat", "aud", 1)})
		refused(t, "batches, cursor "+cursor, err, audit.CodeValidationFailed)
	}
}

func (s *suite) batches(t *testing.T) {
	c := s.account(t)
	held, release := s.held(t, "ok")
	first := c.submit(t, audit.Submission{URLs: []string{s.site("ok"), malformed, s.site("gone")}, Lang: audit.French})
	c.wait(t, first.BatchID)
	second := c.urls(t, held, malformed)
	p, err := c.Batches(t.Context(), audit.Query{Limit: 1})
	if err != nil || len(p.Batches) != 1 || p.NextCursor == "" || !p.Success {
		t.Fatalf("%+v, %v", p, err)
	}
	if h := p.Batches[0]; h.BatchID != second.BatchID || h.Total != 2 || h.Pending != 1 || h.Failed != 1 || h.Completed != 0 || h.FirstURL != held || h.Lang != audit.English {
		t.Errorf("the newest: %+v", h)
	}
	p, err = c.Batches(t.Context(), audit.Query{Limit: 1, Cursor: p.NextCursor})
	if err != nil || len(p.Batches) != 1 || p.NextCursor != "" {
		t.Fatalf("%+v, %v", p, err)
	}
	if h := p.Batches[0]; h.BatchID != first.BatchID || h.Total != 3 || h.Completed != 1 || h.Failed != 2 || h.Lang != audit.French || h.CreatedAt.IsZero() {
		t.Errorf("the first: %+v", h)
	}
	release()
	c.wait(t, second.BatchID)
}

func (s *suite) refusals(t *testing.T) {
	c := s.agency(t, 5)
	many := make([]string, audit.MaxURLs+1)
	for i := range many {
		many[i] = s.site("ok")
	}
	for name, sub := range map[string]audit.Submission{
		"no address": {}, "too many": {URLs: many}, "a language": {URLs: many[:1], Lang: "de"},
	} {
		_, err := c.Submit(t.Context(), sub)
		refused(t, name, err, audit.CodeValidationFailed)
	}
	p, err := c.Audits(t.Context(), audit.Query{})
	if err != nil || len(p.Audits) != 0 {
		t.Errorf("a refused submission left %+v (%v)", p, err)
	}
	c.remain(t, 5)
	if r := c.urls(t, many[:audit.MaxURLs]...); r.Metered != 5 {
		t.Errorf("50 addresses: %+v", r)
	}
}
