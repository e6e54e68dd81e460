package page

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxHiddenText bounds the text kept of one hidden part, in bytes.
const maxHiddenText = 1000

// gone says that what stands here is hidden from everybody: no screen reader finds it either.
func (c *inherited) gone() bool { return c.how == "display" || c.how == "visibility" }

// conceal sets whether an element hides what is inside, by its kind, the hidden attribute, its inline style, or the rules of the page's own
// style elements. faded: it is transparent and moved, as what is revealed by an animation is; readers see it.
func (w *walker) conceal(n *html.Node, a *attributes, c *inherited) (faded bool) {
	if c.how != "" && !c.revocable { // nothing inside can be seen
		return false
	}
	kind := w.hiddenKind(n, a, c)
	rules := w.styles.matching(n, a)
	if kind == "" && len(rules) == 0 {
		return false
	}
	how, revocable, moved := w.hiding(rules, kind, c)
	if n.DataAtom == atom.Html || n.DataAtom == atom.Body {
		c.paint.opacity, c.paint.invisible = 1, false // hidden until the scripts or styles are there
		return false
	}
	if how == "opacity" && moved {
		how, revocable, faded = c.how, c.revocable, c.visible() && !c.faded
		c.faded = true
	}
	c.how, c.revocable = how, revocable
	return faded
}

// hiddenKind names how an element hides what is inside unless a rule shows it.
func (w *walker) hiddenKind(n *html.Node, a *attributes, c *inherited) string {
	switch n.DataAtom {
	case atom.Dialog:
		if _, open := attribute(n, "open"); open {
			return ""
		}
		c.widget = true
		return "display"
	case atom.Noframes, atom.Noembed, atom.Datalist, atom.Rp, atom.Progress, atom.Meter:
		c.widget = c.widget || n.DataAtom == atom.Datalist
		return "display"
	}
	if a.hidden {
		return "display"
	}
	return ""
}

// hiding applies rules. A rule for some screens only hides text that is hidden without the rule as well; it shows text on its own.
func (w *walker) hiding(rules []matched, kind string, c *inherited) (how string, revocable, moved bool) {
	apply := func(partial bool) (paint, string, bool, bool) {
		v, custom := w.styles.cascade(rules, partial, c.paint.custom)
		p := *c.paint
		p.custom = custom
		forGood, inherited, moved := p.apply(&v)
		if forGood == "" && kind != "" && (v[pDisplay] == "" || keyword(v[pDisplay])) {
			forGood = kind
		}
		if forGood != "" {
			return p, forGood, false, moved
		}
		return p, inherited, inherited != "", moved
	}
	p, how, revocable, moved := apply(false)
	if how != "" && slices.ContainsFunc(rules, func(m matched) bool { return m.partial }) {
		if other, shown, _, _ := apply(true); shown == "" {
			p, how, revocable = other, "", false
		}
	}
	c.paint = &p
	return how, revocable, moved
}

// interactive notes parts that hide text honestly: menus, tabs, dialogs, accordions, and whatever a class or id names so.
func (w *walker) interactive(n *html.Node, a *attributes, c *inherited) {
	switch n.DataAtom {
	case atom.Nav, atom.Dialog, atom.Details, atom.Select, atom.Template, atom.Menu, atom.Form, atom.Button, atom.Input, atom.Textarea:
		w.widgets++
		c.widget = c.widget || n.DataAtom != atom.Form
	}
	switch a.role {
	case "":
	case "button":
		w.page.Widgets.Buttons++
		if a.label == "" && !a.labelled && a.title == "" && emptyOf(n) {
			w.page.Widgets.ButtonsUnnamed++
		}
		if n.DataAtom == atom.Button || n.DataAtom == atom.Input {
			w.page.Widgets.Buttons-- // counted as what it is
		}
	case "dialog", "alertdialog", "menu", "menubar", "tab", "tablist", "tabpanel", "tooltip", "listbox", "combobox", "tree", "navigation", "alert", "status", "search":
		c.widget = true
	}
	_, open := attribute(n, "open")
	if open && n.DataAtom == atom.Dialog || a.role == "dialog" || a.role == "alertdialog" || a.modal {
		w.page.Widgets.Dialogs++
		if n.DataAtom == atom.Dialog && open && c.visible() {
			w.page.Widgets.OpenDialogs++
		}
		c.widget = true
	}
	c.search = c.search || a.role == "search" || n.DataAtom == atom.Search
	if n.DataAtom != atom.Body && n.DataAtom != atom.Html {
		c.widget = c.widget || a.hint.widget
	}
}

// emptyOf says that an element has neither text nor elements inside.
func emptyOf(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode || c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			return false
		}
	}
	return true
}

// hiddenStart is where a hidden part begins.
type hiddenStart struct{ dark, halves, links, widgets int }

func (w *walker) startHidden() hiddenStart {
	w.dark.divide()
	return hiddenStart{len(w.dark.b), w.dark.halves, w.page.LinksTotal, w.widgets}
}

// endHidden adds a hidden part that had text.
func (w *walker) endHidden(s hiddenStart, c *inherited, id string) {
	text := strings.TrimSpace(string(w.dark.b[s.dark:min(len(w.dark.b), s.dark+maxScanned)]))
	w.dark.divide()
	if text == "" {
		return
	}
	h := Hidden{
		How: c.how, Text: cut(oneLine(text), maxHiddenText), Words: words(w.dark.halves - s.halves), Links: w.page.LinksTotal - s.links,
		Widget: c.widget || w.widgets > s.widgets,
	}
	if len(w.page.Hidden) < maxHidden {
		w.page.Hidden = append(w.page.Hidden, h)
		w.hiddenIDs = append(w.hiddenIDs, id)
	}
	if excerpt, found := addressesModel(text, h.Widget); found {
		h.Text = excerpt
		w.suspect(h)
	}
}

// endFaded looks at text that an animation is said to reveal: what addresses a model is no content, whatever the animation does.
func (w *walker) endFaded(start, first int) {
	if excerpt, found := addressesModel(string(w.text.b[start:min(len(w.text.b), start+maxScanned)]), true); found {
		w.suspect(Hidden{How: "opacity", Text: excerpt, Words: len(strings.Fields(excerpt))})
		for i := first; i < len(w.blocks); i++ {
			w.blocks[i].boiler = true
		}
		w.open.boiler = true
	}
}

// control notes the ids that a button or tab opens.
func (w *walker) control(ids string) {
	if w.controls == nil {
		w.controls = make(map[string]bool)
	}
	if len(w.controls) < 500 {
		for id := range strings.FieldsSeq(ids) {
			w.controls[strings.TrimPrefix(id, "#")] = true
		}
	}
}

// finishHidden marks what a button opens, now that all buttons are known.
func (w *walker) finishHidden() {
	for i, id := range w.hiddenIDs {
		if id != "" && w.controls[id] {
			w.page.Hidden[i].Widget = true
		}
	}
}
