package audit

import (
	"context"
	"strconv"
	"testing"
	"time"
)

// listed is a Service that has a list of audits, newest first, and gives few at once.
type listed struct {
	Service
	audits []Audit
	asked  int
}

func (l *listed) Audits(_ context.Context, q Query) (AuditPage, error) {
	l.asked++
	from := 0
	if q.Cursor != "" {
		from, _ = strconv.Atoi(q.Cursor)
	}
	to := min(from+2, len(l.audits))
	page := AuditPage{Audits: l.audits[from:to]}
	if to < len(l.audits) {
		page.NextCursor = strconv.Itoa(to)
	}
	return page, nil
}

func (l *listed) Audit(_ context.Context, id string) (*Audit, error) {
	for _, a := range l.audits {
		if a.AuditID == id {
			whole := *a.Report
			whole.Checks = []Check{{ID: "seo.title-present"}}
			a.Report = &whole
			return &a, nil
		}
	}
	return nil, &Error{Code: CodeNotFound}
}

func finished(id string, lang Lang, at int) Audit {
	return Audit{AuditID: id, Domain: "example.com", Status: Done, Lang: lang, Report: &Report{AuditedAt: time.Unix(int64(at), 0)}}
}

func TestThePreviousAuditIsTheNewestOlderReportOfTheSite(t *testing.T) {
	failed := Audit{AuditID: "failed", Domain: "example.com", Status: Failed, Lang: English}
	now, served := finished("now", English, 30), finished("served", English, 30) // from the history
	before, oldest := finished("before", English, 20), finished("oldest", English, 10)
	for name, c := range map[string]struct {
		list []Audit
		a    Audit
		want string
	}{
		"the one before":                 {[]Audit{served, failed, now, before, oldest}, now, "before"},
		"not the report it repeats":      {[]Audit{served, failed, now, before, oldest}, served, "before"},
		"not one that came later":        {[]Audit{now, before, oldest}, before, "oldest"},
		"not one in another language":    {[]Audit{now, finished("français", French, 25), before}, now, "before"},
		"none before the first":          {[]Audit{now, before, oldest}, oldest, ""},
		"none before what didn't finish": {[]Audit{failed, now}, failed, ""},
	} {
		s := &listed{audits: c.list}
		got, err := Previous(t.Context(), s, c.a)
		if err != nil || (got == nil) != (c.want == "") || got != nil && (got.AuditID != c.want || len(got.Checks) == 0) {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
}

func TestThePreviousAuditIsLookedForWithinBounds(t *testing.T) {
	var later []Audit
	for i := range 3 * previousPages {
		later = append(later, finished(strconv.Itoa(i), English, 100-i))
	}
	s := &listed{audits: append(later, finished("first", English, 5))}
	got, err := Previous(t.Context(), s, finished("old", English, 10))
	if got != nil || err != nil || s.asked != previousPages {
		t.Errorf("%v %v, asked %d times", got, err, s.asked)
	}
}

func TestAFailureToLookForThePreviousAuditIsTold(t *testing.T) {
	s := &listed{audits: []Audit{finished("before", English, 1)}}
	if _, err := Previous(t.Context(), vanishing{s}, finished("now", English, 2)); CodeOf(err) != CodeNotFound {
		t.Errorf("%v", err)
	}
}

// vanishing loses what it has listed.
type vanishing struct{ *listed }

func (vanishing) Audit(context.Context, string) (*Audit, error) {
	return nil, &Error{Code: CodeNotFound}
}
