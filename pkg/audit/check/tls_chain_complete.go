package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// weakCertificate says what is wrong with one certificate's key or signature. A root's own signature protects nothing and isn't judged.
func weakCertificate(c page.Certificate) string {
	signature := strings.ToUpper(c.Signature)
	switch {
	case !c.SelfSigned && (strings.Contains(signature, "SHA1") || strings.Contains(signature, "MD5") || strings.Contains(signature, "MD2")):
		return "signature " + c.Signature
	case c.KeyType == "RSA" && c.KeyBits > 0 && c.KeyBits < 2048, c.KeyType == "ECDSA" && c.KeyBits > 0 && c.KeyBits < 256:
		return fmt.Sprintf("key %s %d", c.KeyType, c.KeyBits)
	}
	return ""
}

func tlsChainComplete() Check {
	return Check{
		ID: "tls.chain-complete", Weight: 2, Cap: 79, Level: Standard,
		Source: "RFC 8446 section 4.4.2; CA/Browser Forum Baseline Requirements section 6.1.5; cap: testssl.sh grade B",
		Link:   "https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2",
		Title:  text("Complete and strong certificate chain", "Chaîne de certificats complète et solide"),
		Why: text("Browsers often fill a gap in the chain by themselves; crawlers and other programs often don't, and can't connect.",
			"Les navigateurs comblent souvent d'eux-mêmes un maillon manquant ; souvent, les robots et autres programmes ne le font pas et ne peuvent se connecter."),
		Fix: text("Let the server send the full chain (fullchain.pem), with RSA keys of at least 2,048 bits or elliptic curve keys of 256, signed with SHA-256.",
			"Faites envoyer la chaîne entière (fullchain.pem), avec des clés RSA d'au moins 2 048 bits ou des clés à courbe elliptique de 256, signées en SHA-256."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			t := &f.TLS.Value
			if t.Fault == "incomplete_chain" {
				return failed("The server leaves out an intermediate certificate.", "Le serveur omet un certificat intermédiaire.").
					seen(f.FinalURL, "certificate chain", fmt.Sprintf("certificates sent: %d", len(t.Chain)))
			}
			if len(t.Chain) == 0 {
				return unassessed(page.Unread, "The certificates could not be read.", "Les certificats n'ont pas pu être lus.")
			}
			for _, c := range t.Chain {
				if weak := weakCertificate(c); weak != "" {
					return failed("A certificate of the chain has a weak key or signature.",
						"Un certificat de la chaîne a une clé ou une signature faible.").seen(f.FinalURL, c.Subject, weak)
				}
			}
			if t.Fault == "self_signed" || t.Fault == "untrusted" || t.Fault == "weak_signature" || t.Fault == "malformed" {
				return unassessed(page.NotApplicable, "The certificate leads to no known authority, so its chain can't be complete or incomplete.",
					"Le certificat ne mène à aucune autorité connue : sa chaîne ne peut être jugée.")
			}
			return passed("The server sends the whole chain, with sound keys and signatures.",
				"Le serveur envoie toute la chaîne, avec des clés et signatures solides.")
		},
	}
}
