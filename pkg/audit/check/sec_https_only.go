package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// secHTTPSOnly has a cap of our own, 40: what else is right about an unencrypted answer can be changed on its way.
func secHTTPSOnly() Check {
	return Check{
		ID: "sec.https-only", Weight: 10, Cap: 40, Level: Standard,
		Source: "Lighthouse, is-on-https; RFC 7258; cap: own number", Link: "https://developer.chrome.com/docs/lighthouse/pwa/is-on-https",
		Title: text("Encrypted site (https)", "Site chiffré (https)"),
		Why: text("Without https anyone on the way can read and change the page. Browsers mark it as not secure.",
			"Sans https, n'importe qui sur le trajet peut lire et modifier la page. Les navigateurs la signalent comme non sécurisée."),
		Fix: text("Install a certificate (Let's Encrypt issues them free of charge) and redirect http to https.",
			"Installez un certificat (Let's Encrypt en délivre gratuitement) et redirigez http vers https."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			if !overHTTPS(main) {
				if f.SchemeFallback {
					return failed("Nothing answers over https; the site was read over plain http.",
						"Rien ne répond en https ; le site a été lu en http simple.").seen(main.FinalURL, "scheme", "http")
				}
				return failed("The page is served over plain http.", "La page est servie en http simple.").seen(main.FinalURL, "scheme", "http")
			}
			if _, others := pagesWhere(f, func(p *page.Page) bool { return !overHTTPS(p) }); len(others) > 0 {
				return warned("%s served over plain http.",
					"%s en http simple.", count(len(others), "other page is", "other pages are", "autre page est servie", "autres pages sont servies")).
					seenOn(others, "scheme", "http")
			}
			return passed("Every page read came over https.", "Toutes les pages lues sont arrivées en https.")
		},
	}
}
