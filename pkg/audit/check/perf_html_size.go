package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func perfHTMLSize() Check {
	const warnOver, failOver = 1 * megabyte, 3 * megabyte
	return Check{
		ID: "perf.html-size", Weight: 2, Level: Folklore, Source: "numbers of the audit tool LibreCrawl: 1 and 3 MB of decoded HTML",
		Title: text("Size of the HTML", "Poids du HTML"),
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
				return failed("The HTML of the submitted page weighs %s.",
					"Le HTML de la page soumise pèse %s.", size(main)).seen(f.Main().FinalURL, "HTML", size(main).EN)
			case len(heavy) > 0:
				return warned("%s more than 1 MB of HTML; the heaviest weighs %s.", "%s plus de 1 Mo de HTML ; la plus lourde pèse %s.",
					count(len(heavy), "page has", "pages have", "page compte", "pages comptent"), size(all[0].bytes)).seenOn(heavy, "HTML", "over 1 MB")
			}
			return passed("The HTML of the heaviest page read weighs %s.", "Le HTML de la plus lourde des pages lues pèse %s.", size(all[0].bytes))
		},
	}
}
