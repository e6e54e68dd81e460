package page

import "strings"

// classHint is what the class and id of an element say of it.
type classHint struct {
	place  place
	boiler bool // no content: a cookie banner, breadcrumbs, share buttons, a sidebar
	soft   bool // no content if it is mostly links
	widget bool // an interactive part that may hide text
	others bool // comments: what visitors wrote
}

// hint reads class and id. What it read of a class it remembers: pages repeat them.
func (w *walker) hint(class, id string) (h classHint) {
	if class != "" && len(class) <= 1024 {
		known := false
		if h, known = w.classes[class]; !known {
			for token := range strings.FieldsSeq(class) {
				h.token(token)
			}
			h.place = hintedPlaces[strings.ToLower(strings.TrimSpace(class))]
			w.classes[class] = h
		}
	}
	if id != "" {
		h.token(id)
		if p, known := hintedPlaces[strings.ToLower(id)]; known {
			h.place = p
		}
	}
	return h
}

// hintedPlaces are ids, or classes that stand alone, of boxes that older pages use for landmarks.
var hintedPlaces = map[string]place{
	"header": inHeader, "site-header": inHeader, "masthead": inHeader, "footer": inFooter, "site-footer": inFooter, "colophon": inFooter,
	"nav": inNav, "navigation": inNav, "navbar": inNav, "main-nav": inNav, "mainnav": inNav, "topnav": inNav, "sidebar": inAside,
}

// token reads one class or id: as a whole, and the words it is made of.
func (h *classHint) token(token string) {
	if len(token) > 64 {
		return
	}
	token = strings.ToLower(token)
	h.word(token)
	for start, i := 0, 0; i <= len(token); i++ {
		if i == len(token) || token[i] == '-' || token[i] == '_' {
			if i-start < len(token) {
				h.word(token[start:i])
			}
			start = i + 1
		}
	}
}

func (h *classHint) word(word string) {
	switch word {
	case "breadcrumb", "breadcrumbs", "cookie", "cookies", "cookiebanner", "consent", "gdpr", "cmp", "share", "sharing", "sharebar", "pagination", "pager",
		"sidebar", "comments", "newsletter", "advert", "advertisement", "ads", "adsense", "onetrust", "cookiebot", "fil", "ariane", "skip",
		"skiplink":
		h.boiler = true
	case "nav", "navigation", "navbar", "menu", "submenu", "social", "socials", "related", "footer", "topbar", "tags", "toc", "language", "languages",
		"lang", "sitemap":
		h.soft = true
	}
	switch word {
	case "comments", "comment", "commentlist", "disqus":
		h.others = true
	}
	switch word {
	case "menu", "submenu", "nav", "navbar", "navigation", "megamenu", "dropdown", "collapse", "collapsed", "collapsible", "accordion", "accordeon", "tab",
		"tabs", "modal", "dialog", "popup", "popover", "offcanvas", "drawer", "tooltip", "lightbox", "carousel", "slide", "slider", "swiper", "toggle",
		"overlay", "flyout", "search", "cookie", "cookies", "consent", "banner", "loader", "loading", "preloader", "spinner", "skip", "skiplink", "faq",
		"answer", "panel", "expand", "expandable", "expander", "sr", "sronly", "screenreader", "sr-only", "visually-hidden", "visuallyhidden",
		"screen-reader-text", "assistive-text", "skip-link", "mobile", "burger", "hamburger", "toast", "notification", "alert", "form", "filter",
		"readmore", "more", "invisible":
		h.widget = true
	}
}
