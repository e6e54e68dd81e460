package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoAnswerFirst(t *testing.T) {
	verdicts(t, aeoAnswerFirst(), []verdict{
		{name: "statements", facts: home(clinic), want: audit.Pass},
		{name: "French", facts: home(bakery), want: audit.Pass},
		{
			name: "greetings",
			facts: home(`<main><h1>Acme</h1><p>Welcome to our site, dear visitor, we hope to see you soon.</p><p>Looking for something nice? Discover everything about our passion for excellence.</p>
<h2>Quality</h2><p>Discover a world of new emotions with our team, every single day, in all seasons, with passion and love always.</p></main>`), want: audit.Fail, says: "Welcome",
		},
		{
			name: "only the first section evades",
			facts: home(`<main><h1>Pipes</h1><p>Welcome to our site, dear visitor, thanks for coming by today, and do make yourselves at home with us all.</p>
<h2>Prices</h2><p>A visit costs £45 within the city, and £60 outside it, with one hour of work included in both of these.</p>
<h2>Area</h2><p>The area covers Leeds and every village within twelve miles of it, all days of the week except on Sundays.</p></main>`), want: audit.Warn, says: "Welcome",
		},
		{name: "a language whose verbs we don't know", facts: home(german), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "no text", facts: home(`<main><h1>Gallery</h1><img src=a.png></main>`), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
