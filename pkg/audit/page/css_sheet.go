package page

import (
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

const (
	maxStyleText = 1 << 20  // bytes of all style elements that are read
	maxRules     = 20_000   // selectors kept
	maxNesting   = 16       // of blocks in a style element
	maxPrelude   = 16 << 10 // bytes of a selector list or a declaration
	maxInlines   = 2000     // style attributes that are remembered
	maxInline    = 1 << 10  // bytes of one that is
	// maxStyleSteps bounds the work on styles of one page, in tests of a selector's parts and in bytes read. It is some hundred
	// milliseconds.
	maxStyleSteps = 8 << 20
)

// declaration is one of a property that can hide text.
type declaration struct {
	property  property
	name      string // of a custom property
	value     string // lower case but for custom properties, white space collapsed
	important bool
}

// cssRule is a selector with its declarations.
type cssRule struct {
	selector     *selector
	declarations []declaration
	layer        int  // 0 for none; later layers are larger
	partial      bool // it applies in some circumstances only: on some screens, in a container
	order        int
}

// sheet is all rules of a page's style elements that can hide text or show it again, by what the last part of their selectors asks for.
type sheet struct {
	rules                  []cssRule
	byID, byClass, byTag   map[string][]int32
	everywhere             []int32
	layers                 map[string]int
	external               bool // there are rules that weren't read: a linked sheet, an import
	inlines                map[string][]declaration
	bytes, steps, numbered int
	cut                    bool // a bound was reached, so what is hidden isn't known
}

// spend counts work and reports whether any is left.
func (s *sheet) spend(steps int) bool {
	s.steps += steps
	s.cut = s.cut || s.steps > maxStyleSteps
	return !s.cut
}

// read takes the rules of one style element.
func (s *sheet) read(text string) {
	if s.bytes += len(text); s.bytes > maxStyleText {
		s.cut = true
		return
	}
	r := &cssReader{sheet: s, lexer: css.NewLexer(parse.NewInputString(text))}
	r.next()
	r.rules(scopeOfRules{}, 0)
}

// scopeOfRules is where rules stand.
type scopeOfRules struct {
	layer   int
	partial bool
	parent  string // selectors of the rule around it
}

// cssReader reads rules as the CSS Syntax Module says, by the lexer's tokens.
type cssReader struct {
	sheet *sheet
	lexer *css.Lexer
	kind  css.TokenType
	data  []byte
}

func (r *cssReader) next() {
	for {
		r.kind, r.data = r.lexer.Next()
		if r.kind != css.CommentToken || r.sheet.cut {
			return
		}
	}
}

func (r *cssReader) ended() bool { return r.kind == css.ErrorToken || r.sheet.cut }

// rules reads up to the end of a block, or of the text.
func (r *cssReader) rules(at scopeOfRules, depth int) {
	for !r.ended() {
		switch r.kind {
		case css.RightBraceToken:
			if depth > 0 {
				return
			}
			r.next()
		case css.WhitespaceToken, css.CDOToken, css.CDCToken, css.SemicolonToken:
			r.next()
		case css.AtKeywordToken:
			r.atRule(at, depth)
		default:
			if prelude, block := r.prelude(depth > 0); block {
				r.block(nested(at, prelude), depth)
			}
		}
	}
}

// prelude reads up to the block or the semicolon, which it passes. If it is a declaration, its end also ends the prelude, unread.
func (r *cssReader) prelude(inBlock bool) (text string, block bool) {
	var b strings.Builder
	open := 0
	for !r.ended() {
		switch r.kind {
		case css.LeftBraceToken:
			if open == 0 {
				r.next()
				return strings.TrimSpace(b.String()), true
			}
			open++
		case css.FunctionToken, css.LeftParenthesisToken, css.LeftBracketToken:
			open++
		case css.RightParenthesisToken, css.RightBracketToken:
			open = max(0, open-1)
		case css.SemicolonToken:
			if open == 0 {
				r.next()
				return strings.TrimSpace(b.String()), false
			}
		case css.RightBraceToken:
			if open == 0 && inBlock {
				return strings.TrimSpace(b.String()), false
			}
			open = max(0, open-1)
		}
		if b.Len()+len(r.data) > maxPrelude {
			r.sheet.cut = true
		}
		if r.kind == css.WhitespaceToken {
			b.WriteByte(' ')
		} else {
			b.Write(r.data)
		}
		r.next()
	}
	return strings.TrimSpace(b.String()), false
}

// skip passes a block that began before.
func (r *cssReader) skip() {
	for open := 1; !r.ended() && open > 0; r.next() {
		switch r.kind {
		case css.LeftBraceToken:
			open++
		case css.RightBraceToken:
			open--
		}
	}
}

// atRule reads a rule with a name, whose block holds rules, or declarations where it stands in a rule itself.
func (r *cssReader) atRule(at scopeOfRules, depth int) {
	name := strings.ToLower(string(r.data))
	r.next()
	prelude, block := r.prelude(depth > 0)
	prelude = strings.ToLower(prelude)
	if !block {
		switch name {
		case "@import":
			r.sheet.external = true
		case "@layer":
			for one := range strings.SplitSeq(prelude, ",") {
				r.sheet.layer(one)
			}
		}
		return
	}
	applies := true
	switch name {
	case "@media":
		always, sometimes := mediaApplies(prelude)
		applies, at.partial = sometimes, at.partial || !always
	case "@supports":
		applies = !strings.HasPrefix(prelude, "not")
	case "@layer":
		at.layer = r.sheet.layer(prelude)
	case "@container", "@scope":
		at.partial = true
	default: // @keyframes, @font-face, @page and others have no rules that hold for good
		applies = false
	}
	if !applies || depth >= maxNesting {
		r.skip()
		return
	}
	if at.parent != "" {
		r.block(at, depth)
		return
	}
	r.rules(at, depth+1)
	r.next()
}

// layer numbers a layer by its first appearance; unnamed ones come last.
func (s *sheet) layer(name string) int {
	name = strings.TrimSpace(name)
	if s.layers == nil {
		s.layers = map[string]int{}
	}
	n, known := s.layers[name]
	if !known || name == "" {
		s.numbered++
		n = s.numbered
		s.layers[name] = n
	}
	return n
}

// nested returns the selectors of a rule in another one.
func nested(at scopeOfRules, prelude string) scopeOfRules {
	if at.parent == "" {
		at.parent = prelude
		return at
	}
	parent := ":is(" + at.parent + ")"
	var all []string
	for one := range strings.SplitSeq(prelude, ",") {
		if strings.Contains(one, "&") {
			all = append(all, strings.ReplaceAll(one, "&", parent))
		} else {
			all = append(all, parent+" "+one)
		}
	}
	at.parent = strings.Join(all, ",")
	return at
}

// block reads the declarations of a rule, and the rules nested in it, up to its closing brace.
func (r *cssReader) block(at scopeOfRules, depth int) {
	if depth >= maxNesting || len(at.parent) > maxPrelude {
		r.sheet.cut = r.sheet.cut || len(at.parent) > maxPrelude
		r.skip()
		return
	}
	var found []declaration
	for !r.ended() && r.kind != css.RightBraceToken {
		switch r.kind {
		case css.WhitespaceToken, css.SemicolonToken:
			r.next()
		case css.AtKeywordToken:
			r.atRule(at, depth+1)
		default:
			text, block := r.prelude(true)
			if block {
				r.block(nested(at, text), depth+1)
			} else {
				found = readDeclaration(found, text)
			}
		}
	}
	r.next()
	r.sheet.add(at, found)
}

// add keeps a rule for each of its selectors.
func (s *sheet) add(at scopeOfRules, found []declaration) {
	if len(found) == 0 {
		return
	}
	for _, sel := range parseSelectors(at.parent, 0) {
		if len(s.rules) >= maxRules {
			s.cut = true
			return
		}
		n := int32(len(s.rules))
		s.rules = append(s.rules, cssRule{sel, found, at.layer, at.partial || sel.partial, len(s.rules)})
		s.index(sel, n)
	}
}

func (s *sheet) index(sel *selector, n int32) {
	if s.byID == nil {
		s.byID, s.byClass, s.byTag = map[string][]int32{}, map[string][]int32{}, map[string][]int32{}
	}
	id, class, tag := sel.key()
	switch {
	case id != "":
		s.byID[id] = append(s.byID[id], n)
	case class != "":
		s.byClass[class] = append(s.byClass[class], n)
	case tag != "":
		s.byTag[tag] = append(s.byTag[tag], n)
	default:
		s.everywhere = append(s.everywhere, n)
	}
}

// inline reads a style attribute. Pages repeat them, so that those that aren't long are remembered.
func (s *sheet) inline(text string) []declaration {
	if found, known := s.inlines[text]; known {
		return found
	}
	if !s.spend(len(text)) {
		return nil
	}
	r := &cssReader{sheet: s, lexer: css.NewLexer(parse.NewInputString(text))}
	var found []declaration
	for r.next(); !r.ended(); {
		one, block := r.prelude(false)
		if block {
			r.skip()
		}
		found = readDeclaration(found, one)
	}
	if len(s.inlines) < maxInlines && len(text) <= maxInline {
		if s.inlines == nil {
			s.inlines = map[string][]declaration{}
		}
		s.inlines[text] = found
	}
	return found
}

// readDeclaration adds a declaration if its property matters here.
func readDeclaration(found []declaration, text string) []declaration {
	name, value, ok := strings.Cut(text, ":")
	if !ok {
		return found
	}
	name, value = strings.TrimSpace(unescapeCSS(name)), strings.TrimSpace(value)
	d := declaration{}
	if custom := strings.HasPrefix(name, "--"); custom {
		d.property, d.name = pCustom, name
	} else if d.property = properties[strings.ToLower(name)]; d.property == pNone {
		return found
	}
	if i := strings.LastIndexByte(value, '!'); i >= 0 && strings.EqualFold(strings.TrimSpace(value[i+1:]), "important") {
		d.important, value = true, strings.TrimSpace(value[:i])
	}
	if value == "" && d.property != pCustom {
		return found
	}
	d.value = value
	if d.property != pCustom && !strings.Contains(value, "var(") {
		d.value = strings.ToLower(unescapeCSS(value))
	}
	return append(found, d)
}

// unescapeCSS resolves the escapes of identifiers.
func unescapeCSS(s string) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	var b strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, '\\') {
		b.WriteString(s[:i])
		s = s[i+1:]
		digits, code := 0, rune(0)
		for digits < len(s) && digits < 6 {
			v := strings.IndexByte("0123456789abcdef", lowered(s[digits]))
			if s[digits] < 'A' {
				v = strings.IndexByte("0123456789", s[digits])
			}
			if v < 0 {
				break
			}
			code = code<<4 | rune(v)
			digits++
		}
		if digits == 0 {
			if s == "" {
				return b.String()
			}
			b.WriteByte(s[0])
			s = s[1:]
			continue
		}
		b.WriteRune(code)
		s = strings.TrimPrefix(s[digits:], " ")
	}
	b.WriteString(s)
	return b.String()
}
