package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestPairs(t *testing.T) {
	for name, row := range map[string]struct {
		kind page.Kind
		html string
		want int
	}{
		"headings": {
			page.KindOther,
			`<main><h2>What is it?</h2><p>A thing we make.</p><h3>Comment faire ?</h3><p>Appelez le cabinet.</p></main>`, 2,
		},
		"details":                     {page.KindOther, `<main><details><summary>Is it free?</summary><p>Yes, always free.</p></details></main>`, 1},
		"a definition list":           {page.KindOther, `<main><dl><dt>How long?</dt><dd>Two weeks or so.</dd></dl></main>`, 1},
		"two headings without answer": {page.KindOther, `<main><h2>What is it?</h2><h2>Why us?</h2></main>`, 0},
		"a heading that asks nothing": {page.KindOther, `<main><h2>Our services</h2><p>We mend pipes.</p></main>`, 0},
		"a rhetorical question":       {page.KindOther, `<main><p>Need help?</p><p>Call us today.</p></main>`, 0},
		"lines on a page of questions": {
			page.KindFAQ,
			`<main><p>Do you deliver?</p><p>Yes, within the city.</p><p>Livrez-vous ?</p><p>Oui, en ville.</p></main>`, 2,
		},
	} {
		if got := pairs(read(doc{row.kind, "/x", row.html}).Main()); len(got) != row.want {
			t.Errorf("%s: %d pairs, want %d: %v", name, len(got), row.want, got)
		}
	}
}

func TestIsQuestion(t *testing.T) {
	for in, want := range map[string]bool{
		"How we work": false, "Où nous trouver": true, "Qu’est-ce qu’un implant": true, "Combien ça coûte ?": true, "Really?": true,
		"Opening hours": false, "Or": false, "Nos tarifs": false,
		"Come and see us": false,
	} {
		if got := isQuestion(in); got != want {
			t.Errorf("isQuestion(%q) = %t", in, got)
		}
	}
}
