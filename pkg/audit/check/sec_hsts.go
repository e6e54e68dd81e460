package check

import (
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// minHSTS is six months, in seconds.
const minHSTS = 15_768_000

// readHSTS gives max-age in seconds; ok is false where the header has none that can be read. RFC 6797 section 6.1: names in any case, the value
// may be quoted, a directive must not appear twice, and of several headers the first counts.
func readHSTS(p *page.Page) (maxAge int64, preload, ok bool) {
	for _, d := range strings.Split(p.Response.Get("Strict-Transport-Security"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(d), "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "max-age":
			n, err := strconv.ParseInt(strings.Trim(strings.TrimSpace(value), `"`), 10, 64)
			if err != nil || n < 0 || ok {
				return 0, false, false
			}
			maxAge, ok = n, true
		case "preload":
			preload = true
		}
	}
	return maxAge, preload, ok
}

func secHSTS() Check {
	return Check{
		ID: "sec.hsts", Weight: 5, Level: Standard,
		Source: observatory + ": Strict-Transport-Security (15,768,000 s); RFC 6797", Link: "https://www.rfc-editor.org/rfc/rfc6797",
		Title: text("Browsers kept on https (HSTS)", "Navigateurs maintenus en https (HSTS)"),
		Why: text("With HSTS, a browser no longer tries this site over plain http, so nobody can slip in before the redirect.",
			"Avec HSTS, un navigateur n'essaie plus ce site en http simple : personne ne peut s'interposer avant la redirection."),
		Fix: text("Send “Strict-Transport-Security: max-age=31536000; includeSubDomains” on every https answer, once all subdomains work over https.",
			"Envoyez « Strict-Transport-Security: max-age=31536000; includeSubDomains » avec chaque réponse https, une fois tous les sous-domaines accessibles en https."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			sent := main.Response.Get("Strict-Transport-Security")
			maxAge, preload, ok := readHSTS(main)
			switch {
			case byAddress(f):
				return unassessed(page.NotApplicable, "HSTS applies to host names, and this site is named by an IP address.",
					"HSTS s'applique à des noms d'hôte ; ce site est désigné par une adresse IP.")
			case !overHTTPS(main):
				return failed("Without https there can be no HSTS; browsers ignore it over plain http.",
					"Sans https, pas de HSTS ; les navigateurs l'ignorent en http simple.").seen(main.FinalURL, "scheme", "http")
			case f.TLS.OK() && !f.TLS.Value.Valid:
				return failed("Browsers ignore HSTS from a site whose certificate isn't accepted.",
					"Les navigateurs ignorent HSTS si le certificat est refusé.").seen(main.FinalURL, "certificate", strings.ReplaceAll(f.TLS.Value.Fault, "_", " "))
			case sent == "":
				return failed("No Strict-Transport-Security header is sent.",
					"Aucun en-tête Strict-Transport-Security n'est envoyé.").seen(main.FinalURL, "Strict-Transport-Security", "none")
			case !ok || maxAge == 0:
				return failed("The Strict-Transport-Security header has no effect.",
					"L'en-tête Strict-Transport-Security est sans effet.").seen(main.FinalURL, "Strict-Transport-Security", sent)
			case maxAge < minHSTS:
				return warned("HSTS is set for less than six months.",
					"HSTS est posé pour moins de six mois.").seen(main.FinalURL, "Strict-Transport-Security", sent)
			case preload:
				return passed("HSTS is set for six months or more, and asks for preloading.",
					"HSTS est posé pour six mois au moins et demande la préinscription (preload).")
			}
			return passed("HSTS is set for six months or more.", "HSTS est posé pour six mois au moins.")
		},
	}
}
