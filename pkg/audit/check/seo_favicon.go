package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoFavicon() Check {
	return Check{
		ID:     "seo.favicon",
		Weight: 1,
		Level:  Standard,
		Source: "Google Search Central, favicon in search results",
		Link:   "https://developers.google.com/search/docs/appearance/favicon-in-search",
		Title:  text("Site icon", "Icône du site (favicon)"),
		Why: text("The icon stands beside the site's name in search results and browser tabs.",
			"L'icône accompagne le nom du site dans les résultats de recherche et les onglets."),
		Fix: text("Name a square icon with link rel=icon in the head of the home page, at an address that answers 200 with an image.",
			"Déclarez une icône carrée par link rel=icon dans le head de la page d'accueil, à une adresse qui répond 200 avec une image."),
		Run: runFavicon,
	}
}

func runFavicon(f *page.Facts) Finding {
	p := f.Main()
	usual := ""
	if u, err := weburl.Parse(p.FinalURL); err == nil {
		usual = u.Origin() + "/favicon.ico"
	}
	var broken *fault
	unseen := false
	for _, icon := range append(p.Icons[:len(p.Icons):len(p.Icons)], page.Reference{URL: usual, Source: "default"}) {
		asset, looked := f.Assets[icon.URL]
		isDefault := icon.Source == "default"
		switch {
		case strings.HasPrefix(icon.URL, "data:image"), looked && isImage(asset):
			return passed("The site has an icon.", "Le site a une icône.").seen(p.FinalURL, "link[rel=icon]", icon.URL)
		case !looked && !isDefault && icon.URL != "":
			return passed("The site names an icon (not fetched).",
				"Le site déclare une icône (non téléchargée).").seen(p.FinalURL, "link[rel=icon]", icon.URL)
		case !looked:
			unseen = true
		case !isDefault && broken == nil:
			broken = &fault{p, icon.URL, fmt.Sprintf("HTTP %d %s", asset.Status, asset.ContentType)}
		}
	}
	switch {
	case broken != nil:
		return failed("The icon that the page names isn't an image that can be fetched.", "L'icône déclarée par la page n'est pas une image accessible.").
			seen(p.FinalURL, broken.where, broken.excerpt)
	case unseen:
		return unassessed(page.Unread, "The page names no icon, and /favicon.ico wasn't looked at; --probe-agents all does.",
			"La page ne déclare pas d'icône, et /favicon.ico n'a pas été consulté ; --probe-agents all le fait.")
	}
	return warned("No icon was found, neither named by the page nor at /favicon.ico.",
		"Aucune icône n'a été trouvée, ni déclarée par la page ni à l'adresse /favicon.ico.").seen(p.FinalURL, "link[rel=icon]", "none")
}

// isImage says that an asset answered with an image; some servers send icons without a type.
func isImage(a page.Asset) bool {
	kind, _, _ := strings.Cut(a.ContentType, ";")
	return a.Status == 200 && (kind == "" || strings.HasPrefix(kind, "image/") || kind == "application/octet-stream")
}
