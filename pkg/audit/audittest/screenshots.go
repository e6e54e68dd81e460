package audittest

import (
	"bytes"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

func (s *suite) screenshots(t *testing.T) {
	first, second := s.account(t), s.account(t)
	site := s.site("seen")
	picture := func(who caller, b *audit.Batch, i int) []byte {
		t.Helper()
		p, err := who.Screenshot(t.Context(), b.Audits[i].AuditID)
		if err != nil || !bytes.HasPrefix(p, []byte("\xff\xd8 "+site)) {
			t.Errorf("the picture: %q, %v", p, err)
		}
		return p
	}
	own := first.done(t, site, site, s.site("ok"), malformed)
	seen := picture(first, own, 0)
	served := second.done(t, site)
	for what, other := range map[string][]byte{"who follows": picture(first, own, 1), "who is served": picture(second, served, 0)} {
		if !bytes.Equal(other, seen) {
			t.Errorf("%s sees %q, not %q", what, other, seen)
		}
	}
	for what, id := range map[string]string{"a page that nobody saw": own.Audits[2].AuditID, "no page": own.Audits[3].AuditID, "another's audit": served.Audits[0].AuditID, "no audit": "aud_1"} {
		_, err := first.Screenshot(t.Context(), id)
		refused(t, what, err, audit.CodeNotFound)
	}
	for _, a := range own.Audits[:2] {
		if err := first.Delete(t.Context(), a.AuditID); err != nil {
			t.Fatal(err)
		}
		_, err := first.Screenshot(t.Context(), a.AuditID)
		refused(t, "a deleted audit", err, audit.CodeNotFound)
	}
	if left := picture(second, served, 0); !bytes.Equal(left, seen) {
		t.Errorf("who is served sees %q, not %q, when the first is gone", left, seen)
	}
}
