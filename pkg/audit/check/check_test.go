package check

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
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

// group gives the checks of some groups, in the list's order.
func group(names ...string) []Check {
	var list []Check
	for _, c := range All() {
		if name, _, _ := strings.Cut(c.ID, "."); slices.Contains(names, name) {
			list = append(list, c)
		}
	}
	return list
}

func TestEveryCheckIsTheFileOfItsID(t *testing.T) {
	for _, c := range All() {
		file := strings.NewReplacer(".", "_", "-", "_").Replace(c.ID)
		for _, name := range []string{file + ".go", file + "_test.go"} {
			if _, err := os.Stat(name); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
		}
	}
}

func TestEveryCheckWaitsForWhatItNeeds(t *testing.T) {
	unread := func(f *page.Facts) {
		f.Robots = page.Unknown[page.Robots](page.Unread, "")
		f.LLMs = page.Unknown[page.LLMs](page.Unread, "")
		f.TLS = page.Unknown[page.TLS](page.Unread, "")
		f.Plain = page.Unknown[page.Plain](page.Unread, "")
		f.Sibling = page.Unknown[page.Sibling](page.Unread, "")
		f.Control = page.Unknown[page.Control](page.Unread, "")
		f.Main().Text, f.Main().Shell, f.Main().Scripts = page.Text{}, "app", []page.Script{{Src: "https://example.com/app.js"}}
	}
	for _, c := range All() {
		got := c.Assess(site(unread))
		if len(c.Needs) > 0 && (got.Status != audit.NotAssessed || got.Reason == "") {
			t.Errorf("%s needs %v and gave %s without", c.ID, c.Needs, got.Status)
		}
		if got.Status == audit.NotAssessed && (got.Reason == "" || got.Detail.EN == "" || got.Detail.FR == "") {
			t.Errorf("%s gives no reason: %+v", c.ID, got)
		}
	}
}

func TestNoCheckChangesTheFacts(t *testing.T) {
	f := home(clinic)
	before, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	first := AssessAll(All(), f)
	after, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Error("the facts are not what they were before the checks")
	}
	second := AssessBeside(All(), f, 8)
	for i := range first {
		if first[i].Check.ID != second[i].Check.ID || !reflect.DeepEqual(first[i].Finding, second[i].Finding) {
			t.Errorf("%s says another thing the second time, beside others", first[i].Check.ID)
		}
	}
}

func TestWhoeverRunsChecksHearsOfAPanicBesideThem(t *testing.T) {
	broken := []Check{{ID: "seo.broken", Run: func(*page.Facts) Finding { panic("a check") }}}
	for range 50 { // whichever goroutine has it
		func() {
			defer func() {
				if recover() == nil {
					t.Error("nobody hears of it")
				}
			}()
			AssessBeside(append(All()[:20], broken...), home(clinic), 3)
		}()
	}
}

func TestWeightsOfAMetricCountWhatWasAssessed(t *testing.T) {
	made := func(id string, weight, limit int, status audit.Outcome) Assessed {
		return Assessed{Check: &Check{ID: id, Weight: weight, Cap: limit}, Finding: Finding{Status: status}}
	}
	for _, row := range []struct {
		name   string
		list   []Assessed
		value  int
		capped string
	}{
		{"nothing assessed", []Assessed{made("seo.a", 5, 0, audit.NotAssessed)}, 0, ""},
		{"a warning counts half", []Assessed{made("seo.a", 1, 0, audit.Pass), made("seo.b", 1, 0, audit.Warn)}, 75, ""},
		{"half a point rounds up", []Assessed{made("seo.a", 1, 0, audit.Pass), made("seo.b", 7, 0, audit.Fail)}, 13, ""},
		{"weight 0 never counts", []Assessed{made("seo.a", 1, 0, audit.Pass), made("seo.b", 0, 0, audit.Fail)}, 100, ""},
		{"a failing cap binds", []Assessed{made("seo.a", 9, 0, audit.Pass), made("seo.b", 1, 69, audit.Fail)}, 69, "seo.b"},
		{"a passing one doesn't", []Assessed{made("seo.a", 9, 0, audit.Pass), made("seo.b", 1, 69, audit.Pass)}, 100, ""},
		{"nor one above the value", []Assessed{made("seo.a", 1, 0, audit.Pass), made("seo.b", 1, 69, audit.Fail)}, 50, ""},
		{"another metric's check", []Assessed{made("seo.a", 1, 0, audit.Pass), made("geo.b", 9, 10, audit.Fail)}, 100, ""},
	} {
		if got := Weigh(audit.SEO, row.list); got.Value != row.value || got.CappedBy != row.capped {
			t.Errorf("%s: %d capped by %q, want %d by %q", row.name, got.Value, got.CappedBy, row.value, row.capped)
		}
	}
}
