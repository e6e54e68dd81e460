package page

import (
	"bytes"

	"golang.org/x/net/html"
)

// FewWords says whether a document's text, outside scripts, styles, templates and the title, has fewer words than limit. It reads tokens and builds no
// tree, so that a body can be looked at before it is taken for a page.
func FewWords(body []byte, limit int) bool {
	tokens := html.NewTokenizer(bytes.NewReader(body))
	words, silent := 0, 0
	for words < limit {
		switch tokens.Next() {
		case html.ErrorToken:
			return true
		case html.StartTagToken:
			if name, _ := tokens.TagName(); silentTag(name) {
				silent++
			}
		case html.EndTagToken:
			if name, _ := tokens.TagName(); silentTag(name) && silent > 0 {
				silent--
			}
		case html.TextToken:
			if silent == 0 {
				words += len(bytes.Fields(tokens.Text()))
			}
		}
	}
	return false
}

func silentTag(tag []byte) bool {
	switch string(tag) {
	case "script", "style", "noscript", "template", "title":
		return true
	}
	return false
}
