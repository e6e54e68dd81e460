package check

import (
	"strings"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// verdict is one row of a check's table: facts, and what the check must say of them.
type verdict struct {
	name   string
	facts  *page.Facts
	want   audit.Outcome
	reason page.Reason // where want is not_assessed
	says   string      // a piece of the English detail, the French one or an excerpt; empty looks at none
}

// verdicts runs a check over its table.
func verdicts(t *testing.T, c Check, rows []verdict) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Helper()
			got := c.Assess(row.facts)
			if got.Status != row.want || got.Reason != row.reason {
				t.Fatalf("%s: got %s %q (%s), want %s %q", c.ID, got.Status, got.Reason, got.Detail.EN, row.want, row.reason)
			}
			said := got.Detail.EN + "\n" + got.Detail.FR
			for _, e := range got.Evidence {
				said += "\n" + e.URL + "\n" + e.Where + "\n" + e.Excerpt
			}
			if !strings.Contains(said, row.says) {
				t.Errorf("%s: %q is not in:\n%s", c.ID, row.says, said)
			}
		})
	}
}

// site gives facts of a plain, healthy site with one page, for tests to spoil.
func site(spoil ...func(*page.Facts)) *page.Facts {
	f := &page.Facts{
		URL: "https://example.com/", FinalURL: "https://example.com/", Host: "example.com", Domain: "example.com", Agent: "auditctl",
		Pages: []*page.Page{{
			URL: "https://example.com/", FinalURL: "https://example.com/", Kind: page.KindHome,
			Response: page.Response{Status: 200, Proto: "HTTP/2.0", Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}},
			Doctype:  "html", Lang: "en", Titles: []string{"Example: a plain and healthy site"}, TitleInHead: true,
			Text: page.Text{Visible: 600, Words: 500, Chars: 3000, Main: "…"},
		}},
		Robots: page.Known(page.Robots{URL: "https://example.com/robots.txt", Status: 200, ContentType: "text/plain"}),
	}
	for _, s := range spoil {
		s(f)
	}
	return f
}

func TestEveryCheckIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range All() {
		if seen[c.ID] {
			t.Errorf("%s is listed twice", c.ID)
		}
		seen[c.ID] = true
		if c.Metric() == "" {
			t.Errorf("%s: its group has no metric", c.ID)
		}
		if c.Weight < 0 || c.Weight > 10 || c.Run == nil || c.Source == "" {
			t.Errorf("%s: weight %d out of range, or no Run, or no Source", c.ID, c.Weight)
		}
		if !strings.Contains("ABCD", string(c.Level)) || c.Level == "" {
			t.Errorf("%s: evidence level %q", c.ID, c.Level)
		}
		for what, text := range map[string]audit.Text{"title": c.Title, "why": c.Why, "fix": c.Fix} {
			if text.EN == "" || text.FR == "" || text.EN == text.FR {
				t.Errorf("%s: %s is missing in a language: %q, %q", c.ID, what, text.EN, text.FR)
			}
		}
	}
}
