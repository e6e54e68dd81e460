package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// topicPages is how many pages on one subject, each with text of its own, make it a subject of the site.
const topicPages = 3

// geoTopicDepth takes the folders of a site for its subjects, as its owner divided it, and asks whether content, menus apart, holds one of them together. Sites that have
// all pages at the root, and small ones, can't be judged that way.
func geoTopicDepth() Check {
	return Check{
		ID: "geo.topic-depth", Weight: 1, Level: Folklore,
		Source: "Criterion of the audit tool Auriti (topic authority); own numbers: 3 pages of 150 words in one folder, most of which content links to or from",
		Link:   "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
		Title:  text("Depth on a subject", "Profondeur sur un sujet"),
		Why: text("Several pages on one subject that lead to each other let readers and engines see what the site knows best.",
			"Plusieurs pages sur un même sujet, reliées entre elles, montrent aux lecteurs et aux moteurs ce que le site connaît le mieux."),
		Fix: text("Write a page of overview on your main subject, with detailed pages below it, and link each to the overview and to its neighbours.",
			"Rédigez une page de synthèse sur votre sujet principal, avec des pages détaillées en dessous, et reliez chacune à la synthèse et à ses voisines."),
		Run: runTopicDepth,
	}
}

func runTopicDepth(f *page.Facts) Finding {
	subjects := make(map[string][]*page.Page)
	var names []string // in the order of pages
	for _, p := range standing(f) {
		name := subject(p)
		if name == "" || p.Kind == page.KindLegal || p.Text.Words < 150 {
			continue
		}
		if subjects[name] == nil {
			names = append(names, name)
		}
		subjects[name] = append(subjects[name], p)
	}
	var loose []fault
	joined := joinedByLinks(f, subjects)
	for _, name := range names {
		pages := subjects[name]
		if len(pages) < topicPages {
			continue
		}
		alone := unlinked(pages, joined)
		if 2*len(alone) < len(pages) {
			return passed("Links in content hold %v of /%s/ together.", "Des liens dans le contenu relient %v de /%s/.",
				count(len(pages), "page", "pages", "page", "pages"), name)
		}
		loose = append(loose, alone...)
	}
	switch {
	case len(loose) > 0:
		verdict := warned("No link in content holds the pages of a folder together (%v).", "Aucun lien dans le contenu ne relie les pages d'un même dossier (%v).",
			count(len(loose), "page", "pages", "page", "pages"))
		return siteWide(f, loose, Finding{}, verdict, verdict)
	case len(f.Pages) < 10:
		return unassessed(page.TooFewPages, "Too few pages were read to tell; it takes %d in one folder.", "Trop peu de pages ont été lues ; il en faut %d dans un même dossier.", topicPages)
	}
	return unassessed(page.NotApplicable, "No folder of the site has %d pages with text.", "Aucun dossier du site ne compte %d pages de texte.", topicPages)
}

// subject is the folder that a page is in, after that of its language; a folder's own page is in it. It is empty for pages at the root.
func subject(p *page.Page) string {
	u, err := weburl.Parse(p.FinalURL)
	if err != nil {
		return ""
	}
	path, _, _ := strings.Cut(u.RequestPath(), "?")
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if lang, _, _ := strings.Cut(parts[0], "-"); len(lang) == 2 {
		parts = parts[1:]
	}
	if len(parts) < 2 {
		return ""
	}
	return parts[0]
}

// joinedByLinks returns three kinds of pages: pages that links in content lead to, pages with such a link to a neighbour in their folder,
// and pages that were read in part, whose links aren't known.
func joinedByLinks(f *page.Facts, subjects map[string][]*page.Page) map[*page.Page]bool {
	type target struct {
		subject string
		page    *page.Page
	}
	at := make(map[string][]target) // one of each subject: where a page redirects to one of another, the address is in both
	folder := make(map[*page.Page]string)
	for name, pages := range subjects {
		for _, p := range pages {
			folder[p] = name
			for _, address := range []string{plainAddress(p.FinalURL), plainAddress(p.URL)} {
				others := slices.DeleteFunc(at[address], func(t target) bool { return t.subject == name })
				at[address] = append(others, target{name, p})
			}
		}
	}
	joined := make(map[*page.Page]bool)
	for _, p := range f.Pages {
		if !whole(p) {
			joined[p] = true
		}
		for i := range p.Links {
			l := &p.Links[i]
			if !l.Crawlable || l.Place == "nav" || l.Place == "header" || l.Place == "footer" {
				continue
			}
			for _, to := range at[plainAddress(l.URL)] {
				if to.page != p {
					joined[to.page] = true
					joined[p] = joined[p] || folder[p] == to.subject
				}
			}
		}
	}
	return joined
}

// unlinked returns those of a folder's pages that no link joins to the site.
func unlinked(pages []*page.Page, joined map[*page.Page]bool) []fault {
	var alone []fault
	for _, p := range pages {
		if !joined[p] {
			alone = append(alone, fault{p, "a[href]", "no link from content to this page, and none from it to its folder"})
		}
	}
	return alone
}
