package report

import (
	"bufio"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/citation"
)

// writeCSV writes a document as WriteCSV does.
func writeCSV(w io.Writer, d Document) error {
	return WriteCSV(w, func(yield func(*audit.Audit, error) bool) {
		for i := range d.Batch.Audits {
			if !yield(&d.Batch.Audits[i], nil) {
				return
			}
		}
	})
}

// WriteCSV writes RFC 4180: UTF-8, a header row, CRLF; one row per audit as it comes, one column per metric. Text is quoted, numbers and
// states are bare, and what isn't there is an empty cell, never 0. It ends with the first error of the audits, or of w.
func WriteCSV(w io.Writer, audits iter.Seq2[*audit.Audit, error]) error {
	b := bufio.NewWriter(w)
	if err := writeRow(b, csvHeader()); err != nil {
		return err
	}
	for a, err := range audits {
		if err != nil {
			return err
		}
		if err := writeRow(b, csvRow(*a)); err != nil {
			return err
		}
	}
	return b.Flush()
}

// writeRow writes fields that are quoted already.
func writeRow(b *bufio.Writer, fields []string) error {
	_, err := b.WriteString(strings.Join(fields, ",") + "\r\n")
	return err
}

func csvHeader() []string {
	head := []string{"url", "domain", "audit_id", "status", "cached"}
	for _, m := range audit.Metrics() {
		head = append(head, string(m))
	}
	head = append(head, "industry", "type")
	for _, pass := range []string{"ai_citation", "grounded_citation", "search_ai_mode", "live_citation"} {
		head = append(head, pass+"_named_in", pass+"_questions_answered")
	}
	return append(head, "summary", "error")
}

func csvRow(a audit.Audit) []string {
	row := []string{quote(a.URL), quote(a.Domain), quote(a.AuditID), string(a.Status), strconv.FormatBool(a.Cached)}
	r := a.Report
	if a.Status != audit.Done || r == nil {
		row = append(row, make([]string, len(audit.Metrics())+2+8+1)...)
	} else {
		for _, m := range audit.Metrics() {
			value := ""
			if s, ok := r.Scores[m]; ok {
				value = strconv.Itoa(s.Value)
			}
			row = append(row, value)
		}
		row = append(row, quote(r.Business.Industry), quote(r.Business.Type))
		for _, p := range passes(r) {
			if p == nil {
				row = append(row, "", "")
				continue
			}
			row = append(row, strconv.Itoa(p.NamedIn), strconv.Itoa(p.QuestionsAnswered))
		}
		row = append(row, quote(r.Summary))
	}
	failure := ""
	if a.Error != nil {
		failure = string(a.Error.Code) + ": " + a.Error.Message
	}
	return append(row, quote(failure))
}

// passes gives the four passes in the specification's order, nil where one didn't run.
func passes(r *audit.Report) []*citation.Pass {
	var list [4]*citation.Pass
	if p := r.AICitation; p != nil {
		list[0] = &p.Pass
	}
	if p := r.GroundedCitation; p != nil {
		list[1] = &p.Pass
	}
	if p := r.SearchAIMode; p != nil {
		list[2] = &p.Pass
	}
	if p := r.LiveCitation; p != nil {
		list[3] = &p.Pass
	}
	return list[:]
}

// quote writes text as a quoted field, and no text as an empty one. encoding/csv quotes only what its own separator asks for, and writes a
// line feed within a field as CRLF.
func quote(text string) string {
	if text == "" {
		return ""
	}
	return `"` + strings.ReplaceAll(cell(text), `"`, `""`) + `"`
}

// cell keeps a spreadsheet from taking text for a formula: what begins, after white space and characters that don't show, with one of = + - @ (their
// full-width forms too), and what begins with a tab or a line end, gets an apostrophe before it. Control characters other than tab and line feed, and
// bidirectional ones, are dropped. The same holds behind each semicolon, tab and line feed within the text: a spreadsheet whose list
// separator is the semicolon (French Excel) or the tab doesn't see our quotes, and begins a cell there.
func cell(text string) string {
	odd := text != "" && strings.ContainsRune("\t\r\n", rune(text[0]))
	text = strings.Map(func(r rune) rune {
		if unsafe(r) {
			return -1
		}
		return r
	}, text)
	var b strings.Builder
	if odd || strings.ContainsRune(formulaStarts, firstShown(text)) {
		b.WriteByte('\'')
	}
	begins := false // a cell, where the separator is another
	for _, r := range text {
		switch {
		case r == ';' || r == '\t' || r == '\n':
			begins = true
		case begins && strings.ContainsRune(formulaStarts, r):
			b.WriteByte('\'')
			begins = false
		case r != '"' && !invisible(r):
			begins = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// formulaStarts are the characters that a formula may begin with.
const formulaStarts = "=+-@＝＋－＠﹦﹢﹣﹫"

// firstShown returns the first character that shows, or 0.
func firstShown(text string) rune {
	for _, r := range text {
		if !invisible(r) {
			return r
		}
	}
	return 0
}

func invisible(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) }
