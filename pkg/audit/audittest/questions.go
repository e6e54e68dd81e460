package audittest

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func (s *suite) questions(t *testing.T) {
	first, second := s.account(t), s.account(t)
	site := s.site("asked")
	asked := func(who caller, url string, refresh bool) []string {
		t.Helper()
		a := who.wait(t, who.submit(t, audit.Submission{URLs: []string{url}, Refresh: refresh}).BatchID).Audits[0]
		if a.Status != audit.Done || len(a.Questions) != 1 {
			t.Fatalf("%s is %s, with the questions %q", url, a.Status, a.Questions)
		}
		return a.Questions
	}
	made := asked(first, site, false)
	same(t, "the next audit asks", asked(first, site, true), made)
	same(t, "so does that of another page", asked(first, site+"about", true), made)
	same(t, "who is served sees what was asked", asked(second, site, false), made)
	others := asked(second, site, true)
	if others[0] == made[0] {
		t.Errorf("an account asks what another made: %q", others)
	}
	same(t, "each asks its own", [][]string{asked(first, site, true), asked(second, site, true)}, [][]string{made, others})

	site = s.site("anew")
	made = asked(first, site, false)
	if again := asked(first, site, true); again[0] == made[0] {
		t.Errorf("an audit that makes new questions asks %q again", again)
	}

	// Who follows an audit ends with its questions, and remembers none.
	held, release := s.held(t, "asked")
	leads := first.urls(t, held, held)
	follows := second.urls(t, held)
	release()
	led, followed := first.wait(t, leads.BatchID), second.wait(t, follows.BatchID)
	made = led.Audits[0].Questions
	same(t, "who follows", [][]string{led.Audits[1].Questions, followed.Audits[0].Questions}, [][]string{made, made})
	same(t, "who led asks the same again", asked(first, held, true), made)
	if others := asked(second, held, true); others[0] == made[0] {
		t.Errorf("who followed asks what another made: %q", others)
	}
}
