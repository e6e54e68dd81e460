package check

import (
	"math/bits"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localLocationPages compares fingerprints of the text: four bits of 64 apart is the same text with another town in it.
func localLocationPages() Check {
	return Check{
		ID: "local.location-pages", Weight: 2, Level: Standard,
		Source: "Google Search Central, spam policies (doorway pages); own number: more than 4 bits of SimHash apart",
		Link:   "https://developers.google.com/search/docs/essentials/spam-policies",
		Title:  text("Each branch has a page of its own words", "Chaque établissement a une page propre"),
		Why: text("Pages that differ in the town's name only are doorways: search engines drop them, and they tell customers nothing.",
			"Des pages qui ne diffèrent que par le nom de la ville sont des pages satellites : les moteurs les écartent, et elles n'apprennent rien aux clients."),
		Fix: text("Give each branch its own page with its team, hours, directions, photos and services.",
			"Donnez à chaque établissement sa page, avec son équipe, ses horaires, son accès, ses photos et ses services."),
		Run: func(f *page.Facts) Finding {
			if !localIntent(f) {
				return notLocal()
			}
			var branches []*page.Page
			seen := map[string]bool{}
			for _, p := range f.Pages[1:] {
				if town := branchTown(f, p); town != "" && !seen[town] && p.Text.SimHash != 0 {
					seen[town] = true
					branches = append(branches, p)
				}
			}
			if len(branches) < 2 {
				return unassessed(page.NotApplicable, "The pages read describe fewer than two branches.",
					"Les pages lues décrivent moins de deux établissements.")
			}
			var same []fault
			for i, p := range branches {
				for _, q := range branches[:i] {
					if bits.OnesCount64(p.Text.SimHash^q.Text.SimHash) <= 4 {
						same = append(same, fault{p, "main", q.FinalURL})
						break
					}
				}
			}
			verdict := warned("Pages of branches share their text: %s.", "Des pages d'établissements partagent leur texte : %s.",
				count(len(same), "page", "pages", "page", "pages"))
			return siteWide(f, same, passed("The pages of %s have their own text.", "Les pages de %s ont leur propre texte.",
				count(len(branches), "branch", "branches", "établissement", "établissements")), verdict, verdict)
		},
	}
}

// branchTown is the town of the one local business that a page describes.
func branchTown(f *page.Facts, p *page.Page) string {
	local := localBusinesses(f, p)
	if len(local) != 1 {
		return ""
	}
	for _, a := range p.Graph.Subs(local[0], "address") {
		return folded(p.Graph.Text(a, "addressLocality"))
	}
	return ""
}
