package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/observatory"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func secCookies() Check {
	return Check{
		ID: "sec.cookies", Weight: 8, Observatory: true, Level: Standard, Source: observatorySource + ": cookies; RFC 6265", Link: observatoryLink,
		Title: text("Protection of cookies", "Protection des cookies"),
		Why: text("A session cookie that travels unencrypted or that scripts can read is enough to take over a visitor's account.",
			"Un cookie de session transmis en clair ou lisible par un script suffit pour détourner le compte d'un visiteur."),
		Fix: text("Set Secure and SameSite=Lax on every cookie, and HttpOnly on those that scripts don't need.",
			"Ajoutez Secure et SameSite=Lax à chaque cookie, et HttpOnly à ceux que les scripts n'utilisent pas."),
		Run: observed(observatory.Cookies, func(f *page.Facts, result string) Finding {
			hsts := observatory.Test(f, observatory.HSTS).Pass
			finding, seen, bad, worst := Finding{}, map[string]bool{}, []string{}, result
			for _, p := range f.Pages {
				for i := range p.Response.Cookies {
					c := &p.Response.Cookies[i]
					if c.Refused || seen[c.Name] {
						continue
					}
					seen[c.Name] = true
					faults := observatory.Faults(c, hsts)
					if len(faults) == 0 {
						continue
					}
					if _, fault := cookieFaults[worst]; !fault { // of a page that the Observatory doesn't look at
						worst, finding.Status = faults[0], audit.Warn
					}
					bad = append(bad, c.Name)
					finding = finding.seen(p.FinalURL, "Set-Cookie", c.Name+": "+strings.Join(faults, ", "))
				}
			}
			switch {
			case len(seen) == 0 && result == "cookies-not-found":
				return unassessed(page.NotApplicable, "The pages read set no cookie.", "Les pages lues n'ont posé aucun cookie.")
			case len(bad) == 0 && cookieFaults[result].EN != "":
				return noted("A cookie is set with a SameSite that browsers don't accept.", "Un cookie est posé avec un SameSite que les navigateurs n'acceptent pas.")
			case len(bad) == 0:
				return noted("No fault was found in the cookies set (%d).", "Aucun défaut n'a été trouvé dans les cookies posés (%d).", len(seen))
			}
			finding.Detail = text("Cookies with a fault: %d of %d (%s). The worst: %s.", "Cookies présentant un défaut : %d sur %d (%s). Le plus grave : %s.",
				len(bad), len(seen), firstOf(bad, 3), cookieFaults[worst])
			return finding
		}),
	}
}

// cookieFaults says what the Observatory's results on cookies mean.
var cookieFaults = map[string]audit.Text{
	"cookies-session-without-secure-flag":                       text("a session cookie without Secure", "un cookie de session sans Secure"),
	"cookies-session-without-secure-flag-but-protected-by-hsts": text("a session cookie without Secure, under HSTS", "un cookie de session sans Secure, protégé par HSTS"),
	"cookies-session-without-httponly-flag":                     text("a session cookie that scripts can read", "un cookie de session lisible par les scripts"),
	"cookies-anticsrf-without-samesite-flag":                    text("a cookie against forged requests without SameSite", "un cookie anti-CSRF sans SameSite"),
	"cookies-samesite-flag-invalid":                             text("a SameSite that browsers don't accept", "un SameSite que les navigateurs n'acceptent pas"),
	"cookies-without-secure-flag":                               text("a cookie without Secure", "un cookie sans Secure"),
	"cookies-without-secure-flag-but-protected-by-hsts":         text("a cookie without Secure, under HSTS", "un cookie sans Secure, protégé par HSTS"),
}
