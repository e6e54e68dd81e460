package page

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"
)

const (
	metaWindow   = 1024      // bytes that every reader searches for a declaration (WHATWG HTML, "prescan a byte stream")
	metaFarthest = 256 << 10 // bytes searched at all
)

// DecodeCharset turns a document into UTF-8 and says how it was read: by its byte order mark, else the charset of the Content-Type header, else the
// declaration in a meta element, else by its bytes (detectCharset). As browsers do, it looks for the meta element past the first 1,024 bytes for as long as the
// document is still in its head, and reads ISO-8859-1 as windows-1252. Bytes that are invalid in the encoding become U+FFFD.
func DecodeCharset(body []byte, contentType string) ([]byte, Charset) {
	c := Charset{Header: headerText(charsetParameter(contentType))}
	c.Meta, c.MetaByte = metaCharset(body)
	c.Meta = headerText(c.Meta)
	skip := 0
	c.Used, skip = byteOrderMark(body)
	_, fromHeader := charset.Lookup(c.Header)
	_, fromMeta := charset.Lookup(c.Meta)
	switch {
	case c.Used != "":
		c.Source = "bom"
	case fromHeader != "":
		c.Used, c.Source = fromHeader, "header"
	case fromMeta != "":
		c.Used, c.Source = fromMeta, "meta"
		switch {
		case strings.HasPrefix(c.Used, "utf-16"): // bytes in which a meta element could be read are none
			c.Used = "utf-8"
		case c.Used == "x-user-defined": // in a header alone it means what it says
			c.Used = "windows-1252"
		}
	default:
		c.Used, c.Source = "utf-8", "detected"
		if !validButForEnd(body) {
			c.Used = detectCharset(body)
		}
	}
	body = body[skip:]
	if c.Used == "utf-8" {
		c.Valid = validButForEnd(body)
		if !utf8.Valid(body) {
			body, _ = unicode.UTF8.NewDecoder().Bytes(body) // it replaces what is invalid, and never fails
		}
		return body, c
	}
	encoding, _ := charset.Lookup(c.Used)
	decoded, err := encoding.NewDecoder().Bytes(body)
	if err != nil {
		return bytes.ToValidUTF8(body, []byte("\uFFFD")), c
	}
	if strings.HasPrefix(c.Used, "windows-") {
		decoded = withControls(decoded, body)
	}
	c.Valid = !bytes.Contains(decoded, []byte("\uFFFD"))
	return bytes.ToValidUTF8(decoded, []byte("\uFFFD")), c
}

// withControls puts the control characters into a text decoded from a windows code page that browsers read the unassigned ones of 0x80 to 0x9F as
// (WHATWG Encoding, index windows-1252 and its kin), where the decoder has U+FFFD.
func withControls(decoded, body []byte) []byte {
	if bytes.IndexFunc(decoded, func(r rune) bool { return r == utf8.RuneError }) < 0 {
		return decoded
	}
	out, at := make([]byte, 0, len(decoded)), 0 // one byte is one character
	for _, r := range string(decoded) {
		if r == utf8.RuneError && at < len(body) && body[at] >= 0x80 && body[at] <= 0x9F {
			r = rune(body[at])
		}
		out = utf8.AppendRune(out, r)
		at++
	}
	return out
}

// validButForEnd says whether the bytes are UTF-8. A character cut off at the end by a bound is allowed where there are whole ones before.
func validButForEnd(b []byte) bool {
	for i := len(b) - 1; i >= 0 && i > len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if rest := b[:i]; !utf8.FullRune(b[i:]) && bytes.ContainsFunc(rest, func(r rune) bool { return r >= utf8.RuneSelf }) {
				b = rest
			}
			break
		}
	}
	return utf8.Valid(b)
}

func byteOrderMark(b []byte) (name string, length int) {
	switch {
	case bytes.HasPrefix(b, []byte("\xEF\xBB\xBF")):
		return "utf-8", 3
	case bytes.HasPrefix(b, []byte("\xFE\xFF")):
		return "utf-16be", 2
	case bytes.HasPrefix(b, []byte("\xFF\xFE")):
		return "utf-16le", 2
	}
	return "", 0
}

