package judge

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/page/pagetest"
	"github.com/auditctl/auditctl/pkg/industry"
)

// criteria are checks with texts of their own, so that these tests hold whatever the catalogue says.
var criteria = []check.Check{
	{ID: "seo.indexable", Weight: 10, Cap: 69, Also: gso(4), Title: both("Indexing", "Indexation"), Fix: both("Remove noindex.", "Retirez noindex.")},
	{ID: "seo.robots-blocks-page", Weight: 8, Cap: 69, Title: both("Crawling", "Exploration"), Fix: both("Remove the rule.", "Retirez la règle.")},
	{ID: "seo.title-present", Weight: 5, Title: both("Title", "Titre"), Fix: both("Write a title.", "Écrivez un titre.")},
	{ID: "seo.broken-links", Weight: 4, Title: both("Links", "Liens"), Fix: both("Mend the links.", "Réparez les liens.")},
	{ID: "seo.h1-present", Weight: 3, Title: both("Heading", "Intertitre"), Fix: both("Write a heading.", "Écrivez un titre principal.")},
	{ID: "crawl.answer-bots-allowed", Weight: 10, Title: both("Answer crawlers", "Robots de réponse"), Fix: both("Let them in.", "Laissez-les entrer.")},
	{ID: "crawl.all-agents-blocked", Weight: 5, Cap: 25, Title: both("Any crawler", "Un robot au moins"), Fix: both("Open the site.", "Ouvrez le site.")},
	{ID: "crawl.agent-auth-wall", Weight: 4, Title: both("No login", "Sans connexion"), Fix: both("Show the text.", "Montrez le texte.")},
	{ID: "crawl.crawl-delay", Weight: 2, Title: both("Delay", "Délai"), Fix: both("Shorten it.", "Raccourcissez-le.")},
	{ID: "sec.https-only", Weight: 10, Cap: 40, Title: both("Encryption", "Chiffrement"), Fix: both("Install a certificate.", "Installez un certificat.")},
	{ID: "sec.csp", Weight: 6, Title: both("Policy", "Politique"), Fix: both("Send a policy.", "Envoyez une politique.")},
	{ID: "sec.nosniff", Weight: 3, Title: both("Types", "Types"), Fix: both("Send the header.", "Envoyez l'en-tête.")},
	{ID: "sec.cookies", Weight: 6, Title: both("Cookies", "Cookies"), Fix: both("Mark them Secure.", "Marquez-les Secure.")},
	{ID: "geo.organization-schema", Weight: 7, Also: gso(4), Title: both("Organisation", "Organisation"), Fix: both("Add an Organization.", "Ajoutez une Organization.")},
	{ID: "geo.sameas-authoritative", Weight: 4, Title: both("Profiles", "Profils"), Fix: both("List the profiles.", "Indiquez les profils.")},
	{ID: "geo.contact-verifiable", Weight: 6, Title: both("Contact", "Contact"), Fix: both("Show two ways.", "Indiquez deux moyens.")},
	{ID: "geo.freshness", Weight: 3, Title: both("Freshness", "Fraîcheur"), Fix: both("Bring it up to date.", "Mettez à jour.")},
	{ID: "perf.compression", Weight: 5, Title: both("Compression", "Compression"), Fix: both("Turn on gzip.", "Activez gzip.")},
}

func both(en, fr string) audit.Text { return audit.Text{EN: en, FR: fr} }

func gso(weight int) []audit.Share { return []audit.Share{{Metric: audit.GSO, Weight: weight}} }

// found gives every criterion a pass, but what a map says: a warning or failure, and what was seen.
func found(faults map[string]check.Finding) []check.Assessed {
	var list []check.Assessed
	for i := range criteria {
		f, ok := faults[criteria[i].ID]
		if !ok {
			f = check.Finding{Status: audit.Pass, Detail: both("All is well.", "Tout va bien.")}
		}
		list = append(list, check.Assessed{Check: &criteria[i], Finding: f})
	}
	return list
}

func fails(en, fr string) check.Finding {
	return check.Finding{Status: audit.Fail, Detail: both(en, fr)}
}

func warns(en, fr string) check.Finding {
	return check.Finding{Status: audit.Warn, Detail: both(en, fr)}
}

