package fix

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

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
