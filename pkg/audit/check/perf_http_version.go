package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func perfHTTPVersion() Check {
	return Check{
		ID: "perf.http-version", Weight: 3, Level: Standard,
		Source: "Lighthouse, modern HTTP; RFC 9113; RFC 9114", Link: "https://developer.chrome.com/docs/performance/insights/modern-http",
		Title: text("HTTP/2 or HTTP/3", "HTTP/2 ou HTTP/3"),
		Why: text("HTTP/1.1 loads a handful of files at a time; its successors load many over one connection.",
			"HTTP/1.1 ne charge que quelques fichiers à la fois ; ses successeurs en chargent beaucoup sur une seule connexion."),
		Fix: text("Turn on HTTP/2 in the web server or put a CDN in front; browsers use it over https only.",
			"Activez HTTP/2 sur le serveur web ou passez par un CDN ; les navigateurs ne l'utilisent qu'en https."),
		Run: func(f *page.Facts) Finding {
			r := &f.Main().Response
			switch {
			case strings.HasPrefix(r.Proto, "HTTP/2"), strings.HasPrefix(r.Proto, "HTTP/3"):
				return passed("The page came over %s.", "La page est arrivée en %s.", strings.TrimSuffix(r.Proto, ".0"))
			case f.TLS.OK() && f.TLS.Value.ALPN == "h2":
				return passed("The server offers HTTP/2.", "Le serveur propose HTTP/2.")
			case strings.Contains(r.Get("Alt-Svc"), "h3="):
				return passed("The server offers HTTP/3.", "Le serveur propose HTTP/3.").seen(f.Main().FinalURL, "Alt-Svc", r.Get("Alt-Svc"))
			case r.Proto == "":
				return unassessed(page.Unread, "The protocol of the answer isn't known.", "Le protocole de la réponse est inconnu.")
			}
			return warned("The page came over %s.", "La page est arrivée en %s.", r.Proto).seen(f.Main().FinalURL, "protocol", r.Proto)
		},
	}
}
