package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlRSLLicense judges the declaration and, where more requests were wanted, the licence file.
func crawlRSLLicense() Check {
	return Check{
		ID: "crawl.rsl-license", Weight: 0, Level: Standard,
		Source: "Really Simple Licensing (RSL) 1.0; reported, not scored", Link: "https://rslstandard.org/",
		Title: text("RSL licence declaration", "Déclaration de licence RSL"),
		Why: text("An RSL licence tells AI companies the terms of use. A declaration that leads nowhere declares nothing.",
			"Une licence RSL indique aux entreprises d'IA les conditions d'utilisation. Une déclaration qui ne mène nulle part ne déclare rien."),
		Fix: text("Give the absolute address of an existing licence file.", "Indiquez l'adresse absolue d'un fichier de licence existant."),
		Run: func(f *page.Facts) Finding {
			type declared struct{ from, where, url string }
			var all []declared
			for _, l := range f.Robots.Value.Licenses {
				all = append(all, declared{f.Robots.Value.URL, fmt.Sprintf("line %d", l.Line), l.Value})
			}
			for _, l := range f.Main().Licenses {
				if strings.Contains(l.Type, "rsl") {
					all = append(all, declared{f.Main().FinalURL, "rel=license", l.URL})
				}
			}
			if len(all) == 0 {
				return unassessed(page.NotApplicable, "No RSL licence is declared.", "Aucune licence RSL n'est déclarée.")
			}
			for _, d := range all {
				if u, err := weburl.Parse(d.url); err != nil || !u.Web() {
					return warned("The declared licence isn't an absolute web address.",
						"La licence déclarée n'est pas une adresse web absolue.").seen(d.from, d.where, d.url)
				}
				for _, bad := range f.Failures {
					if bad.URL == d.url && bad.Status >= 400 {
						return warned("The address of the declared licence answers %d.", "L'adresse de la licence déclarée répond %d.", bad.Status).seen(d.from, d.where, d.url)
					}
				}
				if s, ok := licenseFile(f, d.url); ok && s.Status > 0 && !s.RSL {
					return warned("The declared licence is no RSL document.", "La licence déclarée n'est pas un document RSL.").
						seen(s.URL, d.where, fmt.Sprintf("status %d, %s", s.Status, s.ContentType))
				}
			}
			return passed("An RSL licence is declared.", "Une licence RSL est déclarée.").seen(all[0].from, all[0].where, all[0].url)
		},
	}
}

// licenseFile gives a licence's file, where it was asked for.
func licenseFile(f *page.Facts, address string) (served page.Served, ok bool) {
	if f.Survey == nil {
		return page.Served{}, false
	}
	for _, s := range f.Survey.Licenses {
		if s.URL == address {
			return s, true
		}
	}
	return page.Served{}, false
}
