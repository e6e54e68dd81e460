package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// blockingFiles gives the external files in the head that the browser waits for before it shows anything.
func blockingFiles(p *page.Page) []string {
	var urls []string
	for i := range p.Styles {
		s := &p.Styles[i]
		media := strings.ToLower(strings.TrimSpace(s.Media))
		if s.Href != "" && s.InHead && (media == "" || media == "all" || strings.Contains(media, "screen")) {
			urls = append(urls, s.Href)
		}
	}
	for i := range p.Scripts {
		if p.Scripts[i].Blocking() {
			urls = append(urls, p.Scripts[i].Src)
		}
	}
	return urls
}

func perfRenderBlocking() Check {
	const good, poor = 2, 10
	return Check{
		ID: "perf.render-blocking", Weight: 5, Level: Standard,
		Source: "Lighthouse, render-blocking requests; own numbers: 2 and 10 files",
		Link:   "https://developer.chrome.com/docs/performance/insights/render-blocking",
		Title:  text("Files that block the first display", "Fichiers bloquant le premier affichage"),
		Why: text("The browser shows nothing until it has loaded every blocking style sheet and script in the head.",
			"Le navigateur n'affiche rien avant d'avoir chargé chaque feuille de style et script bloquants de l'en-tête."),
		Fix: text("Add defer to scripts, join style sheets, and put the rules for the first screen inline.",
			"Ajoutez defer aux scripts, regroupez les feuilles de style et intégrez les règles du premier écran."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			files := blockingFiles(main)
			n := count(len(files), "external file blocks", "external files block", "fichier externe bloque", "fichiers externes bloquent")
			switch {
			case len(files) == 0:
				return passed("No external file blocks the first display.", "Aucun fichier externe ne bloque le premier affichage.")
			case len(files) <= good:
				return passed("%s the first display.", "%s le premier affichage.", n)
			case len(files) <= poor:
				return warned("%s the first display; we warn from 3.",
					"%s le premier affichage ; l'avertissement commence à 3.", n).seenEach(main.FinalURL, "head", files)
			}
			return failed("%s the first display, more than 10.", "%s le premier affichage, plus de 10.", n).seenEach(main.FinalURL, "head", files)
		},
	}
}
