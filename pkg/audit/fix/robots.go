package fix

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
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

// robotsEditor changes a file line by line; it is read again after every step.
type robotsEditor struct {
	*work
	url   string
	lines []edited
	notes []audit.Text
}

func (e *robotsEditor) text() string {
	var b strings.Builder
	for _, l := range e.lines {
		b.WriteString(l.text)
	}
	return b.String()
}

// note keeps a remark, once.
func (e *robotsEditor) note(en, fr string) {
	if t := text(en, fr); !slices.Contains(e.notes, t) {
		e.notes = append(e.notes, t)
	}
}

// end is how the file ends its lines.
func (e *robotsEditor) end() string {
	for _, l := range e.lines {
		if bare := strings.TrimRight(l.text, "\r\n"); bare != l.text {
			return l.text[len(bare):]
		}
	}
	return "\n"
}

// insert puts lines in front of the line at a place, which counts from 0.
func (e *robotsEditor) insert(at int, texts ...string) {
	old, end := 0, e.end()
	if at > 0 {
		before := &e.lines[at-1]
		if old = before.old; !before.added {
			old++
		}
		if strings.TrimRight(before.text, "\r\n") == before.text { // the last line of the file has no end
			*before = edited{text: before.text + end, old: old, added: true}
		}
	}
	var put []edited
	for _, t := range texts {
		put = append(put, edited{text: t + end, old: old, added: true})
	}
	e.lines = slices.Insert(e.lines, at, put...)
}

// replace changes what stands on a line, which counts from 1 as the parser's do.
func (e *robotsEditor) replace(line int, with string) {
	l := &e.lines[line-1]
	end := l.text[len(strings.TrimRight(l.text, "\r\n")):]
	if !l.added {
		l.old++
	}
	l.text, l.added = with+end, true
}

// comment makes a comment of a line, so that what it said can still be read.
func (e *robotsEditor) comment(line int) {
	e.replace(line, "# "+strings.TrimRight(e.lines[line-1].text, "\r\n"))
}

