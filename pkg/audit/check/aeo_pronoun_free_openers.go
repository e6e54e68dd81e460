package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func aeoPronounFreeOpeners() Check {
	return Check{
		ID: "aeo.pronoun-free-openers", Weight: 1, Level: Folklore, Source: "own number: at most one section in five begins with a pronoun",
		Title: text("Subject named at the start of sections", "Sujet nommé en tête de section"),
		Why: text("“They also offer …” means nothing once it is quoted. A first sentence with a name in it survives being lifted.",
			"« Ils proposent aussi… » ne veut plus rien dire une fois cité. Une première phrase qui nomme son sujet survit à l'extraction."),
		Fix: text("Name the service, the product or the business in the first sentence of each section.",
			"Nommez le service, le produit ou l'entreprise dans la première phrase de chaque section."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			if lang := languageOf(f.Main()); lang != "en" && lang != "fr" {
				return otherLanguage()
			}
			judged := 0
			var vague []fault
			for _, p := range prosePages(f) {
				for s := range sections(p) {
					if s.words < 15 || s.blocks[0].Kind != page.Paragraph {
						continue
					}
					judged++
					if startsWithPronoun(s.blocks[0].Text) {
						vague = append(vague, fault{p, s.heading, excerptOf(s.blocks[0].Text)})
					}
				}
			}
			if judged < 3 {
				return noProse()
			}
			verdict := passed("Sections that begin with a pronoun: %d of %d.", "Sections commençant par un pronom : %d sur %d.", len(vague), judged)
			if len(vague)*5 > judged {
				verdict = warned("Sections that begin with a pronoun: %d of %d.", "Sections commençant par un pronom : %d sur %d.", len(vague), judged)
			}
			return siteWide(f, vague, verdict, verdict, verdict)
		},
	}
}
