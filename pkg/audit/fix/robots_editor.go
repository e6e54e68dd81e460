package fix

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// robotsEditor changes a file line by line; it is read again after every step.
type robotsEditor struct {
	*work
	url   string
	lines []edited
	notes []audit.Text
}

func (e *robotsEditor) text() string {
	var b strings.Builder
	for _, l := range e.lines {
		b.WriteString(l.text)
	}
	return b.String()
}

// note keeps a remark, once.
func (e *robotsEditor) note(en, fr string) {
	if t := text(en, fr); !slices.Contains(e.notes, t) {
		e.notes = append(e.notes, t)
	}
}

// end is how the file ends its lines.
func (e *robotsEditor) end() string {
	for _, l := range e.lines {
		if bare := strings.TrimRight(l.text, "\r\n"); bare != l.text {
			return l.text[len(bare):]
		}
	}
	return "\n"
}

// insert puts lines in front of the line at a place, which counts from 0.
func (e *robotsEditor) insert(at int, texts ...string) {
	old, end := 0, e.end()
	if at > 0 {
		before := &e.lines[at-1]
		if old = before.old; !before.added {
			old++
		}
		if strings.TrimRight(before.text, "\r\n") == before.text { // the last line of the file has no end
			*before = edited{text: before.text + end, old: old, added: true}
		}
	}
	var put []edited
	for _, t := range texts {
		put = append(put, edited{text: t + end, old: old, added: true})
	}
	e.lines = slices.Insert(e.lines, at, put...)
}

// replace changes what stands on a line, which counts from 1 as the parser's do.
func (e *robotsEditor) replace(line int, with string) {
	l := &e.lines[line-1]
	end := l.text[len(strings.TrimRight(l.text, "\r\n")):]
	if !l.added {
		l.old++
	}
	l.text, l.added = with+end, true
}

// comment makes a comment of a line, so that what it said can still be read.
func (e *robotsEditor) comment(line int) {
	e.replace(line, "# "+strings.TrimRight(e.lines[line-1].text, "\r\n"))
}

// remove takes lines away, counted from 1, and one empty line behind the last where it would now follow another empty one.
func (e *robotsEditor) remove(lines ...int) {
	slices.Sort(lines)
	lines = slices.Compact(lines)
	for i, line := range slices.Backward(lines) {
		at := line - 1
		e.lines = slices.Delete(e.lines, at, at+1)
		if i > 0 {
			continue
		}
		if at < len(e.lines) && blank(e.lines[at].text) && (at == 0 || blank(e.lines[at-1].text)) {
			e.lines = slices.Delete(e.lines, at, at+1)
		}
	}
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
