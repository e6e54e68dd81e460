package page

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"
)

const newsSpace = "http://www.google.com/schemas/sitemap-news/0.9"

// sitemapForm names the elements of one kind of file.
type sitemapForm struct {
	form  string
	entry string
	loc   string
	date  []string // the first that is there counts
}

// sitemapForms are the kinds, by root element.
var sitemapForms = map[string]sitemapForm{
	"urlset":       {"urlset", "url", "loc", []string{"lastmod"}},
	"sitemapindex": {"sitemapindex", "sitemap", "loc", []string{"lastmod"}},
	"rss":          {"rss", "item", "link", []string{"pubDate"}},
	"RDF":          {"rss", "item", "link", nil}, // RSS 1.0
	"feed":         {"atom", "entry", "link", []string{"updated", "published"}},
}

var (
	errNoSitemap    = errors.New("neither a sitemap in XML nor a list of addresses")
	errEmptySitemap = errors.New("the file is empty")
)

// sitemapXML is the state between the tokens of an XML file.
type sitemapXML struct {
	*sitemapParser
	decoder *xml.Decoder
	begun   bool // something was read
	form    sitemapForm
	path    []xml.Name    // open elements
	inEntry int           // depth of the open entry, 0 where none is
	entry   SitemapEntry  // the open one
	text    *bytes.Buffer // text of the element that is wanted
	wanted  string        // that element, a child of the entry; empty where none is open
}

// readXML never expands entities other than XML's own five: encoding/xml has no others, whatever the document declares.
// decoded says that the file is UTF-8 by now, whatever it declares.
func (p *sitemapParser) readXML(r *bufio.Reader, decoded bool) error {
	x := sitemapXML{sitemapParser: p, decoder: xml.NewDecoder(&tokenReader{r: r}), text: new(bytes.Buffer)}
	x.decoder.CharsetReader = charset.NewReaderLabel
	if decoded {
		x.decoder.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	}
	for {
		token, err := x.decoder.Token()
		if errors.Is(err, io.EOF) {
			return x.finish()
		}
		if err == nil {
			err = x.take(token)
		}
		if err != nil || p.sitemap.HTML {
			return err
		}
	}
}

func (x *sitemapXML) finish() error {
	if x.sitemap.Form == "" {
		return errNoSitemap
	}
	return nil
}

func (x *sitemapXML) take(token xml.Token) error {
	begun := x.begun
	x.begun = true
	switch t := token.(type) {
	case xml.StartElement:
		return x.start(t)
	case xml.EndElement:
		return x.end()
	case xml.CharData:
		if x.wanted != "" && x.text.Len() < maxLocBytes {
			x.text.Write(t)
		}
		if len(x.path) == 0 && len(bytes.TrimSpace(t)) > 0 {
			return x.fault("text outside of the document")
		}
	case xml.ProcInst:
		// Anything before it, a blank line that a template left for one, makes strict readers refuse the file.
		if t.Target == "xml" && begun {
			x.sitemap.ParseError = "line 1: something stands before the XML declaration"
		}
	}
	return nil
}

// maxLocBytes is what is read of an address or a date: more than any valid one has, so that a longer one is noticed as such.
const maxLocBytes = 16 << 10

func (x *sitemapXML) start(t xml.StartElement) error {
	switch {
	case len(x.path) >= maxSitemapDepth:
		return x.fault("elements nested deeper than 32")
	case len(x.path) == 0 && x.sitemap.Form != "":
		return x.fault("a second document after the end")
	case len(x.path) == 0:
		if strings.EqualFold(t.Name.Local, "html") {
			x.sitemap.HTML = true
			return nil
		}
		form, ok := sitemapForms[t.Name.Local]
		if !ok {
			return errNoSitemap
		}
		x.form, x.sitemap.Form = form, form.form
	}
	x.path = append(x.path, t.Name)
	switch {
	case x.inEntry == 0 && len(x.path) > 1 && t.Name.Local == x.form.entry:
		x.inEntry, x.entry = len(x.path), SitemapEntry{}
	case x.inEntry > 0 && len(x.path) == x.inEntry+1:
		x.child(t)
	}
	return nil
}

// child looks at an element right inside an entry.
func (x *sitemapXML) child(t xml.StartElement) {
	if t.Name.Local == "news" && t.Name.Space == newsSpace {
		x.sitemap.News = true
	}
	own := t.Name.Space == x.path[x.inEntry-1].Space // and not, say, image:loc or atom:link
	switch {
	case x.form.form == "atom" && own && t.Name.Local == "link":
		if rel := xmlAttribute(t, "rel"); x.entry.URL == "" && (rel == "" || rel == "alternate") {
			x.entry.URL = strings.TrimSpace(xmlAttribute(t, "href"))
		}
	case !own && t.Name.Local == "link" && strings.EqualFold(xmlAttribute(t, "rel"), "alternate"):
		x.alternate(t)
	case own && (t.Name.Local == x.form.loc || slices.Contains(x.form.date, t.Name.Local)):
		x.wanted = t.Name.Local
		x.text.Reset()
	}
}

// alternate takes a language version of the open entry.
func (x *sitemapXML) alternate(t xml.StartElement) {
	lang, href := xmlAttribute(t, "hreflang"), strings.TrimSpace(xmlAttribute(t, "href"))
	size := len(lang) + 2*len(href) // as written and resolved
	if lang == "" || len(x.entry.Alternates) == maxSitemapAlternates || len(x.sitemap.Entries) >= x.bounds.Entries || !x.keeps(size) {
		return
	}
	if x.links++; x.links > x.bounds.Alternates { // an entry without some of its versions would be judged as if it named no others
		x.room = 0
		return
	}
	x.room -= size
	x.entry.Alternates = append(x.entry.Alternates, Alternate{Lang: lang, Href: href, Source: "sitemap"})
}

func (x *sitemapXML) end() error {
	depth := len(x.path)
	x.path = x.path[:depth-1]
	switch {
	case x.wanted != "" && depth == x.inEntry+1:
		value := strings.TrimSpace(x.text.String())
		if x.wanted == x.form.loc {
			x.entry.URL = value
		} else if x.entry.LastMod == "" || x.wanted == x.form.date[0] {
			x.entry.LastMod = value
		}
		x.wanted = ""
	case depth == x.inEntry:
		x.inEntry = 0
		return x.add(x.entry)
	}
	return nil
}

func xmlAttribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// fault is an error at the place that was read last.
func (x *sitemapXML) fault(what string) error {
	line, _ := x.decoder.InputPos()
	return fmt.Errorf("line %d: %s", line, what)
}

// sitemapFault says in a person's words why the file isn't well-formed.
func sitemapFault(err error) string {
	var syntax *xml.SyntaxError
	var corrupt flate.CorruptInputError
	switch {
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF":
		return fmt.Sprintf("line %d: the file ends before its last element does", syntax.Line)
	case errors.As(err, &syntax):
		return fmt.Sprintf("line %d: %s", syntax.Line, syntax.Msg)
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return "the gzip data is damaged"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the gzip data ends early"
	case errors.Is(err, bufio.ErrTooLong):
		return "a line is longer than 64 KiB"
	}
	return err.Error()
}
