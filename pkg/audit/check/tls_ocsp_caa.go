package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// tlsOCSPCAA is reported only: the largest authority ended OCSP in 2025. CAA records aren't read.
func tlsOCSPCAA() Check {
	return Check{
		ID: "tls.ocsp-caa", Weight: 0, Level: Standard, Source: "RFC 6066 section 8; reported, not scored", Link: "https://www.rfc-editor.org/rfc/rfc6066#section-8",
		Title: text("OCSP stapling", "Agrafage OCSP"),
		Why: text("A stapled answer saves the browser a question to the authority. Many certificates no longer offer one.",
			"Une réponse agrafée évite au navigateur d'interroger l'autorité. Beaucoup de certificats n'en proposent plus."),
		Fix:   text("Nothing needs fixing.", "Rien à corriger."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			if f.TLS.Value.OCSP {
				return passed("The server staples an OCSP answer.", "Le serveur agrafe une réponse OCSP.")
			}
			return passed("No OCSP answer is stapled, which is usual today.", "Aucune réponse OCSP n'est agrafée, ce qui est courant aujourd'hui.")
		},
	}
}
