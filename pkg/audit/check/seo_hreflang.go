package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func seoHreflang() Check {
	return Check{
		ID:     "seo.hreflang",
		Weight: 3,
		Level:  Standard,
		Source: "Google Search Central, localized versions; Lighthouse hreflang",
		Link:   "https://developers.google.com/search/docs/specialty/international/localized-versions",
		Title:  text("Language versions (hreflang)", "Versions linguistiques (hreflang)"),
		Why: text("hreflang sends people to the version in their language; with a wrong code or without a return link, engines ignore it.",
			"hreflang mène chacun à la version dans sa langue ; avec un code erroné ou sans lien de retour, les moteurs l'ignorent."),
		Fix: text("Let every version list all versions, itself included, with codes such as fr or fr-CA and absolute addresses that answer 200.",
			"Faites lister à chaque version toutes les versions, elle-même comprise, avec des codes comme fr ou fr-CA et des adresses absolues qui répondent 200."),
		Run: runHreflang,
	}
}

func runHreflang(f *page.Facts) Finding {
	versions := alternates(f)
	known := knownVersions{
		of: versions, named: make(map[*page.Page]map[string]bool, len(versions)),
		read: pagesByAddress(f), dead: deadByAddress(f), partly: listedInPart(f),
	}
	for p, all := range versions {
		known.named[p] = plainAddresses(all)
	}
	annotated := 0
	flaws := map[*page.Page]*flaw{}
	for _, p := range f.Pages {
		if len(versions[p]) > 0 {
			annotated++
			flaws[p] = judgeHreflang(p, &known)
		}
	}
	main := f.Main()
	if annotated == 0 {
		return unassessed(page.NotApplicable, "The pages read declare no language versions.", "Les pages lues n'indiquent aucune version linguistique.")
	}
	if x := flaws[main]; x != nil {
		verdict := warned("%v", "%v", x.said)
		if x.grave {
			verdict = failed("%v", "%v", x.said)
		}
		return verdict.seen(main.FinalURL, "hreflang", x.at)
	}
	found := faults(f, func(p *page.Page) (string, string, bool) {
		if flaws[p] == nil {
			return "", "", false
		}
		return "hreflang", flaws[p].at, true
	})
	if len(found) > 0 {
		return siteWide(f, found, Finding{}, Finding{}, warned("The language versions are declared wrongly on %v. On the first of them: %v",
			"Les versions linguistiques sont mal déclarées sur %v. Sur la première : %v", notMain(len(found), f), flaws[found[0].page].said))
	}
	return passed("The language versions are declared correctly on %v.", "Les versions linguistiques sont bien déclarées sur %v.", ofPages(annotated, f))
}

// alternates gives the language versions of each page, from its HTML and headers and from the sitemap.
func alternates(f *page.Facts) map[*page.Page][]page.Alternate {
	listed := listing(f, addresses(f))
	all := make(map[*page.Page][]page.Alternate, len(f.Pages))
	for _, p := range f.Pages {
		all[p] = p.Alternates
		if e := listed[p.URL]; e != nil {
			all[p] = slices.Concat(p.Alternates, e.Alternates)
		}
	}
	return all
}

// judgeHreflang gives the first thing wrong with a page's language versions, the grave ones first.
func judgeHreflang(p *page.Page, known *knownVersions) *flaw {
	named := map[string]string{}
	for _, a := range known.of[p] {
		switch {
		case !hreflangTag(a.Lang):
			return grave(a.Lang, "The hreflang “%s” isn't a code that engines know.", "Le code hreflang « %s » n'est pas connu des moteurs.", a.Lang)
		case !absolute(a.Href) || a.URL == "":
			return grave(a.Href, "An hreflang address isn't absolute.", "Une adresse hreflang n'est pas absolue.")
		}
		code := strings.ToLower(a.Lang)
		if other, twice := named[code]; twice && !sameAddress(other, a.URL) {
			return grave(a.Lang, "Two addresses are named for the same language %s.", "Deux adresses sont indiquées pour la même langue %s.", a.Lang)
		}
		named[code] = a.URL
	}
	for _, a := range known.of[p] {
		if x := known.dead[a.URL]; x != nil {
			return grave(a.URL, "A language version answers %d.", "Une version linguistique répond %d.", x.Status)
		}
		other := known.read[a.URL]
		if other == nil || other == p || known.names(other, p) {
			continue
		}
		if !known.partly && whole(other) || len(known.of[other]) > 0 {
			return grave(a.URL, "A language version doesn't link back to this page.", "Une version linguistique ne renvoie pas à cette page.")
		}
	}
	for _, a := range known.of[p] {
		if other := known.read[a.URL]; other != nil && other != p && (consolidated(other) || !sameAddress(other.FinalURL, a.URL)) {
			return slight(a.URL, "A language version names or leads to another address.", "Une version linguistique désigne ou rejoint une autre adresse.")
		}
	}
	if !known.names(p, p) {
		return slight(p.FinalURL, "The page isn't among its own language versions.", "La page ne figure pas parmi ses propres versions linguistiques.")
	}
	return nil
}

// knownVersions is what is known of the language versions of the pages read.
type knownVersions struct {
	of    map[*page.Page][]page.Alternate
	named map[*page.Page]map[string]bool // plain addresses of them
	read  pagesRead
	dead  deadEnds
	// partly: sitemaps list versions, and those of some entries weren't kept.
	partly bool
}

func listedInPart(f *page.Facts) bool {
	listing := false
	for e := range sitemapEntries(f) {
		listing = listing || len(e.Alternates) > 0
	}
	return listing && !wholeSitemaps(f)
}

// names reports whether another page is among the language versions of a page.
func (k *knownVersions) names(p, other *page.Page) bool {
	return k.named[p][plainAddress(other.FinalURL)]
}

// plainAddresses are those of language versions, so that sameAddress holds for what is in the set.
func plainAddresses(all []page.Alternate) map[string]bool {
	set := make(map[string]bool, len(all))
	for _, a := range all {
		set[plainAddress(a.URL)] = true
	}
	return set
}

// absolute says that an address as written has its scheme.
func absolute(href string) bool {
	lower := strings.ToLower(strings.TrimSpace(href))
	return strings.HasPrefix(lower, "http:") || strings.HasPrefix(lower, "https:")
}
