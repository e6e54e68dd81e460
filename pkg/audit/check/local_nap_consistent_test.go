package check

import (
	"fmt"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// branch is a page of a site of ten, with this number and postcode.
func branch(i int, phone, postcode string) doc {
	return doc{page.KindOther, fmt.Sprintf("/p%d", i), fmt.Sprintf(`<title>x</title><main><h1>x</h1><p>Text of our page.</p></main><footer>
<address>1 High Street, Leeds %s</address><a href="tel:%s">%s</a></footer>`, postcode, phone, phone)}
}

func branches(others int) *page.Facts {
	docs := []doc{{page.KindHome, "/", clinic}}
	for i := range 9 {
		if i < others {
			docs = append(docs, branch(i, "+441130000000", "LS1 4AP"))
		} else {
			docs = append(docs, branch(i, "+441134960123", "LS1 4AP"))
		}
	}
	return read(docs...)
}

func TestLocalNAPConsistent(t *testing.T) {
	verdicts(t, localNAPConsistent(), []verdict{
		{name: "one number", facts: branches(0), want: audit.Pass},
		{name: "two pages differ", facts: branches(2), want: audit.Warn, says: "/p0"},
		{name: "four pages differ", facts: branches(4), want: audit.Fail, says: "/p3"},
		{name: "one page", facts: home(clinic), want: audit.NotAssessed, reason: page.TooFewPages},
		{name: "documentation", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
	})
}
