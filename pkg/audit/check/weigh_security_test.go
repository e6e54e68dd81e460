package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSecurityIsMadeOfTheVerdictsOfItsReferences(t *testing.T) {
	loose := changed(encrypted(), sends("X-Frame-Options", "DENY"), sends("Cross-Origin-Opener-Policy", "broken token"), onMainPage(func(p *page.Page) {
		p.Response.Cookies = []page.Cookie{{Name: "session"}}
	}))
	for name, f := range map[string]*page.Facts{
		"loose": loose, "with a bad certificate": encrypted(faulty("expired")), "over http": site(plainHTTP), "by address": site(onMainPage(func(p *page.Page) {
			p.FinalURL = "https://127.0.0.1:8443/"
		})),
	} {
		w := Weigh(audit.Security, AssessAll(All(), f))
		sum, of := 0.0, 0
		for _, p := range w.Parts {
			switch verdict, ok := TLSVerdict(f); {
			case p.Name == PartObservatory && (p.Value != float64(observatory.Assess(f).Score) || p.Grade != observatory.Assess(f).Grade):
				t.Errorf("%s: %+v, the HTTP Observatory has %+v", name, p, observatory.Assess(f))
			case p.Name == PartTLS && ok && (p.Grade != verdict.Grade || p.Value > float64(verdict.Most())):
				t.Errorf("%s: %+v, the TLS verdict is %+v", name, p, verdict)
			}
			sum += float64(p.Share) * min(p.Value, 100)
			of += p.Share
		}
		if len(w.Parts) < 2 || w.CappedBy == "" && w.Exact != sum/float64(of) || w.Exact > sum/float64(of) {
			t.Errorf("%s: %.1f of %+v", name, w.Exact, w.Parts)
		}
	}
}

func TestMendingAHeaderBringsItsPoints(t *testing.T) {
	assessed := AssessAll(All(), changed(encrypted(), sends("X-Frame-Options", "DENY")))
	before := Weigh(audit.Security, assessed).Parts[0].Value
	for i := range assessed {
		if assessed[i].Check.ID == "sec.hsts" {
			assessed[i].Finding = Finding{Status: audit.Pass}
		}
	}
	if after := Weigh(audit.Security, assessed).Parts[0].Value; after != before+20 {
		t.Errorf("the Observatory's score goes from %v to %v", before, after)
	}
}
