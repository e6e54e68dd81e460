package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// words gives n words that another seed doesn't share.
func words(seed string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d ", seed, i)
	}
	return b.String()
}

// reading is one reading of a text.
func reading(text string) page.Reading {
	return page.Reading{Status: 200, Words: len(strings.Fields(text)), Text: text}
}

// saying gives a site whose submitted page has this text, and a survey of it.
func saying(main string, s page.Survey) *page.Facts {
	return changed(surveyed(s), onMainPage(func(p *page.Page) {
		p.Text = page.Text{Main: main, Visible: len(strings.Fields(main)), Chars: len(main)}
	}))
}

func TestHTTPStability(t *testing.T) {
	ours := words("a", 500)
	repeated := func(r ...page.Reading) *page.Facts { return saying(ours, page.Survey{Repeats: r}) }
	verdicts(t, crawlHTTPStability(), []verdict{
		{name: "alike", facts: repeated(reading(ours), reading(ours)), want: audit.Pass, says: "2 times"},
		{name: "one word more", facts: repeated(reading(ours + "and more")), want: audit.Pass},
		{name: "another text", facts: repeated(reading(ours), reading(words("a", 300)+words("b", 200))), want: audit.Warn, says: "reading 3"},
		{name: "a fault in between", facts: repeated(page.Reading{Status: 502}), want: audit.Fail, says: "status 502 after 200"},
		{name: "a wall in between", facts: repeated(page.Reading{Status: 200, Wall: "DataDome", Text: ours}), want: audit.Fail, says: "DataDome"},
		{name: "too short to compare", facts: saying("Hello", page.Survey{Repeats: []page.Reading{reading("Welcome")}}), want: audit.Pass},
		{name: "not read again", facts: repeated(), want: audit.NotAssessed, reason: page.Unread},
		{name: "not tried", facts: site(), want: audit.NotAssessed, reason: page.Unread},
	})
}
