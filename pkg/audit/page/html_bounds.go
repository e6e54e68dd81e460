package page

import "bytes"

// The tree of a page takes some hundred bytes for each tag, and two constructs make the parser of x/net/html take far more: every further <html> or
// <body> tag compares all attributes gathered so far, and formatting elements left open (up to three alike) are cloned into every block after them.
// Real pages stay an order of magnitude below these bounds.
const (
	maxTags       = 150_000
	maxAttributes = 150_000
	maxRoots      = 24      // <html> and <body> tags
	maxClones     = 300_000 // of formatting elements
	fewAttributes = 256 << 10
)

// survey is what a look at the bytes of a document tells before it is parsed. It counts whatever could be a tag, also in comments, scripts and quoted
// values: to count too many costs nothing, while what hides a tag from a shortcut may not hide it from the parser.
type survey struct {
	length     int  // how much can be parsed within the bounds, in bytes
	anchors    int  // <a>
	lateStyles bool // a style element stands after the start of the body
	clones     int  // of formatting elements, at most
}

func look(b []byte) (s survey) {
	tags, attributes, roots, body := 0, 0, 0, false
	var formatting map[string]struct{}
	walked := 0 // end of the last tag whose attributes were counted
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '<')
		if s.length = len(b); i < 0 || at+i+1 >= len(b) {
			return s
		}
		start := at + i
		if at = start + 1; !isLetter(b[at]) {
			continue
		}
		name := tagName(b[at:])
		tags++
		switch kindOfTag(name) {
		case anchorTag:
			s.anchors++
		case rootTag:
			roots++
			body = body || name[0]|0x20 == 'b'
		case styleTag:
			s.lateStyles = s.lateStyles || body
		case formattingTag:
			if end := bytes.IndexByte(b[at:], '>'); end >= 0 && len(formatting) < 512 {
				if formatting == nil {
					formatting = make(map[string]struct{})
				}
				if _, known := formatting[string(b[at:at+min(end, 1024)])]; !known {
					formatting[string(b[at:at+min(end, 1024)])] = struct{}{}
				}
			}
		}
		if len(b) > fewAttributes && start >= walked {
			n := 0
			n, walked = countAttributes(b, at+len(name))
			attributes += n
		}
		s.clones += min(3*len(formatting), 512)
		if tags > maxTags || attributes > maxAttributes || roots > maxRoots {
			s.length = start
			return s
		}
	}
}

type tagKind uint8

const (
	otherTag tagKind = iota
	anchorTag
	rootTag
	styleTag
	formattingTag
)

// kindOfTag leaves <a> and <nobr> out of the formatting elements: opening one closes the last, so that they never pile up.
func kindOfTag(name []byte) tagKind {
	if len(name) > 6 {
		return otherTag
	}
	switch name[0] | 0x20 {
	case 'a', 'b', 'c', 'e', 'f', 'h', 'i', 's', 't', 'u':
	default:
		return otherTag
	}
	var lower [6]byte
	for i, c := range name {
		lower[i] = c | 0x20
	}
	switch string(lower[:len(name)]) {
	case "a":
		return anchorTag
	case "html", "body":
		return rootTag
	case "style":
		return styleTag
	case "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u":
		return formattingTag
	}
	return otherTag
}

// countAttributes counts the attributes of a tag from after its name, and gives where the tag ends.
func countAttributes(b []byte, at int) (n, end int) {
	for at < len(b) && b[at] != '>' {
		if isSpace(b[at]) || b[at] == '/' {
			at++
			continue
		}
		n++
		for at++; at < len(b) && b[at] != '=' && b[at] != '>' && b[at] != '/' && !isSpace(b[at]); at++ {
		}
		for at < len(b) && isSpace(b[at]) {
			at++
		}
		if at < len(b) && b[at] == '=' {
			at += 1 + valueLength(b[at+1:])
		}
	}
	return n, min(at+1, len(b))
}

// plainTags gives the document with its formatting elements renamed to unknown ones, which the parser never clones. Little is lost: of all facts,
// only bold type and code in Markdown come from them.
func plainTags(b []byte) []byte {
	b = bytes.Clone(b)
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '<')
		if i < 0 || at+i+2 >= len(b) {
			return b
		}
		if at += i + 1; b[at] == '/' {
			at++
		}
		if isLetter(b[at]) {
			if name := tagName(b[at:]); kindOfTag(name) == formattingTag {
				for k := range name {
					name[k] = 'x'
				}
			}
		}
	}
}
