package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

var (
	labelCrawlers    = audit.Text{EN: "Crawlers: rules and answers", FR: "Robots : règles et réponses"}
	labelAgent       = audit.Text{EN: "Agent", FR: "Agent"}
	labelClass       = audit.Text{EN: "Class", FR: "Classe"}
	labelRobots      = audit.Text{EN: "robots.txt (line)", FR: "robots.txt (ligne)"}
	labelProbe       = audit.Text{EN: "Answer to its name", FR: "Réponse à son nom"}
	labelLost        = audit.Text{EN: "Lost when blocked", FR: "Perdu en cas de blocage"}
	labelShutOut     = audit.Text{EN: "Crawlers shut out: %d of %d", FR: "Robots exclus : %d sur %d"}
	labelAllIn       = audit.Text{EN: "Crawlers shut out: none of %d", FR: "Robots exclus : aucun sur %d"}
	labelTried       = audit.Text{EN: "names tried: %d", FR: "noms essayés : %d"}
	labelAllowed     = audit.Text{EN: "allowed", FR: "autorisé"}
	labelDisallowed  = audit.Text{EN: "disallowed", FR: "interdit"}
	labelUnreadRule  = audit.Text{EN: "unknown", FR: "inconnu"}
	labelUntried     = audit.Text{EN: "not tried", FR: "non essayé"}
	labelForbidden   = audit.Text{EN: "not asked: robots.txt forbids it", FR: "non demandé : robots.txt l'interdit"}
	labelSomeWords   = audit.Text{EN: "%d, %.0f%% of the text", FR: "%d, %.0f %% du texte"}
	labelNoAnswer    = audit.Text{EN: "no answer (%s)", FR: "aucune réponse (%s)"}
	labelMoreAgents  = audit.Text{EN: "… and %d more; -o markdown has them all", FR: "… et %d de plus ; -o markdown les montre tous"}
	crawlerClassName = map[string]audit.Text{
		"search": {EN: "search", FR: "recherche"}, "user": {EN: "assistant", FR: "assistant"}, "train": {EN: "training", FR: "entraînement"},
		"both": {EN: "search and AI", FR: "recherche et IA"}, "token": {EN: "robots.txt only", FR: "robots.txt seul"}, "archive": {EN: "archive", FR: "archive"},
		"agent": {EN: "agent", FR: "agent"}, "data": {EN: "data provider", FR: "fournisseur de données"}, "ads": {EN: "advertising", FR: "publicité"},
		"preview": {EN: "link preview", FR: "aperçu de lien"}, "legacy": {EN: "retired", FR: "retiré"},
	}
)

// shownCrawler is one row of the matrix, in words.
type shownCrawler struct {
	Agent, Operator, Class string
	Robots                 string // verdict and deciding line
	Rule                   string // the deciding line's text; empty where no rule decides
	Probe                  string
	Lost                   string
	Out                    bool // robots.txt or the server keeps it from the page
}

// shownCrawlers puts a matrix into words; nothing where there is none.
func shownCrawlers(m *audit.CrawlerMatrix, lang audit.Lang) []shownCrawler {
	if m == nil {
		return nil
	}
	rows := make([]shownCrawler, 0, len(m.Crawlers))
	for _, c := range m.Crawlers {
		row := shownCrawler{
			Agent: c.Token, Operator: c.Operator, Class: cmp.Or(crawlerClassName[c.Class].In(lang), c.Class), Robots: labelUnreadRule.In(lang),
			Probe: crawlerAnswer(c.Probe, lang), Lost: c.Effect,
		}
		if r := c.Robots; r != nil {
			row.Robots, row.Out = labelAllowed.In(lang), !r.Allowed
			if !r.Allowed {
				row.Robots = labelDisallowed.In(lang)
			}
			if r.Line > 0 {
				row.Robots, row.Rule = fmt.Sprintf("%s (%d)", row.Robots, r.Line), r.Rule
			}
		}
		if c.Probe == nil && c.Robots != nil && !c.Robots.Allowed {
			row.Probe = labelForbidden.In(lang)
		}
		if p := c.Probe; p != nil {
			row.Out = row.Out || p.Received == "turned_away" || p.Received == "emptied"
		}
		rows = append(rows, row)
	}
	return rows
}

