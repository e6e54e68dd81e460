package report

import (
	"encoding/json"
	"reflect"
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
		"plain, words.":     "plain, words.",
		"<b>&amp;":          "&lt;b>&amp;amp;",
		"a|b":               `a\|b`,
		"*a* _b_ ~c~":       `\*a\* \_b\_ \~c\~`,
		"[a](b)":            `\[a\](b)`,
		"`a`":               "\\`a\\`",
		`\`:                 `\\`,
		"# a":               `\# a`,
		"a\nb\tc\r\nd":      "a b c d",
		"a\x1b[31mb\u202ec": "a\ufffd\\[31mb\ufffdc",
		"שלום\u200f été 東京": "שלום\ufffd été 東京",
	} {
		if got := escape(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
