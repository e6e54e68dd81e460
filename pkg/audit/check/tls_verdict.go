package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Where the caps come from.
const (
	ratingGuide   = "https://github.com/ssllabs/research/wiki/SSL-Server-Rating-Guide"
	ratingScript  = "testssl.sh 3.3, set_grade_cap"
	grading2014   = "https://blog.qualys.com/product-tech/2014/01/21/ssl-labs-stricter-security-requirements-for-2014"
	grading2017   = "https://blog.qualys.com/product-tech/2016/11/16/announcing-ssl-labs-grading-changes-for-2017"
	grading2018   = "https://blog.qualys.com/product-tech/2018/02/02/forward-secrecy-authenticated-encryption-and-robot-grading-update"
	gradingTLS10  = "https://blog.qualys.com/ssllabs/2018/11/19/grade-change-for-tls-1-0-and-tls-1-1-protocols"
	minGradedHSTS = 180 * 24 * 60 * 60 // seconds; testssl.sh's HSTS_MIN
	weakestSuite  = 112                // bits; less is F
	insecureKey   = 40                 // points of the key exchange, and less: F
	weakKey       = 80                 // and less: B
	gradeOrder    = "ABCDEFMT"         // best first
)

// tlsCap is one rule that bounds the grade, whatever the points.
type tlsCap struct {
	grade, reason, source string
	// seen says what the rule was met by; empty where it doesn't apply.
	seen func(*page.TLS) string
}

// tlsCaps are the bounds of the SSL Labs SSL Server Rating Guide (2009r) and of testssl.sh, as far as they can be seen by ordinary handshakes.
func tlsCaps() []tlsCap {
	return []tlsCap{
		{"T", "expired", ratingScript, distrust("expired")},
		{"T", "not_yet_valid", ratingGuide, distrust("not_yet_valid")},
		{"T", "self_signed", ratingScript, distrust("self_signed")},
		{"T", "untrusted", ratingScript, distrust("untrusted", "malformed")},
		{"T", "sha1_signature", ratingScript, leafSigned("SHA1")},
		{"T", "weak_signature", ratingScript, distrust("weak_signature")},
		{"M", "wrong_host", ratingScript, distrust("wrong_host")},
		{"F", "md5_signature", ratingScript, leafSigned("MD5", "MD2")},
		{"F", "anonymous_suite", ratingGuide, suite(func(s string) bool { return strings.Contains(s, "_anon_") })},
		{"F", "export_suite", ratingScript, suite(func(s string) bool { return strings.Contains(s, "_EXPORT_") })},
		{"F", "suite_below_112_bits", ratingScript, suite(func(s string) bool { return suiteBits(s) < weakestSuite })},
		{"F", "insecure_key", grading2014, weakestKey(0, insecureKey)},
		{"F", "sslv3_is_best", ratingScript, func(t *page.TLS) string {
			return when(t.Takes("SSLv3") == page.Accepted && !slices.ContainsFunc([]string{"TLS 1.0", "TLS 1.1", "TLS 1.2", "TLS 1.3"}, func(v string) bool { return t.Takes(v) != page.Refused }), "SSLv3")
		}},
		{"C", "no_tls12", ratingScript, func(t *page.TLS) string {
			return when(t.Takes("TLS 1.2") == page.Refused && t.Takes("TLS 1.3") == page.Refused, t.Version)
		}},
		{"C", "poodle", ratingScript, func(t *page.TLS) string {
			for _, o := range t.Offers {
				if o.Version == "SSLv3" && strings.Contains(o.Suite, "_CBC") {
					return o.Version + " " + o.Suite
				}
			}
			return ""
		}},
		{"C", "tls_compression", ratingScript, func(t *page.TLS) string {
			return when(compressed(t), "DEFLATE")
		}},
		{"C", "rc4_with_tls11", ratingScript, takenWithTLS11("_RC4_")},
		{"C", "64_bit_block_with_tls11", ratingScript + "; " + grading2017, takenWithTLS11("_3DES_", "_IDEA_", "_DES_")},
		{"B", "rc4", ratingScript, suite(func(s string) bool { return strings.Contains(s, "_RC4_") })},
		{"B", "sslv3", ratingScript, taken("SSLv3")},
		{"B", "tls10", gradingTLS10, taken("TLS 1.0")},
		{"B", "tls11", gradingTLS10, taken("TLS 1.1")},
		{"B", "weak_key", grading2014, weakestKey(insecureKey, weakKey)},
		{"B", "incomplete_chain", ratingScript, distrust("incomplete_chain")},
		{"B", "no_forward_secrecy", ratingScript + "; " + grading2018, func(t *page.TLS) string {
			return when(!secret(t) && t.Offer(page.AskForwardSecrecy).Answer == page.Refused, t.Suite)
		}},
		{"B", "no_aead", grading2018, func(t *page.TLS) string {
			return when(!page.Sealed(t.Suite) && t.Offer(page.AskSealed).Answer == page.Refused, t.Suite)
		}},
	}
}

