package page

import (
	"strconv"
	"strings"
)

const (
	maxRules     = 500       // hiding rules kept
	maxStyleText = 512 << 10 // bytes of one style element that are read
)

// styleDeclarations is what of a list of declarations hides text.
type styleDeclarations struct {
	display, visibility, opacity, size, away bool
	shown                                    bool // display is set to something else
	positioned, clip, overflow, flat         bool
	moved, clipped                           bool // transform or transition; the background is clipped to the text
	colour, background                       string
}

// read takes declarations as in a style attribute.
func (s *styleDeclarations) read(css string) {
	for css != "" {
		var declaration string
		declaration, css, _ = strings.Cut(css, ";")
		name, value, ok := strings.Cut(declaration, ":")
		if !ok {
			continue
		}
		value = strings.ToLower(strings.TrimSpace(value))
		value = strings.TrimSpace(strings.TrimSuffix(value, "!important"))
		s.set(strings.ToLower(strings.TrimSpace(name)), value)
	}
}

func (s *styleDeclarations) set(name, value string) {
	switch name {
	case "display":
		s.display, s.shown = value == "none", value != "none"
	case "visibility":
		s.visibility = value == "hidden" || value == "collapse"
	case "opacity":
		s.opacity = number(value) == 0
	case "font-size":
		s.size = number(value) < 1 && !strings.HasSuffix(value, "em") && !strings.HasSuffix(value, "%") || number(value) == 0
	case "position":
		s.positioned = value == "absolute" || value == "fixed"
	case "left", "top", "right", "bottom", "margin-left", "margin-top", "text-indent":
		if far(value) {
			s.away = s.away || strings.HasPrefix(value, "-") || name == "left" || name == "top"
		}
	case "transform", "-webkit-transform":
		s.moved = value != "none"
		if i := strings.Index(value, "("); strings.HasPrefix(value, "translate") && far(value[i+1:]) {
			s.away = true
		}
		s.flat = s.flat || strings.HasPrefix(value, "scale(0)")
	case "transition", "animation", "will-change", "-webkit-transition":
		s.moved = true
	case "clip", "clip-path":
		s.clip = s.clip || strings.HasPrefix(value, "rect(0") || strings.HasPrefix(value, "rect(1px") || strings.HasPrefix(value, "inset(50%") ||
			strings.HasPrefix(value, "inset(100%") || strings.HasPrefix(value, "circle(0")
	case "overflow":
		s.overflow = value == "hidden"
	case "height", "width", "max-height", "max-width":
		s.flat = s.flat || number(value) <= 1 && !strings.ContainsAny(value, "%r") && !strings.HasSuffix(value, "em")
	case "color":
		s.colour = colour(value)
	case "background", "background-color":
		s.background = colour(value)
	case "background-clip", "-webkit-background-clip":
		s.clipped = value == "text"
	}
}

// how names what hides the text, empty where nothing does.
func (s *styleDeclarations) how() string {
	switch {
	case s.display:
		return "display"
	case s.visibility:
		return "visibility"
	case s.away, s.clip, s.flat && s.overflow:
		return "offscreen"
	case s.size:
		return "font-size"
	case s.opacity:
		return "opacity"
	case s.colour == "transparent" && !s.clipped:
		return "colour"
	}
	return ""
}

// number is the number a value begins with; 1,000,000 where it begins with none.
func number(value string) float64 {
	end := 0
	for end < len(value) && (value[end] >= '0' && value[end] <= '9' || value[end] == '.' || end == 0 && value[end] == '-') {
		end++
	}
	f, err := strconv.ParseFloat(value[:end], 64)
	if err != nil {
		return 1e6
	}
	return f
}

// far says whether a length takes text out of any screen.
func far(value string) bool {
	if value == "" || value[0] != '-' && (value[0] < '0' || value[0] > '9') {
		return false
	}
	n := number(value)
	switch {
	case strings.Contains(value, "em"), strings.Contains(value, "vw"), strings.Contains(value, "vh"), strings.Contains(value, "%"):
		return n <= -90 || n >= 900
	}
	return n <= -900 || n >= 5000
}

