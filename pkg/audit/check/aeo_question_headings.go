package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func aeoQuestionHeadings() Check {
	return Check{
		ID: "aeo.question-headings", Weight: 2, Level: Standard,
		Source: "Microsoft, Optimizing Your Content for Inclusion in AI Search Answers (2025): headings that mirror questions; own numbers: 2 headings, answered in at most 60 words",
		Link:   "https://about.ads.microsoft.com/en/blog/post/october-2025/optimizing-your-content-for-inclusion-in-ai-search-answers",
		Title:  text("Headings in question form", "Intertitres en forme de question"),
		Why: text("A heading that is the question itself is easy to match with what a person asks an assistant.",
			"Un intertitre qui est la question même se rapproche aisément de ce qu'une personne demande à un assistant."),
		Fix: text("Turn the main subheadings into the questions that customers ask, and answer each in the next 60 words.",
			"Formulez les principaux intertitres comme les questions de vos clients, et répondez à chacune dans les 60 mots qui suivent."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			asked, answered := 0, 0
			verdict := Finding{}
			for _, p := range prosePages(f) {
				for _, q := range pairs(p) {
					asked++
					if q.words <= 60 {
						answered++
						verdict = verdict.seen(p.FinalURL, "heading", q.question)
					}
				}
			}
			said := count(answered, "question is", "questions are", "question est", "questions sont")
			result := passed("On the pages read, %s answered right below within 60 words.", "Sur les pages lues, %s suivies d'une réponse d'au plus 60 mots.", said)
			if answered == 0 && littleText(f) {
				return noProse()
			}
			if asked == 0 {
				return warned("No heading in question form was found on %v.", "Aucun intertitre en forme de question n'a été trouvé sur %v.", anyPage(f)).
					seen(f.FinalURL, "heading", "none in question form")
			}
			if answered < 2 {
				result = warned("Headings that ask a question: %d; with an answer of at most 60 words right below: %d.",
					"Intertitres en forme de question : %d ; suivis d'une réponse d'au plus 60 mots : %d.", asked, answered)
			}
			if result.Evidence = verdict.Evidence; answered == 0 {
				result = result.seen(f.FinalURL, "heading", "none answered within 60 words")
			}
			return result
		},
	}
}
