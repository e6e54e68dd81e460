package page

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// doctype notes the document type: its name where it is the modern one, else its public identifier.
func (w *walker) doctype(n *html.Node) {
	if w.page.Doctype != "" {
		return
	}
	w.page.Doctype = strings.ToLower(n.Data)
	if id := attr(n, "public"); id != "" {
		w.page.Doctype = id
	}
}

// metadata reads the elements that carry no text of the page, wherever they stand.
func (w *walker) metadata(n *html.Node, c *inherited) {
	switch n.DataAtom {
	case atom.Title:
		if len(w.page.Titles) < maxMetas {
			w.page.Titles = append(w.page.Titles, cut(collapse(textOf(n)), 16<<10))
			if len(w.page.Titles) == 1 {
				w.page.TitleInHead = c.head
			}
		}
	case atom.Meta:
		w.meta(n, c)
	case atom.Link:
		w.linkElement(n, c)
	case atom.Base:
		w.baseElement(n)
	case atom.Script:
		w.script(n, c)
	case atom.Style:
		w.style(n, c)
	case atom.Noscript: // with scripts on, its content is one text
		w.comment(textOf(n))
	}
}

func (w *walker) meta(n *html.Node, c *inherited) {
	p := w.page
	name, property, equiv, content := "", "", "", ""
	for i := range n.Attr {
		switch v := n.Attr[i].Val; n.Attr[i].Key {
		case "name":
			name = strings.ToLower(strings.TrimSpace(v))
		case "property":
			property = strings.ToLower(strings.TrimSpace(v))
		case "http-equiv":
			equiv = strings.ToLower(strings.TrimSpace(v))
		case "content":
			content = strings.TrimSpace(v)
		}
	}
	content = cut(content, 16<<10)
	w.suspectAttribute(content)
	switch equiv {
	case "refresh":
		p.Refresh = content
	case "content-security-policy":
		if p.CSPMeta != "" && content != "" {
			content = p.CSPMeta + ", " + content
		}
		p.CSPMeta = cmp.Or(content, p.CSPMeta)
	}
	if property == "" {
		property = name
	}
	switch {
	case property == "":
	case strings.HasPrefix(property, "og:"), strings.HasPrefix(property, "article:"):
		p.OpenGraph = appendMeta(p.OpenGraph, property, content)
	case strings.HasPrefix(property, "twitter:"):
		p.Twitter = appendMeta(p.Twitter, property, content)
	case name == "description":
		if (c.head || p.ParseError != "") && len(p.Descriptions) < maxMetas { // engines read none in the body
			p.Descriptions = append(p.Descriptions, collapse(content))
		}
	case name == "viewport":
		if len(p.Viewports) < maxMetas {
			p.Viewports = append(p.Viewports, content)
		}
	case isRobotsAgent(name):
		p.Robots = appendDirectives(p.Robots, name, content, "meta")
	default:
		p.Metas = appendMeta(p.Metas, property, content)
	}
}

func appendMeta(list []Meta, name, content string) []Meta {
	if len(list) >= maxMetas {
		return list
	}
	return append(list, Meta{Name: name, Content: content})
}

// baseElement takes the first base element with an address.
func (w *walker) baseElement(n *html.Node) {
	href, present := attribute(n, "href")
	if w.based || !present {
		return
	}
	w.based = true
	u, ok := w.base.Resolve(href)
	if !ok {
		return
	}
	w.page.BaseHref = u.Href
	if u.Scheme != "data" && u.Scheme != "javascript" {
		w.rebase(u.Href)
	}
}

// linkElement sorts a link element by its relations; it may have several.
func (w *walker) linkElement(n *html.Node, c *inherited) {
	href, present := attribute(n, "href")
	if !present {
		return
	}
	if w.linkElements++; w.linkElements > maxLinkElements {
		return
	}
	ref := Reference{
		Href: cut(strings.TrimSpace(href), 2048), URL: w.resolve(href), Source: "html", InBody: !c.head,
		Type: attr(n, "type"), Sizes: attr(n, "sizes"), Title: attr(n, "title"),
	}
	if ref.Href == "" { // browsers leave such a link alone, rather than take it for one to the page itself
		ref.URL = ""
	}
	lang, hasLang := attribute(n, "hreflang")
	rels := strings.Fields(strings.ToLower(attr(n, "rel")))
	alternate := false
	for _, rel := range rels {
		alternate = alternate || rel == "alternate"
	}
	for _, rel := range rels {
		switch rel {
		case "canonical", "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "license":
			w.reference(rel, ref)
		case "alternate":
			w.alternate(ref, lang, hasLang)
		case "stylesheet":
			if !alternate && len(w.page.Styles) < maxStyles {
				_, integrity := attribute(n, "integrity")
				w.page.Styles = append(w.page.Styles, Style{Href: ref.URL, Media: attr(n, "media"), InHead: c.head, Integrity: integrity})
			}
		case "preload", "prefetch", "preconnect", "modulepreload", "dns-prefetch":
			w.resource(Resource{Element: rel, URL: ref.URL, As: attr(n, "as")})
		}
	}
}

