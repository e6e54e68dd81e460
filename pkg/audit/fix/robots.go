package fix

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// robotsChecks are the checks that robots.txt can answer. A rule against training crawlers or archives is a policy, and none of these complains of one.
var robotsChecks = []string{
	"crawl.answer-bots-allowed", "crawl.all-agents-blocked", "crawl.user-fetchers-allowed", "seo.robots-blocks-page", "seo.noindex-vs-robots",
	"crawl.named-group-drops-protection", "crawl.inert-bot-groups", "crawl.stale-tokens", "crawl.crawl-delay", "crawl.content-signal", "seo.robots-txt-valid",
}

// mostRobotsEdits bounds the changes to one file.
const mostRobotsEdits = 500

// robots changes robots.txt as little as its complaints allow, or writes a minimal one where there is none that could be read.
func robots(w *work) []proposal {
	w.leave("crawl.archive-bots", "Whether archives may read the site is the owner's choice.", "L'accès des archives relève du choix du propriétaire.")
	if !w.wants(robotsChecks...) || !w.Facts.Robots.OK() {
		return nil
	}
	r := &w.Facts.Robots.Value
	served, there := w.Served[r.URL]
	was := string(served)
	e := &robotsEditor{work: w, url: r.URL}
	absent := r.Status == 0 || r.Status >= 300 || r.HTML
	switch {
	case absent:
		was = ""
		e.note("The server gives no robots.txt that crawlers can read. If there is one with rules of your own, bring it back instead.",
			"Le serveur ne donne aucun robots.txt lisible par les robots. S'il en existe un avec vos propres règles, rétablissez-le plutôt.")
		e.insert(0, "User-agent: *", "Disallow:", "", "Sitemap: "+w.sitemapAddress())
	case r.Truncated || !there:
		for _, id := range robotsChecks {
			w.leave(id, "The text of robots.txt wasn't kept whole, so it can't be changed without losing lines.",
				"Le texte de robots.txt n'a pas été conservé en entier ; le modifier ferait perdre des lignes.")
		}
		return nil
	default:
		e.lines = editedLines(was)
		for range mostRobotsEdits {
			before := e.text()
			now := page.ParseRobots(e.url, 200, "text/plain", []byte(before), false)
			if !e.step(&now) || e.text() == before {
				break
			}
		}
	}
	now := e.text()
	if now == was {
		return nil
	}
	files := []draft{{
		path: "robots.txt", content: []byte(now), note: join(e.notes...),
		where: text("at /robots.txt, served as text/plain", "à l'adresse /robots.txt, servi en text/plain"),
	}}
	if !absent {
		files = append(files, draft{path: "robots.txt.diff", content: unified("robots.txt", was, e.lines), where: text(
			"nowhere: the same change, to be read, or put in with patch robots.txt robots.txt.diff",
			"nulle part : la même modification, à relire, ou à appliquer avec patch robots.txt robots.txt.diff")})
	}
	return []proposal{{files: files, answers: w.among(robotsChecks...), place: func(f *page.Facts) {
		f.Robots = page.Known(page.ParseRobots(r.URL, 200, "text/plain", []byte(now), false))
	}}}
}

// step makes the next change that a complaint asks for; false where there is none.
func (e *robotsEditor) step(r *page.Robots) bool {
	switch {
	case e.wants("seo.robots-txt-valid", "crawl.content-signal") && e.repair(r):
	case e.wants("crawl.answer-bots-allowed", "crawl.all-agents-blocked", "seo.robots-blocks-page") && e.open(r, page.Crawler.Answers):
	case e.wants("crawl.user-fetchers-allowed") && e.open(r, func(c page.Crawler) bool { return c.Fetches() && c.HonoursRobots != "no" }):
	case e.wants("crawl.stale-tokens") && e.renew(r):
	case e.wants("crawl.inert-bot-groups") && e.dropInert(r):
	case e.wants("crawl.named-group-drops-protection") && e.protect(r):
	case e.wants("crawl.crawl-delay") && e.hurry(r):
	default:
		return false
	}
	return true
}

// closesAll says that a rule closes the whole site.
func closesAll(path string) bool { return path == "/" || path == "*" || path == "/*" }

// open lets the next crawler of a kind in that may not read one of the pages.
func (e *robotsEditor) open(r *page.Robots, kind func(page.Crawler) bool) bool {
	for _, c := range e.Facts.Crawlers {
		if !kind(c) {
			continue
		}
		for _, p := range e.Facts.Pages {
			path := "/"
			if u, err := weburl.Parse(p.FinalURL); err == nil {
				path = u.RequestPath()
			}
			if v := r.Verdict(c.Token, path); !v.Allowed && v.Line > 0 && e.openFor(r, c, path, v) {
				return true
			}
		}
	}
	return false
}

