package page

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/internal/weburl"
)

// Document is one HTML document as it came.
type Document struct {
	URL          string              // the address it came from, after redirects
	Header       map[string][]string // of the response, canonical names
	Body         []byte              // after content decoding, at most some MiB: the caller's bound
	KeepMarkdown bool                // whether to fill Text.Markdown
}

// ParseHTML reads every fact of a page but URL, Kind and Response, in one walk over one tree. Page.ParseError is set if the document
// could not be parsed. The same document makes the same page. ParseHTML returns an error only if ctx ended. It then returns no page: half
// of one would be judged as if it were complete.
func ParseHTML(ctx context.Context, d Document) (*Page, error) {
	p := &Page{FinalURL: d.URL, Detected: Unknown[string](Unread, "no text")}
	contentType := ""
	if v := d.Header["Content-Type"]; len(v) > 0 {
		contentType = v[0]
	}
	var body []byte
	body, p.Charset = DecodeCharset(d.Body, contentType)
	seen := look(body)
	root, err := p.tree(ctx, body, seen)
	if err != nil {
		return nil, err
	}
	w := newWalker(p, d, len(body))
	w.pulse.ctx = ctx
	w.anchors = seen.anchors
	for n := root.FirstChild; n != nil; n = n.NextSibling {
		if n.Type == html.ElementNode {
			w.prepare(n, seen.lateStyles)
		}
	}
	w.children(root, inherited{form: -1, paint: w.styles.canvas()}, 0)
	w.finish(d, root)
	p.Unstyled = p.Unstyled || w.styles.cut
	if err := w.pulse.err(); err != nil {
		return nil, fmt.Errorf("parsing %s: %w", d.URL, err)
	}
	if len(body) >= detachFrom {
		p.detach()
	}
	return p, nil
}

// tree parses the document; what html.Parse refuses is read as a flat tree. The error is that ctx ended.
func (p *Page) tree(ctx context.Context, body []byte, seen survey) (*html.Node, error) {
	if seen.length < len(body) {
		body = body[:seen.length]
		p.ParseError = "the document has more tags or attributes than are read; the rest was left out"
	}
	if seen.clones > maxClones {
		body = plainTags(body)
	}
	root, err := html.Parse(readerUntil(ctx, body))
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("parsing a page: %w", ctx.Err())
	case err == nil:
		return root, nil
	}
	p.ParseError = "the document nests elements more than 512 deep; it was read without its exact structure"
	p.Unstyled = true
	return flatTree(body), nil
}

// LooksLikeHTML says whether the bytes begin as an HTML document does, whatever their declared type: after white space, a byte order mark, comments
// and an XML declaration comes a doctype or one of the elements that MIME sniffing knows (WHATWG MIME Sniffing, section 7.1).
func LooksLikeHTML(body []byte) bool {
	_, skip := byteOrderMark(body)
	b := body[skip:min(len(body), 4096)]
	for {
		b = bytes.TrimLeft(b, " \t\r\n\f")
		var end []byte
		switch {
		case bytes.HasPrefix(b, []byte("<!--")):
			end = []byte("-->")
		case bytes.HasPrefix(b, []byte("<?")):
			end = []byte("?>")
		default:
			return startsAsHTML(b)
		}
		i := bytes.Index(b, end)
		if i < 0 {
			return false
		}
		b = b[i+len(end):]
	}
}

func startsAsHTML(b []byte) bool {
	if len(b) < 3 || b[0] != '<' {
		return false
	}
	if b[1] == '!' {
		return len(b) >= 14 && bytes.EqualFold(b[2:14], []byte("doctype html"))
	}
	switch name := asciiLower(tagName(b[1:])); name {
	case "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style", "title", "b", "body", "br", "p", "meta", "main", "section",
		"header", "article", "link", "base":
		rest := b[1+len(name):]
		return len(rest) > 0 && (rest[0] == '>' || rest[0] == '/' || isSpace(rest[0]))
	}
	return false
}

func newWalker(p *Page, d Document, size int) *walker {
	w := &walker{
		page:    p,
		hosts:   make(map[string]bool),
		classes: make(map[string]classHint),
		text:    textBuffer{b: make([]byte, 0, min(size/3, 64<<10))},
		blocks:  make([]block, 0, min(size/128, 1024)),
		scopes:  make([]scope, 0, min(size/256, 512)),
		keep:    d.KeepMarkdown,
	}
	w.rebase(d.URL)
	if u, err := weburl.Parse(d.URL); err == nil {
		w.domain, w.self = weburl.RegistrableDomain(u.Host), u.Page()
	}
	return w
}

// rebase sets the address that references are resolved against.
func (w *walker) rebase(address string) {
	base, err := weburl.NewBase(address)
	if err != nil && w.base == nil {
		base, err = weburl.NewBase("about:blank")
	}
	if err == nil {
		w.base = base
	}
}

// prepare looks for what must be known before the first element is met: <base> and the rules of style elements, which stand in the head
// unless late says otherwise.
func (w *walker) prepare(n *html.Node, late bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		switch c.Data {
		case "base":
			w.baseElement(c)
		case "style":
			w.styles.read(textOf(c))
		case "link":
			w.styles.external = w.styles.external || hasClass(strings.ToLower(attr(c, "rel")), "stylesheet")
		case "head":
			w.prepare(c, late)
		default:
			if late {
				w.prepare(c, late)
			}
		}
	}
}

// textOf is the text of an element that holds nothing else.
func textOf(n *html.Node) string {
	if n.FirstChild != nil && n.FirstChild.Type == html.TextNode {
		return n.FirstChild.Data
	}
	return ""
}

func attr(n *html.Node, name string) string {
	v, _ := attribute(n, name)
	return v
}

func attribute(n *html.Node, name string) (value string, present bool) {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			return n.Attr[i].Val, true
		}
	}
	return "", false
}

// resolve gives a reference as an absolute address, empty where it is none.
func (w *walker) resolve(ref string) string {
	if len(ref) >= 5 && strings.EqualFold(ref[:5], "data:") {
		return "data:"
	}
	u, _ := w.base.Resolve(ref)
	return u.Href
}
