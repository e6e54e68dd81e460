package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// geoYMYLCare looks only at articles whose subject is plain from several different words of one field, in the languages whose words it has.
func geoYMYLCare() Check {
	return Check{
		ID: "geo.ymyl-care", Weight: 2, Level: Standard,
		Source: "Google, Search Quality Evaluator Guidelines, 2.3 (your money or your life) and 3.4 (trust); own numbers: 4 different words of the field in 1% of the text",
		Link:   "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
		Title:  text("Author, date and sources where health or money is at stake", "Auteur, date et sources quand la santé ou l'argent est en jeu"),
		Why: text("Engines hold pages on health, money and law to a higher standard: they look for who wrote them, when, and on what grounds.",
			"Les moteurs sont plus exigeants pour la santé, l'argent et le droit : ils cherchent qui a écrit, quand, et sur quelles bases."),
		Fix: text("On articles about health, money or law, name the author or reviewer and why they know, give the date, and link to the sources.",
			"Dans les articles sur la santé, l'argent ou le droit, nommez l'auteur ou le relecteur et sa qualité, donnez la date et renvoyez aux sources."),
		Run: runYMYLCare,
	}
}

// The words that many texts of a field share, and other texts seldom several of; folded, English and French.
var delicate = fieldsByWord(map[string]string{
	"health": `symptom symptoms disease diseases treatment treatments dosage dose diagnosis medication medications patient patients therapy surgery
		infection antibiotic antibiotics cancer diabetes vaccine prescription pain clinical
		symptome symptomes maladie maladies traitement traitements posologie diagnostic medicament medicaments therapie chirurgie antibiotique
		antibiotiques diabete vaccin ordonnance douleur clinique`,
	"money": `mortgage loan loans investment investments investor dividend dividends pension retirement interest tax taxes credit debt bankruptcy
		portfolio shares savings broker apr
		hypotheque pret prets placement placements investissement investissements dividende dividendes retraite impot impots dette faillite
		portefeuille epargne courtier emprunt bourse fiscalite`,
	"law": `lawsuit attorney lawyer plaintiff defendant court statute liability custody divorce litigation damages conviction appeal
		avocat tribunal plaignant juridique jugement litige contentieux responsabilite prejudice condamnation jurisprudence`,
})

func fieldsByWord(words map[string]string) map[string]string {
	fields := map[string]string{}
	for field, list := range words {
		for w := range strings.FieldsSeq(list) {
			fields[w] = field
		}
	}
	return fields
}

func runYMYLCare(f *page.Facts) Finding {
	if lang := languageFamily(languageOf(f.Main())); lang != "" && lang != "en" && lang != "fr" {
		return unknownWords()
	}
	var bare, half []fault
	judged := 0
	for _, p := range articles(f) {
		field := delicateField(p)
		if field == "" || !whole(p) {
			continue
		}
		judged++
		var lacks []string
		if seen, backed := byline(p); !seen && !backed {
			lacks = append(lacks, "author")
		}
		if len(p.Dates) == 0 {
			lacks = append(lacks, "date")
		}
		if !slices.ContainsFunc(p.Text.Blocks, func(b page.Block) bool { return b.Links > 0 }) {
			lacks = append(lacks, "sources")
		}
		x := fault{p, field, "missing: " + strings.Join(lacks, ", ")}
		switch len(lacks) {
		case 0:
		case 3:
			bare = append(bare, x)
		default:
			half = append(half, x)
		}
	}
	total := count(judged, "article on health, money or law", "articles on health, money or law", "article sur la santé, l'argent ou le droit", "articles sur la santé, l'argent ou le droit")
	switch {
	case judged == 0:
		return unassessed(page.NotApplicable, "No article read is plainly about health, money or law.", "Aucun article lu ne porte clairement sur la santé, l'argent ou le droit.")
	case len(bare) > 0:
		verdict := failed("Articles without author, date and sources: %d of %v.", "Articles sans auteur, ni date, ni source : %d sur %v.", len(bare), total)
		return siteWide(f, append(bare, half...), Finding{}, verdict, verdict)
	}
	verdict := warned("Articles that lack their author, their date or their sources: %d of %v.", "Articles sans auteur, sans date ou sans source : %d sur %v.", len(half), total)
	return siteWide(f, half, passed("Each names its author, its date and its sources (%v).", "Chacun nomme son auteur, sa date et ses sources (%v).", total), verdict, verdict)
}

// subjectBytes of a text tell what it is about.
const subjectBytes = 8 << 10

// delicateField gives the field that the text is plainly about, empty where it is about none.
func delicateField(p *page.Page) string {
	total, times, different := 0, map[string]int{}, map[string]map[string]bool{"health": {}, "law": {}, "money": {}}
	beginning := p.Text.Main[:min(len(p.Text.Main), subjectBytes)]
	for w := range strings.SplitSeq(folded(beginning), " ") {
		total++
		if field, ok := delicate[w]; ok {
			times[field]++
			different[field][w] = true
		}
	}
	for _, field := range []string{"health", "law", "money"} {
		if len(different[field]) >= 4 && 100*times[field] >= total {
			return field
		}
	}
	return ""
}
