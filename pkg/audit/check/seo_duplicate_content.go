package check

import (
	"fmt"
	"math/bits"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

const (
	// candidateBits is the number of differing bits up to which two 64-bit fingerprints are worth comparing word by word. Manku, Jain and Das Sarma
	// took 3 as the verdict for eight billion pages; here the words decide, so more may be looked at.
	candidateBits = 8
	// nearDuplicate is the share of common five-word runs from which two texts are the same in all but details; 90 % is what crawlers for the field use.
	nearDuplicate = 0.9
)

func seoDuplicateContent() Check {
	return Check{
		ID:     "seo.duplicate-content",
		Weight: 3,
		Level:  Replicated,
		Source: "Manku et al., Detecting near-duplicates for web crawling (WWW 2007); Broder, On the resemblance and containment of documents (1997); Google Search Central, consolidate duplicate URLs",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
		Title:  text("Distinct content", "Contenus distincts"),
		Why: text("Of pages with the same text engines show one, and not always the one you would choose.",
			"De plusieurs pages au même texte, les moteurs n'en montrent qu'une, et pas toujours celle que vous choisiriez."),
		Fix: text("Merge the pages, give each a text of its own, or let the copies name the original with link rel=canonical.",
			"Fusionnez ces pages, donnez à chacune un texte propre, ou faites désigner l'original par les copies avec link rel=canonical."),
		Needs: []Need{Content},
		Run:   runDuplicateContent,
	}
}

func runDuplicateContent(f *page.Facts) Finding {
	var pages []*page.Page
	for _, p := range standing(f) {
		if p.Text.SimHash != 0 { // 0 says that there is too little text to compare
			pages = append(pages, p)
		}
	}
	if len(pages) < 2 {
		return onePage()
	}
	var found []fault
	for i, p := range pages {
		for j, other := range pages {
			if i == j || names(p.Alternates, other.FinalURL) { // versions for two countries may well be the same
				continue
			}
			if p.Text.Hash == other.Text.Hash {
				found = append(found, fault{p, "main content", "same text as " + other.FinalURL})
				break
			}
			if bits.OnesCount64(p.Text.SimHash^other.Text.SimHash) > candidateBits {
				continue
			}
			if r := resemblance(p.Text.Main, other.Text.Main); r >= nearDuplicate {
				found = append(found, fault{p, "main content", fmt.Sprintf("%.0f%% the same as %s", 100*r, other.FinalURL)})
				break
			}
		}
	}
	return siteWide(f, found,
		passed("No two of the %d pages compared have the same text.", "Parmi les %d pages comparées, aucune n'a le même texte qu'une autre.", len(pages)),
		failed("The submitted page has the same text as another.", "La page soumise a le même texte qu'une autre."),
		warned("The text is the same as that of another page on %v.", "Le texte est le même que celui d'une autre page sur %v.", notMain(len(found), f)))
}
