package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoQAMarkupValid is reported and never scored, as all FAQ markup: it is not wanted, but where it stands it must not claim what readers don't see.
func aeoQAMarkupValid() Check {
	return Check{
		ID: "aeo.qa-markup-valid", Weight: 0, Level: Standard, Source: "Google Search Central, structured data policies; schema.org FAQPage, QAPage",
		Link:  "https://developers.google.com/search/docs/appearance/structured-data/sd-policies",
		Title: text("Question markup equals the visible text", "Le balisage des questions correspond au texte visible"),
		Why: text("Questions and answers in markup that no reader sees break the policies of search engines.",
			"Des questions et réponses balisées qu'aucun lecteur ne voit enfreignent les règles des moteurs."),
		Fix: text("Give each Question a name and an acceptedAnswer with text, both word for word as on the page; or remove the markup.",
			"Donnez à chaque Question un name et un acceptedAnswer avec text, mot pour mot comme sur la page ; ou retirez le balisage."),
		Needs: []Need{Content},
		Run:   runQAMarkup,
	}
}

func runQAMarkup(f *page.Facts) Finding {
	total := 0
	var incomplete, unseen []fault
	for _, p := range f.Pages {
		visible := ""
		for _, list := range p.Graph.OfType("FAQPage", "QAPage") {
			for _, q := range p.Graph.Subs(list, "mainEntity") {
				if !q.Is("Question") {
					continue
				}
				if total++; visible == "" {
					visible = passages(p.Text.Main, p.Text.Outside)
				}
				name := p.Graph.Text(q, "name")
				answers := append(p.Graph.Subs(q, "acceptedAnswer"), p.Graph.Subs(q, "suggestedAnswer")...)
				switch {
				case name == "" || len(answers) == 0 || p.Graph.Text(answers[0], "text") == "":
					incomplete = append(incomplete, fault{p, "Question", name})
				case !holds(visible, name) && whole(p):
					unseen = append(unseen, fault{p, "Question.name", name})
				}
			}
		}
	}
	if total == 0 {
		return unassessed(page.NotApplicable, "The pages read have no question markup; none is needed.",
			"Les pages lues n'ont pas de balisage de questions ; il n'en faut pas.")
	}
	found := append(incomplete, unseen...)
	verdict := warned("Of %s in markup, %d without a complete answer and %d not visible on the page.",
		"Sur %s balisées, %d sans réponse complète et %d invisibles sur la page.", questionCount(total), len(incomplete), len(unseen))
	return siteWide(f, found, passed("%s in markup, all complete and visible.", "%s balisées, toutes complètes et visibles.",
		questionCount(total)), verdict, verdict)
}

func questionCount(n int) audit.Text {
	return count(n, "question", "questions", "question", "questions")
}
