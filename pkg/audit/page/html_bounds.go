package page

import "bytes"

// The tree of a page takes some hundred bytes for each tag, and two constructs make the parser of x/net/html take far more: every further <html> or
// <body> tag compares all attributes gathered so far (quadratic), and formatting elements left open are cloned into every block after them. What goes
// past these bounds is cut off before it is parsed. Real pages stay two orders of magnitude below.
const (
	maxTags       = 150_000
	maxAttributes = 150_000
	maxRoots      = 32        // <html> and <body> tags
	maxClones     = 1_000_000 // clones of open formatting elements, estimated from above
)

// scan tells how much of the document can be parsed within the bounds, in bytes, and whether a style element stands after the start of the body.
func scan(b []byte) (safe int, lateStyles bool) {
	tags, attributes, roots, open, clones := 0, 0, 0, 0, 0
	body := false
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '<')
		if i < 0 || at+i+1 >= len(b) {
			return len(b), lateStyles
		}
		start := at + i
		at = start + 1
		switch c := b[at]; {
		case isLetter(c):
			name := tagName(b[at:])
			at += len(name)
			end, n := tagEnd(b[at:])
			tags, attributes = tags+1, attributes+n
			switch kind := kindOfTag(name); kind {
			case rootTag:
				roots++
				body = body || name[0]|0x20 == 'b'
			case formattingTag:
				open++
			case rawTag:
				// Text up to the end tag: what looks like a tag in there is none.
				lateStyles = lateStyles || body && len(name) == len("style") && name[0]|0x20 == 's'
				if i = indexEndTag(b[at+end:], name); i < 0 {
					return len(b), lateStyles
				}
				end += i
			}
			at += end
			clones += min(open, 512)
			if tags > maxTags || attributes > maxAttributes || roots > maxRoots || clones > maxClones {
				return start, lateStyles
			}
		case c == '/':
			if name := tagName(b[at+1:]); kindOfTag(name) == formattingTag && open > 0 {
				open--
			}
		case bytes.HasPrefix(b[at:], []byte("!--")):
			if i = bytes.Index(b[at+1:], []byte("-->")); i < 0 {
				return len(b), lateStyles
			}
			at += i
		}
	}
}

type tagKind uint8

const (
	otherTag tagKind = iota
	rootTag
	formattingTag
	rawTag
)

// kindOfTag leaves out <a> and <nobr>: opening one closes the last, so that they never pile up.
func kindOfTag(name []byte) tagKind {
	if len(name) == 0 || len(name) > 8 {
		return otherTag
	}
	switch name[0] | 0x20 {
	case 'b', 'c', 'e', 'f', 'h', 'i', 'n', 's', 't', 'u', 'x':
	default:
		return otherTag
	}
	var buf [8]byte
	for i, c := range name {
		buf[i] = c | 0x20
	}
	switch string(buf[:len(name)]) {
	case "html", "body":
		return rootTag
	case "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u":
		return formattingTag
	case "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript":
		return rawTag
	}
	return otherTag
}

// tagEnd finds the end of a tag after its name, quoted values respected, and counts what could be attributes.
func tagEnd(b []byte) (length, attributes int) {
	between, equals := false, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '>':
			return i + 1, attributes
		case ' ', '\n', '\t', '\r', '\f':
			between = true
		case '/':
			between, equals = true, false
		case '=':
			equals, between = true, false
		default:
			if equals && (c == '"' || c == '\'') {
				end := bytes.IndexByte(b[i+1:], c)
				if end < 0 {
					return len(b), attributes
				}
				i += end + 1
				between, equals = true, false
				continue
			}
			if between && !equals {
				attributes++
			}
			between, equals = false, false
		}
	}
	return len(b), attributes
}

// indexEndTag finds "</name" regardless of case.
func indexEndTag(b, name []byte) int {
	for at := 0; ; {
		i := bytes.Index(b[at:], []byte("</"))
		if i < 0 || len(b) < at+i+2+len(name) {
			return -1
		}
		at += i
		if bytes.EqualFold(b[at+2:at+2+len(name)], name) {
			return at
		}
		at += 2
	}
}
