package check

import (
	"slices"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

var readAt = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// encrypted gives a healthy site with a sound handshake, to spoil.
func encrypted(spoil ...func(*page.TLS)) *page.Facts {
	t := page.TLS{
		Version: "TLS 1.3", Suite: "TLS_AES_128_GCM_SHA256", ALPN: "h2", Valid: true, Hostname: "example.com", Offers: refusals(),
		Chain: []page.Certificate{
			{Subject: "example.com", Issuer: "Some CA", NotBefore: readAt.AddDate(0, 0, -20), NotAfter: readAt.AddDate(0, 0, 70), KeyType: "ECDSA", KeyBits: 256, Signature: "SHA256-RSA"},
			{Subject: "Some CA", Issuer: "Root", NotAfter: readAt.AddDate(5, 0, 0), KeyType: "RSA", KeyBits: 2048, Signature: "SHA256-RSA"},
		},
	}
	t.Conclude()
	for _, s := range spoil {
		s(&t)
	}
	return site(func(f *page.Facts) { f.ReadAt, f.TLS = readAt, page.Known(t) })
}

// refusals are the answers of a server that takes nothing but what is good.
func refusals() []page.Offer {
	return []page.Offer{
		{Asked: page.AskTLS11, Answer: page.Refused},
		{Asked: page.AskForwardSecrecy, Answer: page.Accepted, Version: "TLS 1.2", Suite: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", Renegotiates: true},
		{Asked: page.AskBroken, Answer: page.Refused},
		{Asked: page.AskWeak, Answer: page.Refused},
		{Asked: page.AskDHE, Answer: page.Refused},
		{Asked: page.AskPreference, Answer: page.Accepted, Version: "TLS 1.2", Suite: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", Renegotiates: true},
	}
}

// answers changes the answer to a question: version and suite where it is accepted, nothing where refused.
func answers(asked, version, suite string) func(*page.TLS) {
	return func(t *page.TLS) {
		o := page.Offer{Asked: asked, Answer: page.Accepted, Version: version, Suite: suite, Renegotiates: true}
		if version == "" {
			o.Answer = page.Refused
		}
		t.Offers = append([]page.Offer{o}, slices.DeleteFunc(t.Offers, func(o page.Offer) bool { return o.Asked == asked })...)
		t.Conclude()
	}
}

// plainHTTP gives a site without encryption.
func plainHTTP(f *page.Facts) {
	f.URL, f.FinalURL = "http://example.com/", "http://example.com/"
	f.Main().URL, f.Main().FinalURL = f.URL, f.FinalURL
	f.TLS = page.Unknown[page.TLS](page.NotApplicable, "http")
	f.Plain = page.Unknown[page.Plain](page.NotApplicable, "http")
}

func faulty(fault string) func(*page.TLS) {
	return func(t *page.TLS) { t.Valid, t.Fault = false, fault }
}

// TestTLSOfPlainSite: what can't apply leaves the denominator, and sec.https-only alone speaks of it.
func TestTLSOfPlainSite(t *testing.T) {
	for _, c := range group("tls") {
		if got := c.Assess(site(plainHTTP)); got.Status != audit.NotAssessed || got.Reason != page.NotApplicable {
			t.Errorf("%s: got %s %s", c.ID, got.Status, got.Reason)
		}
	}
}

func TestPlainOrUntrustedSiteCannotScoreWell(t *testing.T) {
	best := func(f *page.Facts) *page.Facts {
		for name, value := range map[string]string{
			"Content-Security-Policy": "default-src 'self'; frame-ancestors 'self'", "X-Content-Type-Options": "nosniff",
			"Strict-Transport-Security": "max-age=31536000",
		} {
			f.Main().Response.Header[name] = []string{value}
		}
		return f
	}
	for _, row := range []struct {
		name  string
		facts *page.Facts
		most  int
		by    string
	}{
		{"plain http", best(site(plainHTTP)), 40, "sec.https-only"},
		{"expired", best(encrypted(faulty("expired"))), 19, "tls.cert-valid"},
	} {
		w := Weigh(audit.Security, AssessAll(group("tls", "sec"), row.facts))
		if w.Value > row.most || w.CappedBy != "" && w.CappedBy != row.by {
			t.Errorf("%s: %d, capped by %q; want at most %d", row.name, w.Value, w.CappedBy, row.most)
		}
	}
	if w := Weigh(audit.Security, AssessAll(group("tls", "sec"), best(encrypted()))); w.Value < 95 {
		t.Errorf("a well-kept site has %d", w.Value)
	}
}

func TestCertValid(t *testing.T) {
	verdicts(t, tlsCertValid(), []verdict{
		{name: "trusted", facts: encrypted(), want: audit.Pass, says: "example.com"},
		{name: "expired", facts: encrypted(faulty("expired")), want: audit.Fail, says: "il a expiré"},
		{name: "wrong name", facts: encrypted(faulty("wrong_host")), want: audit.Fail, says: "subject example.com, issuer Some CA"},
		{name: "a gap in the chain that browsers fill", facts: encrypted(faulty("incomplete_chain")), want: audit.Warn, says: "issuer Some CA"},
		{name: "SHA-1", facts: encrypted(faulty("weak_signature")), want: audit.Fail, says: "hash"},
		{name: "fault without a name", facts: encrypted(faulty("")), want: audit.Fail, says: "could not be verified"},
		{name: "no certificate kept", facts: encrypted(faulty("malformed"), func(t *page.TLS) { t.Chain = nil }), want: audit.Fail, says: "malformed"},
		{name: "unread", facts: site(func(f *page.Facts) { f.TLS = page.Unknown[page.TLS](page.Unread, "") }), want: audit.NotAssessed, reason: page.Unread},
	})
}
