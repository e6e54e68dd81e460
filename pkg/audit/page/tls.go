package page

import (
	"strings"
	"time"
)

// TLS is what the handshakes with the site showed.
type TLS struct {
	Version string `json:"version"` // negotiated: "TLS 1.3"
	Suite   string `json:"suite"`
	ALPN    string `json:"alpn,omitempty"` // h2, http/1.1
	Valid   bool   `json:"valid"`          // chain, name and dates hold against the system's roots
	// Fault: expired, not_yet_valid, wrong_host, self_signed, untrusted, incomplete_chain, weak_signature, malformed; empty where Valid.
	Fault    string        `json:"fault,omitempty"`
	Chain    []Certificate `json:"chain"`              // as served, leaf first
	OCSP     bool          `json:"ocsp_staple"`        // an OCSP response came with the certificate; it isn't looked into
	Logged   bool          `json:"certificate_logged"` // a signed certificate timestamp came, in the certificate or beside it (RFC 6962)
	Hostname string        `json:"hostname"`           // the name that was asked for
	CAA      Found[CAA]    `json:"caa"`                // who may issue certificates for the name
	Prefers  string        `json:"prefers,omitempty"`  // whose order of suites decides up to TLS 1.2: server, client; empty where it can't be told
	Offers   []Offer       `json:"offers"`             // further handshakes, each a question; empty where they were switched off
	Versions []Offered     `json:"protocols"`          // SSLv3 to TLS 1.3, oldest first
	// Legacy: the best version that the server accepts when offered at most TLS 1.1; empty where it refuses.
	Legacy Found[string] `json:"legacy"`
}

// The questions of further handshakes. The first three offer every suite up to a version, the others some suites up to TLS 1.2.
const (
	AskTLS11          = "tls1.1"
	AskTLS10          = "tls1.0"
	AskSSLv3          = "sslv3"
	AskForwardSecrecy = "forward_secrecy" // ECDHE and DHE, the strongest first
	AskBroken         = "broken"          // without encryption or authentication, of export strength, DES, RC2
	AskWeak           = "weak"            // RC4, and blocks of 64 bits
	AskDHE            = "dhe"             // Diffie-Hellman over integers
	AskPreference     = "preference"      // every sound suite and those without forward secrecy, the weakest first
	AskSealed         = "aead"            // authenticated encryption; in place of preference, where forward secrecy came without it
)

// The answers to an Offer.
const (
	Accepted = "accepted"
	Refused  = "refused"
	Silent   = "unknown" // the server didn't say, or wasn't asked
)

// Offer is one further handshake, which ends when the server has chosen.
type Offer struct {
	Asked   string `json:"asked"`
	Answer  string `json:"answer"`            // accepted, refused, unknown
	Version string `json:"version,omitempty"` // chosen: "TLS 1.2"
	Suite   string `json:"suite,omitempty"`   // chosen, by its IANA name
	DHBits  int    `json:"dh_bits,omitempty"` // of the group of Diffie-Hellman over integers
	// Compressed: TLS compression was chosen.
	Compressed bool `json:"compressed,omitempty"`
	// Renegotiates: renegotiation is bound to the connection (RFC 5746).
	Renegotiates bool   `json:"secure_renegotiation,omitempty"`
	Detail       string `json:"detail,omitempty"` // why there is no answer
}

// Offered says of a protocol version whether the server takes it.
type Offered struct {
	Version string `json:"version"` // SSLv3, TLS 1.0, TLS 1.1, TLS 1.2, TLS 1.3
	Answer  string `json:"answer"`  // accepted, refused, unknown
}

// CAA are the records of RFC 8659 that hold for a name.
type CAA struct {
	Domain  string      `json:"domain,omitempty"`  // where they stand, the name itself or one above; empty where there are none
	Records []CAARecord `json:"records,omitempty"` // at most 20
}

// CAARecord is one of them.
type CAARecord struct {
	Critical bool   `json:"critical,omitempty"`
	Tag      string `json:"tag"` // issue, issuewild, iodef, …
	Value    string `json:"value"`
}

