package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func secHTTPRedirect() Check {
	return Check{
		ID: "sec.http-redirect", Weight: 4, Observatory: true, Level: Standard, Source: observatorySource + ": redirection", Link: observatoryLink,
		Title: text("Direct redirect from http to https", "Redirection directe de http vers https"),
		Why: text("Visitors who type the name without https start unencrypted. The first answer should send them to the encrypted page of the same host.",
			"Qui saisit le nom sans https commence sans chiffrement. La première réponse doit mener à la page chiffrée du même hôte."),
		Fix: text("Answer every http request with a 301 to the same address under https, before any other redirect.",
			"Répondez à toute requête http par une 301 vers la même adresse en https, avant toute autre redirection."),
		Run: observed(observatory.Redirection, func(f *page.Facts, result string) Finding {
			secure := overHTTPS(f.Main())
			if !secure && byAddress(f) {
				return unassessed(page.NotApplicable, "This site is named by an IP address, which no certificate is expected for.",
					"Ce site est désigné par une adresse IP, pour laquelle aucun certificat n'est attendu.")
			}
			if reason, why, ok := Plain.known(f); secure && !ok {
				return Finding{Status: audit.NotAssessed, Reason: reason, Detail: why}
			}
			from, hop := "http://"+f.Host, "none"
			hops := f.Plain.Value.Redirects
			if !secure {
				hops = f.Main().Response.Redirects
			}
			if len(hops) > 0 {
				from, hop = hops[0].From, fmt.Sprintf("%d to %s", hops[0].Status, hops[0].To)
			}
			switch result {
			case "redirection-not-needed-no-http":
				return noted("Nothing answers over plain http.", "Rien ne répond en http simple.")
			case "redirection-all-redirects-preloaded":
				return noted("Browsers never ask over plain http: every host on the way is on their list.",
					"Les navigateurs n'utilisent jamais le http simple : tous les hôtes du trajet sont sur leur liste.")
			case "redirection-missing":
				return noted("Plain http is answered without a redirect to https.",
					"Le http simple est servi sans redirection vers https.").seen(from, "Location", hop)
			case "redirection-off-host-from-http":
				return noted("http is redirected to another host first, so that HSTS is never set for this one.",
					"http est d'abord redirigé vers un autre hôte : HSTS n'est jamais posé sur celui-ci.").seen(from, "Location", hop)
			case "redirection-not-to-https-on-initial-redirection":
				return noted("http reaches https only after a further unencrypted hop.",
					"http n'atteint https qu'après un autre saut non chiffré.").seen(from, "Location", hop)
			case "redirection-not-to-https":
				return noted("http is never redirected to https.", "http n'est jamais redirigé vers https.").seen(from, "Location", hop)
			case "redirection-invalid-cert":
				return noted("http is redirected to https, where the certificate isn't accepted.",
					"http est redirigé vers https, dont le certificat est refusé.").seen(from, "Location", hop)
			}
			return noted("http is redirected to https in the first hop.", "http est redirigé vers https dès le premier saut.")
		}),
	}
}