// colour writes a colour in one form, so that the usual spellings of one colour are equal. What is no plain colour is empty.
func colour(value string) string {
	switch value {
	case "white", "#fff", "rgb(255,255,255)", "rgb(255, 255, 255)":
		return "#ffffff"
	case "black", "#000", "rgb(0,0,0)", "rgb(0, 0, 0)":
		return "#000000"
	case "transparent", "rgba(0,0,0,0)", "rgba(0, 0, 0, 0)":
		return "transparent"
	}
	if strings.HasPrefix(value, "#") && len(value) == 4 {
		return string([]byte{'#', value[1], value[1], value[2], value[2], value[3], value[3]})
	}
	if strings.ContainsAny(value, " (,") {
		return ""
	}
	return value
}

// styleRules are the simple rules (.class, #id) of a page's style elements that hide text.
type styleRules struct {
	how map[string]string // selector -> how
}

// hides looks a class attribute up.
func (r *styleRules) hides(class string) string {
	if len(r.how) > 0 {
		for token := range strings.FieldsSeq(class) {
			if how := r.how["."+token]; how != "" {
				return how
			}
		}
	}
	return ""
}

// read takes the rules of one style element; a later rule overrides an earlier one. Rules inside @media are read where the query is just a screen.
func (r *styleRules) read(css string) {
	if css = css[:min(len(css), maxStyleText)]; !mayHide(css) {
		return
	}
	for css != "" {
		open := strings.IndexByte(css, '{')
		if open < 0 {
			return
		}
		prelude := css[:open]
		if i := strings.LastIndexAny(prelude, ";}"); i >= 0 {
			prelude = prelude[i+1:]
		}
		if i := strings.LastIndex(prelude, "*/"); i >= 0 {
			prelude = prelude[i+2:]
		}
		prelude, css = strings.TrimSpace(prelude), css[open+1:]
		if strings.HasPrefix(prelude, "@") {
			if !transparentAtRule(prelude) {
				css = css[blockEnd(css):]
			}
			continue
		}
		end := strings.IndexByte(css, '}')
		if end < 0 {
			return
		}
		r.rule(prelude, css[:end])
		css = css[end+1:]
	}
}

func mayHide(css string) bool {
	for _, word := range []string{"none", "hidden", "opacity", "absolute", "font-size", "text-indent", "transparent"} {
		if strings.Contains(css, word) {
			return true
		}
	}
	return false
}

func transparentAtRule(prelude string) bool {
	switch name, rest, _ := strings.Cut(prelude, " "); name {
	case "@media":
		rest = strings.TrimSpace(rest)
		return rest == "screen" || rest == "all"
	case "@layer", "@supports":
		return true
	}
	return false
}

// blockEnd is the offset after the brace that closes the block css begins in.
func blockEnd(css string) int {
	depth := 1
	for i := 0; i < len(css); i++ {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(css)
}

func (r *styleRules) rule(selectors, declarations string) {
	if !strings.Contains(selectors, ".") && !strings.Contains(selectors, "#") {
		return
	}
	var s styleDeclarations
	s.read(declarations)
	how := s.how()
	if how == "" && !s.shown || s.opacity && s.moved && how == "opacity" {
		return
	}
	for selector := range strings.SplitSeq(selectors, ",") {
		selector = strings.TrimSpace(selector)
		if len(selector) < 2 || selector[0] != '.' && selector[0] != '#' || strings.ContainsAny(selector[1:], ".#:[>+~ *") {
			continue
		}
		if how == "" {
			delete(r.how, selector)
		} else if len(r.how) < maxRules {
			if r.how == nil {
				r.how = make(map[string]string)
			}
			r.how[selector] = how
		}
	}
}
