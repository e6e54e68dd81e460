package reader

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// markKind is what a mark does to the text it covers.
type markKind uint8

const (
	bold markKind = iota
	italic
	code
	link
	quoted
)

// mark covers a part of a line.
type mark struct {
	kind       markKind
	start, end int    // bytes of the line's text
	url        string // of a link
	open       bool   // it was never closed: the answer breaks off within it
}

// Citation marks, in the forms that assistants use. They aren't text.
var footmark = regexp.MustCompile(`【[^【】\n]{0,80}】|\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\](?:\([^()\s]*\))?|` +
	`\x{E200}[^\x{E201}\n]*\x{E201}|\[\[\d{1,3}\]\](?:\([^()\s]*\))?|[¹²³⁰⁴⁵⁶⁷⁸⁹]{1,3}|:contentReference\[[^\]\n]{0,80}\]\{[^}\n]{0,80}\}`)

// An image shows, it doesn't name.
var image = regexp.MustCompile(`!\[[^\]\n]*\]\([^()\n]*\)`)

// A link in round brackets of its own, ([site](address)), is a footnote.
var footnote = regexp.MustCompile(`[(（]\s*(?:(?i:source|sources|quelle|quellen|fuente|fonte|fonti|bron|via|出典|المصدر)s?\s*[:：]?\s*)?` +
	`\[[^\[\]\n]*\]\([^()\s]+\)(?:\s*[,;·]\s*\[[^\[\]\n]*\]\([^()\s]+\)){0,9}\s*[)）]`)

// inline reads the marks of one line and gives its bare text with them.
func inline(raw string) (string, []mark) {
	raw = image.ReplaceAllString(raw, "")
	raw = footnote.ReplaceAllString(raw, "")
	raw = footmark.ReplaceAllString(raw, "")
	p := inliner{raw: raw}
	p.run()
	return p.finish()
}

// inliner walks a line once.
type inliner struct {
	raw   string
	out   strings.Builder
	marks []mark
	open  []mark // the innermost last; of a quotation, url is what closes it
}

func (p *inliner) run() {
	for at := 0; at < len(p.raw); {
		at += p.step(at)
	}
}

// step reads what stands at the position and gives its length.
func (p *inliner) step(at int) int {
	rest := p.raw[at:]
	switch c := rest[0]; {
	case c == '\\' && len(rest) > 1 && strings.IndexByte("*_`[]()#+-.!|~>{}\\", rest[1]) >= 0:
		p.out.WriteByte(rest[1])
		return 2
	case strings.HasPrefix(rest, "***"), strings.HasPrefix(rest, "___") && p.edge(at, 3):
		p.toggle(bold)
		p.toggle(italic)
		return 3
	case strings.HasPrefix(rest, "**"), strings.HasPrefix(rest, "__") && p.edge(at, 2):
		p.toggle(bold)
		return 2
	case strings.HasPrefix(rest, "~~"):
		return 2
	case c == '*' && p.flanks(at), c == '_' && p.edge(at, 1) && p.flanks(at):
		p.toggle(italic)
		return 1
	case c == '`':
		n := len(rest) - len(strings.TrimLeft(rest, "`"))
		p.toggle(code)
		return n
	case c == '[':
		return p.link(rest)
	}
	r, size := utf8.DecodeRuneInString(rest)
	closed := p.unquote(r)
	p.out.WriteString(rest[:size])
	if !closed {
		p.quote(r)
	}
	return size
}

// flanks says whether a single star marks: it touches a word on one side at least, and is no lonely one.
func (p *inliner) flanks(at int) bool {
	before, _ := utf8.DecodeLastRuneInString(p.raw[:at])
	after, _ := utf8.DecodeRuneInString(p.raw[at+1:])
	return at > 0 && !unicode.IsSpace(before) || at+1 < len(p.raw) && !unicode.IsSpace(after)
}

// edge says whether underscores stand at the edge of a word: within one they are part of it.
func (p *inliner) edge(at, n int) bool {
	before, _ := utf8.DecodeLastRuneInString(p.raw[:at])
	after, _ := utf8.DecodeRuneInString(p.raw[at+n:])
	return !wordy(before) || !wordy(after)
}

// toggle opens a mark, or closes the one that is open.
func (p *inliner) toggle(kind markKind) {
	for i := len(p.open) - 1; i >= 0; i-- {
		if p.open[i].kind == kind {
			p.close(i)
			return
		}
	}
	p.open = append(p.open, mark{kind: kind, start: p.out.Len()})
}

func (p *inliner) close(i int) {
	m := p.open[i]
	p.open = append(p.open[:i], p.open[i+1:]...)
	if m.end = p.out.Len(); m.end > m.start {
		p.marks = append(p.marks, m)
	}
}

var linked = regexp.MustCompile(`^\[([^\[\]\n]*)\](?:\(\s*<?([^()\s<>]*(?:\([^()\s]*\))?[^()\s<>]*)>?(?:\s+"[^"\n]*"|\s+'[^'\n]*')?\s*\)|\[[^\[\]\n]{0,80}\])`)

// link reads [text](address) and [text][reference].
func (p *inliner) link(rest string) int {
	m := linked.FindStringSubmatchIndex(rest)
	if m == nil {
		p.out.WriteByte('[')
		return 1
	}
	inner := inliner{raw: rest[m[2]:m[3]]}
	inner.run()
	text, marks := inner.finish()
	start := p.out.Len()
	for _, im := range marks {
		im.start, im.end = im.start+start, im.end+start
		p.marks = append(p.marks, im)
	}
	p.out.WriteString(text)
	l := mark{kind: link, start: start, end: p.out.Len()}
	if m[4] >= 0 {
		l.url = rest[m[4]:m[5]]
	}
	p.marks = append(p.marks, l)
	return m[1]
}

// The quotation marks that can't be an apostrophe, with those that close them.
var quotes = map[rune]rune{'“': '”', '„': '“', '«': '»', '»': '«', '「': '」', '『': '』', '《': '》', '"': '"', '【': '】'}

// quote opens a quotation, within which another is text.
func (p *inliner) quote(r rune) {
	closing, opens := quotes[r]
	if opens && p.quotation() < 0 {
		p.open = append(p.open, mark{kind: quoted, start: p.out.Len(), url: string(closing)})
	}
}

// unquote closes the open quotation, if r does.
func (p *inliner) unquote(r rune) bool {
	i := p.quotation()
	if i < 0 || p.open[i].url != string(r) && !(p.open[i].url == "“" && r == '”') {
		return false
	}
	p.open[i].url = ""
	p.close(i)
	return true
}

// quotation is the index of the open quotation, -1 where there is none.
func (p *inliner) quotation() int {
	return slices.IndexFunc(p.open, func(m mark) bool { return m.kind == quoted })
}

// finish closes what is open. Only a bold that breaks off tells something: the answer ends within a name.
func (p *inliner) finish() (string, []mark) {
	text := p.out.String()
	for _, m := range p.open {
		if m.kind == bold && m.start < len(text) {
			m.end, m.open = len(text), true
			p.marks = append(p.marks, m)
		}
	}
	slices.SortStableFunc(p.marks, func(a, b mark) int { return cmp.Or(a.start-b.start, b.end-a.end) })
	return text, p.marks
}
