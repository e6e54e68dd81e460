package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func geoQuotations() Check {
	return Check{
		ID: "geo.quotations", Weight: 1, Level: OneStudy,
		Source: "Aggarwal et al., GEO (KDD 2024), contested by C-SEO Bench (NeurIPS 2025); HTML standard, blockquote and cite",
		Link:   "https://arxiv.org/abs/2311.09735",
		Title:  text("Attribution of quotations", "Attribution des citations"),
		Why: text("A quotation counts as evidence only with a name beside it. The measured effect on AI citations is small and contested.",
			"Une citation ne vaut preuve qu'avec un nom à côté. L'effet mesuré sur les citations par l'IA est faible et contesté."),
		Fix: text("Put quotations into blockquote and the speaker or source into cite.",
			"Placez les citations dans blockquote et l'auteur ou la source dans cite."),
		Run: runQuotations,
	}
}

// runQuotations judges quotations that are there; a page without any lacks nothing.
func runQuotations(f *page.Facts) Finding {
	total := 0
	var bare []fault
	for _, p := range f.Pages {
		for i, b := range p.Text.Blocks {
			if b.Kind != page.Quote || b.Words < 5 {
				continue
			}
			total++
			introduced := i > 0 && strings.HasSuffix(p.Text.Blocks[i-1].Text, ":") // "X wrote of it:"
			if !b.Cited && !introduced && !(i+1 < len(p.Text.Blocks) && attributes(p.Text.Blocks[i+1])) {
				bare = append(bare, fault{p, "blockquote", excerptOf(b.Text)})
			}
		}
	}
	if total == 0 {
		return unassessed(page.NotApplicable, "The pages read contain no quotation.", "Les pages lues ne contiennent pas de citation.")
	}
	if len(bare)*2 > total {
		verdict := warned("Quotations without a named source: %d of %d.", "Citations sans source nommée : %d sur %d.", len(bare), total)
		return siteWide(f, bare, Finding{}, verdict, verdict)
	}
	return passed("Quotations with a named source: %d of %d.", "Citations avec une source nommée : %d sur %d.", total-len(bare), total)
}

// attributes says whether a block is the short line with a dash that names the speaker of the quotation before it.
func attributes(b page.Block) bool {
	return b.Words <= 15 && (strings.HasPrefix(b.Text, "—") || strings.HasPrefix(b.Text, "–") || strings.HasPrefix(b.Text, "- "))
}

// excerptOf is the beginning of a passage, at most 120 characters.
func excerptOf(s string) string {
	if short := cutRunes(s, 120); len(short) < len(s) {
		return short + "…"
	}
	return s
}
