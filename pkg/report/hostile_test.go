package report

import (
	"encoding/json"
	"encoding/xml"
	"html"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
)

// nasty would write a window's title, colour what follows, reverse it, and begin markup.
const nasty = "x\x1b]0;owned\x07\x1b[31m\u009b31m\u202e\u2066\u061c\u200f\x7f\x08\r<script>alert(1)</script>|*b*|[a](javascript:x)`c`&lt;"

// ours are fields of an audit that no site has a say in.
var ours = []string{"AuditID", "BatchID", "ID", "EvidenceLevel", "Reason", "Kind", "RulesVersion"}

// spoil puts nasty into every string, however deep, but for the fields that are to be left.
func spoil(v reflect.Value, left ...string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(v.Elem(), left...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() && !slices.Contains(left, v.Type().Field(i).Name) {
				spoil(v.Field(i), left...)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i), left...)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			spoil(value, left...)
			v.SetMapIndex(key, value)
		}
	case reflect.String:
		switch v.Interface().(type) {
		case audit.Status, audit.Tier, audit.Metric, audit.Outcome, audit.Lang, audit.Code:
		default:
			v.SetString(v.String() + nasty)
		}
	}
}

func spoiled(a audit.Audit) audit.Audit {
	spoil(reflect.ValueOf(&a), ours...)
	return a
}

// obeyed gives the first character that a terminal would obey.
func obeyed(text string) (rune, bool) {
	for _, r := range text {
		if r != '\n' && r != '\t' && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r)) {
			return r, true
		}
	}
	return 0, false
}

func TestNothingThatATerminalObeysIsWritten(t *testing.T) {
	one, failed := spoiled(madeCited()), spoiled(madeFailed())
	for _, f := range Formats() {
		if f.Binary {
			continue
		}
		for name, b := range map[string]audit.Batch{"done": batchOf(one), "failed": batchOf(failed), "several": batchOf(one, failed)} {
			out := strings.ReplaceAll(write(t, f.Name, Document{Batch: b, Width: 100}), "\r\n", "\n")
			if r, bad := obeyed(out); bad {
				t.Errorf("%s, %s: %U is written", f.Name, name, r)
			}
			if !strings.Contains(out, "owned") {
				t.Errorf("%s, %s: the text itself is gone", f.Name, name)
			}
		}
	}
}

func TestJSONKeepsWhatItEscapes(t *testing.T) {
	var got audit.Audit
	a := spoiled(made())
	if err := json.Unmarshal([]byte(write(t, "json", Document{Batch: batchOf(a)})), &got); err != nil {
		t.Fatal(err)
	}
	if got.Summary != a.Summary || !strings.Contains(write(t, "json", Document{Batch: batchOf(a)}), "<script>") {
		t.Errorf("read back %q", got.Summary)
	}
}

func TestInspectionsAreSafeToLookAt(t *testing.T) {
	v := Inspection{Robots: InspectedRobots{Errors: nil}, H1: []string{""}, Notes: []string{""}, NotIndexable: []string{""}}
	spoil(reflect.ValueOf(&v))
	for _, format := range []string{"table", "json", "markdown"} {
		var b strings.Builder
		if err := WriteInspection(&b, v, format, 100); err != nil {
			t.Fatal(err)
		}
		if r, bad := obeyed(b.String()); bad {
			t.Errorf("%s: %U is written", format, r)
		}
	}
	if err := WriteInspection(&strings.Builder{}, v, "csv", 0); err == nil {
		t.Error("an unknown format was written")
	}
}

