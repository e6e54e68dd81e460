package readability_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// least is the mean F1 that holds: 0.95 of the 0.998 that codeberg.org/readeck/go-readability (2025-11-25) reaches on these pages, which are its own fixtures.
const least = 0.948

// TestMainContentAgreesWithReadability compares the words of the main content with what Readability takes for it on the test pages of Readability, which
// AUDITCTL_READABILITY names a copy of (the folder test/test-pages of github.com/mozilla/readability).
func TestMainContentAgreesWithReadability(t *testing.T) {
	pages := os.Getenv("AUDITCTL_READABILITY")
	if pages == "" {
		t.Skip("AUDITCTL_READABILITY names no copy of Readability's test pages")
	}
	files, err := filepath.Glob(filepath.Join(pages, "*", "source.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no test pages in %s: %v", pages, err)
	}
	sum, good := 0.0, 0
	for _, file := range files {
		folder := filepath.Dir(file)
		want := words(articleText(t, filepath.Join(folder, "expected.html")))
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := parsePage(page.Document{
			URL: "http://fakehost/test/page.html", Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}, Body: source,
		})
		f := f1(words(p.Text.Main), want)
		if sum += f; f >= 0.95 {
			good++
		}
		t.Logf("%.3f %s (%s)", f, filepath.Base(folder), p.Text.Method)
	}
	mean := sum / float64(len(files))
	if mean < least {
		t.Errorf("mean F1 %.3f, less than %.3f", mean, least)
	}
	t.Logf("accuracy: Main content, Readability's test pages, mean F1 %.3f: %d cases, %d agree", mean, len(files), good)
}

// articleText is the text of the article as Readability's authors keep it.
func articleText(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	root, err := html.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style" {
			text.WriteString(n.Data + " ")
		}
	}
	return text.String()
}

// words counts the words of a text; characters that are written without spaces count one by one.
func words(text string) map[string]int {
	counts := map[string]int{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if r := []rune(word); unicode.In(r[0], unicode.Han, unicode.Hiragana, unicode.Katakana) {
			for _, c := range r {
				counts[string(c)]++
			}
			continue
		}
		counts[word]++
	}
	return counts
}

// f1 is the harmonic mean of how much of each is in the other.
func f1(got, want map[string]int) float64 {
	all, both := 0, 0
	for word, n := range got {
		all += n
		both += min(n, want[word])
	}
	for _, n := range want {
		all += n
	}
	if all == 0 {
		return 1
	}
	return 2 * float64(both) / float64(all)
}

// parsePage parses a document without a deadline.
func parsePage(d page.Document) *page.Page {
	p, err := page.ParseHTML(context.Background(), d)
	if err != nil {
		panic(err)
	}
	return p
}
