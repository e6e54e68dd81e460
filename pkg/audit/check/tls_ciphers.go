package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// tlsCiphers judges the suite agreed on with our client; what the server would take from a worse one isn't tried.
func tlsCiphers() Check {
	return Check{
		ID: "tls.ciphers", Weight: 3, Level: Standard,
		Source: "RFC 9325 sections 4.1 and 4.2", Link: "https://www.rfc-editor.org/rfc/rfc9325#section-4",
		Title: text("Modern cipher suite", "Suite de chiffrement moderne"),
		Why: text("Authenticated encryption is what keeps others from reading or changing the page on its way.",
			"Le chiffrement authentifié empêche de lire ou de modifier la page en chemin."),
		Fix: text("Prefer AES-GCM and ChaCha20-Poly1305, and turn RC4, 3DES, NULL and export suites off.",
			"Préférez AES-GCM et ChaCha20-Poly1305, et désactivez les suites RC4, 3DES, NULL et export."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			suite := strings.ToUpper(f.TLS.Value.Suite)
			switch {
			case suite == "":
				return unassessed(page.Unread, "The cipher suite isn't known.", "La suite de chiffrement est inconnue.")
			case containsAny(suite, "RC4", "3DES", "_DES_", "NULL", "EXPORT", "_ANON_"):
				return failed("The connection uses a broken cipher suite.",
					"La connexion utilise une suite de chiffrement vulnérable.").seen(f.FinalURL, "TLS handshake", f.TLS.Value.Suite)
			case containsAny(suite, "GCM", "POLY1305", "CCM"):
				return passed("The connection uses authenticated encryption (%s).",
					"La connexion utilise un chiffrement authentifié (%s).", f.TLS.Value.Suite)
			}
			return warned("The connection uses a suite without authenticated encryption.",
				"La connexion utilise une suite sans chiffrement authentifié.").seen(f.FinalURL, "TLS handshake", f.TLS.Value.Suite)
		},
	}
}

func containsAny(s string, pieces ...string) bool {
	for _, p := range pieces {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}
