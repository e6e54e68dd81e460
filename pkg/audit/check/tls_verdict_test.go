package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// strict sends HSTS for a year.
func strict(f *page.Facts) *page.Facts {
	f.Main().Response.Header["Strict-Transport-Security"] = []string{"max-age=31536000"}
	return f
}

func TestTLSVerdictIsTheReferences(t *testing.T) {
	with := func(change func(*page.TLS)) func(*page.TLS) {
		return func(t *page.TLS) { change(t); t.Conclude() }
	}
	only := func(version, suite string) func(*page.TLS) { // for servers that know nothing newer
		return with(func(t *page.TLS) {
			t.Version, t.Suite = version, suite
			for i := range t.Offers {
				t.Offers[i] = page.Offer{Asked: t.Offers[i].Asked, Answer: page.Refused}
			}
		})
	}
	key := func(kind string, bits int) func(*page.TLS) {
		return func(t *page.TLS) { t.Chain[0].KeyType, t.Chain[0].KeyBits = kind, bits }
	}
	for _, row := range []struct {
		name, grade, reasons string
		facts                *page.Facts
	}{
		{"everything right", "A+", "", strict(encrypted())},
		{"without HSTS", "A", "", encrypted()},
		{"without TLS 1.3", "A-", "", strict(encrypted(with(func(t *page.TLS) { t.Version, t.Suite = "TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256" })))},
		{"renegotiation unbound", "A-", "", strict(encrypted(func(t *page.TLS) { t.Offers[1].Renegotiates = false }))},
		{"expired", "T", "expired", encrypted(faulty("expired"))},
		{"not yet valid", "T", "not_yet_valid", encrypted(faulty("not_yet_valid"))},
		{"self-signed", "T", "self_signed", encrypted(faulty("self_signed"))},
		{"private root", "T", "untrusted", encrypted(faulty("untrusted"))},
		{"SHA-1", "T", "sha1_signature weak_signature", encrypted(faulty("weak_signature"), func(t *page.TLS) { t.Chain[0].Signature = "SHA1-RSA" })},
		{"SHA-1 above", "T", "weak_signature", encrypted(faulty("weak_signature"))},
		{"MD5", "T", "weak_signature md5_signature", encrypted(faulty("weak_signature"), func(t *page.TLS) { t.Chain[0].Signature = "MD5-RSA" })},
		{"another name", "M", "wrong_host", encrypted(faulty("wrong_host"))},
		{"another name and broken", "M", "wrong_host suite_below_112_bits", encrypted(faulty("wrong_host"), answers(page.AskBroken, "TLS 1.2", "TLS_RSA_WITH_NULL_SHA"))},
		{"gap in the chain", "B", "incomplete_chain", encrypted(faulty("incomplete_chain"))},
		{"NULL", "F", "suite_below_112_bits", encrypted(answers(page.AskBroken, "TLS 1.2", "TLS_RSA_WITH_NULL_SHA"))},
		{"anonymous", "F", "anonymous_suite", encrypted(answers(page.AskBroken, "TLS 1.2", "TLS_DH_anon_WITH_AES_256_GCM_SHA384"))},
		{"export", "F", "export_suite suite_below_112_bits tls10", encrypted(answers(page.AskBroken, "TLS 1.0", "TLS_RSA_EXPORT_WITH_DES40_CBC_SHA"))},
		{"DES", "F", "suite_below_112_bits", encrypted(answers(page.AskBroken, "TLS 1.2", "TLS_RSA_WITH_DES_CBC_SHA"))},
		{"RSA 512", "F", "insecure_key", encrypted(key("RSA", 512))},
		{"RSA 1024", "B", "weak_key", encrypted(key("RSA", 1024))},
		{"RSA 2048", "A", "", encrypted(key("RSA", 2048))},
		{"RSA 8192", "A", "", encrypted(key("RSA", 8192))},
		{"P-224", "A", "", encrypted(key("ECDSA", 224))},
		{"a group of 512 bits", "F", "insecure_key", encrypted(func(t *page.TLS) { t.Offers[4].DHBits = 512 })},
		{"a group of 1,024 bits", "B", "weak_key", encrypted(func(t *page.TLS) { t.Offers[4].DHBits = 1024 })},
		{"a group of 2,048 bits", "A", "", encrypted(func(t *page.TLS) { t.Offers[4].DHBits = 2048 })},
		{"TLS 1.1 too", "B", "tls11", encrypted(answers(page.AskTLS11, "TLS 1.1", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"))},
		{"TLS 1.0 too", "B", "tls10", encrypted(answers(page.AskTLS11, "TLS 1.0", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"))},
		{"SSLv3 too", "C", "poodle sslv3", encrypted(answers(page.AskTLS11, "SSLv3", "TLS_RSA_WITH_AES_128_CBC_SHA"))},
		{"SSLv3 with RC4", "B", "rc4 sslv3", encrypted(answers(page.AskTLS11, "SSLv3", "TLS_RSA_WITH_RC4_128_SHA"))},
		{"RC4 with TLS 1.2", "B", "rc4", encrypted(answers(page.AskWeak, "TLS 1.2", "TLS_ECDHE_RSA_WITH_RC4_128_SHA"))},
		{"RC4 agreed on", "C", "rc4_with_tls11 rc4", encrypted(with(func(t *page.TLS) { t.Version, t.Suite = "TLS 1.2", "TLS_ECDHE_RSA_WITH_RC4_128_SHA" }))},
		{
			"RC4 with TLS 1.1", "C", "rc4_with_tls11 rc4 tls11",
			encrypted(answers(page.AskWeak, "TLS 1.2", "TLS_RSA_WITH_RC4_128_SHA"), answers(page.AskTLS11, "TLS 1.1", "TLS_RSA_WITH_AES_128_CBC_SHA")),
		},
		{"3DES last", "A", "", encrypted(answers(page.AskWeak, "TLS 1.2", "TLS_RSA_WITH_3DES_EDE_CBC_SHA"))},
		{
			"3DES with TLS 1.1", "C", "64_bit_block_with_tls11 tls11",
			encrypted(answers(page.AskWeak, "TLS 1.2", "TLS_RSA_WITH_3DES_EDE_CBC_SHA"), answers(page.AskTLS11, "TLS 1.1", "TLS_RSA_WITH_AES_128_CBC_SHA")),
		},
		{"compression", "C", "tls_compression", encrypted(func(t *page.TLS) { t.Offers[1].Compressed = true })},
		{
			"TLS 1.1 alone", "C", "no_tls12 tls11 no_forward_secrecy",
			encrypted(only("TLS 1.1", "TLS_RSA_WITH_AES_128_CBC_SHA"), answers(page.AskTLS11, "TLS 1.1", "TLS_RSA_WITH_AES_128_CBC_SHA")),
		},
		{"SSLv3 alone", "F", "sslv3_is_best no_tls12 sslv3 no_forward_secrecy", encrypted(only("SSLv3", "TLS_RSA_WITH_RC4_128_SHA"), func(t *page.TLS) { t.Suite = "TLS_RSA_WITH_AES_128_GCM_SHA256" })},
		{"static RSA", "B", "no_forward_secrecy", encrypted(only("TLS 1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256"))},
		{
			"CBC alone", "B", "no_aead",
			encrypted(with(func(t *page.TLS) {
				t.Version, t.Suite = "TLS 1.2", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"
				t.Offers[1].Suite, t.Offers[5] = t.Suite, page.Offer{Asked: page.AskSealed, Answer: page.Refused}
			})),
		},
		{"nothing further asked", "A+", "", strict(encrypted(with(func(t *page.TLS) { t.Offers = nil })))},
	} {
		t.Run(row.name, func(t *testing.T) {
			v, ok := TLSVerdict(row.facts)
			var reasons []string
			for _, c := range v.Caps {
				reasons = append(reasons, c.Reason)
				if c.Seen == "" || c.Source == "" {
					t.Errorf("%s: by %q, from %q", c.Reason, c.Seen, c.Source)
				}
			}
			if !ok || v.Grade != row.grade || strings.Join(reasons, " ") != row.reasons {
				t.Errorf("%s because of %v, warnings %v; want %s because of %q", v.Grade, reasons, v.Warnings, row.grade, row.reasons)
			}
			if w := Weigh(audit.Security, AssessAll(group("tls", "sec"), row.facts)); v.Grade >= "C" && w.Value > v.Most() {
				t.Errorf("security has %d points beside grade %s, capped by %q", w.Value, v.Grade, w.CappedBy)
			}
			if v.Score > 100 || v.Score == 0 != slices.Contains([]string{"F", "M", "T"}, v.Grade) {
				t.Errorf("%s with %d points: %+v", v.Grade, v.Score, v)
			}
		})
	}
	if _, ok := TLSVerdict(site(plainHTTP)); ok {
		t.Error("a site on http has a verdict on TLS")
	}
	if v, _ := TLSVerdict(encrypted(func(t *page.TLS) { t.Offers = nil })); len(v.Unknown) != 5 {
		t.Errorf("unknown: %v", v.Unknown)
	}
}

// TestTLSPointsAreTheGuides holds the points against sums worked out by the guide's tables.
func TestTLSPointsAreTheGuides(t *testing.T) {
	for _, row := range []struct {
		name                              string
		protocol, key, cipher, score, top int
		facts                             *page.Facts
	}{
		{"128 bits alone, P-256", 100, 100, 80, 92, 100, encrypted()},
		{"RSA 2048, 256 bits too", 100, 90, 90, 93, 100, encrypted(func(t *page.TLS) {
			t.Chain[0].KeyType, t.Chain[0].KeyBits, t.Suite = "RSA", 2048, "TLS_AES_256_GCM_SHA384"
		})},
		{"from TLS 1.0", 95, 100, 80, 90, 79, encrypted(answers(page.AskTLS11, "TLS 1.0", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"))},
		{"from SSLv3", 90, 100, 80, 89, 64, encrypted(answers(page.AskTLS11, "SSLv3", "TLS_RSA_WITH_AES_128_CBC_SHA"))},
		{"expired", 0, 0, 0, 0, 19, encrypted(faulty("expired"))},
	} {
		v, _ := TLSVerdict(row.facts)
		if v.Protocol != row.protocol || v.KeyExchange != row.key || v.Cipher != row.cipher || v.Score != row.score || v.Most() != row.top {
			t.Errorf("%s: %+v, at most %d", row.name, v, v.Most())
		}
	}
}

func TestHSTSPreloadIsTheLists(t *testing.T) {
	redirected := func(to ...string) func(*page.Facts) {
		return func(f *page.Facts) {
			var hops []page.Redirect
			for _, address := range to {
				hops = append(hops, page.Redirect{Status: 301, To: address})
			}
			f.Plain = page.Known(page.Plain{Status: 301, Redirects: hops})
		}
	}
	sent := func(headers ...string) func(*page.Facts) {
		return func(f *page.Facts) { f.Main().Response.Header["Strict-Transport-Security"] = headers }
	}
	good := sent("max-age=31536000; includeSubDomains; preload")
	for _, row := range []struct {
		name  string
		spoil []func(*page.Facts)
		want  string
	}{
		{"eligible", nil, ""},
		{"letters of any case", []func(*page.Facts){sent("MAX-AGE=63072000;INCLUDESUBDOMAINS;PRELOAD")}, ""},
		{"no header", []func(*page.Facts){sent()}, "response.no_header"},
		{"two headers", []func(*page.Facts){sent("max-age=1", "max-age=2")}, "response.multiple_headers"},
		{"half a year", []func(*page.Facts){sent("max-age=15768000; includeSubDomains; preload")}, "header.preloadable.max_age.below_1_year"},
		{"none", []func(*page.Facts){sent("max-age=0")}, "header.preloadable.include_sub_domains.missing header.preloadable.preload.missing header.preloadable.max_age.zero"},
		{"no max-age", []func(*page.Facts){sent("includeSubDomains; preload")}, "header.preloadable.max_age.missing"},
		{"a subdomain", []func(*page.Facts){func(f *page.Facts) { f.Host = "www.example.com" }, redirected("https://www.example.com/")}, "domain.is_subdomain"},
		{"a bad certificate", []func(*page.Facts){func(f *page.Facts) { f.TLS.Value.Valid = false }}, "domain.tls.invalid_cert_chain"},
		{"http stays", []func(*page.Facts){redirected()}, "redirects.http.no_redirect"},
		{"nothing on http", []func(*page.Facts){func(f *page.Facts) { f.Plain = page.Known(page.Plain{Closed: true}) }}, ""},
		{"www first", []func(*page.Facts){redirected("https://www.example.com/", "https://example.com/")}, "redirects.http.www_first"},
		{"elsewhere first", []func(*page.Facts){redirected("http://example.com/en", "https://example.com/en")}, "redirects.http.first_redirect.insecure"},
		{"back to http", []func(*page.Facts){redirected("https://example.com/", "http://example.com/en")}, "redirects.insecure.subsequent"},
		{"www without TLS", []func(*page.Facts){func(f *page.Facts) { f.Sibling = page.Known(page.Sibling{Exists: true}) }}, "domain.www.no_tls"},
	} {
		f := encrypted()
		good(f)
		redirected("https://example.com/")(f)
		f.Sibling = page.Known(page.Sibling{})
		for _, spoil := range row.spoil {
			spoil(f)
		}
		v, ok := HSTSPreload(f)
		if got := strings.Join(v.Errors, " "); !ok || got != row.want || v.Eligible != (row.want == "") {
			t.Errorf("%s: %v %q, want %q", row.name, v.Eligible, got, row.want)
		}
	}
	if _, ok := HSTSPreload(site(plainHTTP)); ok {
		t.Error("a site on http was judged")
	}
}
