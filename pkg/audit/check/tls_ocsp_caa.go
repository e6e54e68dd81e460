package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// tlsOCSPCAA is reported only: the largest authority ended OCSP in 2025, and CAA binds authorities, not clients. What is at odds with itself warns: a
// certificate that asks for a stapled answer which isn't there, which Firefox refuses.
func tlsOCSPCAA() Check {
	return Check{
		ID: "tls.ocsp-caa", Weight: 0, Level: Standard, Source: "RFC 6066 section 8, RFC 7633, RFC 8659; reported, not scored", Link: "https://www.rfc-editor.org/rfc/rfc8659",
		Title: text("OCSP stapling and CAA records", "Agrafage OCSP et enregistrements CAA"),
		Why: text("A stapled answer saves the browser a question to the authority; CAA records say in DNS which authorities may issue certificates for the domain.",
			"Une réponse agrafée évite au navigateur d'interroger l'autorité ; les enregistrements CAA indiquent dans le DNS quelles autorités peuvent émettre des certificats."),
		Fix: text("Turn on OCSP stapling in the web server, or have the certificate issued without the must-staple extension.",
			"Activez l'agrafage OCSP sur le serveur web, ou faites émettre le certificat sans l'extension must-staple."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			t := &f.TLS.Value
			staple := text("No OCSP answer is stapled, which is usual today.", "Aucune réponse OCSP n'est agrafée, ce qui est courant aujourd'hui.")
			switch {
			case t.OCSP:
				staple = text("The server staples an OCSP answer.", "Le serveur agrafe une réponse OCSP.")
			case len(t.Chain) > 0 && t.Chain[0].MustStaple:
				return warned("The certificate demands a stapled OCSP answer, and the server sends none.",
					"Le certificat exige une réponse OCSP agrafée, et le serveur n'en envoie pas.").seen(f.FinalURL, "certificate", "must-staple")
			}
			records := text("CAA records could not be looked up.", "Les enregistrements CAA n'ont pas pu être consultés.")
			if caa := t.CAA.Value; t.CAA.OK() && len(caa.Records) == 0 {
				records = text("No CAA record restricts who may issue certificates.", "Aucun enregistrement CAA ne limite qui peut émettre des certificats.")
			} else if t.CAA.OK() {
				records = text("CAA records of %s name: %s.", "Les enregistrements CAA de %s nomment : %s.", caa.Domain, issuers(caa))
			}
			return passed("%s %s", "%s %s", staple, records)
		},
	}
}

// issuers lists whom CAA records name.
func issuers(caa page.CAA) string {
	var names []string
	for _, r := range caa.Records {
		if r.Tag == "issue" || r.Tag == "issuewild" {
			names = append(names, r.Tag+" "+r.Value)
		}
	}
	if names == nil {
		return "-"
	}
	return strings.Join(names, ", ")
}
