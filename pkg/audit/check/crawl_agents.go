package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// crawlerTable is the registry of the audit, else the embedded one.
func crawlerTable(f *page.Facts) []page.Crawler {
	if len(f.Crawlers) > 0 {
		return f.Crawlers
	}
	return page.Crawlers()
}

// crawlerNamed finds the row of a user agent token, and whether there is one.
func crawlerNamed(f *page.Facts, token string) (page.Crawler, bool) {
	for _, c := range crawlerTable(f) {
		if strings.EqualFold(c.Token, token) {
			return c, true
		}
	}
	return page.Crawler{}, false
}

// feedsAnswers says whether the crawler feeds answers or search results that people see.
func feedsAnswers(c page.Crawler) bool { return c.Class == "search" || c.Class == "both" }

// narrowReach are crawlers whose product matters to few sites: those in one language, or (empty) only to owners who set it up themselves. Closing a
// page to them is common and mostly meant so.
var narrowReach = map[string]string{"Baiduspider": "zh", "PetalBot": "zh", "YandexBot": "ru", "Google-CloudVertexBot": ""}

// costly says that a rule against the crawler has a price: its operator promises to obey robots.txt, so that the effect that is written down for it
// comes about, and the product behind it reaches this site's readers.
func costly(f *page.Facts, c page.Crawler) bool {
	if c.HonoursRobots != "yes" && c.HonoursRobots != "partly" {
		return false
	}
	lang, narrow := narrowReach[c.Token]
	return !narrow || lang != "" && strings.HasPrefix(strings.ToLower(f.Main().Lang), lang)
}

// ruling is what robots.txt says to one crawler about the pages that were read.
type ruling struct {
	page.Crawler
	main   page.RobotsVerdict // on the submitted page
	other  page.RobotsVerdict // on the first further page that it may not fetch
	others []string           // further pages that it may not fetch
}

// rulings asks robots.txt for every crawler of the classes, in the registry's order.
func rulings(f *page.Facts, classes ...string) []ruling {
	r := &f.Robots.Value
	var out []ruling
	for _, c := range crawlerTable(f) {
		if !slices.Contains(classes, c.Class) {
			continue
		}
		one := ruling{Crawler: c, main: r.Verdict(c.Token, requestPath(f.Main().FinalURL))}
		for _, p := range f.Pages[1:] {
			if v := r.Verdict(c.Token, requestPath(p.FinalURL)); !v.Allowed {
				if len(one.others) == 0 {
					one.other = v
				}
				one.others = append(one.others, p.FinalURL)
			}
		}
		out = append(out, one)
	}
	return out
}

// requestPath is path and query of an address, as robots.txt rules are matched against.
func requestPath(address string) string {
	u, err := weburl.Parse(address)
	if err != nil {
		return "/"
	}
	return u.RequestPath()
}

// unreachable says that no rule decides but the file's failure: RFC 9309 section 2.3.1.4 has crawlers assume that everything is disallowed.
func unreachable(v page.RobotsVerdict) bool { return !v.Allowed && v.Line == 0 }

// deciding cites the rule: "line 7: Disallow: /".
func deciding(v page.RobotsVerdict) audit.Text {
	if v.Line == 0 {
		return text("no answer from robots.txt", "robots.txt sans réponse")
	}
	return text("line %d: %s", "ligne %d : %s", v.Line, v.Rule)
}

// place names the line and the group, for the evidence.
func place(v page.RobotsVerdict) string {
	switch {
	case v.Line == 0:
		return "robots.txt"
	case v.Group == "":
		return fmt.Sprintf("line %d", v.Line)
	}
	return fmt.Sprintf("line %d, User-agent: %s", v.Line, v.Group)
}

// blockedNames lists the crawlers with operator and deciding line, at most five by name.
func blockedNames(blocked []ruling, verdict func(ruling) page.RobotsVerdict) audit.Text {
	en, fr := make([]string, len(blocked)), make([]string, len(blocked))
	for i, b := range blocked {
		t := text("%s (%s, %s)", "%s (%s, %s)", b.Token, b.Operator, deciding(verdict(b)))
		en[i], fr[i] = t.EN, t.FR
	}
	return audit.Text{EN: firstOf(en, 5).EN, FR: firstOf(fr, 5).FR}
}

// firstOf joins the first names and counts the rest.
func firstOf(names []string, most int) audit.Text {
	if len(names) <= most {
		all := strings.Join(names, ", ")
		return audit.Text{EN: all, FR: all}
	}
	some, rest := strings.Join(names[:most], ", "), len(names)-most
	return text("%s and %s", "%s et %s", some, count(rest, "more", "more", "autre", "autres"))
}

// withBlocked adds one piece of evidence for each crawler: the deciding line, and what is lost.
func (f Finding) withBlocked(robotsURL string, blocked []ruling, verdict func(ruling) page.RobotsVerdict) Finding {
	for _, b := range blocked {
		v := verdict(b)
		said := fmt.Sprintf("%s (%s): %s", b.Token, b.Operator, v.Rule)
		if b.Effect != "" {
			said += "; " + b.Effect
		}
		f = f.seen(robotsURL, place(v), said)
	}
	return f
}

func onMain(r ruling) page.RobotsVerdict  { return r.main }
func onOther(r ruling) page.RobotsVerdict { return r.other }

// keptFrom divides the rulings: crawlers that may not fetch the submitted page, and those that may, but not all further pages.
func keptFrom(all []ruling) (main, others []ruling) {
	for _, r := range all {
		switch {
		case !r.main.Allowed:
			main = append(main, r)
		case len(r.others) > 0:
			others = append(others, r)
		}
	}
	return main, others
}
