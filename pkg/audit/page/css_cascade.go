package page

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// property is one that can hide text.
type property uint8

const (
	pNone property = iota
	pDisplay
	pVisibility
	pContentVisibility
	pOpacity
	pFilter
	pMask
	pFontSize
	pLeft
	pTop
	pRight
	pBottom
	pMarginLeft
	pMarginTop
	pTextIndent
	pTransform
	pScale
	pTranslate
	pTransition
	pClip
	pClipPath
	pOverflow
	pHeight
	pWidth
	pMaxHeight
	pMaxWidth
	pColor
	pTextFill
	pBackground
	pBackgroundClip
	pCustom
	allProperties
)

var properties = map[string]property{
	"display": pDisplay, "visibility": pVisibility, "content-visibility": pContentVisibility, "opacity": pOpacity, "filter": pFilter,
	"-webkit-filter": pFilter, "mask": pMask, "mask-image": pMask, "-webkit-mask": pMask, "-webkit-mask-image": pMask,
	"font-size": pFontSize, "font": pFontSize, "left": pLeft, "top": pTop, "right": pRight, "bottom": pBottom, "inset": pTop,
	"inset-inline": pLeft, "inset-inline-start": pLeft, "inset-block-start": pTop, "margin-left": pMarginLeft, "margin-top": pMarginTop,
	"margin-inline-start": pMarginLeft, "margin-block-start": pMarginTop, "text-indent": pTextIndent, "transform": pTransform,
	"-webkit-transform": pTransform, "scale": pScale, "translate": pTranslate, "transition": pTransition, "-webkit-transition": pTransition,
	"animation": pTransition, "animation-name": pTransition, "will-change": pTransition, "clip": pClip, "clip-path": pClipPath,
	"-webkit-clip-path": pClipPath, "overflow": pOverflow, "overflow-x": pOverflow, "overflow-y": pOverflow, "height": pHeight,
	"width": pWidth, "max-height": pMaxHeight, "max-width": pMaxWidth, "block-size": pHeight, "inline-size": pWidth, "color": pColor,
	"-webkit-text-fill-color": pTextFill, "background": pBackground, "background-color": pBackground, "background-image": pBackground,
	"background-clip": pBackgroundClip, "-webkit-background-clip": pBackgroundClip,
}

// values are the cascaded values of an element, by property; empty if there is none.
type values [allProperties]string

// matched is a rule that an element's values come from.
type matched struct {
	declarations []declaration
	layer        int
	specificity  int
	order        int
	partial      bool
}

// inlineSpecificity puts a style attribute above every selector.
const inlineSpecificity = 1 << 40

// custom are custom properties, with those of the elements around.
type custom struct {
	values map[string]string
	outer  *custom
}

const maxReferences = 16 // of custom properties by one value

// lookUp counts its steps.
func (s *sheet) lookUp(c *custom, name string) (string, bool) {
	for ; c != nil && s.spend(1); c = c.outer {
		if v, ok := c.values[name]; ok {
			return v, true
		}
	}
	return "", false
}

// resolve puts the values of custom properties in their places. What has no value makes the declaration void.
func (s *sheet) resolve(value string, c *custom) string {
	for range maxReferences {
		i := strings.Index(value, "var(")
		if i < 0 {
			return value
		}
		end, open := i+4, 1
		for ; end < len(value) && open > 0; end++ {
			switch value[end] {
			case '(':
				open++
			case ')':
				open--
			}
		}
		name, fallback, _ := strings.Cut(strings.TrimSuffix(value[i+4:end], ")"), ",")
		found, ok := s.lookUp(c, strings.TrimSpace(name))
		if !ok {
			found = fallback
		}
		if value = value[:i] + strings.TrimSpace(found) + value[end:]; !s.spend(len(value)) || len(value) > maxPrelude {
			return ""
		}
	}
	return ""
}

