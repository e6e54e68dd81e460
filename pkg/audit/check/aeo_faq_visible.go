package check

import "github.com/auditctl/auditctl/pkg/audit/page"

// aeoFAQVisible neither asks for FAQPage markup nor rewards it: Google ended its rich results for it in 2026. Sites that sell nothing have no
// customers' questions to answer.
func aeoFAQVisible() Check {
	return Check{
		ID: "aeo.faq-visible", Weight: 3, Level: Standard,
		Source: "Microsoft, Optimizing Your Content for Inclusion in AI Search Answers (2025): questions and answers; own number: 3",
		Link:   "https://about.ads.microsoft.com/en/blog/post/october-2025/optimizing-your-content-for-inclusion-in-ai-search-answers",
		Title:  text("Visible questions and answers", "Questions et réponses visibles"),
		Why: text("What customers ask an assistant is what they ask you. A page that asks and answers it in plain words matches their question.",
			"Ce que les clients demandent à un assistant, ils vous le demandent aussi. Une page qui pose la question et y répond clairement correspond à leur demande."),
		Fix: text("Collect the questions that reach you by telephone and mail, and answer each in two or three sentences on the service page or on a page of questions.",
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
			verdict := passed("The pages read give %s with a visible answer.", "Les pages lues donnent %s avec une réponse visible.", said)
			switch {
			case found < 3 && !commercial(f):
				return unassessed(page.NotApplicable, "The site offers nothing that customers would ask about.",
					"Le site ne propose rien sur quoi des clients auraient des questions.")
			case found == 0:
				verdict = failed("No question with a visible answer was found on %v.", "Aucune question avec une réponse visible n'a été trouvée sur %v.",
					anyPage(f)).seen(f.FinalURL, "main content", "none")
			case found < 3:
				verdict = warned("The pages read give only %s with a visible answer.", "Les pages lues ne donnent que %s avec une réponse visible.", said)
			}
			verdict.Evidence = append(verdict.Evidence, best.Evidence...)
			return verdict
		},
	}
}