func crawlerAnswer(p *audit.CrawlerProbe, lang audit.Lang) string {
	switch {
	case p == nil:
		return labelUntried.In(lang)
	case p.Status == 0:
		return fmt.Sprintf(labelNoAnswer.In(lang), p.Code)
	case p.Wall != "":
		return fmt.Sprintf("%d, %s", p.Status, p.Wall)
	case p.TextShare != nil:
		return fmt.Sprintf(labelSomeWords.In(lang), p.Status, 100**p.TextShare)
	}
	return fmt.Sprint(p.Status)
}

func shutOut(rows []shownCrawler) []shownCrawler {
	var out []shownCrawler
	for _, r := range rows {
		if r.Out {
			out = append(out, r)
		}
	}
	return out
}

// crawlersLine says in one line how many crawlers are shut out, and how many names were tried.
func crawlersLine(m *audit.CrawlerMatrix, rows []shownCrawler, lang audit.Lang) string {
	tried := 0
	for _, c := range m.Crawlers {
		if c.Probe != nil {
			tried++
		}
	}
	line := fmt.Sprintf(labelAllIn.In(lang), len(rows))
	if out := len(shutOut(rows)); out > 0 {
		line = fmt.Sprintf(labelShutOut.In(lang), out, len(rows))
	}
	return line + semicolon.In(lang) + fmt.Sprintf(labelTried.In(lang), tried)
}

// tableCrawlers are the most rows that a terminal shows.
const tableCrawlers = 10

// tableOfCrawlers shows on a terminal those that are shut out only.
func tableOfCrawlers(b *strings.Builder, d Document, m *audit.CrawlerMatrix) error {
	rows := shownCrawlers(m, d.Lang)
	if len(rows) == 0 {
		return nil
	}
	out := shutOut(rows)
	fmt.Fprintf(b, "\n%s\n", crawlersLine(m, rows, d.Lang))
	if len(out) == 0 {
		return nil
	}
	cells := [][]string{}
	for _, r := range out[:min(len(out), tableCrawlers)] {
		cells = append(cells, []string{audit.Printable(r.Agent), audit.Printable(r.Class), audit.Printable(r.Robots), audit.Printable(r.Probe), audit.Printable(r.Lost)})
	}
	head := []string{labelAgent.In(d.Lang), labelClass.In(d.Lang), labelRobots.In(d.Lang), labelProbe.In(d.Lang), labelLost.In(d.Lang)}
	if err := table(b, d.Width, head, cells); err != nil {
		return err
	}
	if more := len(out) - tableCrawlers; more > 0 {
		fmt.Fprintf(b, labelMoreAgents.In(d.Lang)+"\n", more)
	}
	return nil
}

// markdownCrawlers writes the matrix, and what it can't show.
func markdownCrawlers(b *strings.Builder, lang audit.Lang, m *audit.CrawlerMatrix) {
	rows := shownCrawlers(m, lang)
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "## %s\n\n%s\n\n%s\n\n", labelCrawlers.In(lang), crawlersLine(m, rows, lang), escape(m.Note))
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n|---|---|---|---|---|\n",
		labelAgent.In(lang), labelClass.In(lang), labelRobots.In(lang), labelProbe.In(lang), labelLost.In(lang))
	for _, r := range rows {
		robots := r.Robots
		if r.Rule != "" {
			robots += colon.In(lang) + r.Rule
		}
		fmt.Fprintf(b, "| %s (%s) | %s | %s | %s | %s |\n", escape(r.Agent), escape(r.Operator), escape(r.Class), escape(robots), escape(r.Probe), escape(r.Lost))
	}
	b.WriteByte('\n')
}
