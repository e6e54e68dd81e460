package page

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	leastOpacity = 0.05 // below it nothing can be read
	leastFont    = 3.0  // CSS px
	nearColour   = 14   // of 255, by which each channel may differ in colours that can't be told apart
)

// paint is what elements hand down that decides whether text can be seen.
type paint struct {
	font      float64 // CSS px
	opacity   float64 // of all elements around, multiplied
	colour    rgba    // of text
	behind    rgba    // the background as far as it is known
	invisible bool    // visibility
	custom    *custom
}

// canvas is what a page begins with. Where rules weren't read, its colours aren't known.
func (s *sheet) canvas() *paint {
	p := &paint{font: 16, opacity: 1}
	if !s.external {
		p.colour, p.behind = black, white
	}
	return p
}

// rgba is a colour; a is 0 for a transparent one. known is false for pictures and what isn't read.
type rgba struct {
	r, g, b uint8
	a       float64
	known   bool
}

var (
	white = rgba{255, 255, 255, 1, true}
	black = rgba{0, 0, 0, 1, true}
)

// apply takes over what an element says, and names what hides its text: for good, with all that is inside; and by what elements inside may
// change again.
func (p *paint) apply(v *values) (forGood, inherited string, moved bool) {
	switch v[pVisibility] {
	case "hidden", "collapse":
		p.invisible = true
	case "visible", "initial":
		p.invisible = false
	}
	if size := v[pFontSize]; size != "" {
		if px := fontSize(size, p.font); px != nil {
			p.font = *px
		}
	}
	moved = v[pTransform] != "" && v[pTransform] != "none" || v[pTransition] != "" && v[pTransition] != "none"
	faint := p.opacity*opacityOf(v) < leastOpacity
	if !faint || !moved {
		p.opacity *= opacityOf(v)
	}
	p.colours(v)
	switch {
	case v[pDisplay] == "none", v[pContentVisibility] == "hidden":
		forGood = "display"
	case away(v), clipped(v), scaledAway(v), flat(v):
		forGood = "offscreen"
	case faint || strings.Contains(v[pMask], "transparent") && !strings.Contains(v[pMask], "#") && !strings.Contains(v[pMask], "black"):
		forGood = "opacity"
	}
	switch {
	case p.invisible:
		inherited = "visibility"
	case p.font < leastFont:
		inherited = "font-size"
	case p.colour.known && p.behind.known && p.colour.near(p.behind), p.colour.known && p.colour.a < leastOpacity:
		inherited = "colour"
	}
	return forGood, inherited, moved
}

// colours keeps what text and background look like. Text that is cut out of its background has the background's colours.
func (p *paint) colours(v *values) {
	text := v[pColor]
	if v[pTextFill] != "" {
		text = v[pTextFill]
	}
	if text != "" && text != "inherit" {
		p.colour, _ = colourOf(text)
	}
	if back := v[pBackground]; back != "" {
		c, known := colourOf(back)
		switch {
		case !known:
			p.behind = rgba{}
		case c.a >= 1:
			p.behind = c
		case c.a > 0:
			p.behind = rgba{} // what shines through isn't mixed here
		}
	}
	if v[pBackgroundClip] == "text" {
		p.colour = rgba{}
	}
}

func (c rgba) near(d rgba) bool {
	apart := func(x, y uint8) bool { return max(x, y)-min(x, y) > nearColour }
	return !apart(c.r, d.r) && !apart(c.g, d.g) && !apart(c.b, d.b)
}

var colourNames = map[string]rgba{
	"white": white, "black": black, "transparent": {known: true}, "red": {255, 0, 0, 1, true}, "blue": {0, 0, 255, 1, true},
	"green": {0, 128, 0, 1, true}, "yellow": {255, 255, 0, 1, true}, "gray": {128, 128, 128, 1, true}, "grey": {128, 128, 128, 1, true},
	"silver": {192, 192, 192, 1, true}, "navy": {0, 0, 128, 1, true}, "orange": {255, 165, 0, 1, true}, "purple": {128, 0, 128, 1, true},
	"pink": {255, 192, 203, 1, true}, "whitesmoke": {245, 245, 245, 1, true}, "snow": {255, 250, 250, 1, true},
	"ivory": {255, 255, 240, 1, true}, "ghostwhite": {248, 248, 255, 1, true}, "lightgray": {211, 211, 211, 1, true},
	"lightgrey": {211, 211, 211, 1, true}, "beige": {245, 245, 220, 1, true}, "none": {known: true}, "canvas": white, "canvastext": black,
}