// matching returns the rules for an element, in the order that later ones win.
func (s *sheet) matching(n *html.Node, a *attributes) (list []matched) {
	if s.cut {
		return nil
	}
	if a.style != "" {
		if found := s.inline(a.style); len(found) > 0 {
			list = append(list, matched{declarations: found, specificity: inlineSpecificity})
		}
	}
	take := func(rules []int32) {
		for _, i := range rules {
			if s.cut {
				return
			}
			if r := &s.rules[i]; s.matches(r.selector, n, 0) {
				list = append(list, matched{r.declarations, r.layer, r.selector.specificity, r.order, r.partial})
			}
		}
	}
	if len(s.rules) > 0 {
		take(s.everywhere)
		take(s.byTag[n.Data])
		if a.id != "" {
			take(s.byID[a.id])
		}
		if len(s.byClass) > 0 && a.class != "" {
			before := ""
			for class := range strings.FieldsSeq(a.class) {
				if class != before && s.spend(1) {
					take(s.byClass[class])
				}
				before = class
			}
		}
	}
	if len(list) > 1 {
		if !s.spend(len(list) * 4) {
			return nil
		}
		slices.SortFunc(list, func(a, b matched) int {
			return cmp.Or(rankOf(a.layer)-rankOf(b.layer), cmp.Compare(a.specificity, b.specificity), cmp.Compare(a.order, b.order))
		})
	}
	return list
}

// rankOf puts rules without a layer above those of layers.
func rankOf(layer int) int {
	if layer == 0 {
		return 1 << 30
	}
	return layer
}

// cascade applies the rules: those that say they are important last.
func (s *sheet) cascade(list []matched, partial bool, outer *custom) (v values, c *custom) {
	own := map[string]string(nil)
	each := func(do func(d *declaration)) {
		for _, important := range []bool{false, true} {
			for i := range list {
				for k := range list[i].declarations {
					if d := &list[i].declarations[k]; d.important == important && (partial || !list[i].partial) && s.spend(1) {
						do(d)
					}
				}
			}
		}
	}
	if slices.ContainsFunc(list, func(m matched) bool {
		return slices.ContainsFunc(m.declarations, func(d declaration) bool { return d.property == pCustom })
	}) {
		each(func(d *declaration) {
			if d.property == pCustom {
				if own == nil {
					own = map[string]string{}
				}
				own[d.name] = d.value
			}
		})
		outer = &custom{own, outer}
	}
	each(func(d *declaration) {
		if d.property == pCustom {
			return
		}
		value := d.value
		if strings.Contains(value, "var(") {
			value = strings.ToLower(s.resolve(value, outer))
		}
		if value != "" && plausible(d.property, value) {
			v[d.property] = value
		}
	})
	return v, outer
}

// plausible reports whether a browser would take the value, where a wrong one is a way to have ours and not theirs.
func plausible(p property, value string) bool {
	switch p {
	case pOpacity:
		return value[0] >= '0' && value[0] <= '9' || value[0] == '.' || value[0] == '-' || value[0] == '+' || keyword(value) ||
			strings.Contains(value, "(")
	case pDisplay:
		first, _, _ := strings.Cut(value, " ")
		return keyword(value) || displays[strings.TrimPrefix(strings.TrimPrefix(first, "-webkit-"), "inline-")] ||
			strings.HasPrefix(first, "table-")
	case pVisibility:
		return keyword(value) || value == "visible" || value == "hidden" || value == "collapse"
	case pColor:
		_, known := colourOf(value)
		return known || keyword(value) || strings.Contains(value, "(") || isLetter(value[0])
	}
	return true
}

var displays = map[string]bool{
	"none": true, "block": true, "inline": true, "flex": true, "grid": true, "table": true, "list-item": true, "contents": true,
	"flow-root": true, "flow": true, "run-in": true, "ruby": true, "math": true, "box": true,
}

func keyword(value string) bool {
	switch value {
	case "inherit", "initial", "unset", "revert", "revert-layer":
		return true
	}
	return false
}