// charsetParameter takes the label after "charset=", as forgiving as browsers are with the rest of the value.
func charsetParameter(s string) string {
	for {
		i := indexFold(s, "charset")
		if i < 0 {
			return ""
		}
		s = strings.TrimLeft(s[i+len("charset"):], " \t\r\n\f")
		if !strings.HasPrefix(s, "=") {
			continue
		}
		s = strings.TrimLeft(s[1:], " \t\r\n\f")
		if s != "" && (s[0] == '"' || s[0] == '\'') {
			label, _, _ := strings.Cut(s[1:], s[:1])
			return strings.TrimSpace(label)
		}
		if i := strings.IndexAny(s, "; \t\r\n\f,"); i >= 0 {
			s = s[:i]
		}
		return s
	}
}

// metaCharset finds the first meta element that declares an encoding, and the offset after it.
func metaCharset(b []byte) (label string, end int) {
	b = b[:min(len(b), metaFarthest)]
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '<')
		if i < 0 {
			return "", 0
		}
		at += i + 1
		if bytes.HasPrefix(b[at:], []byte("!--")) {
			if i = bytes.Index(b[at:], []byte("-->")); i < 0 {
				return "", 0
			}
			at += i
			continue
		}
		name := tagName(b[at:])
		at += len(name)
		switch asciiLower(name) {
		case "meta":
			attrs, length := tagAttributes(b[at:])
			at += length
			if label = declaredIn(attrs); label != "" {
				return label, at
			}
		case "script", "style", "title":
			if i = indexEndTag(b[at:], name); i < 0 {
				return "", 0
			}
			at += i
		case "", "html", "head", "link", "base", "object", "noscript":
		default: // the head is over
			if at > metaWindow {
				return "", 0
			}
		}
	}
}

func declaredIn(attrs [][2]string) string {
	var label, content string
	pragma := false
	for _, a := range attrs {
		switch a[0] {
		case "charset":
			label = strings.TrimSpace(a[1])
		case "content":
			content = a[1]
		case "http-equiv":
			pragma = strings.EqualFold(a[1], "content-type")
		}
	}
	if label == "" && pragma {
		label = charsetParameter(content)
	}
	return label
}

func tagName(b []byte) []byte {
	n := 0
	for n < len(b) && n < 16 && (isLetter(b[n]) || '0' <= b[n] && b[n] <= '9' || b[n] == '-') {
		n++
	}
	return b[:n]
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// tagAttributes reads the attributes of a tag up to its end, at most 16, names lower-cased, and says how many bytes it read.
func tagAttributes(b []byte) (attrs [][2]string, length int) {
	i := 0
	for i < len(b) && b[i] != '>' {
		if isSpace(b[i]) || b[i] == '/' {
			i++
			continue
		}
		start := i
		for i++; i < len(b) && b[i] != '=' && b[i] != '>' && b[i] != '/' && !isSpace(b[i]); i++ {
		}
		name, value := asciiLower(b[start:i]), ""
		for i < len(b) && isSpace(b[i]) {
			i++
		}
		if i < len(b) && b[i] == '=' {
			var n int
			value, n = attributeValue(b[i+1:])
			i += 1 + n
		}
		if len(attrs) < 16 {
			attrs = append(attrs, [2]string{name, value})
		}
	}
	return attrs, min(i+1, len(b))
}

// attributeValue reads a value after its equals sign.
func attributeValue(b []byte) (value string, length int) {
	length = valueLength(b)
	v := bytes.Trim(b[:length], " \t\r\n\f")
	if len(v) > 0 && (v[0] == '"' || v[0] == '\'') {
		v = bytes.TrimSuffix(v[1:], v[:1])
	}
	return string(v), length
}

// valueLength is how many bytes a value takes after its equals sign, quotes and white space included.
func valueLength(b []byte) int {
	i := 0
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	if i < len(b) && (b[i] == '"' || b[i] == '\'') {
		end := bytes.IndexByte(b[i+1:], b[i])
		if end < 0 {
			return len(b)
		}
		return i + end + 2
	}
	for i < len(b) && !isSpace(b[i]) && b[i] != '>' {
		i++
	}
	return i
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

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// indexFold finds an ASCII word regardless of case.
func indexFold(s, word string) int {
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

func asciiLower(b []byte) string { return strings.ToLower(string(b)) }
