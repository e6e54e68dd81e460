package check

import "github.com/auditctl/auditctl/pkg/audit/page"

func aeoListsTables() Check {
	return Check{
		ID: "aeo.lists-tables", Weight: 3, Level: Standard,
		Source: "Microsoft, Optimizing Your Content for Inclusion in AI Search Answers (2025): lists and tables; own rule: a list of 3 items or a table with header cells",
		Link:   "https://about.ads.microsoft.com/en/blog/post/october-2025/optimizing-your-content-for-inclusion-in-ai-search-answers",
		Title:  text("Lists and tables", "Listes et tableaux"),
		Why: text("Services, steps and prices in a list or table come out of the page as data; in running text an engine has to guess where one ends.",
			"Services, étapes et prix placés en liste ou en tableau sortent de la page comme des données ; dans un texte suivi, le moteur doit deviner."),
		Fix: text("Put enumerations into ul or ol, and comparisons and prices into a table with th cells.",
			"Placez les énumérations dans ul ou ol, les comparaisons et les prix dans un tableau avec des cellules th."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			lists, tables := 0, 0
			for _, p := range prosePages(f) {
				l, t := listsAndTables(p)
				lists, tables = lists+l, tables+t
			}
			switch {
			case lists+tables > 0:
				return passed("The main content of the pages read has %s and %s.", "Le contenu principal des pages lues a %s et %s.", count(lists, "list", "lists", "liste", "listes"),
					count(tables, "table with headers", "tables with headers", "tableau avec en-têtes", "tableaux avec en-têtes"))
			case littleText(f):
				return noProse()
			}
			return warned("The main content of the pages read has neither a list of three items nor a table with header cells.",
				"Le contenu principal des pages lues n'a ni liste de trois éléments ni tableau avec cellules d'en-tête.").seen(f.FinalURL, "ul, ol, table", "none")
		},
	}
}

// listsAndTables counts lists of three or more items and tables with a row or column of header cells.
func listsAndTables(p *page.Page) (lists, tables int) {
	items, headed := map[int]int{}, map[int]bool{}
	for _, b := range p.Text.Blocks {
		switch b.Kind {
		case page.ListItem:
			if items[b.List]++; items[b.List] == 3 {
				lists++
			}
		case page.TableRow:
			if b.Header && !headed[b.List] {
				headed[b.List] = true
				tables++
			}
		}
	}
	return lists, tables
}
