package page

import "strings"

// classHint is what the class and id of an element say of it.
type classHint struct {
	place  place
	boiler bool // no content: a cookie banner, breadcrumbs, share buttons, a sidebar
	soft   bool // no content where it is mostly links
	widget bool // an interactive part that may hide text
}

// hint reads class and id, and remembers what it read: pages repeat their classes.
func (w *walker) hint(a *attributes) classHint {
	if a.class == "" && a.id == "" {
		return classHint{}
	}
	key := a.class
	if a.id != "" {
		key = a.class + "\x00" + a.id
	}
	h, known := w.classes[key]
	if !known {
		if len(key) < 1024 {
			for token := range strings.FieldsSeq(a.class) {
				h.token(token)
			}
			h.token(a.id)
			h.place = hintedPlaces[strings.ToLower(a.id)]
			if h.place == inBody {
				h.place = hintedPlaces[strings.ToLower(strings.TrimSpace(a.class))]
			}
		}
		w.classes[key] = h
	}
	return h
}

// hintedPlaces are ids, or classes that stand alone, of boxes that older pages use for landmarks.
var hintedPlaces = map[string]place{
	"header": inHeader, "site-header": inHeader, "masthead": inHeader, "footer": inFooter, "site-footer": inFooter, "colophon": inFooter,
	"nav": inNav, "navigation": inNav, "navbar": inNav, "main-nav": inNav, "mainnav": inNav, "topnav": inNav, "sidebar": inAside,
}

// token reads one class or id: the words it is made of, and some that are written as one.
func (h *classHint) token(token string) {
	if len(token) > 64 {
		return
	}
	token = strings.ToLower(token)
	h.word(token)
	if strings.ContainsAny(token, "-_") {
		for word := range strings.FieldsFuncSeq(token, func(r rune) bool { return r == '-' || r == '_' }) {
			h.word(word)
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
	case "menu", "submenu", "nav", "navbar", "navigation", "megamenu", "dropdown", "collapse", "collapsed", "collapsible", "accordion", "accordeon", "tab",
		"tabs", "modal", "dialog", "popup", "popover", "offcanvas", "drawer", "tooltip", "lightbox", "carousel", "slide", "slider", "swiper", "toggle",
		"overlay", "flyout", "search", "cookie", "cookies", "consent", "banner", "loader", "loading", "preloader", "spinner", "skip", "skiplink", "faq",
		"answer", "panel", "expand", "expandable", "expander", "sr", "sronly", "screenreader", "sr-only", "visually-hidden", "visuallyhidden",
		"screen-reader-text", "assistive-text", "skip-link", "mobile", "burger", "hamburger", "toast", "notification", "alert", "form", "filter",
		"readmore", "more", "invisible":
		h.widget = true
	}
}
