package audittest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
)

// RulesVersion is that of every report of Sites.
const RulesVersion = "played-1"

// Sites plays the sites that are audited, in the place of a pipeline: what an audit finds is said by its host's first label, up to a hyphen.
//
//	gone     failed, dns_not_found
//	inside   invalid, address_not_public
//	cut      done, truncated
//	broken   panics, every time
//	odd      fails with an error that has no code, every time
//	flaky    fails the first time with an error that has no code, done the next
//	partly   done, though a service that should have been asked failed: of other rules
//	asked    done, with the questions that are remembered, or one of its own
//	anew     done, with a question of its own, whatever is remembered
//	seen     done, with a picture of the page
//	moves    done; its front page is at its www host
//	plain    done; it answers over http alone
//	held     as the rest of the label says ("held-gone-1"), but not before Release
//
// Every other site is done. It is safe for concurrent use.
type Sites struct {
	now      func() time.Time
	mu       sync.Mutex
	runs     map[string]int           // by address
	released map[string]chan struct{} // by host; closed once released
}

// NewSites makes Sites that are audited at the times of a clock: the service's.
func NewSites(now func() time.Time) *Sites {
	return &Sites{now: now, runs: map[string]int{}, released: map[string]chan struct{}{}}
}

// Runs counts how often an address was audited, by its normalised form.
func (s *Sites) Runs(url string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runs[url]
}

// Release lets the audits of a held host go on, those under way and all later ones.
func (s *Sites) Release(host string) {
	gate := s.gate(host)
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-gate:
	default:
		close(gate)
	}
}

func (s *Sites) gate(host string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.released[host] == nil {
		s.released[host] = make(chan struct{})
	}
	return s.released[host]
}

// Validate refuses addresses of loopback, and ports, as a server does.
func (s *Sites) Validate(t audit.Target) *audit.Error {
	switch {
	case strings.HasPrefix(t.Host, "127."):
		return audit.Errorf(audit.CodeAddressNotPublic, "this address is not public")
	case t.Port != "":
		return audit.Errorf(audit.CodePortNotAllowed, "only ports 80 and 443 can be audited")
	}
	return nil
}

// RulesVersion names the rules of the reports.
func (s *Sites) RulesVersion() string { return RulesVersion }

// Run audits a played site.
func (s *Sites) Run(
	ctx context.Context, t audit.Target, lang audit.Lang, questions []string, progress func(audit.Stage, string),
) (*audit.Report, error) {
	s.mu.Lock()
	s.runs[t.URL]++
	run := s.runs[t.URL]
	s.mu.Unlock()
	progress(audit.StageReading, t.Host)
	kind, rest := kindOf(t.Host)
	if kind == "held" {
		select {
		case <-s.gate(t.Host):
		case <-ctx.Done():
			return nil, &audit.Error{Code: audit.CodeInterrupted, Message: "the audit was interrupted", Err: ctx.Err()}
		}
		kind, _ = kindOf(rest)
	}
	switch {
	case kind == "gone":
		return nil, audit.Errorf(audit.CodeDNSNotFound, "there is no site %s", t.Host)
	case kind == "inside":
		return nil, audit.Errorf(audit.CodeAddressNotPublic, "%s is not public", t.Host)
	case kind == "broken":
		panic("a fault of " + t.Host + " with an inner secret")
	case kind == "odd", kind == "flaky" && run == 1:
		return nil, errors.New("an inner secret")
	}
	progress(audit.StageJudging, "")
	r := report(t, lang, s.now())
	switch kind {
	case "cut":
		r.Truncated = true
	case "partly":
		r.RulesVersion += " without a service"
	case "asked", "anew":
		if questions == nil || kind == "anew" {
			questions = []string{fmt.Sprintf("What was asked in run %d of %s?", run, t.URL)}
			r.Kept.Questions = questions
		}
		r.Questions, r.Kept.Answers = questions, []byte("answers to "+questions[0])
	case "moves":
		r.FinalURL = "https://www." + t.Host + "/"
	case "plain":
		r.FinalURL = "http://" + t.Host + "/"
	case "seen":
		r.Kept.Screenshot = fmt.Appendf(nil, "\xff\xd8 %s in run %d", t.URL, run)
	}
	return r, nil
}

func kindOf(host string) (kind, rest string) {
	label, _, _ := strings.Cut(host, ".")
	kind, _, _ = strings.Cut(label, "-")
	return kind, strings.TrimPrefix(host[len(kind):], "-")
}

// report is a small one, with every field that a finished audit must have.
func report(t audit.Target, lang audit.Lang, at time.Time) *audit.Report {
	scores := map[audit.Metric]audit.Score{}
	for i, m := range audit.Metrics() {
		scores[m] = audit.Score{Value: 60 + i, Tier: audit.Measured, Source: "played", Assessed: 1}
	}
	return &audit.Report{
		OverallAIReadiness: scores[audit.AIReadiness].Value, Scores: scores, Business: audit.Business{Industry: "Bakery", Type: "local"},
		Summary: Summary(t.URL, lang), FinalURL: t.URL, AuditedAt: at.UTC().Truncate(time.Microsecond), RulesVersion: RulesVersion,
		Notes: []string{}, Pages: []audit.PageRead{{URL: t.URL, Status: 200, Kind: "home", Title: "A played site", Words: 300}},
		Checks: []audit.Check{{ID: "seo.title-present", Metric: audit.SEO, Status: audit.Pass, Weight: 1, EvidenceLevel: "A", Title: "Title", Detail: "There is one.", Reference: "https://example.com/"}},
	}
}

// Summary is what a report of an address says, in a language.
func Summary(url string, lang audit.Lang) string {
	return audit.Text{EN: "What was found on " + url, FR: "Ce qui a été trouvé sur " + url}.In(lang)
}
