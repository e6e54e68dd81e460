package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func secNosniff() Check {
	return Check{
		ID: "sec.nosniff", Weight: 3, Level: Standard,
		Source: observatory + ": X-Content-Type-Options (-5); WHATWG Fetch", Link: "https://fetch.spec.whatwg.org/#x-content-type-options-header",
		Title: text("Content types that browsers don't guess", "Types de contenu non devinés par les navigateurs"),
		Why: text("Without nosniff a browser may run an uploaded file as a script although it was sent as something else.",
			"Sans nosniff, un navigateur peut exécuter comme script un fichier envoyé sous un autre type."),
		Fix: text("Send “X-Content-Type-Options: nosniff”.", "Envoyez « X-Content-Type-Options: nosniff »."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			sent := header(main, "X-Content-Type-Options")
			first, _, _ := strings.Cut(sent, ",")
			switch strings.ToLower(strings.TrimSpace(first)) {
			case "nosniff":
				return passed("X-Content-Type-Options is nosniff.", "X-Content-Type-Options vaut nosniff.")
			case "":
				return warned("X-Content-Type-Options is missing.",
					"X-Content-Type-Options est absent.").seen(main.FinalURL, "X-Content-Type-Options", "none")
			}
			return warned("X-Content-Type-Options has a value that browsers ignore.",
				"X-Content-Type-Options porte une valeur que les navigateurs ignorent.").seen(main.FinalURL, "X-Content-Type-Options", sent)
		},
	}
}
