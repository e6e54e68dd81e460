package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func tlsALPN() Check {
	return Check{
		ID: "tls.alpn", Weight: 1, Level: Standard, Source: "RFC 7301; RFC 9113 section 3.2", Link: "https://www.rfc-editor.org/rfc/rfc7301",
		Title: text("HTTP/2 in the TLS handshake", "HTTP/2 dans la négociation TLS"),
		Why: text("Browsers and most crawlers learn of HTTP/2 only in the TLS handshake (ALPN).",
			"Les navigateurs et la plupart des robots ne découvrent HTTP/2 que dans la négociation TLS (ALPN)."),
		Fix:   text("Turn on HTTP/2 in the web server or CDN.", "Activez HTTP/2 sur le serveur web ou le CDN."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			switch alpn := f.TLS.Value.ALPN; alpn {
			case "h2", "h3":
				return passed("The server agrees on %s.", "Le serveur accepte %s.", alpn)
			case "":
				return warned("The server agrees on no protocol (ALPN).",
					"Le serveur ne négocie aucun protocole (ALPN).").seen(f.FinalURL, "ALPN", "none")
			default:
				return warned("The server agrees on %s only.", "Le serveur n'accepte que %s.", alpn).seen(f.FinalURL, "ALPN", alpn)
			}
		},
	}
}
