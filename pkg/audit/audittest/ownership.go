package audittest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

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
