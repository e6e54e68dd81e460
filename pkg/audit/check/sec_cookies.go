package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// cookieFault is what is wrong with one cookie. Observatory's rules: a session cookie is one whose name has "login" or "sess", one against forged
// requests has "csrf"; a missing Secure weighs less where HSTS keeps browsers on https.
func cookieFault(c page.Cookie, hsts bool) (fault audit.Text, severe bool) {
	name := strings.ToLower(c.Name)
	session := strings.Contains(name, "sess") || strings.Contains(name, "login")
	sameSite := c.SameSite == "strict" || c.SameSite == "lax" || c.SameSite == "none"
	switch {
	case session && !c.HTTPOnly:
		return text("without HttpOnly", "sans HttpOnly"), true
	case !c.Secure:
		return text("without Secure", "sans Secure"), !hsts
	case c.SameSite != "" && !sameSite:
		return text("with an unknown SameSite", "avec un SameSite inconnu"), true
	case strings.Contains(name, "csrf") && !sameSite:
		return text("without SameSite", "sans SameSite"), true
	}
	return audit.Text{}, false
}

func secCookies() Check {
	return Check{
		ID: "sec.cookies", Weight: 6, Level: Standard, Source: observatory + ": cookies; RFC 6265", Link: observatoryLink,
		Title: text("Protection of cookies", "Protection des cookies"),
		Why: text("A session cookie that travels unencrypted or that scripts can read is enough to take over a visitor's account.",
			"Un cookie de session transmis en clair ou lisible par un script suffit pour détourner le compte d'un visiteur."),
		Fix: text("Set Secure and SameSite=Lax on every cookie, and HttpOnly on those that scripts don't need.",
			"Ajoutez Secure et SameSite=Lax à chaque cookie, et HttpOnly à ceux que les scripts n'utilisent pas."),
		Run: func(f *page.Facts) Finding {
			maxAge, _, hsts := readHSTS(f.Main())
			hsts = hsts && maxAge > 0 && overHTTPS(f.Main())
			finding := Finding{Status: audit.Pass}
			seen, bad := map[string]bool{}, 0
			for _, p := range f.Pages {
				for _, c := range p.Response.Cookies {
					if seen[c.Name] {
						continue
					}
					seen[c.Name] = true
					fault, severe := cookieFault(c, hsts)
					if fault.EN == "" {
						continue
					}
					bad++
					finding = finding.seen(p.FinalURL, "Set-Cookie", c.Name+": "+fault.EN)
					switch {
					case severe:
						finding.Status, finding.Detail = audit.Fail, text("The cookie %s is set %s.", "Le cookie %s est posé %s.", c.Name, fault)
					case finding.Status == audit.Pass:
						finding.Status, finding.Detail = audit.Warn, text("The cookie %s is set %s.", "Le cookie %s est posé %s.", c.Name, fault)
					}
				}
			}
			switch {
			case len(seen) == 0:
				return unassessed(page.NotApplicable, "The pages read set no cookie.", "Les pages lues n'ont posé aucun cookie.")
			case bad == 0:
				return passed("No fault was found in the cookies set (%d).", "Aucun défaut n'a été trouvé dans les cookies posés (%d).", len(seen))
			case bad > 1:
				finding.Detail = text("%s In all, %d of %d cookies have a fault.",
					"%s Au total, %d cookies sur %d ont un défaut.", finding.Detail, bad, len(seen))
			}
			return finding
		},
	}
}