// remove takes lines away, counted from 1, and one empty line behind the last where it would now follow another empty one.
func (e *robotsEditor) remove(lines ...int) {
	slices.Sort(lines)
	lines = slices.Compact(lines)
	for i, line := range slices.Backward(lines) {
		at := line - 1
		e.lines = slices.Delete(e.lines, at, at+1)
		if i > 0 {
			continue
		}
		if at < len(e.lines) && blank(e.lines[at].text) && (at == 0 || blank(e.lines[at-1].text)) {
			e.lines = slices.Delete(e.lines, at, at+1)
		}
	}
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

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

// successors are the names of today of crawlers that were renamed: by Google's list of user-triggered fetchers for the first, and by
// Anthropic's page on its crawlers, which names ClaudeBot for what trains models, for the last.
var successors = map[string]string{"google-notebooklm": "Google-GeminiNotebook", "notebooklm": "Google-GeminiNotebook", "anthropic-ai": "ClaudeBot"}

// renew writes tokens as crawlers answer to them today. A token that nobody answers to is taken away with its rules, which hold for nobody.
func (e *robotsEditor) renew(r *page.Robots) bool {
	for i := range r.Groups {
		for _, a := range r.Groups[i].Agents {
			c, known := e.crawler(a.Value)
			bare := bareToken(a.Value)
			switch {
			case known && c.Class == "legacy":
				if next := successors[strings.ToLower(a.Value)]; next != "" && len(rulesOf(r, next)) == 0 {
					e.replace(a.Line, "User-agent: "+next)
					e.note("A retired crawler's rules now name the one that took its place; before, they held for nobody.",
						"Les règles d'un robot retiré nomment désormais celui qui l'a remplacé ; auparavant, elles ne concernaient personne.")
					return true
				}
				if e.leaveGroup(r, &r.Groups[i], a.Value) {
					e.note("Groups for retired crawlers are gone; they held for nobody. If you mean the operator's crawlers of today, name those.",
						"Les groupes visant des robots retirés ont disparu ; ils ne concernaient personne. Si vous visez les robots actuels de l'opérateur, nommez-les.")
					return true
				}
			case bare != a.Value && bare != "":
				if _, known := e.crawler(bare); known {
					e.replace(a.Line, "User-agent: "+bare)
					return true
				}
			}
		}
	}
	return false
}

// bareToken is a token without version, address and comment.
func bareToken(value string) string {
	if i := strings.IndexAny(value, "/ ;("); i >= 0 {
		return value[:i]
	}
	return value
}

func (e *robotsEditor) crawler(token string) (page.Crawler, bool) {
	for _, c := range e.Facts.Crawlers {
		if strings.EqualFold(c.Token, token) {
			return c, true
		}
	}
	return page.Crawler{}, false
}

// rulesOf gives the rules for a user-agent line, over all groups that have it.
func rulesOf(r *page.Robots, agent string) []page.RobotsRule {
	var rules []page.RobotsRule
	for _, g := range r.Groups {
		for _, a := range g.Agents {
			if strings.EqualFold(a.Value, agent) {
				rules = append(rules, g.Rules...)
			}
		}
	}
	return rules
}

// effect is what rules come to, in a form that compares.
func effect(rules []page.RobotsRule) []string {
	var out []string
	closed := false
	for _, rule := range rules {
		if rule.Path != "" {
			closed = closed || !rule.Allow
			out = append(out, written(rule))
		}
	}
	if !closed {
		return nil
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// dropInert takes the next agent out of its groups whose rules are those of everybody.
func (e *robotsEditor) dropInert(r *page.Robots) bool {
	general := effect(rulesOf(r, "*"))
	for i := range r.Groups {
		for _, a := range r.Groups[i].Agents {
			if a.Value != "*" && slices.Equal(effect(rulesOf(r, a.Value)), general) && e.leaveGroup(r, &r.Groups[i], a.Value) {
				return true
			}
		}
	}
	return false
}

// nobody is a token that no group names, so that its verdict is that of the * group.
const nobody = "auditctl-unnamed"

// protect repeats, in the next group that lacks them, the general rules that keep something private. A group that only allows what is allowed anyway is
// taken away instead.
func (e *robotsEditor) protect(r *page.Robots) bool {
	for i := range r.Groups {
		g := &r.Groups[i]
		for _, a := range g.Agents {
			c, known := e.crawler(a.Value)
			if !known || slices.Contains([]string{"ads", "preview", "legacy", "token"}, c.Class) {
				continue
			}
			var lost []string
			for _, rule := range rulesOf(r, "*") {
				path := strings.TrimSuffix(strings.ReplaceAll(rule.Path, "*", ""), "$")
				if !strings.HasPrefix(path, "/") {
					path = "/" + path
				}
				if line := written(rule); !rule.Allow && rule.Path != "" && path != "/" && !slices.Contains(lost, line) && !slices.Contains(effect(rulesOf(r, a.Value)), line) &&
					!r.Verdict(nobody, path).Allowed && r.Verdict(c.Token, path).Allowed {
					lost = append(lost, line)
				}
			}
			if len(lost) == 0 {
				continue
			}
			opens := !slices.ContainsFunc(rulesOf(r, a.Value), func(rule page.RobotsRule) bool { return rule.Path != "" && !(rule.Allow && closesAll(rule.Path)) })
			if opens && e.leaveGroup(r, g, a.Value) {
				e.note("A group that only allowed everything is gone, so that the general rules hold for its crawler again.",
					"Un groupe qui ne faisait que tout autoriser a disparu : les règles générales valent de nouveau pour son robot.")
				return true
			}
			last := g.Agents[len(g.Agents)-1].Line
			for _, rule := range g.Rules {
				last = max(last, rule.Line)
			}
			e.insert(last, lost...)
			return true
		}
	}
	return false
}

// longestDelay is the pause that search crawlers can bear, in seconds.
const longestDelay = 10

var delayValue = regexp.MustCompile(`:\s*[0-9.eE+-]+`)

// hurry shortens the next pause that is asked of a search crawler.
func (e *robotsEditor) hurry(r *page.Robots) bool {
	for _, c := range e.Facts.Crawlers {
		if seconds, ok := r.CrawlDelay(c.Token); !c.Answers() || !ok || seconds <= longestDelay {
			continue
		}
		for _, g := range r.Groups {
			for _, d := range g.CrawlDelays {
				if d.Seconds > longestDelay && slices.ContainsFunc(g.Agents, func(a page.RobotsLine) bool { return a.Value == "*" || sameToken(a.Value, c.Token) }) {
					was := strings.TrimRight(e.lines[d.Line-1].text, "\r\n")
					e.replace(d.Line, delayValue.ReplaceAllString(was, fmt.Sprintf(": %d", longestDelay)))
					return true
				}
			}
		}
	}
	return false
}

var (
	misspelt = []struct{ begins, right string }{
		{"useragent", "User-agent"},
		{"user agent", "User-agent"},
		{"dissallow", "Disallow"},
		{"dissalow", "Disallow"},
		{"disalow", "Disallow"},
		{"diasllow", "Disallow"},
		{"disallaw", "Disallow"},
		{"site-map", "Sitemap"},
		{"user-agent", "User-agent"},
		{"disallow", "Disallow"},
		{"allow", "Allow"},
		{"sitemap", "Sitemap"},
	}
	readableSignal = regexp.MustCompile(`(?i)^\s*(search|ai-input|ai-train)\s*=\s*(yes|no)\s*$`)
)

// repair mends the next line that crawlers stumble over, where it can be told what it was meant to say; what nobody reads becomes a comment.
func (e *robotsEditor) repair(r *page.Robots) bool {
	for _, p := range r.Problems {
		line := strings.TrimRight(e.lines[p.Line-1].text, "\r\n")
		name, value, colon := strings.Cut(line, ":")
		spelt := ""
		for _, m := range misspelt {
			if strings.HasPrefix(strings.ToLower(strings.TrimSpace(name)), m.begins) {
				spelt = m.right
				break
			}
		}
		switch p.Problem {
		case page.RobotsUnknownDirective:
			if spelt == "" {
				e.comment(p.Line)
			} else {
				e.replace(p.Line, spelt+":"+value)
			}
		case page.RobotsNoColon:
			words := strings.Fields(line)
			if colon || spelt == "" || len(words) != 2 {
				e.comment(p.Line)
			} else {
				e.replace(p.Line, spelt+": "+words[1])
			}
		case page.RobotsRuleBeforeGroup, page.RobotsBadCrawlDelay:
			e.comment(p.Line)
			e.note("A line that no crawler obeys is a comment now. If it was meant to hold, put it under a User-agent line.",
				"Une ligne qu'aucun robot n'applique est devenue un commentaire. Si elle devait valoir, placez-la sous une ligne User-agent.")
		case page.RobotsPathWithoutSlash:
			e.slash(r, p.Line, name, value)
		case page.RobotsSitemapNotAbsolute:
			at, _, _ := strings.Cut(value, "#")
			e.sitemapLine(p.Line, strings.TrimSpace(at))
		case page.RobotsBadSignal:
			var good []string
			for signal := range strings.SplitSeq(value, ",") {
				if readableSignal.MatchString(signal) {
					good = append(good, strings.TrimSpace(signal))
				}
			}
			if len(good) == 0 {
				e.comment(p.Line)
			} else {
				e.replace(p.Line, name+": "+strings.Join(good, ", "))
			}
			e.note("A part of a Content-Signal line that nobody can read is gone; write it again as yes or no if you meant it.",
				"Une partie illisible d'une ligne Content-Signal a disparu ; récrivez-la avec yes ou no si vous y tenez.")
		default:
			continue
		}
		return true
	}
	return false
}

// slash begins a path as paths begin, unless that closes a page which was read: then the line, which closed nothing so far, becomes a comment.
func (e *robotsEditor) slash(r *page.Robots, line int, name, value string) {
	path := strings.TrimSpace(value)
	if u, err := weburl.Parse(path); err == nil && u.Web() {
		path = u.RequestPath()
	}
	was := e.lines[line-1]
	e.replace(line, name+": /"+strings.TrimPrefix(path, "/"))
	now := page.ParseRobots(e.url, 200, "text/plain", []byte(e.text()), false)
	for _, p := range e.Facts.Pages {
		u, err := weburl.Parse(p.FinalURL)
		if err != nil {
			continue
		}
		for _, token := range []string{nobody, "Googlebot", "Bingbot"} {
			if r.Verdict(token, u.RequestPath()).Allowed && !now.Verdict(token, u.RequestPath()).Allowed {
				e.lines[line-1] = was
				e.comment(line)
				return
			}
		}
	}
	e.note("A path now begins with a slash, so that its rule holds for the first time.", "Un chemin commence désormais par une barre oblique : sa règle s'applique pour la première fois.")
}

// sitemapLine writes a whole address, where the line names a file of this site.
func (e *robotsEditor) sitemapLine(line int, at string) {
	base, err := weburl.NewBase(e.url)
	if err == nil && at != "" {
		if u, ok := base.Resolve(at); ok && u.Web() {
			e.replace(line, "Sitemap: "+u.Page())
			return
		}
	}
	e.comment(line)
}
