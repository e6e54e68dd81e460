package page

import (
	"strings"

	"golang.org/x/net/html"
)

// matches reports whether an element is meant, counting its steps.
func (s *sheet) matches(sel *selector, n *html.Node, i int) bool {
	if !s.spend(1) || !s.fits(&sel.compounds[i], n) {
		return false
	}
	if i == len(sel.compounds)-1 {
		return true
	}
	switch sel.compounds[i].combinator {
	case '>':
		return n.Parent != nil && n.Parent.Type == html.ElementNode && s.matches(sel, n.Parent, i+1)
	case '+':
		before := elementBefore(n)
		return before != nil && s.matches(sel, before, i+1)
	case '~':
		for before := elementBefore(n); before != nil && !s.cut; before = elementBefore(before) {
			if s.matches(sel, before, i+1) {
				return true
			}
		}
	default:
		for up := n.Parent; up != nil && up.Type == html.ElementNode && !s.cut; up = up.Parent {
			if s.matches(sel, up, i+1) {
				return true
			}
		}
	}
	return false
}

func elementBefore(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; n = n.PrevSibling {
	}
	return n
}

// fits reports whether an element is what a compound asks for.
func (s *sheet) fits(c *compound, n *html.Node) bool {
	if c.tag != "" && c.tag != n.Data {
		return false
	}
	if c.id != "" && c.id != attr(n, "id") {
		return false
	}
	if len(c.classes) > 0 {
		class := attr(n, "class")
		if !s.spend(len(c.classes) * (1 + len(class)/8)) {
			return false
		}
		for _, one := range c.classes {
			if !hasClass(class, one) {
				return false
			}
		}
	}
	for i := range c.attributes {
		if !s.spend(len(n.Attr)) || !c.attributes[i].holds(n) {
			return false
		}
	}
	for i := range c.pseudos {
		if !s.holds(&c.pseudos[i], n) {
			return false
		}
	}
	return true
}

func hasClass(list, class string) bool {
	for one := range strings.FieldsSeq(list) {
		if one == class {
			return true
		}
	}
	return false
}

func (t *attributeTest) holds(n *html.Node) bool {
	have, present := attribute(n, t.name)
	want := t.value
	if !present || t.operator == 0 {
		return present
	}
	if t.folded {
		have, want = strings.ToLower(have), strings.ToLower(want)
	}
	switch t.operator {
	case '~':
		return want != "" && containsWord(have, want)
	case '|':
		return have == want || strings.HasPrefix(have, want+"-")
	case '^':
		return want != "" && strings.HasPrefix(have, want)
	case '$':
		return want != "" && strings.HasSuffix(have, want)
	case '*':
		return want != "" && strings.Contains(have, want)
	}
	return have == want
}

func (s *sheet) holds(p *pseudoClass, n *html.Node) bool {
	switch p.name {
	case "not", "is":
		for _, one := range p.list {
			if s.matches(one, n, 0) {
				return p.name == "is"
			}
		}
		return p.name == "not"
	case "root":
		return n.Parent != nil && n.Parent.Type == html.DocumentNode
	case "empty":
		return n.FirstChild == nil
	case "first-child":
		return elementBefore(n) == nil
	case "last-child":
		return lastElement(n)
	case "only-child":
		return elementBefore(n) == nil && lastElement(n)
	}
	place := 1
	for before := elementBefore(n); before != nil; before = elementBefore(before) {
		if place++; !s.spend(1) {
			return false
		}
	}
	if p.a == 0 {
		return place == p.b
	}
	return (place-p.b)%p.a == 0 && (place-p.b)/p.a >= 0
}

func lastElement(n *html.Node) bool {
	for n = n.NextSibling; n != nil && n.Type != html.ElementNode; n = n.NextSibling {
	}
	return n == nil
}
