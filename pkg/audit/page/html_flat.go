package page

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	flatDepth      = 256 // elements nested deeper become siblings
	flatAttributes = 200 // of one element
)

// flatTree builds a tree of what html.Parse refuses for its depth. It knows no more of the standard than that some elements have no end tag, so the
// nesting is not that of a browser; but each element, attribute and text is there, in order.
func flatTree(body []byte) *html.Node {
	root := &html.Node{Type: html.DocumentNode}
	open := []*html.Node{root}
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		top := open[len(open)-1]
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return root
		case html.TextToken:
			if text := string(z.Text()); strings.TrimSpace(text) != "" {
				top.AppendChild(&html.Node{Type: html.TextNode, Data: text})
			}
		case html.CommentToken:
			top.AppendChild(&html.Node{Type: html.CommentNode, Data: string(z.Text())})
		case html.StartTagToken, html.SelfClosingTagToken:
			n := flatElement(z)
			for len(open) > 1 && closedBy(top.DataAtom, n.DataAtom) {
				open = open[:len(open)-1]
				top = open[len(open)-1]
			}
			top.AppendChild(n)
			if kind == html.StartTagToken && !endless(n.DataAtom) && (len(open) < flatDepth || n.DataAtom == atom.Script || n.DataAtom == atom.Style) {
				open = append(open, n)
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			for i := len(open) - 1; i > 0; i-- {
				if open[i].Data == string(name) {
					open = open[:i]
					break
				}
			}
		}
	}
}

func flatElement(z *html.Tokenizer) *html.Node {
	name, more := z.TagName()
	n := &html.Node{Type: html.ElementNode, DataAtom: atom.Lookup(name), Data: string(name)}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if len(n.Attr) < flatAttributes {
			n.Attr = append(n.Attr, html.Attribute{Key: string(key), Val: string(value)})
		}
	}
	return n
}

// closedBy says whether an element ends where the next begins.
func closedBy(open, next atom.Atom) bool {
	switch open {
	case atom.P:
		switch next {
		case atom.P, atom.Div, atom.Ul, atom.Ol, atom.Table, atom.H1, atom.H2, atom.H3, atom.H4, atom.Section:
			return true
		}
	case atom.Li, atom.Option, atom.Tr:
		return next == open
	case atom.Td, atom.Th:
		return next == atom.Td || next == atom.Th || next == atom.Tr
	case atom.Dt, atom.Dd:
		return next == atom.Dt || next == atom.Dd
	case atom.Head:
		return next == atom.Body
	}
	return false
}

func endless(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}
