package report

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// brief shortens a name or a title to what a heading or a cell can hold.
func brief(text string) string {
	cut, n := 0, 0
	for cut = range text {
		if n++; n > longestName {
			return text[:cut] + "…"
		}
	}
	return text
}

// cutTexts shortens every text between two tags of a page that is longer than longestText, and says by how many characters. A text has no "<" of its own:
// it was escaped.
func cutTexts(page, said string) string {
	var b strings.Builder
	for page != "" {
		text := page
		if i := strings.IndexByte(page, '<'); i >= 0 {
			text = page[:i]
		}
		page = page[len(text):]
		if len(text) > longestText {
			end := longestText
			if i := strings.LastIndexByte(text[end-10:end], '&'); i >= 0 && !strings.Contains(text[end-10+i:end], ";") {
				end += i - 10 // in the middle of a character reference
			}
			for !utf8.RuneStart(text[end]) {
				end--
			}
			text = text[:end] + fmt.Sprintf(said, utf8.RuneCountInString(html.UnescapeString(text[end:])))
		}
		b.WriteString(text)
		tag := strings.IndexByte(page, '>') + 1
		if tag == 0 {
			tag = len(page)
		}
		b.WriteString(page[:tag])
		page = page[tag:]
	}
	return b.String()
}

// mostMarks is how many combining marks may stand on one character; more would be drawn over the lines above and below.
const mostMarks = 4

// settled replaces unsafe characters, so that they are seen and do nothing, and takes away combining marks in heaps.
func settled(page string) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		switch {
		case unsafe(r):
			r = '\uFFFD'
		case r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > mostMarks {
				return -1
			}
			return r
		}
		marks = 0
		return r
	}, page)
}
