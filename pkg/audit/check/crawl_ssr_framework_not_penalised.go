package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func crawlSSRFrameworkNotPenalised() Check {
	return Check{
		ID: "crawl.ssr-framework-not-penalised", Weight: 0, Level: Folklore,
		Source: "own rule: a framework's root element alone is no evidence of an empty page (400 characters of visible text); reported, not scored",
		Title:  text("Rendering of the application framework", "Mode de rendu du framework applicatif"),
		Why: text("A JavaScript framework does no harm where the server sends the finished text; only an empty shell does.",
			"Un framework JavaScript ne nuit pas si le serveur envoie le texte fini ; seule une coquille vide pose problème."),
		Fix: text("Turn on server rendering or static generation in the framework.",
			"Activez le rendu côté serveur ou la génération statique du framework."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			switch {
			case main.Shell == "":
				return unassessed(page.NotApplicable, "The page has no application root element.", "La page n'a pas d'élément racine d'application.")
			case main.NeedsRender():
				return warned("The root element #%s comes nearly empty.",
					"L'élément racine #%s arrive presque vide.", main.Shell).seen(main.FinalURL, "#"+main.Shell, count(main.Text.Visible, "word", "words", "mot", "mots").EN)
			}
			return passed("The root element #%s comes with its text: rendered on the server.",
				"L'élément racine #%s arrive avec son texte : rendu côté serveur.", main.Shell)
		},
	}
}