func TestMarkdownTakesNoMarkupFromASite(t *testing.T) {
	out := write(t, "markdown", Document{Batch: batchOf(spoiled(madeCited()), spoiled(madeFailed()))})
	for _, markup := range []string{"<script", "</script", "[a](javascript", "*b*", "`c`"} {
		if i := strings.Index(out, markup); i >= 0 && (i == 0 || out[i-1] != '\\') {
			t.Errorf("%s stands as markup: %.80q", markup, out[max(0, i-20):])
		}
	}
	columns := 0
	for line := range strings.Lines(out) {
		bars := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if columns > 0 && bars > 0 && bars != columns {
			t.Errorf("a row of %d bars under %d: %s", bars, columns, line)
		}
		columns = bars
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"plain, words.":                 "plain, words.",
		"<b>&amp;":                      "&lt;b&gt;&amp;amp;",
		"a|b":                           `a\|b`,
		"*a* _b_ ~c~":                   `\*a\* \_b\_ \~c\~`,
		"[a](b) ![c](d)":                `\[a\](b) !\[c\](d)`,
		"`a`":                           "\\`a\\`",
		`\`:                             `\\`,
		"# a":                           `\# a`,
		"a\nb\tc\r\nd":                  "a b c d",
		"a\x1b[31mb\u202ec":             "a\ufffd\\[31mb\ufffdc",
		"שלום\u200f été 東京":             "שלום\ufffd été 東京",
		"cc @team/x, me@a.example":      "cc @&#8203;team/x, me@&#8203;a.example",
		"#12, a/b#3, GH-4 and gh-5":     `\#&#8203;12, a/b\#&#8203;3, GH-&#8203;4 and gh-&#8203;5`,
		"https://a.example HTTP://b":    "https:&#8203;//a.example HTTP:&#8203;//b",
		"www.a.example, Www.b":          "www.&#8203;a.example, Www.&#8203;b",
		":tada::+1: at 10:30":           ":&#8203;tada::&#8203;+1: at 10:30",
		"> quote":                       "&gt; quote",
		"- [ ] task":                    `\- \[ \] task`,
		"  + item":                      ` \+ item`,
		"=== ":                          `\=== `,
		"12. item":                      `12\. item`,
		"3) item":                       `3\) item`,
		"12 items, e-mail, a + b, 1.5%": "12 items, e-mail, a + b, 1.5%",
		"--- ":                          `\--- `,
		"":                              "",
		"42":                            "42",
		"127.0.0.1: -5":                 "127.0.0.1: -5",
		"-5 points":                     "-5 points",
		"127.0.0.1:8080: :100:":         "127.0.0.1:8080: :&#8203;100:",
	} {
		if got := escape(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAddressesOfPagesAreLinks(t *testing.T) {
	for address, want := range map[string]string{
		"https://a.example/@team#12_x": "<https://a.example/@team#12_x>",
		"https://a.example/a|b":        `https:&#8203;//a.example/a\|b`,
		"https://a.example/> @x":       "https:&#8203;//a.example/&gt; @&#8203;x",
		"javascript:alert(1)":          "javascript:alert(1)",
	} {
		if got := linked(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

// githubReference is what GitHub makes of text: mentions, issues, emoji and addresses.
var githubReference = regexp.MustCompile(`(?i)@[a-z0-9]|#[0-9]|gh-[0-9]|://|www\.[a-z]|:[a-z0-9_+-]*[a-z_+-][a-z0-9_+-]*:`)

func FuzzEscape(f *testing.F) {
	f.Add("@team #1 GH-2 https://x www.x :tada: ")
	f.Fuzz(func(t *testing.T, text string) {
		got := escape(text)
		// As it is shown, which is where GitHub looks for references.
		plain := html.UnescapeString(regexp.MustCompile(`\\(.)`).ReplaceAllString(got, "$1"))
		if found := githubReference.FindString(plain); found != "" {
			t.Errorf("%q is shown with the reference %q: %q", text, found, plain)
		}
		if strings.ContainsAny(got, "<>\n") {
			t.Errorf("%q became %q", text, got)
		}
	})
}

func TestSARIFTakesNoLinksAndPlaceholdersFromASite(t *testing.T) {
	a := made()
	for i := range a.Checks {
		a.Checks[i].Detail, a.Checks[i].Title = `see [more](https://evil.example) {0} \[x](1)`, "[t](2) {1}"
		a.Checks[i].Evidence = []audit.Evidence{{URL: "https://bakery.example/", Where: "title", Excerpt: "[e](3) {2}"}}
	}
	failed := madeFailed()
	failed.Error.Message = "[f](4) {3}"
	out := write(t, "sarif", Document{Batch: batchOf(a, failed)})
	for _, want := range []string{
		`see \\[more\\](https://evil.example) {{0}} \\\\\\[x\\](1)`, `\\[t\\](2) {{1}}`, `\\[e\\](3) {{2}}`, `\\[f\\](4) {{3}}`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%s isn't there", want)
		}
	}
}

func TestJUnitIsWellFormedWhateverASiteIsCalled(t *testing.T) {
	for _, name := range []string{"\x00\x01\x0b\x1f", "\ufffe\uffff", "\xff\xfe\xed\xa0\x80", "]]>", "<!--", `"'&<>`, "\U0010ffff"} {
		a := made()
		a.Domain, a.URL = name, name
		for i := range a.Checks {
			a.Checks[i].Detail, a.Checks[i].Title, a.Checks[i].Remedy = name, name, name
		}
		var read any
		if err := xml.Unmarshal([]byte(write(t, "junit", Document{Batch: batchOf(a)})), &struct{ Any any }{read}); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}
