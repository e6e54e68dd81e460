package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secServerBanner is reported only: hiding a version doesn't repair it.
func secServerBanner() Check {
	return Check{
		ID: "sec.server-banner", Weight: 0, Level: Folklore,
		Source: "OWASP Web Security Testing Guide, fingerprint web server; reported, not scored", Link: "https://owasp.org/www-project-web-security-testing-guide/",
		Title: text("Software versions in headers", "Versions de logiciels dans les en-têtes"),
		Why: text("A version number tells attackers which known holes to try first.",
			"Un numéro de version indique aux attaquants les failles connues à essayer d'abord."),
		Fix: text("Turn the version off (server_tokens, ServerTokens, expose_php), and above all keep the software current.",
			"Masquez la version (server_tokens, ServerTokens, expose_php) et surtout tenez le logiciel à jour."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			finding := Finding{Status: audit.Pass}
			for _, name := range []string{"Server", "X-Powered-By", "X-Aspnet-Version", "X-Generator"} {
				if v := header(main, name); strings.ContainsAny(v, "0123456789") {
					finding = finding.seen(main.FinalURL, name, v)
				}
			}
			if len(finding.Evidence) == 0 {
				return passed("No header gives a software version away.", "Aucun en-tête ne révèle de version de logiciel.")
			}
			finding.Status = audit.Warn
			finding.Detail = text("%s a software version away.",
				"%s une version de logiciel.", count(len(finding.Evidence), "header gives", "headers give", "en-tête révèle", "en-têtes révèlent"))
			return finding
		},
	}
}