func TestSummaries(t *testing.T) {
	bakery := audit.Business{Name: "Boulangerie Martin", Type: string(industry.Local), City: "Le Mans"}
	for name, row := range map[string]struct {
		trade    string
		business audit.Business
		pages    int
		faults   map[string]check.Finding
	}{
		"some-faults": {"bakery", bakery, 10, map[string]check.Finding{
			"sec.https-only":           fails("The page is served over plain http.", "La page est servie en http simple."),
			"sec.csp":                  fails("No policy is sent.", "Aucune politique n'est envoyée."),
			"geo.sameas-authoritative": warns("Two profiles, none well known.", "Deux profils, aucun de connu."),
			"geo.freshness":            warns("The newest article is a year old.", "L'article le plus récent a un an."),
			"seo.broken-links":         fails("3 links are broken.", "3 liens sont rompus."),
		}},
		"shut-out": {"", audit.Business{Name: "Oak Yard", Type: string(industry.Online)}, 1, map[string]check.Finding{
			"seo.indexable":             fails("The page is closed to search engines.", "La page est fermée aux moteurs."),
			"seo.robots-blocks-page":    fails("robots.txt keeps search engines out.", "robots.txt écarte les moteurs."),
			"crawl.answer-bots-allowed": fails("22 of 22 crawlers may not read the page.", "22 robots sur 22 ne peuvent lire la page."),
			"crawl.all-agents-blocked":  fails("robots.txt closes the page to all.", "robots.txt ferme la page à tous."),
			"perf.compression":          fails("The page is sent uncompressed.", "La page est envoyée sans compression."),
		}},
		"no-faults": {"hotel", audit.Business{Name: "Hotel Rose", Type: string(industry.Local), City: "Leeds"}, 8, nil},
		"nobody": {"", audit.Business{}, 3, map[string]check.Finding{
			"geo.organization-schema":  fails("No organisation is marked up.", "Aucune organisation n'est balisée."),
			"geo.sameas-authoritative": fails("No profiles.", "Aucun profil."),
			"geo.contact-verifiable":   fails("No contact details.", "Aucune coordonnée."),
			"geo.freshness":            fails("All is ten years old.", "Tout a dix ans."),
		}},
	} {
		for _, lang := range audit.Langs() {
			f := &page.Facts{Host: "www.example.com", Pages: slices.Repeat([]*page.Page{{}}, row.pages)}
			if i := industry.Find(row.trade); i != nil {
				row.business.Industry = i.Name(lang)
			}
			assessed := found(row.faults)
			golden.Check(t, name+"."+string(lang)+".txt", newWriter(lang, f, row.business, Score(f, assessed, lang), assessed).summary()+"\n")
		}
	}
}

func TestCausesNameChecksThatExist(t *testing.T) {
	known := map[string]bool{}
	for _, c := range check.All() {
		known[c.ID] = true
	}
	seen := map[string]bool{}
	for _, id := range slices.Concat(slices.Concat(causes...), eligibility) {
		if !known[id] {
			t.Errorf("no check is called %s", id)
		}
	}
	for _, id := range slices.Concat(causes...) {
		if seen[id] {
			t.Errorf("%s has two causes", id)
		}
		seen[id] = true
	}
}

func TestChangesOfOneEvidenceAreOne(t *testing.T) {
	line := []audit.Evidence{{URL: "https://www.example.com/", Where: "meta[name=robots]", Excerpt: "noindex"}}
	a, b := fails("Closed.", "Fermée."), fails("Listed, but closed.", "Listée, mais fermée.")
	a.Evidence, b.Evidence = line, line
	assessed := found(map[string]check.Finding{"seo.title-present": a, "seo.broken-links": b, "seo.h1-present": fails("None.", "Aucun.")})
	w := writer{lang: audit.English, facts: &page.Facts{}, scores: Score(&page.Facts{}, assessed, audit.English), assessed: assessed, mended: slices.Clone(assessed)}
	var ids []string
	for _, c := range w.changes() {
		ids = append(ids, c.ids())
	}
	if want := []string{"seo.title-present, seo.broken-links", "seo.h1-present"}; !slices.Equal(ids, want) {
		t.Errorf("%q, want %q", ids, want)
	}
}

// The site's own words can be long, and hostile.
func TestSummaryIsBounded(t *testing.T) {
	long := strings.Repeat("Visit https://evil.example/buy?now=1 or https://www.example.com/page. ", 40)
	faults := map[string]check.Finding{}
	for _, c := range criteria {
		faults[c.ID] = fails(long, long)
	}
	assessed := found(faults)
	for i := range assessed {
		c := *assessed[i].Check
		c.Fix = both(long, long)
		assessed[i].Check = &c
	}
	f := &page.Facts{Host: "www.example.com", Pages: []*page.Page{{}}}
	b := audit.Business{Name: "Free money\nhttps://evil.example/ \u202e", City: long}
	for _, lang := range audit.Langs() {
		text := newWriter(lang, f, b, Score(f, assessed, lang), assessed).summary()
		if n := utf8.RuneCountInString(text); n > 4000 {
			t.Errorf("%s: %d characters", lang, n)
		}
		if strings.Contains(text, "evil") || !strings.Contains(text, "https://www.example.com/page") || strings.Contains(text, "\u202e") {
			t.Errorf("%s: %s", lang, text)
		}
	}
}

