package page

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// embedded reads images and other sub-resources.
func (w *walker) embedded(n *html.Node, a *attributes, c inherited, depth int) {
	switch n.DataAtom {
	case atom.Img:
		w.image(n, a, &c)
		return
	case atom.Source:
		w.resourceElement(n, "src", &c)
		return
	case atom.Object:
		w.resourceElement(n, "data", &c)
		c.how = "display" // what is inside is for browsers that can't show it
	case atom.Iframe:
		w.resourceElement(n, "src", &c)
		return // its text is for browsers without frames
	case atom.Video, atom.Audio:
		w.resourceElement(n, "src", &c)
		c.how = "display"
	default:
		w.resourceElement(n, "src", &c)
	}
	w.children(n, c, depth)
}

func (w *walker) resourceElement(n *html.Node, from string, c *inherited) {
	src := attr(n, from)
	if src == "" {
		src = attr(n, "data-src") // loaded late by a script
	}
	if src == "" {
		return
	}
	if w.sources++; w.sources > maxSources {
		return
	}
	r := Resource{Element: n.Data, URL: w.resolve(src), Title: cmp.Or(collapse(attr(n, "title")), collapse(attr(n, "aria-label"))), Loading: strings.ToLower(attr(n, "loading")), Hidden: c.gone()}
	if n.DataAtom == atom.Iframe && isMap(r.URL) {
		w.page.Widgets.Maps++
	}
	w.resource(r)
}

func (w *walker) resource(r Resource) {
	if len(w.page.Resources) < maxResources {
		w.page.Resources = append(w.page.Resources, r)
	}
}

// image reads an img element. Without alt it is named as the rule image-alt of axe, which Lighthouse runs, judges it: by aria-label, aria-labelledby or
// title, or taken out of the accessibility tree.
func (w *walker) image(n *html.Node, a *attributes, c *inherited) {
	i := Image{Named: a.role == "presentation" || a.role == "none" || c.muted || c.gone()}
	for k := range n.Attr {
		switch v := n.Attr[k].Val; n.Attr[k].Key {
		case "src":
			if i.Src = "data:"; len(w.page.Images) < maxImages {
				i.Src = w.resolve(v)
			}
		case "alt":
			if alt := cut(collapse(v), 1000); alt != "" || v == "" { // blanks neither name the image nor call it decorative
				i.Alt = &alt
			}
			w.suspectAttribute(v)
		case "width":
			i.Width = v
		case "height":
			i.Height = v
		case "loading":
			i.Loading = strings.ToLower(v)
		case "fetchpriority":
			i.Priority = strings.ToLower(v)
		case "srcset", "data-srcset":
			i.Srcset = i.Srcset || v != ""
		}
	}
	if (i.Src == "" || i.Src == "data:") && len(w.page.Images) < maxImages { // a placeholder until a script loads the image
		for _, name := range []string{"data-src", "data-lazy-src", "data-original"} {
			if v := attr(n, name); v != "" {
				i.Src = w.resolve(v)
				break
			}
		}
	}
	name := a.label
	if i.Alt != nil && *i.Alt != "" {
		name = *i.Alt
	}
	if name == "" {
		name = a.title
	}
	if i.Alt == nil {
		i.Named = i.Named || !blank(a.label) || a.labelled || !blank(a.title)
	}
	if (name != "" || a.labelled) && !c.muted {
		w.named++
	}
	if name != "" {
		w.addAlt(name)
	}
	w.page.ImagesTotal++
	if len(w.page.Images) < maxImages {
		w.page.Images = append(w.page.Images, i)
		w.imageAt = append(w.imageAt, spot{w.page.DOM.Elements, c.boiler})
	}
}
