package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func perfHTMLSize() Check {
	const warnOver, failOver = 1 * megabyte, 3 * megabyte
	return Check{
		ID: "perf.html-size", Weight: 3, Level: Folklore, Source: "LibreCrawl's numbers (1 and 3 MB of decoded HTML)",
		Title: text("Size of the HTML", "Taille du HTML"),
		Why: text("Every byte of HTML must be parsed before the page is complete, on a phone too.",
			"Chaque octet de HTML doit être analysé avant que la page soit complète, y compris sur un téléphone."),
		Fix: text("Move inline data, styles and images out of the HTML, and divide very long pages.",
			"Sortez du HTML les données, styles et images intégrés, et divisez les pages très longues."),
		Run: func(f *page.Facts) Finding {
			all := make([]weighed, len(f.Pages))
			for i, p := range f.Pages {
				all[i] = weighed{p.FinalURL, p.Response.Bytes}
			}
			if all[0].bytes == 0 {
				return unassessed(page.Unread, "The size of the page isn't known.", "La taille de la page est inconnue.")
			}
			main := all[0].bytes
			heaviestFirst(all)
			var heavy []string
			for _, w := range all {
				if w.bytes > warnOver {
					heavy = append(heavy, w.url)
				}
			}
			switch {
			case main > failOver:
				return failed("The HTML of this page has %s.",
					"Le HTML de cette page pèse %s.", size(main)).seen(f.Main().FinalURL, "HTML", size(main).EN)
			case len(heavy) > 0:
				return warned("%s of more than 1 MB of HTML; the largest has %s.", "%s de plus de 1 Mo de HTML ; la plus lourde pèse %s.",
					count(len(heavy), "page", "pages", "page", "pages"), size(all[0].bytes)).seenOn(heavy, "HTML", "over 1 MB")
			}
			return passed("The HTML of the largest page read has %s.", "Le HTML de la plus grande page lue pèse %s.", size(all[0].bytes))
		},
	}
}
