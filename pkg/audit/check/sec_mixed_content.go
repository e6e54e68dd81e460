package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// mixedContent gives the http sub-resources of an https page: those that browsers block, and the images and media that they upgrade or show
// with a warning (W3C Mixed Content, section 3).
func mixedContent(p *page.Page) (blocked, passive []string) {
	if !overHTTPS(p) {
		return nil, nil
	}
	plain := func(u string) bool { return strings.HasPrefix(u, "http://") }
	for _, s := range p.Scripts {
		if plain(s.Src) {
			blocked = append(blocked, s.Src)
		}
	}
	for _, s := range p.Styles {
		if plain(s.Href) {
			blocked = append(blocked, s.Href)
		}
	}
	for _, i := range p.Images {
		if plain(i.Src) {
			passive = append(passive, i.Src)
		}
	}
	for _, r := range p.Resources {
		switch {
		case !plain(r.URL), r.Element == "preconnect", r.Element == "prefetch":
		case r.Element == "iframe", r.Element == "embed", r.Element == "object", r.Element == "track", r.Element == "preload" && r.As != "image":
			blocked = append(blocked, r.URL)
		default:
			passive = append(passive, r.URL)
		}
	}
	return blocked, passive
}

// upgradesInsecure says that the page tells browsers to load everything over https.
func upgradesInsecure(p *page.Page) bool {
	_, ok := directive(header(p, "Content-Security-Policy")+","+p.CSPMeta, "upgrade-insecure-requests")
	return ok
}

func secMixedContent() Check {
	return Check{
		ID: "sec.mixed-content", Weight: 4, Level: Standard, Source: "W3C Mixed Content", Link: "https://www.w3.org/TR/mixed-content/",
		Title: text("No content loaded over plain http", "Absence d'éléments chargés en http simple"),
		Why: text("Browsers block scripts and styles that a secure page loads over http, so parts of the page are missing.",
			"Les navigateurs bloquent les scripts et styles chargés en http par une page sécurisée : des parties de la page manquent alors."),
		Fix: text("Write https in the addresses, or send “Content-Security-Policy: upgrade-insecure-requests”.",
			"Écrivez https dans les adresses, ou envoyez « Content-Security-Policy: upgrade-insecure-requests »."),
		Run: func(f *page.Facts) Finding {
			if !overHTTPS(f.Main()) {
				return noHTTPS()
			}
			finding := Finding{Status: audit.Pass}
			blocked, passive := 0, 0
			for i, p := range f.Pages {
				if upgradesInsecure(p) {
					continue
				}
				hard, soft := mixedContent(p)
				blocked, passive = blocked+len(hard), passive+len(soft)
				for _, u := range append(hard, soft...) {
					finding = finding.seen(p.FinalURL, "src, href", u)
				}
				switch {
				case len(hard) > 0 && i == 0:
					finding.Status = audit.Fail
				case len(hard)+len(soft) > 0 && finding.Status == audit.Pass:
					finding.Status = audit.Warn
				}
			}
			if finding.Status == audit.Pass {
				return passed("Everything that the pages load comes over https.", "Tout ce que chargent les pages arrive en https.")
			}
			finding.Detail = text("Loaded over plain http on the pages read: %s of a kind that browsers block, and %s.", "Éléments chargés en http simple par les pages lues : %s d'un type que les navigateurs bloquent, et %s.",
				count(blocked, "file", "files", "fichier", "fichiers"), count(passive, "image or media file", "images or media files", "image ou média", "images ou médias"))
			return finding
		},
	}
}
