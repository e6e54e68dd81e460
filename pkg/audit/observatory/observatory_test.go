package observatory

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// What the tests find is compared with the original in internal/reference/observatory.

func TestBonusPointsCountFrom90Only(t *testing.T) {
	for _, c := range []struct {
		modifiers []int
		score     int
		grade     string
	}{
		{nil, 100, "A+"},
		{[]int{10, 10, 5}, 125, "A+"},
		{[]int{-10, 10, 5}, 105, "A+"},
		{[]int{-10}, 90, "A"},
		{[]int{-10, -5, 10, 10}, 85, "A-"},
		{[]int{-25, -20}, 55, "C"},
		{[]int{-50, -40}, 10, "F"},
		{[]int{-50, -50, -25, 10}, 0, "F"},
	} {
		if score := Score(c.modifiers...); score != c.score || Grade(score) != c.grade {
			t.Errorf("%v: %s (%d), want %s (%d)", c.modifiers, Grade(score), score, c.grade, c.score)
		}
	}
}

func TestWhatCouldNotBeLookedAtIsNamed(t *testing.T) {
	facts := func(url string, change func(*page.Facts)) *page.Facts {
		f := &page.Facts{URL: url, FinalURL: url, Pages: []*page.Page{{URL: url, FinalURL: url}}}
		change(f)
		return f
	}
	unasked := func(f *page.Facts) {
		f.Plain = page.Unknown[page.Plain](page.Unread, "")
		f.Preflight = page.Unknown[page.Preflight](page.Unread, "")
	}
	for _, c := range []struct {
		facts *page.Facts
		want  []string
	}{
		{facts("https://example.com/", func(*page.Facts) {}), []string{PreloadList}},
		{facts("https://example.dev/", func(*page.Facts) {}), []string{}},
		{facts("https://example.com/", unasked), []string{PreloadList, HTTPForm, Preflight}},
		{facts("http://example.com/", func(*page.Facts) {}), []string{PreloadList, HTTPSForm}},
		{facts("http://example.com/", func(f *page.Facts) { f.SchemeFallback = true }), []string{PreloadList}},
	} {
		if got := Assess(c.facts).Unknown; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.facts.URL, got, c.want)
		}
	}
}

func FuzzPolicies(f *testing.F) {
	f.Add("default-src 'self'; script-src 'nonce-a' 'strict-dynamic' https:, img-src http://a/%zz/")
	f.Add("a;;a,,;")
	f.Fuzz(func(t *testing.T, header string) {
		p := &page.Page{FinalURL: "https://example.com/", Response: page.Response{Header: map[string][]string{
			"Content-Security-Policy": {header}, "Cross-Origin-Opener-Policy": {header}, "Strict-Transport-Security": {header}, "Referrer-Policy": {header},
		}}}
		for _, test := range Assess(&page.Facts{URL: p.FinalURL, Pages: []*page.Page{p}}).Tests {
			if _, known := outcomes[test.Result]; !known {
				t.Errorf("%s: %q is no result", test.Name, test.Result)
			}
		}
	})
}
