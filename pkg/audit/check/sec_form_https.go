package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// secFormHTTPS keeps two cases apart: a form that leaves an encrypted page, and a password field on a page that never was.
func secFormHTTPS() Check {
	return Check{
		ID: "sec.form-https", Weight: 3, Level: Standard,
		Source: "W3C Mixed Content, section on form submission", Link: "https://www.w3.org/TR/mixed-content/",
		Title: text("Encrypted sending of forms", "Envoi chiffré des formulaires"),
		Why: text("What a visitor types into a form that goes to plain http can be read on its way, and browsers warn before sending it.",
			"Ce qu'un visiteur saisit dans un formulaire envoyé en http simple peut être lu en chemin ; les navigateurs avertissent avant l'envoi."),
		Fix: text("Let every form send to an https address.", "Faites envoyer chaque formulaire vers une adresse https."),
		Run: func(f *page.Facts) Finding {
			finding := Finding{Status: audit.Pass}
			forms, bad := 0, 0
			for i, p := range f.Pages {
				for _, form := range p.Forms {
					secure := overHTTPS(p)
					if !secure && !form.Password {
						continue // an unencrypted page's forms are sec.https-only's matter
					}
					forms++
					if !strings.HasPrefix(form.Action, "http://") {
						continue
					}
					bad++
					finding = finding.seen(p.FinalURL, "form action", form.Action)
					if i == 0 || !secure {
						finding.Status = audit.Fail
					} else if finding.Status == audit.Pass {
						finding.Status = audit.Warn
					}
				}
			}
			switch {
			case forms == 0:
				return unassessed(page.NotApplicable, "No page read has a form to judge.", "Aucune page lue n'a de formulaire à examiner.")
			case bad == 0:
				return passed("No form is sent over plain http (%v).", "Aucun formulaire n'est envoyé en http simple (%v).",
					count(forms, "form judged", "forms judged", "formulaire examiné", "formulaires examinés"))
			}
			finding.Detail = text("%s sent over plain http.",
				"%s en http simple.", count(bad, "form is", "forms are", "formulaire est envoyé", "formulaires sont envoyés"))
			return finding
		},
	}
}