// colourOf reads a colour. A background may say more than one; a picture makes it unknown.
func colourOf(value string) (rgba, bool) {
	if strings.Contains(value, "url(") || strings.Contains(value, "gradient(") {
		return rgba{}, false
	}
	if i := strings.IndexByte(value, ' '); i > 0 && !strings.Contains(value[:i], "(") {
		for one := range strings.FieldsSeq(value) { // the colour among a background's parts
			if c, known := colourOf(one); known {
				return c, true
			}
		}
		return rgba{}, false
	}
	if c, ok := colourNames[value]; ok {
		return c, true
	}
	if hex, ok := strings.CutPrefix(value, "#"); ok {
		return hexColour(hex)
	}
	name, inside, ok := strings.Cut(strings.TrimSuffix(value, ")"), "(")
	if !ok {
		return rgba{}, false
	}
	parts := strings.FieldsFunc(inside, func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(parts) < 3 {
		return rgba{}, false
	}
	alpha := 1.0
	if len(parts) > 3 {
		alpha = fraction(parts[3])
	}
	switch name {
	case "rgb", "rgba":
		return rgba{channel(parts[0]), channel(parts[1]), channel(parts[2]), alpha, true}, true
	case "hsl", "hsla":
		r, g, b := fromHSL(number(parts[0]), fraction(parts[1]), fraction(parts[2]))
		return rgba{r, g, b, alpha, true}, true
	}
	return rgba{}, false
}

func hexColour(hex string) (rgba, bool) {
	if len(hex) == 3 || len(hex) == 4 {
		wide := make([]byte, 0, 8)
		for i := range len(hex) {
			wide = append(wide, hex[i], hex[i])
		}
		hex = string(wide)
	}
	if len(hex) == 6 {
		hex += "ff"
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 8 {
		return rgba{}, false
	}
	return rgba{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), float64(n&0xff) / 255, true}, true
}

func channel(part string) uint8 {
	n := number(part)
	if strings.HasSuffix(part, "%") {
		n *= 2.55
	}
	return uint8(min(max(n, 0), 255))
}

// fraction reads 0.5 or 50%.
func fraction(part string) float64 {
	n := number(part)
	if strings.HasSuffix(part, "%") {
		n /= 100
	}
	return min(max(n, 0), 1)
}

func fromHSL(h, s, l float64) (r, g, b uint8) {
	channel := func(n float64) uint8 {
		k := math.Mod(math.Mod(n+h/30, 12)+12, 12)
		return uint8(255 * (l - s*min(l, 1-l)*max(-1, min(k-3, min(9-k, 1)))))
	}
	return channel(0), channel(8), channel(4)
}

// opacityOf is what an element adds to that of its text.
func opacityOf(v *values) float64 {
	opacity := 1.0
	if value := v[pOpacity]; value != "" && !keyword(value) && !strings.Contains(value, "(") {
		opacity = fraction(value)
	}
	if _, inside, ok := strings.Cut(v[pFilter], "opacity("); ok {
		inside, _, _ = strings.Cut(inside, ")")
		opacity *= fraction(strings.TrimSpace(inside))
	}
	return opacity
}

// away reports whether the text is moved out of any screen.
func away(v *values) bool {
	for p := pLeft; p <= pTextIndent; p++ {
		value := v[p]
		if far(value) && (strings.HasPrefix(value, "-") || p == pLeft || p == pTop) {
			return true
		}
	}
	if v[pTextIndent] == "100%" && v[pOverflow] == "hidden" {
		return true
	}
	for one := range strings.FieldsSeq(v[pTranslate]) {
		if far(one) {
			return true
		}
	}
	_, inside, ok := strings.Cut(v[pTransform], "translate")
	if !ok {
		return false
	}
	_, inside, _ = strings.Cut(inside, "(")
	inside, _, _ = strings.Cut(inside, ")")
	for one := range strings.SplitSeq(inside, ",") {
		if far(strings.TrimSpace(one)) {
			return true
		}
	}
	return false
}

// scaledAway reports whether the text has no size left.
func scaledAway(v *values) bool {
	for one := range strings.FieldsSeq(v[pScale]) {
		if fraction(one) < 0.02 {
			return true
		}
	}
	for _, name := range []string{"scale(", "scalex(", "scaley(", "scale3d(", "matrix("} {
		_, inside, ok := strings.Cut(v[pTransform], name)
		if !ok {
			continue
		}
		inside, _, _ = strings.Cut(inside, ")")
		parts := strings.Split(inside, ",")
		if name == "matrix(" && len(parts) == 6 {
			parts = []string{parts[0] + parts[1], parts[2] + parts[3]}
			if strings.Trim(parts[0], " 0.") == "" || strings.Trim(parts[1], " 0.") == "" {
				return true
			}
			continue
		}
		for i, one := range parts {
			if n := number(strings.TrimSpace(one)); i < 2 && n > -0.02 && n < 0.02 {
				return true
			}
		}
	}
	return strings.Contains(v[pTransform], "rotatex(90deg") || strings.Contains(v[pTransform], "rotatey(90deg")
}

// clipped reports whether nothing is left of the text's box.
func clipped(v *values) bool {
	path := strings.ReplaceAll(v[pClipPath], " ", "")
	clip := v[pClip]
	if strings.HasPrefix(clip, "rect(0") || strings.HasPrefix(clip, "rect(1px") {
		return true
	}
	for _, none := range []string{
		"inset(50%", "inset(100%", "circle(0", "ellipse(0", "polygon(00,00,00", "polygon(0px0px,0px0px,0px0px", "polygon(00)",
	} {
		if strings.HasPrefix(path, none) {
			return true
		}
	}
	return false
}

// flat reports whether the box has no size and hides what is larger.
func flat(v *values) bool {
	if v[pOverflow] != "hidden" && v[pOverflow] != "clip" {
		return false
	}
	for _, p := range []property{pHeight, pWidth, pMaxHeight, pMaxWidth} {
		if size := length(v[p], 16); size != nil && *size <= 1 || v[p] == "0%" {
			return true
		}
	}
	return false
}

// fontSize reads the size of text; of the font shorthand, the first length.
func fontSize(value string, outer float64) *float64 {
	for one := range strings.FieldsSeq(value) {
		one, _, _ = strings.Cut(one, "/")
		if n := number(one); strings.HasSuffix(one, "%") && n != 1e6 {
			return new(outer * n / 100)
		}
		if size := length(one, outer); size != nil && (*size == 0 || strings.Trim(one, "0123456789.") != "") {
			return size
		}
		switch one {
		case "initial", "medium", "small", "large", "x-small", "x-large", "xx-small", "xx-large":
			return new(16.)
		}
	}
	return nil
}

// length reads a length in CSS px; nil if it is none, or its size isn't known.
func length(value string, em float64) *float64 {
	n := number(value)
	if n == 1e6 || strings.Contains(value, "(") {
		return nil
	}
	unit := strings.TrimLeft(value, "+-0123456789.")
	switch unit {
	case "px", "":
	case "em":
		n *= em
	case "rem":
		n *= 16
	case "ex", "ch":
		n *= em / 2
	case "pt":
		n *= 4. / 3
	case "pc":
		n *= 16
	case "cm":
		n *= 37.8
	case "mm", "q":
		n *= 3.78
	case "in":
		n *= 96
	case "vw", "vh", "vmin", "vmax":
		n *= 4
	default:
		return nil
	}
	if unit == "" && n != 0 {
		return nil
	}
	return new(n)
}

// number is the number a value begins with; 1,000,000 where it begins with none.
func number(value string) float64 {
	end := 0
	for end < len(value) &&
		(value[end] >= '0' && value[end] <= '9' || value[end] == '.' || end == 0 && (value[end] == '-' || value[end] == '+')) {
		end++
	}
	if end < len(value) && value[end] == 'e' && end+1 < len(value) && (value[end+1] == '-' || value[end+1] >= '0' && value[end+1] <= '9') {
		for end += 2; end < len(value) && value[end] >= '0' && value[end] <= '9'; end++ {
		}
	}
	f, err := strconv.ParseFloat(value[:end], 64)
	if err != nil {
		return 1e6
	}
	return f
}

// far reports whether a length takes text out of any screen.
func far(value string) bool {
	if inside, ok := strings.CutPrefix(value, "calc("); ok {
		return slices.ContainsFunc(strings.FieldsFunc(inside, func(r rune) bool { return r == ' ' || r == '*' || r == ')' }), far)
	}
	if value == "" || value[0] != '-' && (value[0] < '0' || value[0] > '9') {
		return false
	}
	n := number(value)
	if px := length(value, 16); px != nil && (*px <= -900 || *px >= 5000) {
		return true
	}
	switch {
	case strings.Contains(value, "em"), strings.Contains(value, "vw"), strings.Contains(value, "vh"), strings.Contains(value, "%"):
		return n <= -90 || n >= 900
	}
	return n <= -900 || n >= 5000
}
