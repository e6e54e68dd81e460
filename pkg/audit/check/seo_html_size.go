package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// largeHTML is worth a look, hugeHTML is where Googlebot stops reading, in bytes after decompression.
const (
	largeHTML = 1 << 20
	hugeHTML  = 2 << 20
)

func seoHTMLSize() Check {
	return Check{
		ID:     "seo.html-size",
		Weight: 1,
		Level:  Standard,
		Source: "Google Search Central, Googlebot (the first 2 MB of a page are read); own number: 1 MiB",
		Link:   "https://developers.google.com/search/docs/crawling-indexing/googlebot",
		Title:  text("Size of the HTML", "Poids du HTML"),
		Why: text("Google doesn't index what stands beyond its limit, and long before that a page gets slow on phones.",
			"Google n'indexe pas ce qui dépasse sa limite et, bien avant, la page devient lente sur mobile."),
		Fix: text("Move inline data, styles and images into files of their own, and divide long lists into pages.",
			"Déplacez les données, styles et images intégrés dans des fichiers à part, et paginez les longues listes."),
		Run: runHTMLSize,
	}
}

func runHTMLSize(f *page.Facts) Finding {
	found := faults(f, func(p *page.Page) (string, string, bool) {
		return "HTML", fmt.Sprintf("%d KiB", p.Response.Bytes>>10), p.Response.Bytes > largeHTML
	})
	kib := f.Main().Response.Bytes >> 10
	onMain := warned("The HTML of the submitted page weighs %d KiB.", "Le HTML de la page soumise pèse %d Kio.", kib)
	if f.Main().Response.Bytes > hugeHTML {
		onMain = failed("The HTML of the submitted page weighs %d KiB; Googlebot reads the first 2,048.",
			"Le HTML de la page soumise pèse %d Kio ; Googlebot en lit les 2 048 premiers.", kib)
	}
	return siteWide(f, found,
		passed("The HTML of the submitted page weighs %d KiB.", "Le HTML de la page soumise pèse %d Kio.", kib), onMain,
		warned("The HTML weighs more than 1 MiB on %v.", "Le HTML pèse plus de 1 Mio sur %v.", notMain(len(found), f)))
}
