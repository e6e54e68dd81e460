package check

import (
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// rawFacts says which of the facts that answers are made of stand in the HTML of the pages as sent.
func rawFacts(f *page.Facts) (there, missing []audit.Text) {
	for _, fact := range keyFacts(f) {
		if fact.there {
			there = append(there, fact.what)
		} else {
			missing = append(missing, fact.what)
		}
	}
	return there, missing
}

// byScripts gives those that a browser shows and the HTML as sent doesn't have.
func byScripts(f *page.Facts) (added []audit.Text) {
	sent := keyFacts(f)
	for i, fact := range keyFacts(f.Shown()) {
		if fact.there && !sent[i].there {
			added = append(added, fact.what)
		}
	}
	return added
}

type keyFact struct {
	there bool
	what  audit.Text
}

func keyFacts(f *page.Facts) []keyFact {
	main := f.Main()
	heading, name, contact := false, false, false
	for _, h := range main.Headings {
		heading = heading || h.Level == 1 && h.Text != ""
	}
	for _, p := range f.Pages {
		for _, n := range p.Graph.OfType("Organization") {
			name = name || p.Graph.Text(n, "name") != ""
		}
		for _, m := range p.OpenGraph {
			name = name || m.Name == "og:site_name" && m.Content != ""
		}
		contact = contact || len(p.Phones)+len(p.Emails)+len(p.Addresses) > 0
	}
	return []keyFact{
		{len(main.Titles) > 0 && main.Titles[0] != "", text("the title", "le titre")},
		{heading, text("the main heading", "le titre principal (h1)")},
		{name, text("the organisation's name in structured data or og:site_name", "le nom de l'organisation dans les données structurées ou og:site_name")},
		{contact, text("a way to get in touch", "un moyen de contact")},
		{main.Graph.Blocks > 0 || len(main.Graph.Nodes) > 0, text("structured data", "des données structurées")},
		{len(main.Prices) > 0, text("a price", "un prix")},
	}
}

func joinTexts(all []audit.Text) audit.Text {
	var en, fr []string
	for _, t := range all {
		en, fr = append(en, t.EN), append(fr, t.FR)
	}
	return audit.Text{EN: strings.Join(en, ", "), FR: strings.Join(fr, ", ")}
}

// crawlRawHTMLCriticalFacts without a browser judges shells only: on a page that is whole as sent, a fact that isn't there isn't hidden by JavaScript, and other
// checks ask for it. Where a browser opened the page, the two sides are compared fact by fact.
func crawlRawHTMLCriticalFacts() Check {
	return Check{
		ID: "crawl.raw-html-critical-facts", Weight: 5, Level: OneStudy,
		Source: "Vercel and MERJ, The rise of the AI crawler (2024), by which AI crawlers don't run scripts; own number: three facts", Link: "https://vercel.com/blog/the-rise-of-the-ai-crawler",
		Title: text("Key facts readable without JavaScript", "Faits essentiels lisibles sans JavaScript"),
		Why: text("Name, contact, price and main heading are what answers quote. If a script brings them, most AI crawlers never see them.",
			"Nom, contact, prix et titre principal sont ce que citent les réponses. Si un script les apporte, la plupart des robots d'IA ne les voient jamais."),
		Fix: text("Put name, main heading, contact details and prices into the HTML that the server sends.",
			"Placez le nom, le titre principal, les coordonnées et les prix dans le HTML envoyé par le serveur."),
		Run: func(f *page.Facts) Finding {
			main := f.Main()
			there, missing := rawFacts(f)
			if f.Rendered != nil {
				return comparedFacts(f, there)
			}
			switch {
			case !main.NeedsRender() && len(there) == 0:
				return passed("The page is whole as sent, without JavaScript.", "La page est complète dès l'envoi, sans JavaScript.")
			case !main.NeedsRender():
				return passed("The page is whole as sent. These facts are readable without JavaScript: %s.",
					"La page est complète dès l'envoi. Ces faits sont lisibles sans JavaScript : %s.", joinTexts(there))
			case len(there) == 0:
				return failed("The page is an empty shell; no key fact is readable without JavaScript.",
					"La page est une coquille vide ; aucun fait essentiel n'est lisible sans JavaScript.").
					seen(main.FinalURL, "#"+main.Shell, count(main.Text.Visible, "word", "words", "mot", "mots").EN)
			}
			return failed("The page is an empty shell. Readable without JavaScript: %s. Not found: %s.",
				"La page est une coquille vide. Lisible sans JavaScript : %s. Introuvable : %s.", joinTexts(there), joinTexts(missing)).
				seen(main.FinalURL, "#"+main.Shell, count(main.Text.Visible, "word", "words", "mot", "mots").EN)
		},
	}
}

// manyFacts is how many facts may be missing before the page as a whole counts as unreadable: half of them. An own number.
const manyFacts = 3

func comparedFacts(f *page.Facts, there []audit.Text) Finding {
	added := byScripts(f)
	if len(there) == 0 {
		there = []audit.Text{text("none", "aucun")}
	}
	if len(added) == 0 {
		return passed("A browser shows no key fact that the HTML as sent doesn't have. Readable without JavaScript: %s.",
			"Un navigateur n'affiche aucun fait essentiel qui manque au HTML envoyé. Lisibles sans JavaScript : %s.", joinTexts(there))
	}
	verdict := warned
	if len(added) >= manyFacts || f.Main().NeedsRender() {
		verdict = failed
	}
	return verdict("Only JavaScript brings: %s. Readable without it: %s.", "Apportés par JavaScript seulement : %s. Lisibles sans lui : %s.",
		joinTexts(added), joinTexts(there)).seen(f.Main().FinalURL, "html", joinTexts(added).EN)
}
