package check

import (
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func crawlWebMCP() Check {
	return Check{
		ID: "crawl.webmcp", Weight: 0, Level: Folklore,
		Source: "WebMCP, W3C community group draft; reported, not scored", Link: "https://webmachinelearning.github.io/webmcp/",
		Title: text("Forms declared as tools for agents", "Formulaires déclarés comme outils pour agents"),
		Why: text("WebMCP lets a form say what an agent can do with it. The draft is young; nothing is lost without it.",
			"WebMCP permet à un formulaire d'indiquer ce qu'un agent peut en faire. Le projet est récent ; son absence ne coûte rien."),
		Fix: text("Nothing needs fixing.", "Rien à corriger."),
		Run: func(f *page.Facts) Finding {
			finding, tools := Finding{Status: audit.Pass}, 0
			for _, p := range f.Pages {
				for _, form := range p.Forms {
					if form.ToolName != "" {
						tools++
						finding = finding.seen(p.FinalURL, "form toolname", form.ToolName)
					}
				}
			}
			if tools == 0 {
				return unassessed(page.NotApplicable, "No form on the pages read is declared as a tool.", "Aucun formulaire des pages lues n'est déclaré comme outil.")
			}
			finding.Detail = text("%s as a tool for agents.",
				"%s comme outil pour agents.", count(tools, "form is declared", "forms are declared", "formulaire est déclaré", "formulaires sont déclarés"))
			return finding
		},
	}
}
