package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// certificateFaults says in words what page.TLS.Fault names.
var certificateFaults = map[string]audit.Text{
	"expired":          text("it has expired", "il a expiré"),
	"not_yet_valid":    text("it isn't valid yet", "il n'est pas encore valable"),
	"wrong_host":       text("it was issued for another name", "il a été émis pour un autre nom"),
	"self_signed":      text("it is signed by itself", "il est autosigné"),
	"weak_signature":   text("its chain is signed by way of a hash that nobody trusts any more", "sa chaîne est signée avec une empreinte que plus personne n'accepte"),
	"untrusted":        text("no trusted authority signed it", "aucune autorité reconnue ne l'a signé"),
	"incomplete_chain": text("the server doesn't send the intermediate certificate", "le serveur n'envoie pas le certificat intermédiaire"),
	"malformed":        text("it can't be read", "il est illisible"),
}

// tlsCertValid caps as testssl.sh does: its grades T and M (not trusted, name mismatch) stand below F, which begins under 20.
func tlsCertValid() Check {
	return Check{
		ID: "tls.cert-valid", Weight: 10, Cap: 19, Level: Standard,
		Source: "RFC 5280 section 6, RFC 9525; cap: testssl.sh grades T and M", Link: "https://www.rfc-editor.org/rfc/rfc9525",
		Title: text("Trusted certificate", "Certificat reconnu"),
		Why: text("Browsers show a warning instead of a site whose certificate they can't trust, and search and AI crawlers turn away.",
			"Si le certificat est refusé, les navigateurs affichent une alerte à la place du site et les robots de recherche et d'IA repartent."),
		Fix: text("Install a current certificate from a public authority for every name the site answers to, with its intermediate certificates, and renew it automatically.",
			"Installez un certificat à jour d'une autorité publique pour chaque nom du site, avec ses certificats intermédiaires, et automatisez le renouvellement."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			t := &f.TLS.Value
			if t.Valid {
				return passed("The certificate for %s is trusted, current and issued for that name.",
					"Le certificat de %s est reconnu, en cours de validité et émis pour ce nom.", t.Hostname)
			}
			why, ok := certificateFaults[t.Fault]
			if !ok {
				why = text("it could not be verified", "il n'a pas pu être vérifié")
			}
			if t.Fault == "incomplete_chain" {
				return warned("The certificate for %s can be verified only by clients that fetch the missing intermediate certificate themselves.",
					"Le certificat de %s ne peut être vérifié que par les clients qui vont chercher eux-mêmes le certificat intermédiaire manquant.", t.Hostname).
					seen(f.FinalURL, "certificate", "issuer "+issuer(t))
			}
			finding := failed("The certificate for %s isn't accepted: %s.", "Le certificat de %s est refusé : %s.", t.Hostname, why)
			if len(t.Chain) > 0 {
				return finding.seen(f.FinalURL, "certificate", "subject "+t.Chain[0].Subject+", issuer "+t.Chain[0].Issuer+", until "+t.Chain[0].NotAfter.Format("2006-01-02"))
			}
			return finding.seen(f.FinalURL, "certificate", strings.ReplaceAll(t.Fault, "_", " "))
		},
	}
}

// issuer is who signed the server's own certificate.
func issuer(t *page.TLS) string {
	if len(t.Chain) == 0 {
		return "unknown"
	}
	return t.Chain[0].Issuer
}
