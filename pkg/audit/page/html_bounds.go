package page

import "bytes"

// The tree of a page takes some hundred bytes for each tag, and two constructs make the parser of x/net/html take far more: every further <html> or
// <body> tag compares all attributes gathered so far, and formatting elements left open (up to three alike) are cloned with all their attributes into
// every block after them. Real pages stay an order of magnitude below these bounds.
const (
	maxTags       = 150_000
	maxAttributes = 150_000
	maxRoots      = 24      // <html> and <body> tags
	maxClones     = 300_000 // of formatting elements
	fewAttributes = 256 << 10
	maxCarried    = 1_500_000 // attributes of <a> and <nobr> that are cloned into further elements
	maxRereads    = 4         // how many times its own length the survey reads of a document in search of attributes
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
	var formatting formattingTags
	carried, anchor := 0, 0 // attributes of clones of anchors, and the most of one anchor
	read := 0               // bytes in which attributes were counted; quotes let one tag reach over others
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
		kind := kindOfTag(name)
		n, end := 0, at+len(name)
		if len(b) > fewAttributes || kind == anchorTag || kind == nobrTag || kind == formattingTag {
			n, end = countAttributes(b, end)
			attributes += n
			read += end - at
		}
		switch kind {
		case anchorTag:
			s.anchors++
			anchor = max(anchor, n)
		case nobrTag:
			anchor = max(anchor, n)
		case rootTag:
			roots++
			body = body || name[0]|0x20 == 'b'
		case styleTag:
			s.lateStyles = s.lateStyles || body
		case formattingTag:
			formatting.add(b[at:end], n)
		}
		carried += anchor
		s.clones += formatting.clones()
		if tags > maxTags || attributes > maxAttributes || roots > maxRoots || carried > maxCarried || read > maxRereads*len(b) {
			s.length = start
			return s
		}
	}
}

// formattingTags are the formatting elements met so far that differ.
type formattingTags struct {
	known map[string]struct{}
	extra int // pairs of attributes past the first: a clone copies all
}

// add notes a tag, from its name to its end.
func (f *formattingTags) add(tag []byte, attributes int) {
	if _, known := f.known[string(tag)]; known {
		return
	}
	f.extra += max(0, attributes-1) / 2
	if f.known == nil {
		f.known = make(map[string]struct{})
	}
	if len(f.known) < 512 {
		f.known[string(tag)] = struct{}{}
	}
}

// clones is how many clones the next tag may cause, of two attributes each.
func (f *formattingTags) clones() int {
	return min(3*len(f.known), 512) + 3*f.extra
}

type tagKind uint8

const (
	otherTag tagKind = iota
	anchorTag
	nobrTag
	rootTag
	styleTag
	formattingTag
)

// kindOfTag tells <a> and <nobr> from the other formatting elements: opening one closes the last, so that they never pile up.
func kindOfTag(name []byte) tagKind {
	if len(name) > 6 {
		return otherTag
	}
	switch name[0] | 0x20 {
	case 'a', 'b', 'c', 'e', 'f', 'h', 'i', 'n', 's', 't', 'u':
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
	case "nobr":
		return nobrTag
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
