package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// tlsProtocols caps as testssl.sh does: a server that still takes TLS 1.0 or 1.1 gets grade B at most, which ends below 80.
func tlsProtocols() Check {
	return Check{
		ID: "tls.protocols", Weight: 5, Cap: 79, Level: Standard,
		Source: "RFC 8996; cap: testssl.sh grade B", Link: "https://www.rfc-editor.org/rfc/rfc8996",
		Title: text("Refusal of outdated TLS versions", "Refus des versions TLS obsolètes"),
		Why: text("TLS 1.0 and 1.1 have known weaknesses; since 2021 they must no longer be used (RFC 8996).",
			"TLS 1.0 et 1.1 ont des faiblesses connues ; depuis 2021, ils ne doivent plus être utilisés (RFC 8996)."),
		Fix:   text("Allow only TLS 1.2 and 1.3 in the web server or CDN.", "N'autorisez que TLS 1.2 et 1.3 sur le serveur web ou le CDN."),
		Needs: []Need{TLS},
		Run: func(f *page.Facts) Finding {
			t := &f.TLS.Value
			var old []string
			for _, v := range []string{"SSLv3", "TLS 1.0", "TLS 1.1"} {
				if t.Takes(v) == page.Accepted {
					old = append(old, v)
				}
			}
			versions := strings.Join(old, ", ")
			switch {
			case t.Version != "TLS 1.2" && t.Version != "TLS 1.3" && t.Version != "":
				return failed("The server agreed on %s at most.",
					"Le serveur n'a accepté au mieux que %s.", t.Version).seen(f.FinalURL, "TLS handshake", t.Version)
			case versions != "":
				return failed("The server still accepts %s.",
					"Le serveur accepte encore %s.", versions).seen(f.FinalURL, "TLS handshake", versions)
			case !t.Legacy.OK():
				return unassessed(t.Legacy.Reason, "Whether outdated versions are accepted could not be tried.", "L'acceptation des versions obsolètes n'a pas pu être testée.")
			}
			return passed("SSLv3, TLS 1.0 and TLS 1.1 are refused.", "SSLv3, TLS 1.0 et TLS 1.1 sont refusés.")
		},
	}
}