// TLSVerdict rates the TLS set-up of a site as the SSL Labs SSL Server Rating Guide and testssl.sh do. ok is false where no handshake is known, for one
// because the site is on http.
//
// The points of ciphers count the suites that were seen, of which there may be more. testssl.sh differs in that it doesn't ask for HSTS before it gives
// A+, and reads the length of Diffie-Hellman groups without counting it.
func TLSVerdict(f *page.Facts) (v audit.TLSVerdict, ok bool) {
	if !f.TLS.OK() || f.TLS.Value.Version == "" {
		return audit.TLSVerdict{}, false
	}
	t := &f.TLS.Value
	v = audit.TLSVerdict{Grade: "A", Caps: []audit.TLSCap{}, Warnings: tlsWarnings(f), Unknown: tlsUnknown(t)}
	limit := "A"
	for _, c := range tlsCaps() {
		seen := c.seen(t)
		if seen == "" {
			continue
		}
		v.Caps = append(v.Caps, audit.TLSCap{Grade: c.grade, Reason: c.reason, Seen: audit.Printable(seen), Source: c.source})
		if strings.Index(gradeOrder, c.grade) > strings.Index(gradeOrder, limit) {
			limit = c.grade
		}
	}
	if limit >= "F" { // points are given to what can be trusted only
		v.Grade = limit
		return v, true
	}
	v.Protocol, v.KeyExchange, v.Cipher = protocolPoints(t), keyPoints(t), cipherPoints(t)
	if v.Protocol > 0 && v.KeyExchange > 0 && v.Cipher > 0 {
		v.Score = v.Protocol*30/100 + v.KeyExchange*30/100 + v.Cipher*40/100
	}
	v.Grade = max(gradeOf(v.Score), limit)
	switch hsts, _, sent := readHSTS(f.Main()); {
	case v.Grade != "A" || len(v.Caps) > 0:
	case len(v.Warnings) > 0:
		v.Grade = "A-"
	case sent && hsts >= minGradedHSTS:
		v.Grade = "A+"
	}
	return v, true
}

// gradeOf is the guide's letter for points.
func gradeOf(score int) string {
	for _, g := range []struct {
		least int
		grade string
	}{{80, "A"}, {65, "B"}, {50, "C"}, {35, "D"}, {20, "E"}} {
		if score >= g.least {
			return g.grade
		}
	}
	return "F"
}

// tlsWarnings are what turns an A into A-.
func tlsWarnings(f *page.Facts) []string {
	t, out := &f.TLS.Value, []string{}
	if t.Takes("TLS 1.3") == page.Refused {
		out = append(out, "no_tls13")
	}
	if o := t.Offer(page.AskForwardSecrecy); o.Answer == page.Accepted && !o.Renegotiates {
		out = append(out, "no_secure_renegotiation")
	}
	if sent := f.Main().Response.Get("Strict-Transport-Security"); sent != "" {
		switch age, _, ok := readHSTS(f.Main()); {
		case !ok:
			out = append(out, "hsts_misconfigured")
		case age == 0:
			out = append(out, "hsts_disabled")
		case age < minGradedHSTS:
			out = append(out, "hsts_too_short")
		}
	}
	return out
}

// tlsUnknown are the questions that the server gave no answer to; the rules that rest on them didn't count.
func tlsUnknown(t *page.TLS) []string {
	out := []string{}
	for _, asked := range []string{page.AskTLS11, page.AskForwardSecrecy, page.AskBroken, page.AskWeak, page.AskDHE} {
		if t.Offer(asked).Answer == page.Silent {
			out = append(out, asked)
		}
	}
	return out
}

func when(so bool, seen string) string {
	switch {
	case !so:
		return ""
	case seen == "":
		return "seen"
	}
	return seen
}

func distrust(names ...string) func(*page.TLS) string {
	return func(t *page.TLS) string { return when(slices.Contains(names, t.Fault), t.Fault) }
}

func taken(version string) func(*page.TLS) string {
	return func(t *page.TLS) string { return when(t.Takes(version) == page.Accepted, version) }
}

