package check

import (
	"fmt"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localNAPConsistent compares telephone numbers and postcodes over the pages. A page that shows several numbers agrees if the common one is among them.
func localNAPConsistent() Check {
	return Check{
		ID: "local.nap-consistent", Weight: 2, Level: Folklore, Source: "own numbers: one value on 70% of the pages that give any, from 10 pages read",
		Title: text("Consistent address and telephone number", "Adresse et téléphone identiques partout"),
		Why: text("Two telephone numbers or addresses can look like two businesses, or like an old page that nobody looks after.",
			"Deux numéros ou deux adresses peuvent faire penser à deux entreprises, ou à une vieille page dont personne ne s'occupe."),
		Fix: text("Take name, address and number from one place in your system, and correct the pages that differ.",
			"Tirez nom, adresse et numéro d'un seul endroit de votre système, et corrigez les pages qui diffèrent."),
		Run: runNAPConsistent,
	}
}

func runNAPConsistent(f *page.Facts) Finding {
	switch {
	case !localIntent(f):
		return notLocal()
	case len(f.Pages) < 10:
		return unassessed(page.TooFewPages, "Only %s read; it takes ten to compare.", "Seulement %s ; il en faut dix pour comparer.",
			count(len(f.Pages), "page was", "pages were", "page a été lue", "pages ont été lues"))
	}
	var odd []fault
	worst := 1.0
	for _, of := range []func(*page.Page) []string{phoneKeys, postcodes} {
		share, differing := agreement(f, of)
		worst = min(worst, share)
		odd = append(odd, differing...)
	}
	if worst < 0.7 {
		verdict := failed("Telephone numbers or postcodes differ: the commonest stands on fewer than 70%% of the pages that give one.",
			"Les téléphones ou codes postaux diffèrent : le plus courant figure sur moins de 70 %% des pages qui en donnent un.")
		return siteWide(f, odd, Finding{}, verdict, verdict)
	}
	if len(odd) > 0 {
		verdict := warned("The telephone number or postcode differs from the commonest one on %s.", "Le téléphone ou le code postal diffère du plus courant sur %s.",
			count(len(odd), "page", "pages", "page", "pages"))
		return siteWide(f, odd, Finding{}, verdict, verdict)
	}
	return passed("Telephone numbers and postcodes agree on all pages read.", "Téléphones et codes postaux concordent sur toutes les pages lues.")
}

// phoneKeys gives the page's numbers by their last nine digits, so that national and international forms are one.
func phoneKeys(p *page.Page) []string {
	var keys []string
	for _, n := range p.Phones {
		if d := subscriberDigits(n); len(d) >= 7 {
			keys = append(keys, d[max(0, len(d)-9):])
		}
	}
	return keys
}

func postcodes(p *page.Page) []string {
	var codes []string
	for _, a := range p.Addresses {
		if a.Postcode != "" && p.Kind != page.KindLegal {
			codes = append(codes, folded(a.Postcode))
		}
	}
	return codes
}

// agreement gives the share of pages that hold the commonest value, of those that hold any, and the pages that don't; 1 where fewer than two hold any.
func agreement(f *page.Facts, of func(*page.Page) []string) (float64, []fault) {
	pages, holding := map[string]int{}, 0
	modal := ""
	for _, p := range f.Pages {
		counted := map[string]bool{}
		values := of(p)
		for _, v := range values {
			if !counted[v] {
				counted[v] = true
				if pages[v]++; pages[v] > pages[modal] {
					modal = v
				}
			}
		}
		if len(values) > 0 {
			holding++
		}
	}
	if holding < 2 {
		return 1, nil
	}
	var odd []fault
	for _, p := range f.Pages {
		values, agrees := of(p), false
		for _, v := range values {
			agrees = agrees || v == modal
		}
		if len(values) > 0 && !agrees {
			odd = append(odd, fault{p, "telephone, postcode", fmt.Sprintf("%s ≠ %s", values[0], modal)})
		}
	}
	return float64(pages[modal]) / float64(holding), odd
}
