package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// secPermissionsPolicy is reported only: what the header can switch off is off for frames by default.
func secPermissionsPolicy() Check {
	return Check{
		ID: "sec.permissions-policy", Weight: 0, Level: Standard, Source: "W3C Permissions Policy; reported, not scored", Link: "https://www.w3.org/TR/permissions-policy/",
		Title: text("Permissions-Policy header", "En-tête Permissions-Policy"),
		Why: text("This header switches off the camera, microphone, location and other functions that the page doesn't need.",
			"Cet en-tête désactive caméra, micro, position et autres fonctions dont la page n'a pas besoin."),
		Fix: text("Send for example “Permissions-Policy: camera=(), microphone=(), geolocation=()”.",
			"Envoyez par exemple « Permissions-Policy: camera=(), microphone=(), geolocation=() »."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			if sent := header(main, "Permissions-Policy"); sent != "" {
				return passed("A Permissions-Policy is sent.", "Une Permissions-Policy est envoyée.").seen(main.FinalURL, "Permissions-Policy", sent)
			}
			return warned("No Permissions-Policy is sent.",
				"Aucune Permissions-Policy n'est envoyée.").seen(main.FinalURL, "Permissions-Policy", "none")
		},
	}
}
