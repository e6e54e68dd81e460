package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secCSP takes all enforced policies together, as the Observatory does.
func secCSP() Check {
	return Check{
		ID: "sec.csp", Weight: 5, Observatory: true, Level: Standard,
		Source: observatorySource + ": Content-Security-Policy; W3C CSP Level 3", Link: "https://www.w3.org/TR/CSP3/",
		Title: text("Content Security Policy", "Politique de sécurité du contenu (CSP)"),
		Why: text("The policy decides which scripts may run on the page, and can stop a smuggled-in script from taking over visitors' sessions.",
			"Cette politique décide des scripts autorisés sur la page, et peut empêcher un script injecté de détourner la session des visiteurs."),
		Fix: text("Send Content-Security-Policy without 'unsafe-inline' for scripts; use nonces or hashes for inline scripts. Try it with Content-Security-Policy-Report-Only first.",
			"Envoyez Content-Security-Policy sans 'unsafe-inline' pour les scripts ; utilisez des nonces ou des empreintes pour les scripts intégrés. Essayez d'abord avec Content-Security-Policy-Report-Only."),
		Run: observed(observatory.CSP, func(f *page.Facts, result string) Finding {
			main := f.Main()
			sent := strings.TrimSpace(header(main, "Content-Security-Policy") + " " + main.CSPMeta)
			switch result {
			case "csp-not-implemented":
				return noted("No Content-Security-Policy is sent.",
					"Aucune Content-Security-Policy n'est envoyée.").seen(main.FinalURL, "Content-Security-Policy", sent)
			case "csp-not-implemented-but-reporting-enabled":
				return noted("The policy only reports; nothing is enforced.", "La politique ne fait que signaler ; rien n'est appliqué.").
					seen(main.FinalURL, "Content-Security-Policy-Report-Only", header(main, "Content-Security-Policy-Report-Only"))
			}
			return noted("%s", "%s", cspResults[result]).seen(main.FinalURL, "Content-Security-Policy", sent)
		}),
	}
}

// cspResults says what the Observatory's results on a policy mean.
var cspResults = map[string]audit.Text{
	"csp-header-invalid": text("The policy isn't valid: a directive stands there twice, is cut short, or 'strict-dynamic' stands without a nonce or hash.",
		"La politique n'est pas valide : une directive y figure deux fois ou est incomplète, ou 'strict-dynamic' y figure sans nonce ni empreinte."),
	"csp-implemented-with-unsafe-inline": text("The policy lets inline scripts, plug-ins or scripts from anywhere run.",
		"La politique laisse s'exécuter des scripts intégrés, des modules externes ou des scripts de toute provenance."),
	"csp-implemented-with-insecure-scheme": text("The policy lets scripts, styles or frames load over plain http.",
		"La politique laisse charger scripts, styles ou cadres en http simple."),
	"csp-implemented-with-unsafe-eval": text("The policy allows 'unsafe-eval'.", "La politique autorise 'unsafe-eval'."),
	"csp-implemented-with-insecure-scheme-in-passive-content-only": text("The policy lets images or media load over plain http.",
		"La politique laisse charger images ou médias en http simple."),
	"csp-implemented-with-unsafe-inline-in-style-src-only": text("The policy restricts scripts; only styles are left loose.",
		"La politique encadre les scripts ; seuls les styles restent libres."),
	"csp-implemented-but-duplicate-directives": text("The policy restricts scripts; a reporting directive stands there twice.",
		"La politique encadre les scripts ; une directive de signalement y figure deux fois."),
	"csp-implemented-with-no-unsafe": text("The policy restricts scripts and styles.", "La politique encadre scripts et styles."),
	"csp-implemented-with-no-unsafe-default-src-none": text("The policy forbids everything that it doesn't name.",
		"La politique interdit tout ce qu'elle ne nomme pas."),
}