// openFor changes what decides against a crawler. A rule that closes the whole site to the crawler by name is taken away with its group, so that the
// general rules hold for it again. One that closes some pages stays, with an exception for the page that was read.
func (e *robotsEditor) openFor(r *page.Robots, c page.Crawler, path string, v page.RobotsVerdict) bool {
	group, rule := deciding(r, v.Line)
	switch {
	case group == nil:
		return false
	case !closesAll(rule.Path):
		if slices.ContainsFunc(group.Agents, func(a page.RobotsLine) bool { return a.Value != "*" && e.keptOut(a.Value) }) {
			return false // the line would let in whom nobody asked to let in
		}
		if len(rule.Path) > len(path) { // the longer rule decides, and of two as long the one that allows
			path += "$"
		}
		was := slices.Clone(e.lines)
		e.insert(v.Line, "Allow: "+path)
		if now := page.ParseRobots(e.url, 200, "text/plain", []byte(e.text()), false); !now.Verdict(c.Token, strings.TrimSuffix(path, "$")).Allowed {
			e.lines = was
			return false
		}
		e.note("An Allow line opens a page that was read, and what begins with its address. Take it out again if the page is closed on purpose.",
			"Une ligne Allow ouvre une page lue, et ce qui commence par son adresse. Retirez-la si la page est fermée à dessein.")
	case v.Group != "*":
		return e.leaveGroup(r, group, c.Token)
	case len(r.Groups) == 1 && len(group.Agents) == 1: // nothing says that anybody in particular is meant
		e.replace(v.Line, "Disallow:")
		e.note("The rule that closed the whole site to everybody is gone, which opens it to training crawlers too. Add groups for those that you don't want.",
			"La règle qui fermait tout le site à tous a disparu, ce qui l'ouvre aussi aux robots d'entraînement. Ajoutez des groupes pour ceux que vous refusez.")
	default:
		e.admit(r)
	}
	return true
}

// keptOut says that a rule against an agent is a policy: it neither answers nor fetches for a person.
func (e *robotsEditor) keptOut(agent string) bool {
	c, known := e.crawler(bareToken(agent))
	return !known || !c.Answers() && !c.Fetches()
}

// deciding gives the group and the rule of a line.
func deciding(r *page.Robots, line int) (*page.RobotsGroup, *page.RobotsRule) {
	for i := range r.Groups {
		for j := range r.Groups[i].Rules {
			if r.Groups[i].Rules[j].Line == line {
				return &r.Groups[i], &r.Groups[i].Rules[j]
			}
		}
	}
	return nil, nil
}

// admit adds a group for every search, answer and assistant's crawler that the general rules keep from the whole site, with the other general rules.
func (e *robotsEditor) admit(r *page.Robots) {
	var put, rules []string
	for _, g := range r.Groups {
		if !slices.ContainsFunc(g.Agents, func(a page.RobotsLine) bool { return a.Value == "*" }) {
			continue
		}
		for _, rule := range g.Rules {
			if !closesAll(rule.Path) && rule.Path != "" {
				rules = append(rules, written(rule))
			}
		}
	}
	for _, c := range e.Facts.Crawlers {
		if c.Answers() || c.Fetches() && c.HonoursRobots != "no" {
			if v := r.Verdict(c.Token, "/"); !v.Allowed && v.Group == "*" {
				put = append(put, "User-agent: "+c.Token)
			}
		}
	}
	if len(rules) == 0 {
		rules = []string{"Disallow:"}
	}
	e.insert(len(e.lines), slices.Concat([]string{""}, put, rules)...)
	e.note("The general rules stay closed; a group of their own opens the site to search, answer and assistants' crawlers. Take out of it whom you don't want.",
		"Les règles générales restent fermées ; un groupe à part ouvre le site aux robots de recherche, de réponse et d'assistants. Retirez-en ceux que vous refusez.")
}

func written(rule page.RobotsRule) string {
	if rule.Allow {
		return "Allow: " + rule.Path
	}
	return "Disallow: " + rule.Path
}

// leaveGroup takes an agent out of a group, and the group away where nobody else is in it.
func (e *robotsEditor) leaveGroup(r *page.Robots, g *page.RobotsGroup, token string) bool {
	var mine []int
	for _, a := range g.Agents {
		if sameToken(a.Value, token) {
			mine = append(mine, a.Line)
		}
	}
	switch {
	case len(mine) == 0: // another crawler's group that holds for it by its operator's rules
		return false
	case len(mine) < len(g.Agents):
		e.remove(mine...)
		return true
	}
	for _, rule := range g.Rules {
		mine = append(mine, rule.Line)
	}
	for _, d := range g.CrawlDelays {
		mine = append(mine, d.Line)
	}
	begin, end := slices.Min(mine), slices.Max(mine)
	for _, s := range slices.Concat(r.Signals, r.Licenses) {
		if s.Line >= begin && s.Line <= end+1 { // would be left to the group above
			return false
		}
	}
	e.remove(mine...)
	return true
}

// sameToken says whether a user-agent line names the crawler, with or without a version.
func sameToken(value, token string) bool {
	value, _, _ = strings.Cut(value, "/")
	return strings.EqualFold(strings.TrimSpace(value), token)
}
