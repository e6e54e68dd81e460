package check

import (
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestGeoSameAsAuthoritative(t *testing.T) {
	verdicts(t, geoSameAsAuthoritative(), []verdict{
		{name: "known profiles", facts: home(clinic), want: audit.Pass, says: "linkedin.com/company/harbour-lane-dental"},
		{
			name:  "unknown ones only",
			facts: home(graph(`{"@context":"https://schema.org","@type":"Organization","name":"Acme","sameAs":["https://social.example/acme"]}`)),
			want:  audit.Warn,
			says:  "social.example",
		},
		{
			name:  "linked in the footer only",
			facts: home(`<main><p>Hello</p></main><footer><a href="https://www.instagram.com/acme">Instagram</a></footer>`),
			want:  audit.Warn, says: "instagram",
		},
		{
			name:  "a share button is no profile",
			facts: home(`<main><p>Hello</p></main><footer><a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a></footer>`),
			want:  audit.Warn, says: "No sameAs",
		},
		{
			name:  "the network's own front page is no profile",
			facts: home(`<main><p>Hello</p></main><footer><a href="https://www.facebook.com/">Facebook</a></footer>`), want: audit.Warn, says: "No sameAs",
		},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}
