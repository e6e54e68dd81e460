package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// tlsCiphers judges the suite agreed on, and what the server would take from a worse client. It caps where the reference grades C or worse: suites that
// are broken, RC4 and small blocks from a server that takes TLS 1.1 or prefers them.
func tlsCiphers() Check {
	return Check{
		ID: "tls.ciphers", Weight: 3, Cap: 64, Level: Standard,
		Source: "RFC 9325 sections 4.1 and 4.2; cap: testssl.sh grade C", Link: "https://www.rfc-editor.org/rfc/rfc9325#section-4",
		Title: text("Modern cipher suites", "Suites de chiffrement modernes"),
		Why: text("Authenticated encryption is what keeps others from reading or changing the page on its way.",
			"Le chiffrement authentifié empêche de lire ou de modifier la page en chemin."),
		Fix: text("Prefer AES-GCM and ChaCha20-Poly1305, and turn RC4, 3DES, NULL and export suites off.",
			"Préférez AES-GCM et ChaCha20-Poly1305, et désactivez les suites RC4, 3DES, NULL et export."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			t := &f.TLS.Value
			broken, weak, group := t.Offer(page.AskBroken), t.Offer(page.AskWeak), t.Offer(page.AskDHE).DHBits
			switch {
			case t.Suite == "":
				return unassessed(page.Unread, "The cipher suite isn't known.", "La suite de chiffrement est inconnue.")
			case containsAny(t.Suite, "RC4", "3DES", "_DES_", "NULL", "EXPORT", "_anon_"):
				return failed("The connection uses a broken cipher suite.",
					"La connexion utilise une suite de chiffrement vulnérable.").seen(f.FinalURL, "TLS handshake", t.Suite)
			case broken.Answer == page.Accepted:
				return failed("The server accepts a cipher suite without protection worth the name.",
					"Le serveur accepte une suite de chiffrement sans protection digne de ce nom.").seen(f.FinalURL, "TLS handshake", broken.Suite)
			case compressed(t):
				return failed("The server compresses what it encrypts, which gives secrets away (CRIME).",
					"Le serveur compresse ce qu'il chiffre, ce qui trahit des secrets (CRIME).").seen(f.FinalURL, "TLS handshake", "DEFLATE")
			case group > 0 && group < 1024:
				return failed("The server's Diffie-Hellman group is far too short.",
					"Le groupe Diffie-Hellman du serveur est bien trop court.").seen(f.FinalURL, "TLS handshake", strconv.Itoa(group)+" bits")
			case weak.Answer == page.Accepted && t.Takes("TLS 1.1") == page.Accepted:
				return failed("The server still accepts a weak cipher suite.",
					"Le serveur accepte encore une suite de chiffrement faible.").seen(f.FinalURL, "TLS handshake", weak.Suite)
			case weak.Answer == page.Accepted:
				return warned("The server still accepts a weak cipher suite.",
					"Le serveur accepte encore une suite de chiffrement faible.").seen(f.FinalURL, "TLS handshake", weak.Suite)
			case group > 0 && group < 2048:
				return warned("The server's Diffie-Hellman group is too short.",
					"Le groupe Diffie-Hellman du serveur est trop court.").seen(f.FinalURL, "TLS handshake", strconv.Itoa(group)+" bits")
			case page.Sealed(t.Suite) && broken.Answer == page.Refused && weak.Answer == page.Refused:
				return passed("The connection uses authenticated encryption (%s), and the server refuses weak suites.",
					"La connexion utilise un chiffrement authentifié (%s), et le serveur refuse les suites faibles.", t.Suite)
			case page.Sealed(t.Suite):
				return passed("The connection uses authenticated encryption (%s).",
					"La connexion utilise un chiffrement authentifié (%s).", t.Suite)
			}
			return warned("The connection uses a suite without authenticated encryption.",
				"La connexion utilise une suite sans chiffrement authentifié.").seen(f.FinalURL, "TLS handshake", t.Suite)
		},
	}
}

func compressed(t *page.TLS) bool {
	return slices.ContainsFunc(t.Offers, func(o page.Offer) bool { return o.Compressed })
}

func containsAny(s string, pieces ...string) bool {
	for _, p := range pieces {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}
