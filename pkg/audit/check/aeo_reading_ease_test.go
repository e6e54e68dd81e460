package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAeoReadingEase(t *testing.T) {
	verdicts(t, aeoReadingEase(), []verdict{
		{name: "easy", facts: home("<html lang=en><main>" +
			strings.Repeat("<p>We mend your pipes on the same day. The cat sat on the mat and had a nap. You can call us at any time.</p>",
				6) + "</main>"), want: audit.Pass},
		{
			name: "hard", facts: home("<html lang=en><main>" +
				strings.Repeat("<p>Organisational interoperability considerations necessitate comprehensive methodological harmonisation initiatives.</p>",
					15) + "</main>"),
			want: audit.Warn,
		},
		{name: "easy French", facts: home("<html lang=fr><main>" +
			strings.Repeat("<p>Le pain est cuit sur place chaque nuit. La boutique ouvre tôt le matin. Les clients y viennent à pied.</p>",
				6) + "</main>"), want: audit.Pass},
		{name: "another language", facts: home("<html lang=pl><main><p>Dzień dobry.</p></main>"), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "too short", facts: home(manual), want: audit.NotAssessed, reason: page.NotApplicable},
		{name: "a shell", facts: home(shellPage), want: audit.NotAssessed, reason: page.NeedsRender},
	})
}

func TestSyllables(t *testing.T) {
	for _, row := range []struct {
		word, lang string
		want       int
	}{
		{"table", "en", 2},
		{"cake", "en", 1},
		{"rule", "en", 1},
		{"wanted", "en", 2},
		{"banana", "en", 3},
		{"(the", "en", 1},
		{"boulangerie", "fr", 4},
		{"table", "fr", 1},
		{"parlent", "fr", 1},
		{"été", "fr", 2},
		{"42", "en", 0},
		{"—", "en", 0},
	} {
		if got := syllablesOf(row.word, row.lang); got != row.want {
			t.Errorf("syllablesOf(%q, %s) = %d, want %d", row.word, row.lang, got, row.want)
		}
	}
}
