package report

import (
	"regexp"
	"strings"
	"unicode"
)

// breaker is a zero-width space. GitHub looks for mentions, issues, emoji and addresses in the text that is shown, where a backslash is
// gone.
const breaker = "&#8203;"

// escape keeps a stranger's text from becoming markup in GitHub's Markdown or CommonMark: characters that either would read are written as
// a character reference or behind a backslash, a list or quote doesn't begin at its start, and mentions, issues, emoji codes and addresses
// are broken by a breaker.
func escape(text string) string {
	text = unprintable.Replace(text)
	runes := []rune(strings.TrimLeftFunc(text, unicode.IsSpace))
	mark := lineMark(runes)
	var b strings.Builder
	if strings.HasPrefix(text, " ") {
		b.WriteByte(' ') // more would begin a code block
	}
	for i, r := range runes {
		if i == mark {
			b.WriteByte('\\')
		}
		escapeRune(&b, r)
		if referenceBreaks(runes, i) {
			b.WriteString(breaker)
		}
	}
	return b.String()
}

// escapeOwn escapes a text of the catalogue, whose addresses may become links.
func escapeOwn(text string) string {
	var b strings.Builder
	for _, r := range unprintable.Replace(text) {
		escapeRune(&b, r)
	}
	return b.String()
}

func escapeRune(b *strings.Builder, r rune) {
	switch r {
	case '<':
		b.WriteString("&lt;")
	case '>':
		b.WriteString("&gt;")
	case '&':
		b.WriteString("&amp;")
	case '\\', '`', '*', '_', '[', ']', '|', '#', '~':
		b.WriteByte('\\')
		b.WriteRune(r)
	default:
		if unsafe(r) {
			r = '\uFFFD'
		}
		b.WriteRune(r)
	}
}

// lineMark returns the index of a character that begins a list, an underline or a rule at the start of a text, or -1.
func lineMark(text []rune) int {
	digits := 0
	for digits < len(text) && text[digits] >= '0' && text[digits] <= '9' {
		digits++
	}
	if digits == len(text) {
		return -1
	}
	mark, ends := text[digits], digits+1 == len(text) || text[digits+1] == ' '
	switch {
	case digits == 0 && strings.ContainsRune("-+=", mark) && (ends || text[1] == mark), digits > 0 && (mark == '.' || mark == ')') && ends:
		return digits
	}
	return -1
}

// referenceBreaks reports whether a breaker belongs behind character i: @team, #12, GH-12, https://, www. and :emoji:.
func referenceBreaks(text []rune, i int) bool {
	if i+1 >= len(text) {
		return false
	}
	before, next := strings.ToLower(string(text[max(0, i-3):i])), text[i+1]
	digit := next >= '0' && next <= '9'
	switch text[i] {
	case '@':
		return unicode.IsLetter(next) || unicode.IsDigit(next) || next == '_' || next == '-'
	case '#':
		return digit
	case '-':
		return digit && strings.HasSuffix(before, "gh")
	case '.':
		return before == "www" && !unicode.IsSpace(next)
	case ':':
		return next == '/' || emojiCode(text[i+1:])
	}
	return false
}

// emojiCode reports whether a text goes on with the rest of an emoji code, after its first colon.
func emojiCode(text []rune) bool {
	for i, r := range text {
		switch {
		case r == ':':
			code := string(text[:i])
			return code == "100" || code == "1234" || strings.Trim(code, "0123456789") != "" // no other number is one, but a port
		case r != '_' && r != '+' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z'):
			return false
		}
	}
	return false
}

// ownList matches the beginning of a line that our summaries and models write as a list.
var ownList = regexp.MustCompile(`^(?:[0-9]+\.|-) `)

// escapeLines escapes a text of ours line by line, so that its paragraphs and lists stay.
func escapeLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		mark := ownList.FindString(line)
		lines[i] = mark + escape(line[len(mark):])
	}
	return strings.Join(lines, "\n")
}

// linked writes the address of a page as a link, and anything else as text.
func linked(address string) string {
	web := strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")
	if !web ||
		strings.ContainsFunc(address, func(r rune) bool { return unsafe(r) || unicode.IsSpace(r) || strings.ContainsRune("<>|\\", r) }) {
		return escape(address)
	}
	return "<" + address + ">"
}

var unprintable = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ")
