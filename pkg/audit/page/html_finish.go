package page

import (
	"strings"

	"golang.org/x/net/html"
)

// maxLines bounds the lines of visible text that contacts and dates are looked for in.
const maxLines = 5000

// finish fills what can only be told once the whole document was seen.
func (w *walker) finish(d Document, root *html.Node) {
	p := w.page
	if w.pulse.err() != nil {
		return
	}
	w.flush(&inherited{})
	w.rebase(d.URL) // header addresses are relative to the page, whatever its base element says
	w.headers(d.Header)
	w.finishForms()
	w.finishHidden()
	main := w.mainContent()
	for i, at := range w.headingAt {
		p.Headings[i].InMain = main.has(at) && !p.Headings[i].Hidden
	}
	for i, at := range w.imageAt {
		p.Images[i].InMain = main.has(at)
	}
	w.fillText(main)
	visible := w.visibleText()
	lines := strings.SplitN(visible, "\n", min(strings.Count(visible, "\n")+1, maxLines))
	p.Detected = detectLanguage(p.Text.Main, lines)
	if w.item {
		p.Graph.addMicrodata(&w.pulse, root, w.base)
	}
	if w.rdf {
		p.Graph.addRDFa(&w.pulse, root, w.base)
	}
	p.readContacts(&w.pulse, lines, w.addresses)
	p.readDates(&w.pulse, w.times, lines)
	w.secrets("text", visible)
	p.Mojibake = findMojibake(lines)
}

// visibleText is all visible text by lines; the cells of a table row stand in one.
func (w *walker) visibleText() string {
	for i, c := range w.text.b {
		if c == '\t' {
			w.text.b[i] = ' '
		}
	}
	return strings.TrimRight(string(w.text.b), "\n ")
}
