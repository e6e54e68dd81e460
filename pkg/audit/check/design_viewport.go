package check

import (
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func designViewport() Check {
	return Check{
		ID: "design.viewport", Weight: 8, Level: Standard,
		Source: "WCAG 2.2 success criterion 1.4.4; Lighthouse viewport and meta-viewport (no user-scalable=no, maximum-scale of 2 or more)",
		Link:   "https://www.w3.org/TR/WCAG22/#resize-text",
		Title:  text("Viewport for small screens", "Affichage sur petits écrans (viewport)"),
		Why: text("Without a viewport a telephone shows the page shrunk to desktop width; with zooming switched off, some visitors can't read it.",
			"Sans viewport, un téléphone affiche la page réduite à la largeur d'un ordinateur ; sans zoom, une partie des visiteurs ne peut la lire."),
		Fix: text(`Put <meta name="viewport" content="width=device-width, initial-scale=1"> into the head, without user-scalable and maximum-scale.`,
			`Placez <meta name="viewport" content="width=device-width, initial-scale=1"> dans head, sans user-scalable ni maximum-scale.`),
		Run: runViewport,
	}
}

func runViewport(f *page.Facts) Finding {
	main := f.Main()
	if len(main.Viewports) == 0 && main.ParseError != "" {
		return unsure(main)
	}
	missing := faults(f, func(p *page.Page) (string, string, bool) {
		return "meta[name=viewport]", strings.Join(p.Viewports, " | "), !adapts(p) && (len(p.Viewports) > 0 || p.ParseError == "")
	})
	if len(missing) > 0 {
		return siteWide(f, missing, Finding{},
			failed("The submitted page has no viewport that follows the width of the screen.",
				"La page soumise n'a pas de viewport qui suit la largeur de l'écran."),
			warned("No viewport follows the width of the screen on %v.", "Aucun viewport ne suit la largeur de l'écran sur %v.",
				notMain(len(missing), f)))
	}
	locked := faults(f, func(p *page.Page) (string, string, bool) {
		return "meta[name=viewport]", strings.Join(p.Viewports, " | "), locksZoom(p)
	})
	verdict := warned("Zooming is switched off or limited on %v.", "Le zoom est désactivé ou limité sur %v.", ofPages(len(locked), f))
	return siteWide(f, locked, passed("The viewport follows the width of the screen and allows zooming.",
		"Le viewport suit la largeur de l'écran et permet le zoom.").
		seen(main.FinalURL, "meta[name=viewport]", first(main.Viewports)), verdict, verdict)
}

// viewport reads the last declaration, which is the one that browsers use, as names and values.
func viewport(p *page.Page) map[string]string {
	values := map[string]string{}
	if len(p.Viewports) == 0 {
		return values
	}
	for _, part := range strings.FieldsFunc(p.Viewports[len(p.Viewports)-1], func(r rune) bool { return r == ',' || r == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		values[strings.ToLower(strings.TrimSpace(name))] = strings.ToLower(strings.TrimSpace(value))
	}
	return values
}

// adapts says whether the layout has the width of the screen: an initial scale of 1 implies it.
func adapts(p *page.Page) bool {
	v := viewport(p)
	scale, err := strconv.ParseFloat(v["initial-scale"], 64)
	return v["width"] == "device-width" || err == nil && scale == 1 && v["width"] == ""
}

// locksZoom judges as the rule meta-viewport of axe does; browsers read words as numbers too.
func locksZoom(p *page.Page) bool {
	v := viewport(p)
	if word := v["user-scalable"]; word != "" {
		n, err := strconv.ParseFloat(word, 64)
		switch {
		case err == nil && n > -1 && n < 1, err != nil && word != "yes" && word != "device-width" && word != "device-height":
			return true
		}
	}
	word := v["maximum-scale"]
	if word == "" {
		return false
	}
	most, err := strconv.ParseFloat(word, 64)
	return err == nil && most >= 0 && most < 2 || err != nil && word != "device-width" && word != "device-height"
}
