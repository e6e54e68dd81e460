package report

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
)

// crawled is a finished audit with a matrix of three crawlers.
func crawled() audit.Audit {
	a := made()
	half := 0.5
	a.References.Crawlers = &audit.CrawlerMatrix{Note: "Names were borrowed.", Crawlers: []audit.CrawlerAccess{
		{
			Token: "OAI-SearchBot", Operator: "OpenAI", Class: "search", HonoursRobots: "yes", Effect: "Not cited.",
			Robots: &audit.CrawlerRule{Allowed: true, Rule: "no rule matches", Group: "*"}, Probe: &audit.CrawlerProbe{Status: 403, Received: "turned_away"},
		},
		{
			Token: "GPTBot", Operator: "OpenAI", Class: "train", HonoursRobots: "yes", Effect: "Not used to train.",
			Robots: &audit.CrawlerRule{Line: 7, Rule: "Disallow: /|<b>", Group: "gptbot"},
		},
		{
			Token: "YouBot", Operator: "You.com", Class: "search", HonoursRobots: "yes", Effect: "Not found by You.com.",
			Robots: &audit.CrawlerRule{Allowed: true, Rule: "no group"}, Probe: &audit.CrawlerProbe{Status: 200, Received: "thinned", TextShare: &half},
		},
	}}
	return a
}

func TestTheMatrixIsShownWhereverPeopleRead(t *testing.T) {
	for format, want := range map[string][]string{
		"table": {"Crawlers shut out: 2 of 3; names tried: 2", "OAI-SearchBot", "GPTBot", "disallowed (7)", "403"},
		"markdown": {
			"## Crawlers: rules and answers", `| GPTBot (OpenAI) | training | disallowed (7): Disallow: /\|&lt;b&gt;`,
			"| not asked: robots.txt forbids it |", "| 200, 50% of the text |", "Names were borrowed.",
		},
		"html": {
			"Crawlers: rules and answers", "<code>Disallow: /|&lt;b&gt;</code>", "200, 50% of the text", "Not cited.",
			"Names were borrowed.",
		},
	} {
		said := write(t, format, Document{Lang: audit.English, Batch: audit.Batch{Audits: []audit.Audit{crawled()}}})
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("%s doesn't say %q:\n%s", format, w, said)
			}
		}
		if format == "table" && strings.Contains(said, "YouBot") {
			t.Error("the table shows a crawler that gets in")
		}
		if french := write(t, format, Document{Lang: audit.French, Batch: audit.Batch{Audits: []audit.Audit{crawled()}}}); strings.Contains(french, "disallowed") {
			t.Errorf("%s in French speaks English", format)
		}
	}
}
