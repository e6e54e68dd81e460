package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// aeoFAQVisible neither asks for FAQPage markup nor rewards it: Google ended its rich results for it in 2026. Sites that sell nothing have no
// customers' questions to answer.
func aeoFAQVisible() Check {
	return Check{
		ID: "aeo.faq-visible", Weight: 4, Level: Folklore, Source: "own number: 3 visible questions with answers",
		Title: text("Visible questions and answers", "Questions et réponses visibles"),
		Why: text("What customers ask an assistant is what they ask you. A page that asks and answers it in plain words is the best match there is.",
			"Ce que les clients demandent à un assistant, ils vous le demandent aussi. Une page qui pose la question et y répond clairement est la meilleure correspondance."),
		Fix: text("Collect the questions from telephone and mail, and answer each in two or three sentences on the service page or on a page of questions.",
			"Rassemblez les questions reçues par téléphone et par courriel, et répondez à chacune en deux ou trois phrases, sur la page du service ou une page dédiée."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			found := 0
			best := Finding{}
			for _, p := range f.Pages {
				for _, q := range pairs(p) {
					found++
					best = best.seen(p.FinalURL, q.question, excerptOf(q.answer))
				}
			}
			said := count(found, "question", "questions", "question", "questions")
			verdict := passed("%s with a visible answer.", "%s avec une réponse visible.", said)
			switch {
			case found < 3 && !commercial(f):
				return unassessed(page.NotApplicable, "The site offers nothing that customers would ask about.",
					"Le site ne propose rien sur quoi des clients auraient des questions.")
			case found == 0:
				verdict = failed("No question with a visible answer on %v.", "Aucune question avec réponse visible sur %v.",
					ofPages(len(f.Pages), f)).seen(f.FinalURL, "main", "")
			case found < 3:
				verdict = warned("Only %s with a visible answer.", "Seulement %s avec une réponse visible.", said)
			}
			verdict.Evidence = append(verdict.Evidence, best.Evidence...)
			return verdict
		},
	}
}
