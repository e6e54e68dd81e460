package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// field is an input that a label elsewhere may name.
type field struct {
	form int
	id   string
}

// blank says that an attribute holds nothing that could be read out.
func blank(s string) bool { return strings.TrimSpace(s) == "" }

// formPart walks forms and what they are made of.
func (w *walker) formPart(n *html.Node, a *attributes, c inherited, depth int) {
	switch n.DataAtom {
	case atom.Form:
		w.form(n, c, depth)
	case atom.Input:
		w.input(n, a, &c)
	case atom.Select, atom.Textarea: // the choices and the default text are no text of the page
		w.fillIn(n, a, &c)
	case atom.Button:
		w.button(n, a, c, depth)
	case atom.Label:
		w.page.Widgets.Labels++
		if id := attr(n, "for"); id != "" {
			if w.labels == nil {
				w.labels = make(map[string]bool)
			}
			w.labels[id] = true
		}
		c.label = true
		named, first := w.named, len(w.inside)
		w.children(n, c, depth)
		if w.named == named { // a label without words names nothing
			for _, form := range w.inside[first:] {
				w.unlabeled(form, 1)
			}
			delete(w.labels, attr(n, "for"))
		}
		w.inside = w.inside[:first]
	default: // fieldset, search
		w.boundary(&c)
		w.children(n, c, depth)
		w.boundary(&c)
	}
}

func (w *walker) form(n *html.Node, c inherited, depth int) {
	w.boundary(&c)
	first := len(w.blocks)
	f := Form{Action: w.self, Method: "get", Search: c.search, ToolName: attr(n, "toolname")}
	if action := strings.TrimSpace(attr(n, "action")); action != "" && len(w.page.Forms) < maxForms {
		f.Action = w.resolve(action)
		f.Search = f.Search || strings.Contains(f.Action, "search") || strings.Contains(f.Action, "recherche")
	}
	if strings.EqualFold(attr(n, "method"), "post") {
		f.Method = "post"
	}
	if len(w.page.Forms) < maxForms {
		c.form = len(w.page.Forms)
		w.page.Forms = append(w.page.Forms, f)
	}
	w.children(n, c, depth)
	w.boundary(&c)
	if first < len(w.blocks) {
		w.regions = append(w.regions, region{first: first, end: len(w.blocks)})
	}
}

func (w *walker) input(n *html.Node, a *attributes, c *inherited) {
	wd := &w.page.Widgets
	switch typ := strings.ToLower(strings.TrimSpace(attr(n, "type"))); typ {
	case "hidden":
	case "submit", "reset", "button", "image":
		wd.Buttons++
		value, hasValue := attribute(n, "value")
		unnamed := typ == "button" && value == "" || hasValue && value == "" || typ == "image" && attr(n, "alt") == ""
		if unnamed && blank(a.label) && !a.labelled && blank(a.title) {
			wd.ButtonsUnnamed++
		}
	default:
		if typ == "password" {
			wd.PasswordFields++
			if c.form >= 0 {
				w.page.Forms[c.form].Password = true
			}
		}
		if c.form >= 0 && (typ == "search" || attr(n, "name") == "q" || attr(n, "name") == "s") {
			w.page.Forms[c.form].Search = true
		}
		w.fillIn(n, a, c)
	}
}

// fillIn counts a field that a person fills, and whether it has a name.
func (w *walker) fillIn(n *html.Node, a *attributes, c *inherited) {
	if n.DataAtom != atom.Input && c.visible() {
		w.text.space()
	}
	if c.form < 0 {
		w.page.Widgets.LooseFields++
	} else {
		w.page.Forms[c.form].Inputs++
	}
	if !blank(a.label) || a.labelled || !blank(a.title) || c.gone() {
		return
	}
	if c.label {
		w.inside = append(w.inside, c.form)
		return
	}
	w.unlabeled(c.form, 1)
	if a.id != "" {
		w.fields = append(w.fields, field{c.form, a.id})
	}
}

// unlabeled adds to the fields without a label of a form, or of none.
func (w *walker) unlabeled(form, n int) {
	if form < 0 {
		w.page.Widgets.LooseUnlabeled += n
		return
	}
	w.page.Forms[form].Unlabeled += n
}

func (w *walker) button(n *html.Node, a *attributes, c inherited, depth int) {
	w.page.Widgets.Buttons++
	named := w.named
	outer := c
	c.joined = true
	if c.visible() {
		w.text.space()
	}
	w.children(n, c, depth)
	if outer.visible() {
		w.text.space()
	}
	if w.named == named && blank(a.label) && !a.labelled && blank(a.title) && c.visible() {
		w.page.Widgets.ButtonsUnnamed++
	}
}

// finishForms takes back the fields that a label names by id, now that all labels are known.
func (w *walker) finishForms() {
	for _, f := range w.fields {
		if w.labels[f.id] {
			w.unlabeled(f.form, -1)
		}
	}
}
