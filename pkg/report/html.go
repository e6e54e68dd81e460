package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image/jpeg"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
)

//go:embed html.tmpl
var htmlText string

//go:embed html.css
var htmlStyle string

// htmlTemplate is parsed by the first that needs it: commands that write no HTML don't wait for it.
var htmlTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("html").Funcs(template.FuncMap{"host": host, "web": web, "brief": brief}).Parse(htmlText))
})

// HTMLStyleHash is the source expression of the one style element of every HTML report by a brand, without its quotes, for a Content-Security-Policy:
// default-src 'none'; style-src '<HTMLStyleHash>'; img-src data: lets a report through, and nothing else.
func HTMLStyleHash(b Brand) string {
	sum := sha256.Sum256([]byte(htmlStyle + b.Style()))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// What a page holds at most. A site, or a server, decides how much there is to tell; who opens the report is not to wait for it.
const (
	mostDetailed = 50     // sites of a batch that are shown one by one
	mostFindings = 300    // of an audit
	mostEvidence = 20     // of a finding
	mostListed   = 200    // pages, notes, checks, questions, crawlers
	longestText  = 20_000 // bytes of one text
	longestName  = 300    // characters of a title or name in a table
	longestLink  = 2_000  // bytes; a longer address is text
	// mostSteps is how many findings stand for what to do first where neither the report nor its summary names anything.
	mostSteps = 5
)

// writeHTML writes one self-contained page: no script, no request. Text from a site is escaped for where it stands, and what could still change how the
// page shows what follows (control characters, bidirectional ones, endless texts) is dealt with in the page as a whole, so that no field can be forgotten.
func writeHTML(w io.Writer, d Document) error {
	if err := d.Brand.Check(); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	lang := audit.English
	if d.Lang == audit.French {
		lang = audit.French
	}
	page := htmlPage{
		htmlWords: htmlWords(lang), Lang: lang, Style: template.CSS(htmlStyle + d.Brand.Style()),
		Policy: "default-src 'none'; style-src '" + HTMLStyleHash(d.Brand) + "'; img-src data:; base-uri 'none'; form-action 'none'",
		Brand:  d.Brand.Name, Logo: template.URL(d.Brand.logo()), BatchID: d.Batch.BatchID,
	}
	if a, ok := d.single(); ok {
		v := newHTMLAudit(lang, a, "audit-1", d)
		page.Title, page.Audits, page.Contents = fmt.Sprintf(labelAudit.In(lang), cmp.Or(a.Domain, a.URL)), []htmlAudit{v}, v.Contents
	} else {
		page.Title = fmt.Sprintf(labelBatch.In(lang), len(d.Batch.Audits))
		page.several(d)
	}
	var b strings.Builder
	if err := htmlTemplate().Execute(&b, page); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	_, err := io.WriteString(w, settled(cutTexts(strings.ReplaceAll(b.String(), "\r\n", "\n"), labelCut.In(lang))))
	return err
}

// htmlPage is what the template shows.
type htmlPage struct {
	htmlWords
	Lang      audit.Lang
	Title     string
	Policy    string
	Style     template.CSS
	Brand     string
	Logo      template.URL // empty where there is none
	BatchID   string
	Contents  []htmlLink
	Portfolio *htmlPortfolio // nil for a single audit
	Audits    []htmlAudit
}

// htmlLink leads to a part of the page.
type htmlLink struct{ ID, Text string }

// htmlAudit is one audit of the page.
type htmlAudit struct {
	htmlWords
	audit.Audit
	Anchor     string
	Heading    string // empty where the page's title says it
	StatusName string
	Contents   []htmlLink
	Rows       []htmlScore
	Finished   bool // there is a report; else all below is empty
	Overall    htmlScore
	Business   string
	Day        string // on which the site was read
	Picture    template.URL
	Width      int // of the picture
	Height     int
	Line       *htmlLine    // AI readiness over time; nil where only this audit is known
	Changes    *htmlChanges // nil where no earlier audit is known
	Cost       string       // in one line; empty where no service was asked
	Citations  *citations   // nil where no pass ran
	Prose      []string
	Steps      []htmlStep // what to do first
	Tally      string
	Groups     []htmlGroup
	Unassessed []audit.Check
	Crawlers   []shownCrawler
	CrawlersIn string // how many are shut out, in one line
	Shut       int    // how many those are
	Unseen     []string
	PagesRead  []audit.PageRead
	NotesShown []string
	// What the bounds left out.
	MoreFindings, MoreUnassessed, MoreCrawlers, MorePages, MoreNotes int
}

// htmlScore is one metric's row. Known is false where the audit has no such score.
type htmlScore struct {
	Known                     bool
	Value                     int // 0 to 100
	Name, Grade, Tier, Source string
	Key                       audit.Tier
}

type htmlStep struct {
	Title, What, Effort, Gain string
	Obstacle                  bool
}

type htmlGroup struct {
	Name     string
	Score    htmlScore
	Findings []htmlFinding
}

type htmlFinding struct {
	audit.Check
	Verdict string
	Cited   string // the reference without the address that ends it
	Link    string
	Shown   []audit.Evidence
	More    int // evidence left out
}

func newHTMLAudit(lang audit.Lang, a audit.Audit, anchor string, d Document) htmlAudit {
	v := htmlAudit{
		htmlWords: htmlWords(lang), Audit: a, Anchor: anchor, StatusName: statusNames[a.Status].In(lang),
		Rows: make([]htmlScore, len(audit.Metrics())), Finished: finished(a),
	}
	if !v.Finished {
		return v
	}
	for i, m := range audit.Metrics() {
		v.Rows[i].Name = MetricName(m, lang)
		if s, ok := a.Scores[m]; ok {
			v.Rows[i] = newHTMLScore(MetricName(m, lang), s, lang)
		}
	}
	v.Overall = newHTMLScore(MetricName(audit.AIReadiness, lang), a.Scores[audit.AIReadiness], lang)
	v.Business, v.Day, v.Cost = businessLine(a.Business, lang), longDate(a.AuditedAt, lang), costLine(a.Cost, lang)
	v.picture(d.Screenshots[a.AuditID])
	v.Prose, v.Steps = steps(a, lang)
	v.earlier(d.Before[a.AuditID], d.History[a.AuditID])
	if shown, ok := newCitations(a.Report, lang); ok {
		v.Citations = &shown
	}
	v.findings()
	if all := shownCrawlers(a.References.Crawlers, lang); len(all) > 0 {
		v.CrawlersIn, v.Shut = crawlersLine(a.References.Crawlers, all, lang), len(shutOut(all))
		all = append(shutOut(all), slices.DeleteFunc(all, func(c shownCrawler) bool { return c.Out })...)
		v.Crawlers, v.MoreCrawlers = atMost(all, mostListed)
	}
	v.PagesRead, v.MorePages = atMost(a.Pages, mostListed)
	v.NotesShown, v.MoreNotes = atMost(a.Notes, mostListed)
	v.Unseen = unseen(a, lang)
	v.contents()
	return v
}

// findings fills in what was found, by metric, and what could not be assessed.
func (v *htmlAudit) findings() {
	lang := audit.Lang(v.htmlWords)
	v.Tally = tally(v.Checks, lang)
	room := mostFindings
	for i, m := range audit.Metrics() {
		g := htmlGroup{Name: MetricName(m, lang), Score: v.Rows[i]}
		list, more := atMost(findings(ofMetric(v.Checks, m)), room)
		room, v.MoreFindings = room-len(list), v.MoreFindings+more
		for _, c := range list {
			f := htmlFinding{Check: c, Verdict: outcomeNames[c.Status].In(lang)}
			f.Cited, f.Link = cited(c.Reference)
			f.Shown, f.More = atMost(c.Evidence, mostEvidence)
			g.Findings = append(g.Findings, f)
		}
		if len(g.Findings) > 0 {
			v.Groups = append(v.Groups, g)
		}
	}
	var all []audit.Check
	for _, c := range v.Checks {
		if c.Status == audit.NotAssessed {
			all = append(all, c)
		}
	}
	v.Unassessed, v.MoreUnassessed = atMost(all, mostListed)
}

// picture takes in the screenshot, unless it is no picture.
func (v *htmlAudit) picture(jpg []byte) {
	c, err := jpeg.DecodeConfig(bytes.NewReader(jpg))
	if err != nil {
		return
	}
	v.Picture, v.Width, v.Height = template.URL("data:image/jpeg;base64,"+base64.StdEncoding.EncodeToString(jpg)), c.Width, c.Height
}

// contents lists the parts that the template shows.
func (v *htmlAudit) contents() {
	for _, part := range []struct {
		id    string
		shown bool
		text  audit.Text
	}{
		{"summary", true, labelSummary},
		{"first", len(v.Steps) > 0, htmlLabels["first"]},
		{"scores", true, htmlLabels["scores"]},
		{"changes", v.Changes != nil || v.Line != nil, htmlLabels["changes"]},
		{"citations", v.Citations != nil, labelCitations},
		{"findings", len(v.Checks) > 0, labelFindings},
		{"crawlers", len(v.Crawlers) > 0, labelCrawlers},
		{"pages", true, labelPages},
		{"method", true, htmlLabels["method"]},
	} {
		if part.shown {
			v.Contents = append(v.Contents, htmlLink{v.Anchor + "-" + part.id, part.text.In(audit.Lang(v.htmlWords))})
		}
	}
}

// newHTMLScore grades a score as tables on a terminal do: 90 and more is good, below 50 is poor.
func newHTMLScore(name string, s audit.Score, lang audit.Lang) htmlScore {
	value := min(max(s.Value, 0), 100)
	return htmlScore{Known: true, Value: value, Name: name, Grade: grade(value), Tier: tierNames[s.Tier].In(lang), Source: s.Source, Key: s.Tier}
}

func grade(value int) string {
	switch {
	case value >= 90:
		return "good"
	case value < 50:
		return "poor"
	}
	return "fair"
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

// steps gives the summary's prose and what to do first: as the report has it, else as the summary does, else the remedies of the findings that cost most.
func steps(a audit.Audit, lang audit.Lang) (prose []string, list []htmlStep) {
	prose, told := paragraphs(a.Summary)
	if len(a.Steps) > 0 {
		for _, s := range a.Steps[:min(len(a.Steps), mostListed)] {
			list = append(list, htmlStep{Title: s.Title, What: s.Action, Effort: effortNames[s.Effort].In(lang), Gain: gains(s.Gains, lang), Obstacle: s.Obstacle})
		}
		return prose, list
	}
	for _, text := range told {
		list = append(list, htmlStep{What: text})
	}
	for _, c := range findings(a.Checks) {
		if len(told) == 0 && len(list) < mostSteps && c.Weight > 0 && c.Remedy != "" {
			list = append(list, htmlStep{What: fmt.Sprintf("%s (%s)", c.Remedy, c.ID)})
		}
	}
	return prose, list
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

// web says that the address may be a link: http or https, with a host, and no longer than browsers take.
func web(address string) bool {
	if len(address) > longestLink {
		return false
	}
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// longDate is a day as it is written in a letter.
func longDate(t time.Time, lang audit.Lang) string {
	t = t.UTC()
	if lang == audit.French {
		return fmt.Sprintf("%d %s %d", t.Day(), frenchMonths[t.Month()-1], t.Year())
	}
	return t.Format("2 January 2006")
}

var frenchMonths = [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
