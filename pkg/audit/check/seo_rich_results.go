package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// seoRichResults says what Google's guides say of each item. Its weight is that of a missed chance: pages rank without rich results.
func seoRichResults() Check {
	return Check{
		ID:     "seo.rich-results",
		Weight: 3,
		Level:  Standard,
		Source: "Google Search Central, guides to structured data: required and recommended properties, forms of values; own choice of the recommended ones that every site can give",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/search-gallery",
		Title:  text("Structured data complete for rich results", "Données structurées complètes pour les résultats enrichis"),
		Why: text("Without a required property, Google shows no stars, price, date or breadcrumb for the item; recommended ones make it show more, and more often.",
			"Sans une propriété obligatoire, Google n'affiche ni étoiles, ni prix, ni date, ni fil d'Ariane pour l'élément ; les propriétés recommandées enrichissent l'affichage."),
		Fix: text("Add the properties shown, or correct their values, in the template that writes the item; required ones first.",
			"Ajoutez les propriétés indiquées, ou corrigez leurs valeurs, dans le modèle qui produit l'élément ; les obligatoires d'abord."),
		Run: runRichResults,
	}
}

// havings are properties that Google recommends and a good site may have nothing for: nobody should make up a review, and terms of delivery and return
// can stand with the merchant's account. A report has them among the warnings; the verdict is about the rest.
var havings = []string{
	"aggregateRating", "calories", "gtin", "hasMerchantReturnPolicy", "offers", "performer", "priceValidUntil", "review", "shippingDetails", "upvoteCount", "video",
}

func circumstantial(i page.RichIssue) bool {
	property, _, _ := strings.Cut(i.Path, "|")
	return i.Problem == "missing" && slices.Contains(havings, property[strings.LastIndexByte(property, '.')+1:])
}

func runRichResults(f *page.Facts) Finding {
	var wrong, poor []fault
	items := 0
	for _, p := range f.Pages {
		for _, r := range page.RichResults(&p.Graph) {
			switch {
			case r.Retired != "":
				continue
			case len(r.Errors) > 0:
				wrong = append(wrong, richFault(p, &r, r.Errors))
			default:
				if lacks := slices.DeleteFunc(r.Warnings, circumstantial); len(lacks) > 0 {
					poor = append(poor, richFault(p, &r, lacks))
				}
			}
			items++
		}
	}
	if items == 0 {
		if !whole(f.Main()) {
			return unsure(f.Main())
		}
		return unassessed(page.NotApplicable, "The structured data of the pages read has no item for which Google has a rich result.",
			"Les données structurées des pages lues n'ont aucun élément pour lequel Google propose un résultat enrichi.")
	}
	if len(wrong) > 0 {
		said := count(len(wrong), "case", "cases", "cas", "cas")
		return siteWide(f, wrong, Finding{},
			failed("Structured data of the submitted page lacks what Google requires for a rich result, or has it in a wrong form (%v in all).",
				"Il manque aux données structurées de la page soumise ce que Google exige pour un résultat enrichi, ou la forme est fausse (%v au total).", said),
			warned("Structured data of pages other than the submitted one lacks what Google requires for a rich result, or has it in a wrong form (%v).",
				"Il manque aux données structurées d'autres pages que la page soumise ce que Google exige pour un résultat enrichi, ou la forme est fausse (%v).", said))
	}
	partial := warned("Structured data has all that Google requires for rich results, and lacks some of what Google recommends and any site can give (%v of %d).",
		"Les données structurées ont tout ce que Google exige pour les résultats enrichis ; il manque une partie de ce que Google recommande et que tout site peut donner (%v sur %d).",
		count(len(poor), "case", "cases", "cas", "cas"), items)
	return siteWide(f, poor, passed("Structured data has what Google requires for rich results, and what it recommends to every site (%v).",
		"Les données structurées ont ce que Google exige pour les résultats enrichis, et ce qu'il recommande à tout site (%v).", count(items, "case", "cases", "cas", "cas")), partial, partial)
}

// richFault names the item, the feature and the first of its issues.
func richFault(p *page.Page, r *page.RichResult, issues []page.RichIssue) fault {
	where := r.Format
	if r.Block > 0 {
		where += " block " + strconv.Itoa(r.Block)
	}
	var said []string
	for _, i := range issues[:min(len(issues), 5)] {
		said = append(said, i.String())
	}
	if more := len(issues) - len(said); more > 0 {
		said = append(said, "+"+strconv.Itoa(more))
	}
	return fault{p, where + ", " + r.Path, r.Feature + ": " + strings.Join(said, "; ")}
}

// RichResults gives what a report says of rich results: those of every page read, the submitted one's first, at most 100.
func RichResults(f *page.Facts) []audit.RichResult {
	var out []audit.RichResult
	for _, p := range f.Pages {
		for _, r := range page.RichResults(&p.Graph) {
			if len(out) == maxRichResults {
				return out
			}
			out = append(out, audit.RichResult{
				URL: p.FinalURL, Feature: r.Feature, Guide: r.Guide, Types: printable(r.Types), Path: audit.Printable(r.Path), Item: r.Node, Format: r.Format, Block: r.Block,
				Retired: r.Retired, Errors: richIssues(r.Errors), Warnings: richIssues(r.Warnings),
			})
		}
	}
	return out
}

// maxRichResults bounds what one report carries.
const maxRichResults = 100

func richIssues(issues []page.RichIssue) []audit.RichIssue {
	out := make([]audit.RichIssue, len(issues))
	for i, x := range issues {
		out[i] = audit.RichIssue{Path: audit.Printable(x.Path), Problem: x.Problem, Value: audit.Printable(x.Value)}
	}
	return out
}

func printable(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = audit.Printable(t)
	}
	return out
}
