package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func secLeakedSecrets() Check {
	return Check{
		ID: "sec.leaked-secrets", Weight: 4, Level: Standard,
		Source: "OWASP Top 10, A07; the vendors' published forms of keys", Link: "https://owasp.org/www-project-top-ten/",
		Title: text("No secret keys in the page source", "Absence de clés secrètes dans le code source"),
		Why: text("Whoever reads the page's source can use a key that stands in it, at your cost and in your name.",
			"Quiconque lit le code source peut utiliser une clé qui s'y trouve, à vos frais et en votre nom."),
		Fix: text("Revoke the key at its vendor now, make a new one, and keep it on the server.",
			"Révoquez la clé chez son fournisseur sans attendre, créez-en une autre et conservez-la sur le serveur."),
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			keys := map[string]bool{}
			for _, p := range f.Pages {
				for _, s := range p.Secrets {
					if key := s.Vendor + s.Masked; !keys[key] {
						keys[key] = true
						finding = finding.seen(p.FinalURL, s.Where, s.Vendor+": "+s.Masked)
					}
				}
			}
			if len(keys) == 0 {
				return passed("No known form of key was found in the pages read.", "Aucune clé de forme connue n'a été trouvée dans les pages lues.")
			}
			finding.Status = audit.Fail
			finding.Detail = text("%s in the pages' source (masked here).", "%s dans le code source des pages (valeur masquée ici).",
				count(len(keys), "secret key stands", "secret keys stand", "clé secrète figure", "clés secrètes figurent"))
			return finding
		},
	}
}
