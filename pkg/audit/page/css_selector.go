package page

import (
	"strconv"
	"strings"
)

// selector is a complex selector, its last compound first.
type selector struct {
	compounds   []compound
	specificity int  // ids, classes and types, ten bits each
	partial     bool // it has a part whose truth isn't known: a state, a pseudo-class that isn't read
}

// compound is what one element must be.
type compound struct {
	combinator byte // that binds it to the compound before: space, >, + or ~; 0 for the first
	tag        string
	id         string
	classes    []string
	attributes []attributeTest
	pseudos    []pseudoClass
}

type attributeTest struct {
	name, value string
	operator    byte // 0 if presence is enough
	folded      bool
}

// pseudoClass is one of the few that are read.
type pseudoClass struct {
	name string
	list []*selector // of not, is and where
	a, b int         // of nth-child
}

// key is what to index the selector by.
func (s *selector) key() (id, class, tag string) {
	last := &s.compounds[0]
	if len(last.classes) > 0 {
		class = last.classes[0]
	}
	return last.id, class, last.tag
}

// parseSelectors reads a list. A selector that can't be read, or that is of a pseudo-element, is left out.
func parseSelectors(text string, depth int) (list []*selector) {
	p := &selectorParser{text: text, depth: depth}
	for {
		if s, ok := p.complex(); ok {
			list = append(list, s)
		} else {
			p.toComma()
		}
		if p.at >= len(p.text) {
			return list
		}
		p.at++ // the comma
	}
}

type selectorParser struct {
	text  string
	at    int
	depth int // of lists in lists
}

func (p *selectorParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *selectorParser) blanks() bool {
	start := p.at
	for p.at < len(p.text) && isSpace(p.text[p.at]) {
		p.at++
	}
	return p.at > start
}

// toComma passes what is left of a selector.
func (p *selectorParser) toComma() {
	for open := 0; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case '(', '[':
			open++
		case ')', ']':
			open--
		case ',':
			if open <= 0 {
				return
			}
		}
	}
}

func (p *selectorParser) complex() (*selector, bool) {
	s := &selector{}
	combinator := byte(0)
	p.blanks()
	for {
		c := compound{combinator: combinator}
		if !p.compound(&c, s) || len(s.compounds) >= 32 {
			return nil, false
		}
		s.compounds = append(s.compounds, c)
		combinator = 0
		if p.blanks() {
			combinator = ' '
		}
		switch b := p.peek(); b {
		case 0, ',':
			for i, j := 0, len(s.compounds)-1; i < j; i, j = i+1, j-1 {
				s.compounds[i], s.compounds[j] = s.compounds[j], s.compounds[i]
			}
			// The combinator that a compound had to the one on its left now binds it to the next of the list.
			return s, true
		case '>', '+', '~':
			combinator = b
			p.at++
			p.blanks()
		}
	}
}

func (p *selectorParser) compound(c *compound, s *selector) bool {
	start := p.at
	for {
		switch b := p.peek(); {
		case b == '*':
			p.at++
		case b == '#':
			p.at++
			if c.id = p.name(); c.id == "" {
				return false
			}
			s.specificity += 1 << 20
		case b == '.':
			p.at++
			class := p.name()
			if class == "" {
				return false
			}
			c.classes = append(c.classes, class)
			s.specificity += 1 << 10
		case b == '[':
			if !p.attribute(c) {
				return false
			}
			s.specificity += 1 << 10
		case b == ':':
			if !p.pseudo(c, s) {
				return false
			}
		case b == '|' || b == '&':
			return false
		case isLetter(b) || b >= 0x80 || b == '_' || b == '-' || b == '\\':
			if p.at != start {
				return false
			}
			if c.tag = strings.ToLower(p.name()); c.tag == "" {
				return false
			}
			s.specificity++
		default:
			return p.at > start
		}
	}
}

// name reads an identifier.
func (p *selectorParser) name() string {
	start := p.at
	for p.at < len(p.text) {
		b := p.text[p.at]
		if b == '\\' && p.at+1 < len(p.text) {
			p.at += 2
			for n := 0; n < 5 && p.at < len(p.text) && strings.IndexByte("0123456789abcdefABCDEF", p.text[p.at]) >= 0 &&
				isHex(p.text[p.at-1]); n++ {
				p.at++
			}
			if isHex(p.text[p.at-1]) && p.peek() == ' ' {
				p.at++
			}
			continue
		}
		if !isLetter(b) && (b < '0' || b > '9') && b != '-' && b != '_' && b < 0x80 {
			break
		}
		p.at++
	}
	return unescapeCSS(p.text[start:p.at])
}

