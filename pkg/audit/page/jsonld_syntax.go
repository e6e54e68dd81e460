package page

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonKind is what a JSON value is. Numbers, true and false are jsonText, as written: structured data treats them alike.
type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonText
	jsonList
	jsonObject
)

// jsonValue is a JSON value that remembers where it stood.
type jsonValue struct {
	kind  jsonKind
	at    int // offset of its first byte
	text  string
	keys  []string    // of an object
	items []jsonValue // of a list, or one a key
}

// get gives the value of an object's first present key.
func (v *jsonValue) get(keys ...string) *jsonValue {
	for _, want := range keys {
		for i, k := range v.keys {
			if k == want {
				return &v.items[i]
			}
		}
	}
	return nil
}

// jsonFault is what stops a script from being read.
type jsonFault struct {
	problem string // as in GraphError
	at      int
	text    string
}

func (f *jsonFault) Error() string { return f.text }

// jsonReader reads RFC 8259. encoding/json would do but for three things that people who write JSON-LD by hand need: the order and the repetition of
// names, the place of each object, and messages that say what to mend.
type jsonReader struct {
	src      string
	pos      int
	depth    int
	values   int
	copies   bool        // texts are copies, not parts of src
	repeated []jsonValue // names that stand twice in one object
}

// read reads the one value of a script.
func (r *jsonReader) read() (v jsonValue, err error) {
	if v, err = r.value(); err != nil {
		return v, err
	}
	if r.skipSpace(); r.pos < len(r.src) {
		return v, r.fault("%s stands after the end of the JSON", r.seen())
	}
	return v, nil
}

func (r *jsonReader) value() (jsonValue, error) {
	r.skipSpace()
	v := jsonValue{at: r.pos}
	if r.pos >= len(r.src) {
		return v, r.fault("the JSON ends before it is complete")
	}
	if r.values++; r.values > maxJSONValues {
		return v, &jsonFault{
			problem: "too_large", at: r.pos, text: fmt.Sprintf("the script has more than %d values and was not read", maxJSONValues),
		}
	}
	var err error
	switch c := r.src[r.pos]; {
	case c == '{':
		err = r.nested(&v, r.object)
	case c == '[':
		err = r.nested(&v, r.list)
	case c == '"':
		v.kind = jsonText
		v.text, err = r.string()
	case c == '-' || c >= '0' && c <= '9':
		v.kind = jsonText
		v.text, err = r.number()
	default:
		err = r.word(&v)
	}
	return v, err
}

func (r *jsonReader) nested(v *jsonValue, read func(*jsonValue) error) error {
	if r.depth++; r.depth > maxGraphDepth {
		return &jsonFault{problem: "too_deep", at: r.pos, text: fmt.Sprintf("more than %d objects and lists inside each other", maxGraphDepth)}
	}
	r.pos++
	err := read(v)
	r.depth--
	return err
}

func (r *jsonReader) object(v *jsonValue) error {
	v.kind = jsonObject
	for {
		switch c := r.next(); {
		case c == '}' && len(v.keys) == 0:
			r.pos++
			return nil
		case c == '}':
			return r.fault("a comma too many before }")
		case c != '"':
			return r.fault("%s stands where a name in double quotation marks should", r.seen())
		}
		at := r.pos
		key, err := r.string()
		if err != nil {
			return err
		}
		if r.next() != ':' {
			return r.fault("a colon is missing after %q", cut(key, 40))
		}
		r.pos++
		item, err := r.value()
		if err != nil {
			return err
		}
		r.member(v, key, at, item)
		switch r.next() {
		case ',':
			r.pos++
		case '}':
			r.pos++
			return nil
		default:
			return r.fault("%s stands where a comma or } should", r.seen())
		}
	}
}

// member adds a member to an object. A name that stands twice keeps its last value, as in browsers; only the first 64 names are compared, so that an
// object of very many costs no more than its length.
func (r *jsonReader) member(v *jsonValue, key string, at int, item jsonValue) {
	for i, k := range v.keys[:min(len(v.keys), 64)] {
		if k == key {
			v.items[i] = item
			r.repeated = append(r.repeated, jsonValue{at: at, text: key})
			return
		}
	}
	v.keys = append(v.keys, key)
	v.items = append(v.items, item)
}

func (r *jsonReader) list(v *jsonValue) error {
	v.kind = jsonList
	for {
		switch c := r.next(); {
		case c == ']' && len(v.items) == 0:
			r.pos++
			return nil
		case c == ']':
			return r.fault("a comma too many before ]")
		}
		item, err := r.value()
		if err != nil {
			return err
		}
		v.items = append(v.items, item)
		switch r.next() {
		case ',':
			r.pos++
		case ']':
			r.pos++
			return nil
		default:
			return r.fault("%s stands where a comma or ] should", r.seen())
		}
	}
}

