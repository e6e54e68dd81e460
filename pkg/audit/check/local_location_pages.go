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
		Title:  text("Distinct pages for each branch", "Pages distinctes pour chaque établissement"),
		Why: text("Pages that differ in the town's name only count as doorways under Google's spam policies, and they tell customers nothing.",
			"Des pages qui ne diffèrent que par le nom de la ville passent pour des pages satellites selon les règles de Google contre le spam, et n'apprennent rien aux clients."),
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
						same = append(same, fault{p, "main content", "nearly the same text as " + q.FinalURL})
						break
					}
				}
			}
			verdict := warned("%s nearly the same text as the page of another.", "%s presque le même texte que celle d'un autre.",
				count(len(same), "page of a branch has", "pages of branches have", "page d'établissement a", "pages d'établissement ont"))
			return siteWide(f, same, passed("The pages of %s have texts of their own.", "Les pages de %s ont chacune leur propre texte.",
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
