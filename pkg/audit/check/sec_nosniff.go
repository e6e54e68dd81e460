package check

import (
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func secNosniff() Check {
	return Check{
		ID: "sec.nosniff", Weight: 1, Observatory: true, Level: Standard,
		Source: observatorySource + ": X-Content-Type-Options (-5); WHATWG Fetch", Link: "https://fetch.spec.whatwg.org/#x-content-type-options-header",
		Title: text("Content types that browsers don't guess", "Types de contenu non devinés par les navigateurs"),
		Why: text("Without nosniff a browser may run an uploaded file as a script although it was sent as something else.",
			"Sans nosniff, un navigateur peut exécuter comme script un fichier envoyé sous un autre type."),
		Fix: text("Send “X-Content-Type-Options: nosniff”.", "Envoyez « X-Content-Type-Options: nosniff »."),
		Run: observed(observatory.NoSniff, func(f *page.Facts, result string) Finding {
			main := f.Main()
			switch result {
			case "x-content-type-options-nosniff":
				return noted("X-Content-Type-Options is nosniff.", "X-Content-Type-Options vaut nosniff.")
			case "x-content-type-options-not-implemented":
				return noted("X-Content-Type-Options is missing.",
					"X-Content-Type-Options est absent.").seen(main.FinalURL, "X-Content-Type-Options", "none")
			}
			return noted("X-Content-Type-Options has another value than nosniff.",
				"X-Content-Type-Options a une autre valeur que nosniff.").seen(main.FinalURL, "X-Content-Type-Options", header(main, "X-Content-Type-Options"))
		}),
	}
}
