package reader

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxAnswer bounds an answer in bytes. What is longer is no answer to a customer; its beginning is read.
const maxAnswer = 64 << 10

// clean gives an answer as Markdown in one spelling: composed letters, one kind of line end and of space, no invisible characters, HTML rewritten.
func clean(answer string) string {
	answer = clip(answer, maxAnswer)
	answer = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n", "\f", "\n").Replace(answer)
	answer = fromJSON(answer)
	if strings.Contains(answer, "<") {
		answer = fromHTML(answer)
	}
	if strings.Contains(answer, "&") {
		answer = html.UnescapeString(answer)
	}
	return norm.NFC.String(strings.Map(visible, strings.ToValidUTF8(answer, "")))
}

// clip cuts s to at most limit bytes, between characters.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// visible drops characters that nobody sees, and makes every kind of space a plain one.
func visible(r rune) rune {
	switch {
	case r == '\n':
		return r
	case r == 0xAD, r == 0x34F, r == 0x61C, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F, r == 0xFEFF,
		r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE01EF, r < 0x20 && r != '\t':
		return -1
	case r == '\t':
		return r
	case r == 0xA0, r >= 0x2000 && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000, r == 0x1680:
		return ' '
	}
	return r
}

// The tags that carry structure, as Markdown has it. Order matters: what is left of tags in the end is dropped.
var markup = []struct {
	tag *regexp.Regexp
	as  string
}{
	{regexp.MustCompile(`(?is)<!--.*?-->|<(script|style)\b[^>]*>.*?</(script|style)\s*>`), ""},
	{regexp.MustCompile(`(?i)</?(b|strong)(\s[^<>]*)?>`), "**"},
	{regexp.MustCompile(`(?i)</?(i|em|cite)(\s[^<>]*)?>`), "*"},
	{regexp.MustCompile(`(?i)</?code(\s[^<>]*)?>`), "`"},
	{regexp.MustCompile(`(?i)<a\s[^<>]*?href\s*=\s*["']?([^"'<>\s]+)["']?[^<>]*>([^<]*)</a>`), "[$2]($1)"},
	{regexp.MustCompile(`(?i)\s*<h([1-6])(\s[^<>]*)?>\s*`), "\n\n### "},
	{regexp.MustCompile(`(?i)\s*<li(\s[^<>]*)?>\s*`), "\n- "},
	{regexp.MustCompile(`(?i)\s*<t[dh](\s[^<>]*)?>\s*`), " | "},
	{regexp.MustCompile(`(?i)\s*</t[dh]>`), ""},
	{regexp.MustCompile(`(?i)\s*<tr(\s[^<>]*)?>\s*`), "\n"},
	{regexp.MustCompile(`(?i)\s*</tr>`), " |"},
	{regexp.MustCompile(`(?i)<(br|hr)\s*/?>`), "\n"},
	{regexp.MustCompile(`(?i)</?(p|div|ul|ol|dl|dt|dd|table|thead|tbody|section|article|blockquote|h[1-6]|li|details|summary|pre)(\s[^<>]*)?>`), "\n"},
	{regexp.MustCompile(`</?[a-zA-Z][^<>\n]*>`), ""},
}

var autolink = regexp.MustCompile(`<(https?://[^<>\s]+|[^<>\s@]+@[^<>\s]+)>`)

// fromHTML rewrites what an answer has of HTML.
func fromHTML(s string) string {
	s = autolink.ReplaceAllString(s, "$1")
	for _, m := range markup {
		s = m.tag.ReplaceAllString(s, m.as)
	}
	return s
}
