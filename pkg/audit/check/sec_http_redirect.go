package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func secHTTPRedirect() Check {
	return Check{
		ID: "sec.http-redirect", Weight: 4, Level: Standard, Source: observatory + ": redirection", Link: observatoryLink,
		Title: text("Direct redirect from http to https", "Redirection directe de http vers https"),
		Why: text("Visitors who type the name without https start unencrypted. The first answer should send them to the encrypted page of the same host.",
			"Qui saisit le nom sans https commence sans chiffrement. La première réponse doit mener à la page chiffrée du même hôte."),
		Fix: text("Answer every http request with a 301 to the same address under https, before any other redirect.",
			"Répondez à toute requête http par une 301 vers la même adresse en https, avant toute autre redirection."),
		Needs: []Need{Plain},
		Run: func(f *page.Facts) Finding {
			p := &f.Plain.Value
			if p.Closed || p.Status == 0 {
				return passed("Nothing answers over plain http.", "Rien ne répond en http simple.")
			}
			if len(p.Redirects) == 0 {
				if p.Status >= 400 {
					return passed("Plain http is refused (%d).", "Le http simple est refusé (%d).", p.Status)
				}
				return failed("The site is served over plain http too, without a redirect.",
					"Le site est aussi servi en http simple, sans redirection.").seen("http://"+f.Host, "status", fmt.Sprint(p.Status))
			}
			first := p.Redirects[0]
			from, _ := weburl.Parse(first.From)
			to, err := weburl.Parse(first.To)
			hop := fmt.Sprintf("%d to %s", first.Status, first.To)
			switch {
			case err == nil && to.Scheme == "https" && to.Host == from.Host:
				return passed("http is redirected to https in the first hop.", "http est redirigé vers https dès le premier saut.")
			case err == nil && to.Scheme == "https":
				return warned("http is redirected to another host first, so that HSTS is never set for this one.",
					"http est d'abord redirigé vers un autre hôte : HSTS n'est jamais posé sur celui-ci.").
					seen(first.From, "Location", hop)
			case strings.HasPrefix(p.FinalURL, "https://"):
				return warned("http reaches https only after a further unencrypted hop.",
					"http n'atteint https qu'après un autre saut non chiffré.").seen(first.From, "Location", hop)
			}
			return failed("http is never redirected to https.", "http n'est jamais redirigé vers https.").seen(first.From, "Location", hop)
		},
	}
}