func leafSigned(hashes ...string) func(*page.TLS) string {
	return func(t *page.TLS) string {
		if len(t.Chain) == 0 {
			return ""
		}
		leaf := t.Chain[0]
		return when(containsAny(strings.ToUpper(leaf.Signature), hashes...), leaf.Signature)
	}
}

// suites are all that a server was seen to choose, the one agreed on first.
func suites(t *page.TLS) []string {
	out := []string{t.Suite}
	for _, o := range t.Offers {
		if o.Suite != "" && !slices.Contains(out, o.Suite) {
			out = append(out, o.Suite)
		}
	}
	return out
}

// suite finds one that a rule is about.
func suite(rule func(string) bool) func(*page.TLS) string {
	return func(t *page.TLS) string {
		for _, s := range suites(t) {
			if s != "" && rule(s) {
				return s
			}
		}
		return ""
	}
}

// takenWithTLS11 finds suites that are taken by a server which takes TLS 1.1: those of RC4 and small blocks exist in every version up to 1.2, and
// servers have one list for all. One that is agreed on with a client of today counts at TLS 1.2 too.
func takenWithTLS11(pieces ...string) func(*page.TLS) string {
	return func(t *page.TLS) string {
		if t.Version == "TLS 1.2" && containsAny(t.Suite, pieces...) {
			return t.Suite
		}
		if t.Takes("TLS 1.1") != page.Accepted {
			return ""
		}
		return suite(func(s string) bool { return containsAny(s, pieces...) })(t)
	}
}

// secret says that what was agreed on has forward secrecy.
func secret(t *page.TLS) bool {
	return t.Version == "TLS 1.3" || containsAny(t.Suite, "_ECDHE_", "_DHE_")
}

// suiteBits is the strength of a suite's encryption in bits, 3DES with its nominal 168.
func suiteBits(name string) int {
	for _, s := range []struct {
		piece string
		bits  int
	}{
		{"_NULL_", 0}, {"_40_", 40}, {"DES40", 40}, {"_3DES_", 168}, {"_DES_", 56}, {"_256_", 256}, {"CHACHA20", 256}, {"_IDEA_", 128}, {"_128_", 128},
	} {
		if strings.Contains(name, s.piece) {
			return s.bits
		}
	}
	return 128
}

// protocolPoints is the middle between the best and the worst version taken.
func protocolPoints(t *page.TLS) int {
	points := map[string]int{"SSLv3": 80, "TLS 1.0": 90, "TLS 1.1": 95, "TLS 1.2": 100, "TLS 1.3": 100}
	best, worst := points[t.Version], points[t.Version]
	for _, v := range t.Versions {
		if v.Answer == page.Accepted {
			best, worst = max(best, points[v.Version]), min(worst, points[v.Version])
		}
	}
	return (best + worst) / 2
}

// cipherPoints is the middle between the strongest and the weakest suite seen.
func cipherPoints(t *page.TLS) int {
	points := func(bits int) int {
		switch {
		case bits >= 256:
			return 100
		case bits >= 128:
			return 80
		case bits > 0:
			return 20
		}
		return 0
	}
	best, worst := 0, 100
	for _, s := range suites(t) {
		best, worst = max(best, points(suiteBits(s))), min(worst, points(suiteBits(s)))
	}
	return (best + worst) / 2
}

// keyPoints goes by the shortest of the certificate's key and the Diffie-Hellman groups.
func keyPoints(t *page.TLS) int {
	points, _ := shortestKey(t)
	return points
}

func shortestKey(t *page.TLS) (points int, key string) {
	points = 100
	count := func(kind string, bits int, bounds [4]int) {
		for i, p := range [4]int{20, 40, 80, 90} {
			if bits > 0 && bits < bounds[i] {
				if p < points {
					points, key = p, fmt.Sprintf("%s %d", kind, bits)
				}
				return
			}
		}
	}
	integers := [4]int{512, 1024, 2048, 4096}
	if len(t.Chain) > 0 {
		switch leaf := t.Chain[0]; leaf.KeyType {
		case "RSA", "DSA":
			count(leaf.KeyType, leaf.KeyBits, integers)
		default:
			count(leaf.KeyType, leaf.KeyBits, [4]int{110, 123, 163, 225})
		}
	}
	for _, o := range t.Offers {
		count("Diffie-Hellman", o.DHBits, integers)
	}
	return points, key
}

// weakestKey finds a key of more than some points and at most others.
func weakestKey(above, most int) func(*page.TLS) string {
	return func(t *page.TLS) string {
		points, key := shortestKey(t)
		return when(points > above && points <= most, key)
	}
}