func (r *jsonReader) string() (string, error) {
	start := r.pos
	r.pos++
	begin := r.pos
	for ; r.pos < len(r.src); r.pos++ {
		switch c := r.src[r.pos]; {
		case c == '"':
			r.pos++
			if r.copies {
				return strings.Clone(r.src[begin : r.pos-1]), nil
			}
			return r.src[begin : r.pos-1], nil
		case c == '\\':
			return r.escaped(start, begin)
		case c == '\n' || c == '\r':
			return "", r.fault("a text runs over the end of the line; write \\n for a line break, and close it with a double quotation mark")
		case c < ' ':
			return "", r.fault("a control character (code %d) stands in a text", c)
		}
	}
	r.pos = start
	return "", r.fault("a text has no closing quotation mark")
}

// escaped reads on in a string that has a backslash.
func (r *jsonReader) escaped(start, begin int) (string, error) {
	var b strings.Builder
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; {
		case c == '"':
			b.WriteString(r.src[begin:r.pos])
			r.pos++
			return b.String(), nil
		case c == '\\':
			b.WriteString(r.src[begin:r.pos])
			char, size := unescape(r.src[r.pos:])
			if size == 0 {
				return "", r.fault("%q is no escape sequence of JSON", cut(r.src[r.pos:], 2))
			}
			b.WriteRune(char)
			r.pos += size
			begin = r.pos
		case c < ' ':
			return "", r.fault("a line break or control character stands in a text; write \\n for a line break")
		default:
			r.pos++
		}
	}
	r.pos = start
	return "", r.fault("a text has no closing quotation mark")
}

// unescape reads one escape sequence and gives its length in bytes, 0 where it is none. Half a surrogate pair becomes U+FFFD.
func unescape(s string) (char rune, size int) {
	if len(s) < 2 {
		return 0, 0
	}
	if i := strings.IndexByte(`"\/bfnrt`, s[1]); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), 2
	}
	if char, size = unescapeUnit(s); size == 0 || !utf16.IsSurrogate(char) {
		return char, size
	}
	if low, more := unescapeUnit(s[size:]); more > 0 {
		if pair := utf16.DecodeRune(char, low); pair != utf8.RuneError {
			return pair, size + more
		}
	}
	return utf8.RuneError, size
}

func unescapeUnit(s string) (char rune, size int) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, 0
	}
	for _, c := range []byte(s[2:6]) {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, 0
		}
		char = char<<4 | rune(c)
	}
	return char, 6
}

// number reads a number as written.
func (r *jsonReader) number() (string, error) {
	start := r.pos
	digits := func() (n int) {
		for ; r.pos < len(r.src) && r.src[r.pos] >= '0' && r.src[r.pos] <= '9'; r.pos++ {
			n++
		}
		return n
	}
	if r.src[r.pos] == '-' {
		r.pos++
	}
	first := r.pos
	n := digits()
	ok := n > 0 && (n == 1 || r.src[first] != '0')
	if ok && r.pos < len(r.src) && r.src[r.pos] == '.' {
		r.pos++
		ok = digits() > 0
	}
	if ok && r.pos < len(r.src) && r.src[r.pos]|0x20 == 'e' {
		r.pos++
		if r.pos < len(r.src) && (r.src[r.pos] == '+' || r.src[r.pos] == '-') {
			r.pos++
		}
		ok = digits() > 0
	}
	if !ok {
		r.pos = start
		return "", r.fault("%q is no number of JSON; put it in double quotation marks", cut(strings.FieldsFunc(r.src[start:], endsNumber)[0], 20))
	}
	return r.src[start:r.pos], nil
}

func endsNumber(c rune) bool { return c <= ' ' || strings.ContainsRune(`,}]"`, c) }

// word reads true, false or null.
func (r *jsonReader) word(v *jsonValue) error {
	for _, w := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(r.src[r.pos:], w) {
			r.pos += len(w)
			if w != "null" {
				v.kind, v.text = jsonText, w
			}
			return nil
		}
	}
	return r.fault("%s stands where a value should", r.seen())
}

// next skips white space and gives the byte that follows, 0 at the end.
func (r *jsonReader) next() byte {
	r.skipSpace()
	if r.pos < len(r.src) {
		return r.src[r.pos]
	}
	return 0
}

func (r *jsonReader) skipSpace() {
	for r.pos < len(r.src) {
		switch r.src[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return
		}
	}
}

func (r *jsonReader) fault(format string, args ...any) error {
	return &jsonFault{problem: "syntax", at: r.pos, text: fmt.Sprintf(format, args...)}
}

// seen names what stands at the position, with the way out for what is seen most.
func (r *jsonReader) seen() string {
	if r.pos >= len(r.src) {
		return "the end of the script"
	}
	rest := r.src[r.pos:]
	char, size := utf8.DecodeRuneInString(rest)
	switch {
	case strings.ContainsRune("'‘’“”„«»", char):
		return fmt.Sprintf("%s (JSON takes the straight double quotation mark only)", rest[:size])
	case strings.HasPrefix(rest, "&quot;") || strings.HasPrefix(rest, "&#"):
		return "an HTML escape (a script is not unescaped by browsers: write the character itself)"
	case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"):
		return "a comment (JSON has none)"
	case strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "<?"):
		return "a template that nothing has filled in"
	}
	return fmt.Sprintf("%q", rest[:size])
}
