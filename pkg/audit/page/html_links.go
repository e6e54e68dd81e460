package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/auditctl/auditctl/internal/weburl"
)

// anchor walks <a> and <area>.
func (w *walker) anchor(n *html.Node, a *attributes, c inherited, depth int) {
	href, present := attribute(n, "href")
	if !present && a.id == "" && a.role == "" && attr(n, "onclick") == "" && attr(n, "name") != "" {
		w.children(n, c, depth) // <a name> only marks a place
		return
	}
	w.page.LinksTotal++
	l := w.link(n, a, href, present)
	l.Place = placeNames[c.place]
	if !l.Internal && l.URL != "" {
		w.externals++
	}
	if c.visible() && isMap(l.URL) {
		w.page.Widgets.Maps++
	}
	text, dark, alt, named := len(w.text.b), len(w.dark.b), len(w.alt), w.named
	c.link = true
	if w.keep && c.visible() && !c.pre && mdTarget(&l) != "" {
		at := w.mdOpen("[")
		w.children(n, c, depth)
		w.mdClose(at, "[", "]("+mdTarget(&l)+")")
	} else {
		w.children(n, c, depth)
	}
	l.Text = w.text.since(text)
	for _, other := range []string{w.dark.since(dark), collapse(a.label), collapse(string(w.alt[alt:])), collapse(attr(n, "alt"))} {
		if l.Text == "" {
			l.Text = other
		}
	}
	l.Text = cut(l.Text, 500)
	if present && !c.muted && c.visible() && w.named == named && a.label == "" && !a.labelled && a.title == "" &&
		(n.DataAtom == atom.A || attr(n, "alt") == "") {
		w.page.Widgets.LinksUnnamed++
	}
	if w.page.Links == nil {
		w.page.Links = make([]Link, 0, min(w.anchors, MaxLinks)+1)
	}
	if !w.linksFull() {
		w.linkBytes += len(l.Href) + len(l.URL) + len(l.Text)
		w.page.Links = append(w.page.Links, l)
	}
}

func (w *walker) linksFull() bool { return len(w.page.Links) >= MaxLinks || w.linkBytes > maxLinkBytes }

// link reads everything of an anchor but its text and place.
func (w *walker) link(n *html.Node, a *attributes, href string, present bool) Link {
	l := Link{Href: cut(strings.TrimSpace(href), 2048), HasRole: a.role != ""}
	rel, name, described := "", "", false
	for i := range n.Attr {
		switch v := n.Attr[i].Val; n.Attr[i].Key {
		case "rel":
			rel, described = v, true
		case "name":
			name = strings.TrimSpace(v)
		case "onclick":
			l.OnClick = true
		case "target", "download", "ping", "hreflang", "type", "referrerpolicy":
			described = true
		}
	}
	l.Rel = strings.ToLower(collapse(rel))
	var u weburl.URL
	ok := false
	switch {
	case present && w.linksFull(): // only the number is told of what isn't kept
		ok = true
	case present:
		if u, ok = w.base.Resolve(href); ok {
			l.Scheme = u.Scheme
		}
		if ok && u.Web() {
			l.URL = u.Page()
			l.Internal = w.internal(u.Host)
			l.Fragment = l.URL == w.self && strings.Contains(href, "#")
		}
	}
	l.Crawlable = a.role != "" || crawlable(href, present, ok, a.id != "", name != "", described, l.OnClick)
	return l
}

// crawlable judges an anchor without a role as the audit crawlable-anchors of Lighthouse does: mailto, named anchors and empty ones with an id pass;
// file addresses, javascript:void(0) and what is no valid address fail. Without href, what has other attributes of a link or a handler of clicks fails.
func crawlable(href string, present, valid, hasID, named, described, clicked bool) bool {
	raw := href
	if strings.ContainsAny(raw, " \t\r\n\f\u00a0") {
		raw = strings.Join(strings.Fields(raw), "")
	}
	switch {
	case strings.HasPrefix(raw, "mailto:"), raw == "" && hasID:
		return true
	case strings.HasPrefix(raw, "file:"):
		return false
	case named:
		return true
	}
	if !present { // it is no link, unless a script makes it one
		return !clicked && !described
	}
	return valid && !strings.Contains(raw, "javascript:void(0") && !strings.Contains(raw, "javascript:void0")
}

// internal says whether a host is of the page's registrable domain.
func (w *walker) internal(host string) bool {
	same, known := w.hosts[host]
	if !known {
		same = weburl.RegistrableDomain(host) == w.domain
		w.hosts[host] = same
	}
	return same
}

// isMap says whether an address is one of a map service.
func isMap(address string) bool {
	i := strings.Index(address, "://")
	if i < 0 {
		return false
	}
	host, path, _ := strings.Cut(address[i+3:], "/")
	switch {
	case strings.HasPrefix(host, "maps.google."), host == "maps.app.goo.gl", host == "maps.apple.com", host == "www.openstreetmap.org",
		host == "openstreetmap.org", host == "www.waze.com", host == "waze.com", host == "umap.openstreetmap.fr":
		return true
	case strings.HasPrefix(host, "www.google."), strings.HasPrefix(host, "google."), host == "goo.gl", host == "www.bing.com", host == "yandex.com":
		return path == "maps" || strings.HasPrefix(path, "maps/") || strings.HasPrefix(path, "maps?")
	}
	return false
}

func (w *walker) addAlt(s string) {
	if len(w.alt) < 64<<10 {
		w.alt = append(append(w.alt, s...), ' ')
	}
}

func firstToken(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if i := strings.IndexByte(s, ' '); i >= 0 {
		s = s[:i]
	}
	return s
}
