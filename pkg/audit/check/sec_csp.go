package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secCSP rates each enforced policy and takes the strictest, since browsers enforce all of them together.
func secCSP() Check {
	return Check{
		ID: "sec.csp", Weight: 6, Level: Standard,
		Source: observatory + ": Content-Security-Policy; W3C CSP Level 3", Link: "https://www.w3.org/TR/CSP3/",
		Title: text("Content Security Policy", "Politique de sécurité du contenu (CSP)"),
		Why: text("The policy decides which scripts may run on the page, and can stop a smuggled-in script from taking over visitors' sessions.",
			"Cette politique décide des scripts autorisés sur la page, et peut empêcher un script injecté de détourner la session des visiteurs."),
		Fix: text("Send Content-Security-Policy without 'unsafe-inline' for scripts; use nonces or hashes for inline scripts. Try it with Content-Security-Policy-Report-Only first.",
			"Envoyez Content-Security-Policy sans 'unsafe-inline' pour les scripts ; utilisez des nonces ou des empreintes pour les scripts intégrés. Essayez d'abord avec Content-Security-Policy-Report-Only."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			best := cspNone
			for _, policy := range policies(main) {
				best = max(best, policy.judge())
			}
			sent := strings.TrimSpace(header(main, "Content-Security-Policy") + " " + main.CSPMeta)
			switch best {
			case cspNone:
				if main.Response.Get("Content-Security-Policy-Report-Only") != "" {
					return failed("The policy only reports; nothing is enforced.", "La politique ne fait que signaler ; rien n'est appliqué.").
						seen(main.FinalURL, "Content-Security-Policy-Report-Only", header(main, "Content-Security-Policy-Report-Only"))
				}
				return failed("No Content-Security-Policy is sent.",
					"Aucune Content-Security-Policy n'est envoyée.").seen(main.FinalURL, "Content-Security-Policy", "none")
			case cspUnsafeInline:
				return failed("The policy lets inline scripts, plug-ins or scripts from anywhere run.",
					"La politique laisse s'exécuter des scripts intégrés, des modules externes ou des scripts de toute provenance.").
					seen(main.FinalURL, "Content-Security-Policy", sent)
			case cspUnsafeEval:
				return warned("The policy allows 'unsafe-eval'.",
					"La politique autorise 'unsafe-eval'.").seen(main.FinalURL, "Content-Security-Policy", sent)
			case cspPassiveHTTP:
				return warned("The policy lets images or media load over plain http.",
					"La politique laisse charger images ou médias en http simple.").seen(main.FinalURL, "Content-Security-Policy", sent)
			case cspStyleInline:
				return passed("The policy restricts scripts; only styles are left loose.",
					"La politique encadre les scripts ; seuls les styles restent libres.")
			}
			return passed("The policy restricts scripts and styles.", "La politique encadre scripts et styles.")
		},
	}
}
