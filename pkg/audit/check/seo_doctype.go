package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoDoctype() Check {
	return Check{
		ID:     "seo.doctype",
		Weight: 1,
		Level:  Standard,
		Source: "HTML standard, the doctype; Lighthouse doctype",
		Link:   "https://html.spec.whatwg.org/multipage/syntax.html#the-doctype",
		Title:  text("HTML doctype", "Doctype HTML"),
		Why: text("Without the doctype, browsers lay the page out in quirks mode, as those of the 1990s did.",
			"Sans doctype, les navigateurs affichent la page en mode quirks, comme ceux des années 1990."),
		Fix: text("Begin every page with <!doctype html>.", "Commencez chaque page par <!doctype html>."),
		Run: runDoctype,
	}
}

func runDoctype(f *page.Facts) Finding {
	found := faults(f, func(p *page.Page) (string, string, bool) {
		return "doctype", p.Doctype, !strings.EqualFold(p.Doctype, "html")
	})
	onMain := failed("The page has no doctype.", "La page n'a pas de doctype.")
	if d := f.Main().Doctype; d != "" {
		onMain = warned("The page has an outdated doctype: %s.", "La page a un doctype dépassé : %s.", d)
	}
	return siteWide(f, found, passed("The page has the HTML doctype.", "La page a le doctype HTML."), onMain,
		warned("The HTML doctype is missing on %v.", "Le doctype HTML manque sur %v.", notMain(len(found), f)))
}
