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
	texts := make([]comparedText, len(pages))
	for i, p := range pages {
		texts[i] = comparedText{page: p, versions: plainAddresses(p.Alternates)}
	}
	var found []fault
	for i := range texts {
		for j := range texts {
			if i == j {
				continue
			}
			if same := texts[i].sameAs(&texts[j]); same != "" {
				found = append(found, fault{texts[i].page, "main content", same})
				break
			}
		}
	}
	return siteWide(f, found,
		passed("No two of the %d pages compared have the same text.", "Parmi les %d pages comparées, aucune n'a le même texte qu'une autre.", len(pages)),
		failed("The submitted page has the same text as another.", "La page soumise a le même texte qu'une autre."),
		warned("The text is the same as that of another page on %v.", "Le texte est le même que celui d'une autre page sur %v.", notMain(len(found), f)))
}

// comparedText is the text of a page, made ready to be compared with many others: every pair of pages is looked at, so that a look must
// cost little.
type comparedText struct {
	page     *page.Page
	runs     *shingles       // nil until they are compared
	versions map[string]bool // plain addresses of its language versions
}

// sameAs returns how far the text of another page is the same, for a reader. It returns "" if the text differs, or if the other page is
// declared as a version for another country, which may have the same text.
func (t *comparedText) sameAs(other *comparedText) string {
	address := other.page.FinalURL
	switch a, b := &t.page.Text, &other.page.Text; {
	case a.Hash == b.Hash:
		if !t.versions[plainAddress(address)] {
			return "same text as " + address
		}
	case bits.OnesCount64(a.SimHash^b.SimHash) > candidateBits:
	case !t.shingles().mayResemble(other.shingles(), nearDuplicate) || t.versions[plainAddress(address)]:
	default:
		if r := t.shingles().resemblance(other.shingles()); r >= nearDuplicate {
			return fmt.Sprintf("%.0f%% the same as %s", 100*r, address)
		}
	}
	return ""
}

func (t *comparedText) shingles() *shingles {
	if t.runs == nil {
		runs := shinglesOf(t.page.Text.Main)
		t.runs = &runs
	}
	return t.runs
}
