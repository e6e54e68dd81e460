package check

import (
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// aeoQAMarkupValid is reported and never scored, as all FAQ markup: it is not wanted, but where it stands it must not claim what readers don't see.
func aeoQAMarkupValid() Check {
	return Check{
		ID: "aeo.qa-markup-valid", Weight: 0, Level: Standard, Source: "Google Search Central, structured data policies; schema.org FAQPage, QAPage; reported, not scored",
		Link:  "https://developers.google.com/search/docs/appearance/structured-data/sd-policies",
		Title: text("Questions in structured data that match the visible text", "Questions des données structurées conformes au texte visible"),
		Why: text("Questions and answers in structured data that no reader sees break Google's policies.",
			"Des questions et réponses des données structurées qu'aucun lecteur ne voit enfreignent les règles de Google."),
		Fix: text("Give each Question a name and an acceptedAnswer with text, both word for word as on the page; or remove the structured data.",
			"Donnez à chaque Question un name et un acceptedAnswer avec text, mot pour mot comme sur la page ; ou retirez ces données structurées."),
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
				case !holds(visible, name) && whole(p) && !p.Text.Clipped:
					unseen = append(unseen, fault{p, "Question.name", name})
				}
			}
		}
	}
	if total == 0 {
		return unassessed(page.NotApplicable, "The structured data of the pages read contains no questions; none are needed.",
			"Les données structurées des pages lues ne contiennent pas de questions ; il n'en faut pas.")
	}
	found := append(incomplete, unseen...)
	verdict := warned("Questions in structured data: %d. Without a complete answer: %d. Not visible on the page: %d.",
		"Questions dans les données structurées : %d. Sans réponse complète : %d. Invisibles sur la page : %d.", total, len(incomplete), len(unseen))
	return siteWide(f, found, passed("The questions in structured data are complete and visible (%d).", "Les questions des données structurées sont complètes et visibles (%d).", total), verdict, verdict)
}