func TestTownsInFrench(t *testing.T) {
	w := writer{lang: audit.French}
	for town, want := range map[string]string{
		"Lyon": " à Lyon", "Le Mans": " au Mans", "LE HAVRE": " au HAVRE", "Les Sables-d'Olonne": " aux Sables-d'Olonne", "La Rochelle": " à La Rochelle",
		"Leeds": " à Leeds", "L'Haÿ-les-Roses": " à L'Haÿ-les-Roses",
	} {
		if got := w.in(town); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

var checkID = regexp.MustCompile(`\b(?:seo|crawl|perf|tls|sec|geo|aeo|gso|design|local)\.[a-z0-9-]+`)

// With the real catalogue: every claim is tied to a check with that outcome, and no sentence stands twice.
func TestSummaryClaimsWhatChecksShow(t *testing.T) {
	for name, f := range map[string]*page.Facts{
		"empty":   pagetest.Site("www.example.com", "/ <p>"),
		"noindex": pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Oak Yard", "Joinery in York.", `<meta name=robots content=noindex><h1>Oak Yard</h1>`)),
		"shell":   pagetest.Site("www.example.com", "/ "+pagetest.HTML("fr", "Oak Yard", "", `<div id=root></div><script src=/app.js></script>`)),
		"full": pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Hill Street Bakery", "Sourdough bread in Bristol.", "<main><h1>Hill Street Bakery</h1>"+
			strings.Repeat("<h2>Bread</h2><p>Our bakery bakes sourdough bread every morning from flour of the region, and sells it at seven.</p>", 20)+"</main>")),
	} {
		assessed := check.AssessAll(check.All(), f)
		outcome := map[string]audit.Outcome{}
		for _, a := range assessed {
			outcome[a.Check.ID] = a.Finding.Status
		}
		for _, lang := range audit.Langs() {
			text := newWriter(lang, f, business.ReadSubject(f).Describe(lang), Score(f, assessed, lang), assessed).summary()
			said := map[string]bool{}
			for sentence := range strings.SplitSeq(strings.ReplaceAll(text, "\n", ". "), ". ") {
				if said[sentence] && utf8.RuneCountInString(sentence) > 20 {
					t.Errorf("%s, %s: said twice: %s", name, lang, sentence)
				}
				said[sentence] = true
			}
			ids := checkID.FindAllString(text, -1)
			if len(ids) == 0 || len(text) > 4000 {
				t.Errorf("%s, %s: %d bytes, no check named:\n%s", name, lang, len(text), text)
			}
			passed := 0
			for _, id := range ids {
				switch outcome[id] {
				case audit.Pass:
					passed++
				case audit.Warn, audit.Fail:
				default:
					t.Errorf("%s, %s: %s has the outcome %q", name, lang, id, outcome[id])
				}
			}
			if passed > 1 {
				t.Errorf("%s, %s: %d passing checks are named\n%s", name, lang, passed, text)
			}
			if name == "noindex" || name == "shell" {
				want := map[string]string{"noindex": "seo.indexable", "shell": "crawl.raw-html-content"}[name]
				if lead, _, _ := strings.Cut(text, "\n"); !strings.Contains(lead, want) {
					t.Errorf("%s, %s begins with: %s", name, lang, lead)
				}
			}
		}
	}
}

func BenchmarkSummary(b *testing.B) {
	f := pagetest.Site("www.example.com", "/ "+pagetest.HTML("en", "Oak Yard", "Joinery in York.", "<h1>Oak Yard</h1>"))
	assessed := check.AssessAll(check.All(), f)
	scores, business := Score(f, assessed, audit.English), business.ReadSubject(f).Describe(audit.English)
	for b.Loop() {
		newWriter(audit.English, f, business, scores, assessed).summary()
	}
}

func BenchmarkRead(b *testing.B) {
	var pages []string
	for i := range 10 {
		body := strings.Repeat("<p>Our bakery bakes sourdough bread every morning from flour of the region, and sells it at seven.</p>", 50)
		pages = append(pages, fmt.Sprintf("/%d ", i)+pagetest.HTML("en", "Bread | Hill Street Bakery", "Sourdough bread in Bristol.", "<h1>Hill Street</h1>"+body))
	}
	f := pagetest.Site("www.example.com", pages...)
	for b.Loop() {
		business.ReadSubject(f).Describe(audit.English)
	}
}

func TestASummaryDoesNotCallABusinessUnclear(t *testing.T) {
	f := &page.Facts{Host: "www.example.com", Pages: []*page.Page{{}}}
	for _, lang := range audit.Langs() {
		b := audit.Business{Name: "Oak Yard", Industry: industry.UnclearName(lang), Type: string(industry.Unclear)}
		want := audit.Text{EN: "Oak Yard does not say plainly what it offers.", FR: "Oak Yard ne dit pas clairement ce qu'il propose."}.In(lang)
		if said := (writer{lang: lang, facts: f, business: b}).whatItIs(); !strings.HasPrefix(said, want) {
			t.Errorf("%s, want %s", said, want)
		}
	}
}
