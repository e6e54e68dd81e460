package check

import (
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// loginWords are the names of sign-in pages, as whole pieces of a path.
var loginWords = []string{"login", "signin", "sign-in", "log-in", "connexion", "se-connecter", "wp-login.php", "auth", "sso", "anmelden"}

// crawlAgentAuthWall asks for two signs at once, a password field and hardly any text: many open pages carry a sign-in form in the header.
func crawlAgentAuthWall() Check {
	return Check{
		ID: "crawl.agent-auth-wall", Weight: 4, Level: Standard,
		Source: "Google Search Central, technical requirements (a page that requires a log-in isn't crawled); schema.org isAccessibleForFree; own numbers: a password field and under 100 words",
		Link:   "https://developers.google.com/search/docs/essentials/technical",
		Title:  text("Content readable without signing in", "Contenu lisible sans connexion"),
		Why: text("Crawlers and assistants don't sign in. Behind a sign-in page they see the form and nothing else.",
			"Les robots et les assistants ne se connectent pas. Derrière une page de connexion, ils ne voient que le formulaire."),
		Fix: text("Publish an open page with the essential facts: what you offer, for whom, where and at what price.",
			"Publiez une page ouverte avec l'essentiel : votre offre, pour qui, où et à quel prix."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			switch {
			case main.Widgets.PasswordFields > 0 && main.Text.Words < 100:
				return failed("The page is a sign-in form with %s of content.", "La page est un formulaire de connexion avec %s de contenu.",
					count(main.Text.Words, "word", "words", "mot", "mots")).seen(main.FinalURL, "input[type=password]", count(main.Text.Words, "word", "words", "mot", "mots").EN)
			case len(main.Response.Redirects) > 0 && signInPath(main.FinalURL) && !signInPath(main.URL):
				return failed("The submitted address leads to a sign-in page.",
					"L'adresse soumise mène à une page de connexion.").seen(main.URL, "redirect", main.FinalURL)
			}
			for _, p := range f.Pages {
				for i := range p.Graph.Nodes {
					n := &p.Graph.Nodes[i]
					if !n.Is("CreativeWork") || !strings.EqualFold(lastPart(p.Graph.Text(n, "isAccessibleForFree")), "false") {
						continue
					}
					return warned("The structured data says that the content isn't free to read.", "Les données structurées indiquent un contenu payant.").
						seen(p.FinalURL, "isAccessibleForFree", "false")
				}
			}
			return passed("The content is readable without signing in.", "Le contenu est lisible sans connexion.")
		},
	}
}

// lastPart takes "False" out of "https://schema.org/False".
func lastPart(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

func signInPath(address string) bool {
	u, err := weburl.Parse(address)
	if err != nil {
		return false
	}
	for _, part := range strings.Split(strings.ToLower(u.Path), "/") {
		for _, w := range loginWords {
			if part == w {
				return true
			}
		}
	}
	return false
}
