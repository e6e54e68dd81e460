package service

import (
	"fmt"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// The clock of a service's process, set back or forward while audits wait and run. Units, results and what was promised are those of before; what is
// timed may come early or late by the step, and no more.
func TestAClockThatIsSetBackOrForwardLosesNothing(t *testing.T) {
	for _, step := range []time.Duration{-24 * time.Hour, -time.Hour, time.Hour, 24 * time.Hour} {
		t.Run(step.String(), func(t *testing.T) {
			t.Parallel()
			s := newServed(t, func(c *Config) { c.CacheAge, c.FailureLimit = 12*time.Hour, 3 })
			secret, caller := newKey(t, s.Service, "b@example.com", audit.Agency, 4)
			customer := s.For(caller)
			revoked, _ := newKey(t, s.Service, "c@example.com", audit.Agency, 4)
			if err := s.DisableAccount(t.Context(), "c@example.com"); err != nil {
				t.Fatal(err)
			}
			working(t, s.Service, "node")
			submit := func(key string, urls ...string) audit.Receipt {
				t.Helper()
				r, err := customer.Submit(t.Context(), audit.Submission{URLs: urls, IdempotencyKey: key})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			first := submit("first", "https://ok-1.example/", "https://held-1.example/", "https://held-gone.example/")
			want := func(what string, left int) {
				t.Helper()
				if a, err := s.For(caller).Account(t.Context()); err != nil || a.Quota.Remaining != left {
					t.Errorf("%s: %d units remain, want %d; %v", what, a.Quota.Remaining, left, err)
				}
			}
			poll(t, "the first site is audited", func() bool {
				a, err := customer.Audit(t.Context(), first.Audits[0].AuditID)
				return err == nil && a.Status == audit.Done
			})
			s.clock.advance(step)

			if again := submit("first", "https://ok-1.example/", "https://held-1.example/", "https://held-gone.example/"); step < 24*time.Hour && again.BatchID != first.BatchID {
				t.Errorf("a submission repeated after the step is accepted twice")
			} else if step == 24*time.Hour && again.Metered != 1 { // its key is forgotten: the first is read again, the others are waited for
				t.Errorf("a submission whose key is forgotten is metered %d times", again.Metered)
			}
			s.sites.Release("held-1.example")
			s.sites.Release("held-gone.example")
			poll(t, "all have ended", func() bool {
				b, err := customer.Batch(t.Context(), first.BatchID)
				return err == nil && b.Pending == 0
			})
			left := 2
			if step == 24*time.Hour {
				left = 1
			}
			s.accounts.forget(caller.AccountID)
			want("when all have ended", left)
			serving := submit("", "https://ok-1.example/").Metered
			if late := step == 24*time.Hour; serving != 0 && !late {
				t.Errorf("an audit of within the cache's age isn't served after a step of %s", step)
			}
			// The limit holds whatever the clock says: no unit comes back by a step that is shorter than the window.
			r := submit("", "https://ok-2.example/", "https://ok-3.example/", "https://ok-4.example/")
			if r.Metered != left-serving || r.Quota.Remaining != 0 {
				t.Errorf("%d metered of %d that remained, %+v", r.Metered, left-serving, r.Quota)
			}
			s.clock.advance(-step)
			if r := submit("", "https://ok-5.example/"); r.Metered != 0 {
				t.Error("a step and its undoing give units back")
			}
			if _, err := s.Authenticate(t.Context(), secret); err != nil {
				t.Errorf("a key: %v", err)
			}
			if _, err := s.Authenticate(t.Context(), revoked); err == nil {
				t.Error("the key of a closed account opens again")
			}
		})
	}
}

// Who was refused for wrong passwords, or signed in, is so after a step too, or no later than the step.
func TestAClockThatIsSetBackLocksNobodyOutForLonger(t *testing.T) {
	s := newServed(t)
	account, err := s.CreateAccount(t.Context(), "d@example.com", audit.Agency, 1)
	if err != nil {
		t.Fatal(err)
	}
	invitation, err := s.Invite(t.Context(), account.ID)
	if err != nil {
		t.Fatal(err)
	}
	s.clock.advance(-time.Hour)
	if _, err := s.Accept(t.Context(), invitation.Token, "a good long password"); err != nil {
		t.Fatalf("an invitation after the clock was set back: %v", err)
	}
	for _, step := range []time.Duration{0, -24 * time.Hour, time.Hour, 24 * time.Hour} {
		s.clock.advance(step)
		if _, err := s.SignIn(t.Context(), "d@example.com", "a good long password"); err != nil {
			t.Errorf("signing in after a step of %s: %v", step, err)
		}
		if _, err := s.SignIn(t.Context(), "d@example.com", fmt.Sprint("wrong", step)); err == nil {
			t.Error("a wrong password lets in")
		}
	}
}
