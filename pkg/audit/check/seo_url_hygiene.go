package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The limits of an address: characters and parameters.
const (
	longURL        = 100
	manyParameters = 3
)

func seoURLHygiene() Check {
	return Check{
		ID:     "seo.url-hygiene",
		Weight: 1,
		Level:  Standard,
		Source: "Google Search Central, URL structure; own numbers: 100 characters, 3 parameters",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/url-structure",
		Title:  text("Tidy URLs", "URL lisibles"),
		Why: text("Short lower-case addresses with hyphens are read, shared and cited without mistakes.",
			"Des adresses courtes, en minuscules et à traits d'union se lisent, se partagent et se citent sans erreur."),
		Fix: text("Use lower-case words divided by hyphens and few parameters, and redirect the old addresses.",
			"Employez des mots en minuscules séparés par des traits d'union et peu de paramètres, et redirigez les anciennes adresses."),
		Run: runURLHygiene,
	}
}

func runURLHygiene(f *page.Facts) Finding {
	found := faults(f, func(p *page.Page) (string, string, bool) {
		untidy := untidiness(p.FinalURL)
		return "URL", strings.Join(untidy, ", "), len(untidy) > 0
	})
	return siteWide(f, found,
		passed("The addresses are short and plain.", "Les adresses sont courtes et simples."),
		warned("The address of the submitted page could be tidier.", "L'adresse de la page soumise pourrait être plus soignée."),
		warned("The address could be tidier on %v.", "L'adresse pourrait être plus soignée sur %v.", notMain(len(found), f)))
}

// untidiness says what makes an address hard to read or share.
func untidiness(address string) []string {
	u, err := weburl.Parse(address)
	if err != nil {
		return nil
	}
	var out []string
	path := percentEscape.ReplaceAllString(strings.ReplaceAll(u.Path, "%20", " "), "-")
	if strings.ToLower(path) != path {
		out = append(out, "upper case")
	}
	if strings.Contains(path, "_") {
		out = append(out, "underscore")
	}
	if strings.ContainsAny(path, " +") {
		out = append(out, "space")
	}
	if strings.Contains(path, "//") {
		out = append(out, "double slash")
	}
	if n := len(percentEscape.ReplaceAllString(u.Page(), "-")); n > longURL {
		out = append(out, fmt.Sprintf("%d characters", n))
	}
	if n := strings.Count(u.Query, "&") + 1; n > manyParameters {
		out = append(out, fmt.Sprintf("%d parameters", n))
	}
	for _, session := range []string{"jsessionid=", "phpsessid=", "aspsessionid"} {
		if strings.Contains(strings.ToLower(u.RequestPath()), session) {
			out = append(out, "session id")
		}
	}
	return out
}

// percentEscape is one escaped byte. In a path it is one character, neither upper nor lower case.
var percentEscape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
