package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlCertificate says what a faulty certificate means to crawlers; the audit itself read the site without verification to be able to say more.
func crawlCertificate() Check {
	return Check{
		ID: "crawl.certificate", Weight: 8, Level: Standard,
		Source: "RFC 9110 section 4.3.4 (a client must verify the certificate)", Link: "https://www.rfc-editor.org/rfc/rfc9110#section-4.3.4",
		Title: text("Certificate that crawlers accept", "Certificat accepté par les robots"),
		Why: text("A crawler that can't verify the certificate ends the connection before it has read anything.",
			"Un robot qui ne peut vérifier le certificat coupe la connexion avant d'avoir lu quoi que ce soit."),
		Fix: text("Install a current certificate from a public authority for this name, with its intermediate certificates.",
			"Installez un certificat à jour d'une autorité publique pour ce nom, avec ses certificats intermédiaires."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			t := &f.TLS.Value
			if t.Valid {
				return passed("The certificate can be verified, so crawlers accept it.", "Le certificat peut être vérifié : les robots l'acceptent.")
			}
			return failed("The certificate can't be verified, so crawlers refuse the site.", "Le certificat ne peut pas être vérifié : les robots refusent le site.").
				seen(f.FinalURL, "certificate", strings.ReplaceAll(t.Fault, "_", " "))
		},
	}
}