func (p *selectorParser) attribute(c *compound) bool {
	end := p.at + 1
	for quote := byte(0); ; end++ {
		if end >= len(p.text) {
			return false
		}
		switch b := p.text[end]; {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		}
		if quote == 0 && p.text[end] == ']' {
			break
		}
	}
	inside := strings.TrimSpace(p.text[p.at+1 : end])
	p.at = end + 1
	t := attributeTest{name: strings.ToLower(unescapeCSS(inside))}
	if i := strings.IndexByte(inside, '='); i >= 0 {
		t.operator, t.name, t.value = '=', inside[:i], strings.TrimSpace(inside[i+1:])
		if i > 0 && strings.IndexByte("~|^$*", inside[i-1]) >= 0 {
			t.operator, t.name = inside[i-1], inside[:i-1]
		}
		t.name = strings.ToLower(unescapeCSS(strings.TrimSpace(t.name)))
		if value, flag, ok := strings.Cut(t.value, " "); ok && (flag == "i" || flag == "s") {
			t.value, t.folded = value, flag == "i"
		}
		if n := len(t.value); n >= 2 && (t.value[0] == '"' || t.value[0] == '\'') && t.value[n-1] == t.value[0] {
			t.value = t.value[1 : n-1]
		}
		t.value = unescapeCSS(t.value)
	}
	c.attributes = append(c.attributes, t)
	return t.name != ""
}

// pseudo reads a pseudo-class. An element's state is unknown, and whatever isn't read may hold.
func (p *selectorParser) pseudo(c *compound, s *selector) bool {
	p.at++
	if p.peek() == ':' {
		return false // a pseudo-element
	}
	name := strings.ToLower(p.name())
	inside := ""
	if p.peek() == '(' {
		start, open := p.at+1, 0
		for ; p.at < len(p.text); p.at++ {
			if b := p.text[p.at]; b == '(' {
				open++
			} else if b == ')' {
				if open--; open == 0 {
					break
				}
			}
		}
		inside = p.text[start:min(p.at, len(p.text))]
		p.at = min(p.at+1, len(p.text))
	}
	switch name {
	case "before", "after", "first-line", "first-letter":
		return false
	case "not", "is", "where", "matches", "-webkit-any", "-moz-any":
		return p.listed(name, inside, c, s)
	case "root", "first-child", "last-child", "only-child", "empty":
		c.pseudos = append(c.pseudos, pseudoClass{name: name})
	case "nth-child":
		a, b, ok := nth(inside)
		if !ok {
			s.partial = true
		} else {
			c.pseudos = append(c.pseudos, pseudoClass{name: name, a: a, b: b})
		}
	default:
		s.partial = true
	}
	s.specificity += 1 << 10
	return true
}

func (p *selectorParser) listed(name, inside string, c *compound, s *selector) bool {
	if p.depth > 4 {
		s.partial = true
		return true
	}
	list := parseSelectors(inside, p.depth+1)
	most := 0
	for _, one := range list {
		most = max(most, one.specificity)
		s.partial = s.partial || one.partial
	}
	if name != "where" {
		s.specificity += most
	}
	if name != "not" {
		name = "is"
	}
	c.pseudos = append(c.pseudos, pseudoClass{name: name, list: list})
	return true
}

// nth reads An+B.
func nth(text string) (a, b int, ok bool) {
	text = strings.ToLower(strings.ReplaceAll(text, " ", ""))
	switch text {
	case "odd":
		return 2, 1, true
	case "even":
		return 2, 0, true
	}
	step, rest, stepped := strings.Cut(text, "n")
	if !stepped {
		b, err := strconv.Atoi(text)
		return 0, b, err == nil
	}
	switch step {
	case "", "+":
		a = 1
	case "-":
		a = -1
	default:
		var err error
		if a, err = strconv.Atoi(step); err != nil {
			return 0, 0, false
		}
	}
	if rest == "" {
		return a, 0, true
	}
	b, err := strconv.Atoi(rest)
	return a, b, err == nil
}
