package report

import (
	"encoding/csv"
	"strings"
	"testing"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
)

func TestCellsAreNoFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"bread":                      "bread",
		"a=b":                        "a=b",
		"=1+1":                       "'=1+1",
		"+1":                         "'+1",
		"-1":                         "'-1",
		"@SUM(A1)":                   "'@SUM(A1)",
		"＝1+1":                       "'＝1+1",
		"＠SUM(A1)":                   "'＠SUM(A1)",
		"\t=1":                       "'\t'=1",
		"\rx":                        "'x",
		"\nx":                        "'\nx",
		" =1":                        "' =1",
		"\u3000=1":                   "'\u3000=1",
		"\ufeff=1":                   "'\ufeff=1",
		"\u200b=1":                   "'\u200b=1",
		"\x00=1":                     "'=1",
		"\u202e=1":                   "'=1",
		"\x1b=1":                     "'=1",
		"a\x00b\x1b[31mc\x7f":        "ab[31mc",
		"a\u009b31mb\u202ec":         "a31mbc",
		"one\ntwo\tthree\r\n":        "one\ntwo\tthree\n",
		"'quoted'":                   "'quoted'",
		"Dupont;=cmd|' /C calc'!A0;": "Dupont;'=cmd|' /C calc'!A0;",
		"a; \"=1":                    "a; \"'=1",
		"a\t+1\n-1;;@b":              "a\t'+1\n'-1;;'@b",
		"a;\x00=1":                   "a;'=1",
		"a;b=c, =d; e-f":             "a;b=c, =d; e-f",
		"été, 東京; \"quotes\"":        "été, 東京; \"quotes\"",
		"broken \xff\xfe utf8":       "broken \ufffd\ufffd utf8",
	} {
		if got := cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzCell(f *testing.F) {
	for _, seed := range []string{"=1", "\x00=1", " \u200b＋1", "-\t", "plain", "\xff=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := cell(text)
		shown := strings.TrimLeftFunc(got, func(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) })
		if shown != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(shown)[0]) {
			t.Errorf("%q became the formula %q", text, got)
		}
		if strings.ContainsFunc(got, unsafe) {
			t.Errorf("%q became %q", text, got)
		}
	})
}

func TestCSVIsReadBackWhole(t *testing.T) {
	a := made()
	a.Summary = "He said \"bread\",\nthen left."
	a.Business.Industry = "=HYPERLINK(\"http://evil.example\")"
	out := write(t, "csv", Document{Batch: batchOf(a, madeFailed())})
	if strings.Count(out, "\r\n") != 3 || strings.Count(out, "\n") != 4 {
		t.Errorf("rows end with CRLF, and a line feed within a cell stays one: %q", out)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	done, failed := map[string]string{}, map[string]string{}
	for i, name := range rows[0] {
		done[name], failed[name] = rows[1][i], rows[2][i]
	}
	for name, want := range map[string]string{
		"url": "https://bakery.example/", "status": "done", "cached": "false", "seo": "20", "local_visibility": "100", "industry": "'=HYPERLINK(\"http://evil.example\")",
		"summary": "He said \"bread\",\nthen left.", "error": "", "ai_citation_named_in": "2", "ai_citation_questions_answered": "5", "live_citation_named_in": "",
	} {
		if done[name] != want {
			t.Errorf("%s of the finished audit: %q, want %q", name, done[name], want)
		}
	}
	for _, m := range audit.Metrics() {
		if failed[string(m)] != "" {
			t.Errorf("%s of the failed audit: %q, want an empty cell", m, failed[string(m)])
		}
	}
	if failed["error"] != "dns_not_found: the host name has no address in DNS; check its spelling" || failed["status"] != "failed" {
		t.Errorf("the failed audit: %q", failed)
	}
}

// spreadsheetCells reads a table as spreadsheets do, whatever separator its writer had in mind: a quote counts only where a cell begins.
func spreadsheetCells(table string, separator rune) (cells []string) {
	var b strings.Builder
	text, began, quoted := []rune(table), false, false
	for i := 0; i < len(text); i++ {
		r := text[i]
		switch {
		case quoted && r == '"' && i+1 < len(text) && text[i+1] == '"':
			b.WriteRune(r)
			i++
		case r == '"' && (quoted || !began):
			quoted = !quoted
			began = true
		case !quoted && (r == separator || r == '\n'):
			cells = append(cells, b.String())
			b.Reset()
			began = false
		default:
			b.WriteRune(r)
			began = true
		}
	}
	return append(cells, b.String())
}

func computes(cell string) bool { return strings.ContainsRune(formulaStarts, firstShown(cell)) }

func hostileTable(t *testing.T, name string) string {
	t.Helper()
	a := made()
	a.URL, a.Domain, a.Summary, a.Business.Industry, a.Business.Type = name, name, name, name, name
	failed := madeFailed()
	failed.URL, failed.Error.Message = name, name
	return write(t, "csv", Document{Batch: batchOf(a, failed, a)})
}

// A site may choose its name so that a cell begins where another separator than ours is expected.
func TestNoSeparatorMakesAFormula(t *testing.T) {
	for _, name := range []string{
		"Dupont;=cmd|' /C calc'!A0;", "=1", "a\t=1", "a;\"=1", "a;\"\";=1", "a;\n=1", "a,=1", "a\",=1", ";", "\"", ";\"", "a;\";",
		"\";=1+1;\"", "a\r\n=1", "; \u200b＝1", "\t", "a;-",
	} {
		table := hostileTable(t, name)
		for _, separator := range ",;\t" {
			for _, c := range spreadsheetCells(table, separator) {
				if computes(c) {
					t.Errorf("%q, read with %q: the cell %.60q is a formula", name, separator, c)
				}
			}
		}
		if n := len(spreadsheetCells(table, ',')); n != 4*len(csvHeader())+1 {
			t.Errorf("%q: %d cells", name, n)
		}
	}
}

func FuzzNoSeparatorMakesAFormula(f *testing.F) {
	f.Add("Dupont;=cmd|' /C calc'!A0;")
	f.Add("a;\"\t \u200b=1")
	f.Fuzz(func(t *testing.T, name string) {
		table := hostileTable(t, name)
		for _, separator := range ",;\t" {
			for _, c := range spreadsheetCells(table, separator) {
				if computes(c) {
					t.Errorf("%q, read with %q: the cell %.60q is a formula", name, separator, c)
				}
			}
		}
	})
}

func TestCSVHasEveryPass(t *testing.T) {
	a := madeCited()
	a.GroundedCitation = nil
	rows, err := csv.NewReader(strings.NewReader(write(t, "csv", Document{Batch: batchOf(a)}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, name := range rows[0] {
		if strings.Contains(name, "_named_in") || strings.Contains(name, "_questions_answered") {
			got = append(got, name+" "+rows[1][i])
		}
	}
	want := "ai_citation_named_in 0, ai_citation_questions_answered 2, grounded_citation_named_in , grounded_citation_questions_answered , " +
		"search_ai_mode_named_in 1, search_ai_mode_questions_answered 2, live_citation_named_in 1, live_citation_questions_answered 3"
	if strings.Join(got, ", ") != want {
		t.Errorf("%q", got)
	}
}