// Certificate is one of the served chain.
type Certificate struct {
	Subject     string    `json:"subject"`
	Issuer      string    `json:"issuer"`
	Names       []string  `json:"names,omitempty"`      // subject alternative names, the first 200 of each kind
	NameCount   int       `json:"name_count,omitempty"` // all of them
	NotBefore   time.Time `json:"not_before"`
	NotAfter    time.Time `json:"not_after"`
	KeyType     string    `json:"key_type"` // RSA, ECDSA, Ed25519
	KeyBits     int       `json:"key_bits"`
	Signature   string    `json:"signature"` // SHA256-RSA
	SelfSigned  bool      `json:"self_signed,omitempty"`
	MustStaple  bool      `json:"must_staple,omitempty"` // to be trusted with a stapled OCSP response only (RFC 7633)
	LifetimeDay int       `json:"lifetime_days"`
}

// DaysLeft is the whole days until the certificate ends; negative where it has ended.
func (c Certificate) DaysLeft(at time.Time) int {
	return int(c.NotAfter.Sub(at).Hours() / 24)
}

// Offer gives the answer to one question; unknown where it wasn't put.
func (t *TLS) Offer(asked string) Offer {
	for _, o := range t.Offers {
		if o.Asked == asked {
			return o
		}
	}
	return Offer{Asked: asked, Answer: Silent}
}

// Sealed says of a suite whether its encryption is authenticated (AEAD).
func Sealed(suite string) bool {
	return strings.Contains(suite, "GCM") || strings.Contains(suite, "POLY1305") || strings.Contains(suite, "CCM")
}

// Takes says whether the server takes a protocol version: accepted, refused or unknown.
func (t *TLS) Takes(version string) string {
	for _, v := range t.Versions {
		if v.Version == version {
			return v.Answer
		}
	}
	return Silent
}

// descent are the versions below TLS 1.2, each with the question that offers it at most.
var descent = []struct{ version, asked string }{{"TLS 1.1", AskTLS11}, {"TLS 1.0", AskTLS10}, {"SSLv3", AskSSLv3}}

// Conclude draws Versions, Prefers and Legacy from Version and Offers. Whoever connects offers TLS 1.3, so what was negotiated is the best there is.
func (t *TLS) Conclude() {
	seen := map[string]bool{t.Version: true}
	for _, o := range t.Offers {
		seen[o.Version] = true
	}
	answer := func(version, otherwise string) Offered {
		if seen[version] {
			otherwise = Accepted
		}
		return Offered{Version: version, Answer: otherwise}
	}
	older := Silent // what the question that allowed the version before said of all below
	var below []Offered
	t.Legacy = Unknown[string](Unread, "not asked")
	for _, d := range descent {
		o := t.Offer(d.asked)
		switch {
		case o.Answer == Accepted && o.Version != d.version:
			below = append(below, answer(d.version, Refused))
		case o.Answer == Refused || older == Refused:
			older = Refused
			below = append(below, answer(d.version, Refused))
		default:
			below = append(below, answer(d.version, Silent))
		}
	}
	sound := Refused
	for _, asked := range []string{AskForwardSecrecy, AskPreference} {
		if t.Offer(asked).Answer == Silent && t.Offer(AskSealed).Answer == Silent {
			sound = Silent
		}
	}
	if o := t.Offer(AskTLS11); o.Answer != Silent {
		t.Legacy = Known(o.Version)
	} else if o.Detail != "" {
		t.Legacy = Unknown[string](Unread, o.Detail)
	}
	t.Versions = []Offered{below[2], below[1], below[0], answer("TLS 1.2", sound), answer("TLS 1.3", Refused)}
	strong, weak := t.Offer(AskForwardSecrecy), t.Offer(AskPreference)
	switch {
	case strong.Answer != Accepted || weak.Answer != Accepted:
		t.Prefers = ""
	case strong.Suite == weak.Suite:
		t.Prefers = "server"
	default:
		t.Prefers = "client"
	}
}
