package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// tlsForwardSecrecy caps as testssl.sh does: grade B at most without it.
func tlsForwardSecrecy() Check {
	return Check{
		ID: "tls.forward-secrecy", Weight: 2, Cap: 79, Level: Standard,
		Source: "RFC 9325 section 4.1; cap: testssl.sh grade B", Link: "https://www.rfc-editor.org/rfc/rfc9325#section-4.1",
		Title: text("Forward secrecy", "Confidentialité persistante"),
		Why: text("With it, traffic that was recorded stays secret even if the server's key is stolen later.",
			"Grâce à elle, un trafic enregistré reste secret même si la clé du serveur est volée plus tard."),
		Fix:   text("Offer ECDHE suites first, or TLS 1.3.", "Proposez d'abord les suites ECDHE, ou TLS 1.3."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			t := &f.TLS.Value
			switch {
			case secret(t):
				return passed("The connection's keys are made anew each time.", "Les clés de la connexion sont renouvelées à chaque fois.")
			case t.Suite == "":
				return unassessed(page.Unread, "The cipher suite isn't known.", "La suite de chiffrement est inconnue.")
			}
			if o := t.Offer(page.AskForwardSecrecy); o.Answer == page.Accepted {
				return warned("The server offers forward secrecy, but prefers suites without it.",
					"Le serveur propose la confidentialité persistante, mais préfère des suites qui en sont dépourvues.").seen(f.FinalURL, "TLS handshake", t.Suite)
			}
			return failed("The connection has no forward secrecy.",
				"La connexion n'offre pas de confidentialité persistante.").seen(f.FinalURL, "TLS handshake", t.Suite)
		},
	}
}
