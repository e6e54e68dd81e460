package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// tlsTLS13 caps as testssl.sh does: without TLS 1.2 or later, grade C at most, which ends below 65.
func tlsTLS13() Check {
	return Check{
		ID: "tls.tls13", Weight: 2, Cap: 64, Level: Standard,
		Source: "RFC 8446; RFC 9325 section 3.1.1; cap: testssl.sh grade C", Link: "https://www.rfc-editor.org/rfc/rfc9325",
		Title: text("Support of TLS 1.3", "Prise en charge de TLS 1.3"),
		Why: text("TLS 1.3 saves a round trip and drops all weak methods of its predecessors.",
			"TLS 1.3 économise un aller-retour et abandonne toutes les méthodes faibles de ses prédécesseurs."),
		Fix:   text("Turn on TLS 1.3 in the web server or CDN.", "Activez TLS 1.3 sur le serveur web ou le CDN."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			switch v := f.TLS.Value.Version; v {
			case "TLS 1.3":
				return passed("The connection uses TLS 1.3.", "La connexion utilise TLS 1.3.")
			case "TLS 1.2":
				return warned("The connection uses TLS 1.2; TLS 1.3 isn't offered.",
					"La connexion utilise TLS 1.2 ; TLS 1.3 n'est pas proposé.").seen(f.FinalURL, "TLS handshake", v)
			case "":
				return unassessed(page.Unread, "The TLS version isn't known.", "La version TLS est inconnue.")
			default:
				return failed("The connection uses %s, older than TLS 1.2.",
					"La connexion utilise %s, antérieur à TLS 1.2.", v).seen(f.FinalURL, "TLS handshake", v)
			}
		},
	}
}
