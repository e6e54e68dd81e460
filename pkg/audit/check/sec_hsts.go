package check

import (
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

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
		ID: "sec.hsts", Weight: 4, Observatory: true, Level: Standard,
		Source: observatorySource + ": Strict-Transport-Security (15,552,000 s); RFC 6797", Link: "https://www.rfc-editor.org/rfc/rfc6797",
		Title: text("Browsers kept on https (HSTS)", "Navigateurs maintenus en https (HSTS)"),
		Why: text("With HSTS, a browser no longer tries this site over plain http, so nobody can slip in before the redirect.",
			"Avec HSTS, un navigateur n'essaie plus ce site en http simple : personne ne peut s'interposer avant la redirection."),
		Fix: text("Send “Strict-Transport-Security: max-age=31536000; includeSubDomains” on every https answer, once all subdomains work over https.",
			"Envoyez « Strict-Transport-Security: max-age=31536000; includeSubDomains » avec chaque réponse https, une fois tous les sous-domaines accessibles en https."),
		Run: observed(observatory.HSTS, func(f *page.Facts, result string) Finding {
			main := f.Main()
			sent := header(main, "Strict-Transport-Security")
			if byAddress(f) {
				return unassessed(page.NotApplicable, "HSTS applies to host names, and this site is named by an IP address.",
					"HSTS s'applique à des noms d'hôte ; ce site est désigné par une adresse IP.")
			}
			switch result {
			case "hsts-not-implemented-no-https":
				return noted("Without https there can be no HSTS; browsers ignore it over plain http.",
					"Sans https, pas de HSTS ; les navigateurs l'ignorent en http simple.").seen(main.FinalURL, "scheme", "http")
			case "hsts-invalid-cert":
				return noted("Browsers ignore HSTS from a site whose certificate isn't accepted.",
					"Les navigateurs ignorent HSTS si le certificat est refusé.").seen(main.FinalURL, "certificate", strings.ReplaceAll(f.TLS.Value.Fault, "_", " "))
			case "hsts-preloaded":
				return noted("Browsers reach every site of this top-level domain over https only.",
					"Les navigateurs n'ouvrent les sites de ce domaine de premier niveau qu'en https.")
			case "hsts-not-implemented":
				return noted("No Strict-Transport-Security header is sent.",
					"Aucun en-tête Strict-Transport-Security n'est envoyé.").seen(main.FinalURL, "Strict-Transport-Security", "none")
			case "hsts-header-invalid":
				return noted("The Strict-Transport-Security header has no max-age that can be read, or is sent twice.",
					"L'en-tête Strict-Transport-Security n'a pas de max-age lisible, ou est envoyé deux fois.").seen(main.FinalURL, "Strict-Transport-Security", sent)
			case "hsts-implemented-max-age-less-than-six-months":
				return noted("HSTS is set for less than six months.",
					"HSTS est posé pour moins de six mois.").seen(main.FinalURL, "Strict-Transport-Security", sent)
			}
			maxAge, preload, ok := readHSTS(main)
			switch {
			case !ok || maxAge == 0:
				return warned("The Observatory counts the Strict-Transport-Security header, but browsers can't read its max-age and ignore it.",
					"L'Observatory compte l'en-tête Strict-Transport-Security, mais les navigateurs ne peuvent lire son max-age et l'ignorent.").
					seen(main.FinalURL, "Strict-Transport-Security", sent)
			case preload:
				return noted("HSTS is set for six months or more, and asks for preloading.",
					"HSTS est posé pour six mois au moins et demande la préinscription (preload).")
			}
			return noted("HSTS is set for six months or more.", "HSTS est posé pour six mois au moins.")
		}),
	}
}
