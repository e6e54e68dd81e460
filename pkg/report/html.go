package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
)

//go:embed html.tmpl
var htmlText string

//go:embed html.css
var htmlStyle string

// htmlTemplate is parsed by the first that needs it: commands that write no HTML don't wait for it.
var htmlTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("html").Funcs(template.FuncMap{"host": host, "web": web}).Parse(htmlText))
})

// HTMLStyleHash is the source expression of the one style element of every HTML report by a brand, without its quotes, for a Content-Security-Policy:
// default-src 'none'; style-src '<HTMLStyleHash>'; img-src data: lets a report through, and nothing else.
func HTMLStyleHash(b Brand) string {
	sum := sha256.Sum256([]byte(htmlStyle + b.style()))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// writeHTML writes one self-contained page: no script, no request. Text from a site is escaped for where it stands, and what could still change how the
// page shows what follows (control characters, bidirectional ones) is replaced in the page as a whole, so that no field can be forgotten.
func writeHTML(w io.Writer, d Document) error {
	lang := audit.English
	if d.Lang == audit.French {
		lang = audit.French
	}
	page := htmlPage{
		htmlWords: htmlWords(lang), Lang: lang, Batch: d.Batch, Style: template.CSS(htmlStyle + d.Brand.style()),
		Policy: "default-src 'none'; style-src '" + HTMLStyleHash(d.Brand) + "'; base-uri 'none'; form-action 'none'",
		Title:  fmt.Sprintf(labelBatch.In(lang), len(d.Batch.Audits)),
	}
	if a, ok := d.single(); ok {
		page.Title = fmt.Sprintf(labelAudit.In(lang), cmp.Or(a.Domain, a.URL))
	} else {
		for _, m := range audit.Metrics() {
			page.Heads = append(page.Heads, htmlHead{metricName(m, lang), metricHeads[m]})
		}
	}
	for i, a := range d.Batch.Audits {
		v := newHTMLAudit(lang, a)
		v.Anchor = fmt.Sprintf("audit-%d", i+1)
		if page.Heads != nil {
			v.Heading = cmp.Or(a.Domain, a.URL)
		}
		page.Audits = append(page.Audits, v)
	}
	var b strings.Builder
	if err := htmlTemplate().Execute(&b, page); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	_, err := io.WriteString(w, visible(strings.ReplaceAll(b.String(), "\r\n", "\n")))
	return err
}

// htmlPage is what the template shows.
type htmlPage struct {
	htmlWords
	Lang   audit.Lang
	Title  string
	Policy string
	Style  template.CSS
	Batch  audit.Batch
	Heads  []htmlHead // of the portfolio's columns; none for a single audit, which has no portfolio
	Audits []htmlAudit
}

type htmlHead struct{ Name, Short string }

// htmlAudit is one audit of the page.
type htmlAudit struct {
	htmlWords
	audit.Audit
	Anchor     string
	Heading    string // empty where the page's title says it
	StatusName string
	Rows       []htmlScore
	Finished   bool // there is a report; else all below is empty
	Overall    htmlScore
	Business   string
	Cost       string     // in one line; empty where no service was asked
	Citations  *citations // nil where no pass ran
	Prose      []string
	Steps      []string // what to do first
	Tally      string
	Groups     []htmlGroup
	Unassessed []audit.Check
	Crawlers   []shownCrawler
	CrawlersIn string // how many are shut out, in one line
}

// htmlScore is one metric's row. Known is false where the audit has no such score.
type htmlScore struct {
	Known                     bool
	Value                     int // 0 to 100
	Name, Grade, Tier, Source string
}

type htmlGroup struct {
	Name     string
	Findings []htmlFinding
}

type htmlFinding struct {
	audit.Check
	Verdict string
	Cited   string // the reference without the address that ends it
	Link    string
}

// maxSteps is how many findings stand for what to do first where the summary names nothing.
const maxSteps = 5

func newHTMLAudit(lang audit.Lang, a audit.Audit) htmlAudit {
	v := htmlAudit{
		htmlWords: htmlWords(lang), Audit: a, StatusName: statusNames[a.Status].In(lang),
		Rows: make([]htmlScore, len(audit.Metrics())), Finished: a.Status == audit.Done && a.Report != nil,
	}
	if !v.Finished {
		return v
	}
	for i, m := range audit.Metrics() {
		v.Rows[i].Name = metricName(m, lang)
		if s, ok := a.Scores[m]; ok {
			v.Rows[i] = newHTMLScore(metricName(m, lang), s, lang)
		}
	}
	v.Overall = newHTMLScore(metricName(audit.AIReadiness, lang), a.Scores[audit.AIReadiness], lang)
	v.Business, v.Tally = businessLine(a.Report.Business), tally(a.Checks, lang)
	v.Cost = costLine(a.Cost, lang)
	if shown, ok := newCitations(a.Report, lang); ok {
		v.Citations = &shown
	}
	v.Prose, v.Steps = paragraphs(a.Summary)
	if len(v.Steps) == 0 {
		v.Steps = weightiest(a.Checks)
	}
	for _, m := range audit.Metrics() {
		g := htmlGroup{Name: metricName(m, lang)}
		for _, c := range findings(ofMetric(a.Checks, m)) {
			text, link := cited(c.Reference)
			g.Findings = append(g.Findings, htmlFinding{c, outcomeNames[c.Status].In(lang), text, link})
		}
		if len(g.Findings) > 0 {
			v.Groups = append(v.Groups, g)
		}
	}
	if v.Crawlers = shownCrawlers(a.References.Crawlers, lang); len(v.Crawlers) > 0 {
		v.CrawlersIn = crawlersLine(a.References.Crawlers, v.Crawlers, lang)
	}
	for _, c := range a.Checks {
		if c.Status == audit.NotAssessed {
			v.Unassessed = append(v.Unassessed, c)
		}
	}
	return v
}

// newHTMLScore grades a score as tables on a terminal do: 90 and more is good, below 50 is poor.
func newHTMLScore(name string, s audit.Score, lang audit.Lang) htmlScore {
	grade := "fair"
	switch {
	case s.Value >= 90:
		grade = "good"
	case s.Value < 50:
		grade = "poor"
	}
	return htmlScore{Known: true, Value: min(max(s.Value, 0), 100), Name: name, Grade: grade, Tier: tierNames[s.Tier].In(lang), Source: s.Source}
}

var numbered = regexp.MustCompile(`^[0-9]+\. `)

// paragraphs splits a summary into its prose and its numbered steps. A line that only announces the steps gives way to their heading.
func paragraphs(summary string) (prose, steps []string) {
	for line := range strings.Lines(summary) {
		line = strings.TrimSpace(line)
		switch number := numbered.FindString(line); {
		case line == "":
		case number == "":
			prose = append(prose, line)
		default:
			if last := len(prose) - 1; len(steps) == 0 && last >= 0 && strings.HasSuffix(prose[last], ":") {
				prose = prose[:last]
			}
			steps = append(steps, strings.TrimPrefix(line, number))
		}
	}
	return prose, steps
}

// weightiest gives the remedies of the findings that cost most.
func weightiest(checks []audit.Check) []string {
	var steps []string
	for _, c := range findings(checks) {
		if len(steps) < maxSteps && c.Weight > 0 && c.Remedy != "" {
			steps = append(steps, fmt.Sprintf("%s (%s)", c.Remedy, c.ID))
		}
	}
	return steps
}

// Grade is the colour of a mark.
func (a shownAnswer) Grade() string {
	return [...]string{unanswered: "quiet", notNamed: "poor", mentioned: "fair", named: "good"}[a.Kind]
}

// cited splits a reference into its text and the address at its end, if it has one.
func cited(reference string) (text, link string) {
	if i := strings.LastIndexFunc(reference, unicode.IsSpace); web(reference[i+1:]) {
		return strings.TrimSpace(reference[:i+1]), reference[i+1:]
	}
	return reference, ""
}

// web says that the address may be a link: http or https, with a host.
func web(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// htmlWords is the language that the template asks for its words in.
type htmlWords audit.Lang

// Say gives the words for key.
func (w htmlWords) Say(key string, args ...any) (string, error) {
	text, ok := htmlLabels[key]
	if !ok {
		return "", fmt.Errorf("no words for %q", key)
	}
	return fmt.Sprintf(text.In(audit.Lang(w)), args...), nil
}

var htmlLabels = map[string]audit.Text{
	"address":   {EN: "Address", FR: "Adresse"},
	"answers":   {EN: "The answers", FR: "Les réponses"},
	"asked":     {EN: "Asked for", FR: "Demandé le"},
	"audit":     {EN: "Audit", FR: "Audit"},
	"batch":     {EN: "Batch", FR: "Lot"},
	"best":      labelBestRank,
	"checks":    {EN: "%d checks", FR: "%d contrôles"},
	"citations": labelCitations,
	"counts": {
		EN: "%d sites: %d done, %d pending, %d failed.",
		FR: "%d sites (terminés : %d, en attente : %d, échoués : %d).",
	},
	"diagnosis":   labelDiagnosis,
	"directories": labelDirectories,
	"engine":      labelEngine,
	"evidence":    labelEvidence,
	"findings":    labelFindings,
	"finished":    {EN: "Finished", FR: "Terminé le"},
	"first":       {EN: "What to do first", FR: "Par où commencer"},
	"hosts":       labelHosts,
	"http":        {EN: "HTTP status", FR: "Code HTTP"},
	"instead":     labelInstead,
	"kind":        {EN: "Kind", FR: "Genre"},
	"level":       {EN: "Weight %d, evidence level %s.", FR: "Poids %d, niveau de preuve %s."},
	"listing":     labelListing,
	"made":        {EN: "Made by auditctl.", FR: "Produit par auditctl."},
	"method":      {EN: "Method and limits", FR: "Méthode et limites"},
	"metric":      labelMetric,
	"name":        labelName,
	"named":       labelNamedIn,
	"nobody":      labelNobody,
	"none":        {EN: "no score", FR: "pas de note"},
	"notes":       labelNotes,
	"notrun":      labelNotRun,
	"other":       labelOther,
	"others":      {EN: "Named instead:", FR: "Nommées à sa place :"},
	"pages":       labelPages,
	"pass":        labelPass,
	"pending":     {EN: "This audit isn't finished yet; ask for the report again later.", FR: "Cet audit n'est pas encore terminé ; redemandez le rapport plus tard."},
	"question":    labelQuestion,
	"questions":   labelQuestions,
	"rating":      labelRating,
	"read":        {EN: "Read", FR: "Lu"},
	"readinstead": {EN: "Sites read instead:", FR: "Sites lus à sa place :"},
	"reference":   {EN: "Source of the criterion:", FR: "Source du critère :"},
	"remedy":      {EN: "What to do:", FR: "Que faire :"},
	"result":      {EN: "Result", FR: "Résultat"},
	"rules":       {EN: "Version of the rules", FR: "Version des règles"},
	"scale":       {EN: "From 0 to 100; the bars are notched at 50 and 90.", FR: "De 0 à 100 ; les barres ont une encoche à 50 et à 90."},
	"score":       labelScore,
	"scores":      {EN: "Scores", FR: "Notes"},
	"share":       labelShare,
	"site":        labelSite,
	"sites":       {EN: "The sites side by side", FR: "Les sites côte à côte"},
	"source":      labelSource,
	"sources":     {EN: "Sources", FR: "Sources"},
	"status":      labelStatus,
	"summary":     labelSummary,
	"tier":        labelTier,
	"title":       {EN: "Title", FR: "Titre"},
	"unassessed":  labelNotAssessed,
	"crawlers":    labelCrawlers,
	"agent":       labelAgent,
	"class":       labelClass,
	"robots":      labelRobots,
	"probe":       labelProbe,
	"lost":        labelLost,
	"unfinished":  labelFailed,
	"unreplied":   labelUnreplied,
	"what":        labelRemedy,
	"words":       {EN: "Words", FR: "Mots"},
	"tiers": {
		EN: "Measured: read from the live site or from an external tool, and verifiable. AI estimate: a judgement, by the rubric or model that is named beside the score. " +
			"Estimated: proxy signals, not a direct measurement.",
		FR: "Mesuré : lu sur le site ou obtenu d'un outil externe, et vérifiable. Estimation IA : un jugement, par la grille ou le modèle nommé à côté de la note. " +
			"Estimé : des indices indirects, pas une mesure.",
	},
	"weighing": {
		EN: "A pass counts whole, a warning half, a failure nothing; what was not assessed leaves the denominator. Only audits by the same version of the rules compare.",
		FR: "Une réussite compte en entier, une alerte pour moitié, un échec pour rien ; ce qui n'a pas été évalué sort du dénominateur. " +
			"Seuls se comparent des audits de même version des règles.",
	},
	"levels": {
		EN: "Evidence levels: A a standard or the vendor's own documentation, B a replicated study, C one study, D common practice. Weight 0 is reported and never scored.",
		FR: "Niveaux de preuve : A une norme ou la documentation de l'éditeur, B une étude répliquée, C une étude, D l'usage. Le poids 0 est signalé et jamais noté.",
	},
	"limits": {
		EN: "The audit speaks of the pages listed above, as they answered on that day from where it was made; other pages, days and places may differ.",
		FR: "L'audit parle des pages listées ci-dessus, telles qu'elles ont répondu ce jour-là depuis l'endroit où il a été fait ; d'autres pages, jours et lieux peuvent différer.",
	},
}