// reference files a reference of a link element or a Link header.
func (w *walker) reference(rel string, r Reference) {
	p := w.page
	list := &p.Icons
	switch rel {
	case "canonical":
		list = &p.Canonicals
	case "license":
		list = &p.Licenses
	}
	if len(*list) < maxRefs {
		*list = append(*list, r)
	}
}

func (w *walker) alternate(r Reference, lang string, hasLang bool) {
	p := w.page
	switch {
	case hasLang:
		if len(p.Alternates) < maxRefs {
			p.Alternates = append(p.Alternates, Alternate{Lang: strings.TrimSpace(lang), Href: r.Href, URL: r.URL, Source: r.Source})
		}
	case isFeed(r.Type):
		if len(p.Feeds) < maxRefs {
			p.Feeds = append(p.Feeds, r)
		}
	}
}

// isFeed says whether a media type, with or without parameters, is one of a feed.
func isFeed(typ string) bool {
	media, _, _ := strings.Cut(strings.ToLower(typ), ";")
	switch strings.TrimSpace(media) {
	case "application/rss+xml", "application/atom+xml", "application/feed+json":
		return true
	}
	return false
}

// script reads a script element: structured data, or a script that runs.
func (w *walker) script(n *html.Node, c *inherited) {
	w.page.ScriptsTotal++
	if src := attr(n, "src"); src != "" && len(w.page.ScriptTags) < maxScripts {
		w.page.ScriptTags = append(w.page.ScriptTags, ScriptTag{Src: cut(src, 2<<10), Integrity: attr(n, "integrity") != ""})
	}
	typ := strings.ToLower(strings.TrimSpace(attr(n, "type")))
	typ, _, _ = strings.Cut(typ, ";")
	text := textOf(n)
	switch strings.TrimSpace(typ) {
	case "application/ld+json":
		w.page.Graph.addJSONLD(text, w.base)
		return
	case "", "module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript", "application/x-javascript",
		"text/jscript", "text/livescript", "text/x-javascript":
	default:
		w.secrets("script", text)
		return
	}
	s := Script{InHead: c.head, Bytes: len(text), Defer: typ == "module"}
	for i := range n.Attr {
		switch v := n.Attr[i].Val; n.Attr[i].Key {
		case "src":
			if w.sources++; w.sources > maxSources {
				return
			}
			s.Src = w.resolve(v)
			w.consent(s.Src, "")
		case "async":
			s.Async = true
		case "defer":
			s.Defer = true
		case "integrity":
			s.Integrity = v != ""
		case "crossorigin":
			if s.CrossOrigin = strings.ToLower(v); v == "" {
				s.CrossOrigin = "anonymous"
			}
		}
	}
	w.secrets("script", text)
	if s.Src != "" {
		s.Bytes = 0
	}
	if len(w.page.Scripts) < maxScripts {
		w.page.Scripts = append(w.page.Scripts, s)
	}
}

// maxFontFace is how much is read of one @font-face rule, in bytes.
const maxFontFace = 4 << 10

// style reads a style element. Its rules were read before the walk where it stands in the head, or where any stands in the body.
func (w *walker) style(n *html.Node, c *inherited) {
	if len(w.page.Styles) >= maxStyles {
		return
	}
	text := textOf(n)
	s := Style{Media: attr(n, "media"), InHead: c.head, Bytes: len(text)}
	for rest := text; ; {
		i := strings.Index(rest, "@font-face")
		if i < 0 {
			break
		}
		rest = rest[i+len("@font-face"):]
		s.FontFaces++
		rule, _, _ := strings.Cut(rest[:min(len(rest), maxFontFace)], "}")
		if _, display, ok := strings.Cut(rule, "font-display"); ok {
			display = strings.TrimLeft(display, " :\t\n")
			if strings.HasPrefix(display, "swap") || strings.HasPrefix(display, "optional") {
				s.FontSwap++
			}
		}
	}
	w.page.Styles = append(w.page.Styles, s)
}

func (w *walker) secrets(where, text string) {
	if len(text) < 16 || len(w.page.Secrets) >= maxMetas {
		return
	}
	w.page.Secrets = append(w.page.Secrets, findSecrets(where, text)...)
}

// attributeSecret looks for keys in attributes that carry data; addresses, classes and the like are left out.
func (w *walker) attributeSecret(key, value string) {
	if key == "value" || key == "content" || strings.HasPrefix(key, "data-") || strings.HasPrefix(key, "on") {
		w.secrets("attribute", value)
	}
}
