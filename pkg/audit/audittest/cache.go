package audittest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

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
	inner, cut, partly, gone := s.site("ok"), s.site("cut"), s.site("partly"), s.site("gone")
	c.done(t, inner+"shop", cut, partly, gone)
	for _, row := range []struct{ name, url, state string }{
		{"a page serves itself", inner + "shop", "done+cached"},
		{"a page doesn't serve its front page", inner, "pending"},
		{"what was cut off serves nobody", cut, "pending"},
		{"what a service was missing from is tried again", partly, "pending"},
		{"what failed serves nobody", gone, "pending"},
	} {
		r := c.urls(t, row.url)
		want(t, row.name, entries(r), row.state)
		c.wait(t, r.BatchID)
	}
	want(t, "a front page serves any page", entries(c.urls(t, inner+"shop/2")), "done+cached")
	want(t, "what was partial twice serves its account", entries(c.urls(t, partly)), "done+cached")
	someone := s.account(t)
	r := someone.urls(t, partly)
	want(t, "and nobody else", entries(r), "pending")
	someone.wait(t, r.BatchID)
	s.advance(t, 16*time.Minute)
	r = c.urls(t, partly)
	want(t, "nor its account for long", entries(r), "pending")
	c.wait(t, r.BatchID)
	other := s.site("ok")
	c.done(t, other+"a")
	r = c.urls(t, other+"b")
	want(t, "a page doesn't serve another page", entries(r), "pending")
	r = c.submit(t, audit.Submission{URLs: []string{other + "a"}, Lang: audit.French})
	want(t, "a language doesn't serve another", entries(r), "pending")
	c.wait(t, r.BatchID)
}

// servesOrigin: a front page stands for the origin that was asked for, and the one that answered; never for what its submitter chose it to
// be.
func (s *suite) servesOrigin(t *testing.T) {
	first := s.account(t)
	for _, row := range []struct{ name, host, audited, asked, state string }{
		{"http and www don't serve https", s.host("ok"), "http://www.%s/", "https://%s/pricing?x=1", "pending"},
		{"http doesn't serve https", s.host("ok"), "http://%s/", "https://%s/", "pending"},
		{"https doesn't serve http", s.host("ok"), "https://%s/", "http://%s/about", "pending"},
		{"an address without a scheme serves https", s.host("ok"), "%s", "https://%s/about", "done+cached"},
		{"https serves an address without a scheme", s.host("ok"), "https://%s/", "%s", "done+cached"},
		{"a front page serves where it redirects to", s.host("moves"), "https://%s/", "https://www.%s/about", "done+cached"},
		{"and where it was asked for", s.host("moves"), "https://%s/", "https://%s/about", "done+cached"},
		{"not the other way round", s.host("ok"), "https://www.%s/", "https://%s/", "pending"},
		{"what answered over http alone doesn't serve https", s.host("plain"), "%s", "https://%s/", "pending"},
		{"but the same address", s.host("plain"), "%s", "%s", "done+cached"},
	} {
		first.done(t, fmt.Sprintf(row.audited, row.host))
		c := s.account(t)
		r := c.urls(t, fmt.Sprintf(row.asked, row.host))
		want(t, row.name, entries(r), row.state)
		c.wait(t, r.BatchID)
	}
	host := s.host("held-ok")
	leads := first.urls(t, "http://www."+host+"/")
	second := s.account(t)
	follows := second.urls(t, "https://"+host+"/pricing")
	s.Sites.Release("www." + host)
	s.Sites.Release(host)
	first.wait(t, leads.BatchID)
	want(t, "what is in flight at another origin", ended(second.wait(t, follows.BatchID)), "done")
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
	if r.Metered != 5 {
		t.Errorf("metered %d, want 5: the first site, its www host, two pages of the other, and its front page", r.Metered)
	}
	want(t, "the batch", ended(c.wait(t, r.BatchID)), "done done+cached done done+cached done done done+cached done done+cached")
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
