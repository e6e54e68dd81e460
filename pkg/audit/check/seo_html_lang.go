package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func seoHTMLLang() Check {
	return Check{
		ID:     "seo.html-lang",
		Weight: 2,
		Level:  Standard,
		Source: "WCAG 2.2 success criterion 3.1.1; BCP 47; Lighthouse html-has-lang, html-lang-valid",
		Link:   "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html",
		Title:  text("Declared language", "Langue déclarée"),
		Why: text("The language tells screen readers how to speak, browsers when to translate, and engines whom to show the page.",
			"La langue indique aux lecteurs d'écran comment prononcer, aux navigateurs quand traduire et aux moteurs à qui montrer la page."),
		Fix: text("Set the lang attribute of the html element to the language of the text, such as en or fr-CA.",
			"Donnez à l'attribut lang de l'élément html la langue du texte, par exemple fr ou fr-CA."),
		Run: runHTMLLang,
	}
}

func runHTMLLang(f *page.Facts) Finding {
	main := f.Main()
	found := faults(f, func(p *page.Page) (string, string, bool) { return "html[lang]", p.Lang, !languageTag(p.Lang) })
	onMain := failed("The page doesn't declare its language.", "La page ne déclare pas sa langue.")
	if main.Lang != "" {
		onMain = failed("The declared language “%s” isn't a valid language code.", "La langue déclarée « %s » n'est pas un code de langue valide.", main.Lang)
	}
	if len(found) > 0 {
		return siteWide(f, found, Finding{}, onMain,
			warned("No valid language is declared on %v.", "Aucune langue valide n'est déclarée sur %v.", notMain(len(found), f)))
	}
	found = faults(f, func(p *page.Page) (string, string, bool) {
		return "html[lang]", "lang=" + p.Lang + ", text in " + p.Detected.Value, p.Detected.OK() && p.Detected.Value != "" && !sameLanguage(p.Lang, p.Detected.Value)
	})
	return siteWide(f, found,
		passed("The page declares its language: %s.", "La page déclare sa langue : %s.", main.Lang).seen(main.FinalURL, "html[lang]", main.Lang),
		warned("The page declares “%s”, but its text reads as “%s”.", "La page déclare « %s », mais son texte semble être en « %s ».",
			main.Lang, main.Detected.Value),
		warned("The text is in another language than the declared one on %v.",
			"Le texte n'est pas dans la langue déclarée sur %v.", notMain(len(found), f)))
}
