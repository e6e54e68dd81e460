package audittest

import (
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

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
