package check

import (
	"math"
	"slices"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// probeNote says what the matrix can't show.
var probeNote = text("Requests under a crawler's name came from the auditor's address. Firewalls verify the addresses of real crawlers and may treat them better or worse, and the names of Google, Microsoft, Yandex and Baidu are not borrowed. A crawler that wasn't tried has no answer here.",
	"Les requêtes sous le nom d'un robot viennent de l'adresse de l'auditeur. Les pare-feu vérifient l'adresse des véritables robots et peuvent les traiter mieux ou moins bien ; les noms de Google, Microsoft, Yandex et Baidu ne sont pas empruntés. Un robot non essayé est ici sans réponse.")

var receptionNames = map[reception]string{welcome: "same", thinned: "thinned", maybeLimited: "limited", emptied: "emptied", turnedAway: "turned_away"}

// Crawlers sets policy beside reality, crawler by crawler: for the whole registry, or without those that bring no readers, may fetch the page and weren't tried.
func Crawlers(f *page.Facts, lang audit.Lang, whole bool) *audit.CrawlerMatrix {
	m := &audit.CrawlerMatrix{Note: probeNote.In(lang), Crawlers: []audit.CrawlerAccess{}}
	path := requestPath(f.FinalURL)
	for _, c := range crawlerTable(f) {
		a := audit.CrawlerAccess{Token: c.Token, Operator: c.Operator, Class: c.Class, HonoursRobots: c.HonoursRobots, Effect: c.Effect, Probe: crawlerProbe(f, c.Token)}
		if f.Robots.OK() {
			rule := audit.CrawlerRule(f.Robots.Value.Verdict(c.Token, path))
			rule.Rule = audit.Printable(rule.Rule)
			a.Robots = &rule
		}
		if whole || c.Answers() || c.Fetches() || a.Probe != nil || a.Robots != nil && !a.Robots.Allowed {
			m.Crawlers = append(m.Crawlers, a)
		}
	}
	return m
}

// crawlerProbe gives the answer for the submitted page under a crawler's name, nil where the name wasn't tried by itself.
func crawlerProbe(f *page.Facts, token string) *audit.CrawlerProbe {
	i := slices.IndexFunc(f.Probes, func(p page.Probe) bool { return !p.Screening && slices.Contains(p.Agents, token) })
	if i < 0 {
		return nil
	}
	p := f.Probes[i]
	probe := &audit.CrawlerProbe{Status: p.Status, Wall: p.Wall, Code: p.Code}
	if how, ok := received(f, p); ok {
		probe.Received = receptionNames[how]
	}
	if own := f.Main().Text.Visible; own > 0 && p.Words > 0 && p.Status == f.Main().Response.Status {
		share := math.Round(100*float64(p.Words)/float64(own)) / 100
		probe.TextShare = &share
	}
	return probe
}
