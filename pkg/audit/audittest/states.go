package audittest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

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
