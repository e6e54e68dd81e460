package fix

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// headChecks are the checks that what stands in the head of pages can answer.
var headChecks = []string{
	"seo.doctype", "seo.html-lang", "seo.charset", "design.viewport", "seo.title-present", "seo.title-length", "seo.title-unique", "local.city-in-title",
	"seo.meta-description", "seo.meta-description-length", "seo.meta-description-unique", "seo.canonical-valid",
	"seo.hreflang", "seo.open-graph", "seo.twitter-card",
}

// head is what a page is to declare; what is empty stays as it is.
type head struct {
	page    *page.Page
	doctype bool

	lang, charset, viewport, title, description, canonical, card string

	graph    []page.Meta // Open Graph
	versions []page.Alternate
	answers  []string
	notes    []audit.Text
}

func (h *head) add(note audit.Text, answers ...string) {
	h.answers = append(h.answers, answers...)
	if note.EN != "" && !slices.Contains(h.notes, note) {
		h.notes = append(h.notes, note)
	}
}

// heads gives a snippet for each page that needs one.
func heads(w *work) []proposal {
	if !w.wants(headChecks...) {
		return nil
	}
	list := make([]*head, len(w.Facts.Pages))
	for i, p := range w.Facts.Pages {
		list[i] = &head{page: p}
		w.declare(list[i])
	}
	w.title(list)
	w.describe(list)
	w.canonical(list)
	w.preview(list)
	w.versions(list)
	var out []proposal
	for i, h := range list {
		if len(h.answers) == 0 {
			continue
		}
		content := h.write()
		out = append(out, proposal{answers: h.answers, files: []draft{{
			path: fmt.Sprintf("pages/%02d.html", i+1), page: h.page.FinalURL, content: content, note: join(h.notes...),
			where: text("in the head of the page, each element in place of those of its kind that stand there", "dans le head de la page, chaque élément à la place de ceux du même type"),
		}}, place: func(f *page.Facts) { h.place(f.Pages[i], content) }})
	}
	return out
}

// declare fills in what needs no words: doctype, language, encoding and viewport.
func (w *work) declare(h *head) {
	p := h.page
	if w.wants("seo.doctype") && !strings.EqualFold(p.Doctype, "html") {
		h.doctype = true
		h.add(text("The doctype is the first line of the document; with it, old browsers' quirks end, so look at the layout once.",
			"Le doctype est la première ligne du document ; il met fin aux comportements anciens des navigateurs : vérifiez la mise en page."), "seo.doctype")
	}
	if primary, _, _ := strings.Cut(strings.ToLower(p.Lang), "-"); w.wants("seo.html-lang") && p.Detected.OK() && p.Detected.Value != "" && primary != p.Detected.Value {
		h.lang = w.tag(p.Detected.Value)
		h.add(text("lang stands in the html element; the language was told from the text of the page.",
			"lang se place dans l'élément html ; la langue a été reconnue d'après le texte de la page."), "seo.html-lang")
	}
	if w.wants("seo.charset") && p.Charset.Used == "utf-8" && p.Charset.Valid && (p.Charset.Source == "detected" || p.Charset.MetaByte > 1024) {
		h.charset = "utf-8"
		h.add(text("The charset comes first in the head.", "Le charset se place en tête du head."), "seo.charset")
	}
	if w.wants("design.viewport") && !fits(p.Viewports) {
		h.viewport = "width=device-width, initial-scale=1"
		h.add(text("Look at the page on a telephone once the viewport is in place.", "Vérifiez la page sur un téléphone une fois le viewport en place."), "design.viewport")
	}
}

// tag gives the language tag that other pages of the site write for a language, else the language alone.
func (w *work) tag(language string) string {
	for _, p := range w.Facts.Pages {
		if region, ok := strings.CutPrefix(strings.ToLower(p.Lang), language+"-"); ok && len(region) == 2 && p.Detected.Value == language {
			return language + "-" + strings.ToUpper(region)
		}
	}
	return language
}

// fits says that a viewport has the width of the screen and leaves zooming alone.
func fits(viewports []string) bool {
	if len(viewports) == 0 {
		return false
	}
	v := strings.ToLower(strings.ReplaceAll(viewports[len(viewports)-1], " ", ""))
	return (strings.Contains(v, "width=device-width") || strings.Contains(v, "initial-scale=1")) && !strings.Contains(v, "user-scalable") && !strings.Contains(v, "maximum-scale")
}

// Lengths in characters: the ones that the checks ask for, and what fits.
const (
	shortTitle, goodTitle, longTitle = 10, 60, 75
	shortDescription                 = 70
	longDescription                  = 160
)

// title writes titles of what the page itself says: its main heading and the name of the site.
func (w *work) title(list []*head) {
	used := map[string]int{}
	for _, h := range list {
		used[strings.ToLower(plain(first(h.page.Titles)))]++
	}
	for i, h := range list {
		p := h.page
		now := plain(first(p.Titles))
		length := utf8.RuneCountInString(now)
		var answers []string
		switch {
		case w.wants("seo.title-present") && (now == "" || len(p.Titles) > 1 || !p.TitleInHead):
			answers = []string{"seo.title-present"}
			if now != "" {
				h.title = now
			}
		case w.wants("seo.title-unique") && used[strings.ToLower(now)] > 1:
			answers = []string{"seo.title-unique"}
		case w.wants("seo.title-length") && (length > longTitle || i == 0 && length < shortTitle):
			answers = []string{"seo.title-length"}
		}
		city := ""
		if i == 0 && w.wants("local.city-in-title") && w.Report != nil {
			city = plain(w.Report.Business.City)
			if city != "" {
				answers = append(answers, "local.city-in-title")
			}
		}
		if len(answers) == 0 {
			continue
		}
		if h.title == "" || city != "" {
			h.title = w.newTitle(p, cmp.Or(h.title, now), city, used)
		}
		if h.title != "" {
			used[strings.ToLower(h.title)]++
			h.add(text("The title is made of the page's own words; put what people search for first.",
				"Le titre est fait des mots de la page ; placez d'abord ce que les gens recherchent."), answers...)
		}
	}
}

// newTitle makes a title that no other page has; empty where the page doesn't say what it is about.
func (w *work) newTitle(p *page.Page, now, city string, used map[string]int) string {
	var subjects []string
	for _, heading := range p.Headings {
		if t := plain(heading.Text); heading.Level == 1 && !heading.Hidden && t != "" {
			subjects = append(subjects, t)
		}
	}
	subjects = append(subjects, metaOf(p.OpenGraph, "og:title"))
	if city != "" {
		subjects = append([]string{now}, subjects...)
	}
	subjects = append(subjects, now)
	for _, subject := range subjects {
		if subject == "" {
			continue
		}
		if city != "" {
			subject = clip(subject, goodTitle-len(city)-2) + ", " + city
		}
		var forms []string
		if name := w.name(); name != "" && !strings.Contains(strings.ToLower(subject), strings.ToLower(name)) {
			forms = append(forms, subject+" | "+name)
		}
		forms = append(forms, subject, clip(subject, goodTitle))
		for _, form := range forms {
			if n := utf8.RuneCountInString(form); n >= shortTitle && n <= goodTitle && used[strings.ToLower(form)] == 0 {
				return form
			}
		}
	}
	return ""
}

// name is the name of whom the site belongs to, as the audit read it. A guess isn't written into anybody's pages.
func (w *work) name() string {
	if w.Report != nil && w.Report.Business.Name != "" && !business.ReadSubject(w.Facts).Guessed(w.Report.Business.Name) {
		return plain(w.Report.Business.Name)
	}
	return metaOf(w.Facts.Main().OpenGraph, "og:site_name")
}

func metaOf(metas []page.Meta, name string) string {
	for _, m := range metas {
		if content := plain(m.Content); m.Name == name && content != "" {
			return content
		}
	}
	return ""
}

// clip cuts a text to so many characters at the end of a word, and takes off what then hangs loose.
func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)
	cut := string(runes[:max(most, 0)])
	if i := strings.LastIndexFunc(cut, unicode.IsSpace); i > 0 && !unicode.IsSpace(runes[max(most, 0)]) {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:|–—-·/&(")
}

// describe writes descriptions from the first sentences of the page's main text.
func (w *work) describe(list []*head) {
	used := map[string]int{}
	for _, h := range list {
		used[strings.ToLower(plain(first(h.page.Descriptions)))]++
	}
	for _, h := range list {
		p := h.page
		now := plain(first(p.Descriptions))
		length := utf8.RuneCountInString(now)
		var answers []string
		if w.wants("seo.meta-description") && (now == "" || len(p.Descriptions) > 1) {
			answers = append(answers, "seo.meta-description")
			if len(p.Descriptions) > 1 && used[strings.ToLower(now)] == 1 {
				h.description = now
			}
		}
		if w.wants("seo.meta-description-unique") && now != "" && used[strings.ToLower(now)] > 1 {
			answers = append(answers, "seo.meta-description-unique")
		}
		if w.wants("seo.meta-description-length") && length > 0 && (length < shortDescription || length > longDescription) {
			answers, h.description = append(answers, "seo.meta-description-length"), ""
		}
		if len(answers) == 0 {
			continue
		}
		if h.description == "" {
			h.description = sentences(p, func(s string) bool { return used[strings.ToLower(s)] == 0 })
		}
		if h.description != "" {
			used[strings.ToLower(h.description)]++
			h.add(text("The description is the page's own first sentences; a sentence written for it may say more.",
				"La description reprend les premières phrases de la page ; une phrase écrite exprès peut en dire plus."), answers...)
		}
	}
}

// sentences gives the beginning of the page's text at the length of a description: whole sentences where they fit.
func sentences(p *page.Page, free func(string) bool) string {
	var paragraphs []string
	for _, b := range p.Text.Blocks {
		if b.Kind == page.Paragraph && b.Words >= 6 {
			paragraphs = append(paragraphs, plain(b.Text))
		}
	}
	for from := range paragraphs {
		said := ""
		for _, s := range sentencesOf(strings.Join(paragraphs[from:min(len(paragraphs), from+3)], " ")) {
			next := strings.TrimSpace(said + " " + s)
			if n := utf8.RuneCountInString(next); n > longDescription {
				if utf8.RuneCountInString(said) < shortDescription {
					said = clip(next, longDescription-1) + "…"
				}
				break
			}
			said = next
		}
		if n := utf8.RuneCountInString(said); n >= shortDescription && n <= longDescription && free(said) {
			return said
		}
	}
	return ""
}

// sentencesOf divides at full stops, question and exclamation marks before a space.
func sentencesOf(s string) []string {
	var out []string
	begin := 0
	for i, r := range s {
		if (r == '.' || r == '!' || r == '?') && i+1 < len(s) && s[i+1] == ' ' {
			out, begin = append(out, strings.TrimSpace(s[begin:i+1])), i+1
		}
	}
	return append(out, strings.TrimSpace(s[begin:]))
}

// complained gives the pages that a check's evidence names.
func (w *work) complained(id string) map[string]bool {
	at := map[string]bool{}
	for _, e := range w.wanted[id].Evidence {
		at[e.URL] = true
	}
	return at
}

// canonical lets each page that is complained of name itself.
func (w *work) canonical(list []*head) {
	valid := w.complained("seo.canonical-valid")
	for _, h := range list {
		u, err := weburl.Parse(h.page.FinalURL)
		if err != nil {
			continue
		}
		missing := len(h.page.Canonicals) == 0 && w.wants("seo.canonical-valid")
		if !valid[h.page.FinalURL] && !missing {
			continue
		}
		h.canonical = u.Page()
		h.add(text("The page names itself. If it really is a copy of another page, let it name that one.",
			"La page se désigne elle-même. Si elle est vraiment la copie d'une autre, désignez l'autre."), "seo.canonical-valid")
		if !missing {
			h.add(audit.Text{}, w.among("seo.sitemap-live-urls")...)
		}
	}
}

// previewWidth and previewHeight are what large previews take, in pixels.
const previewWidth, previewHeight = 1200, 630

// preview fills in what links to the page are shown with. The picture is one that the site itself gives for it, here or on another page.
func (w *work) preview(list []*head) {
	complained := w.complained("seo.open-graph")
	for i, h := range list {
		p := h.page
		graph := w.wants("seo.open-graph") && (complained[p.FinalURL] || i == 0)
		card := i == 0 && w.wants("seo.twitter-card")
		if !graph && !card {
			continue
		}
		image := w.picture(p)
		if card {
			h.card = "summary"
			if image != "" {
				h.card = "summary_large_image"
			}
			h.add(audit.Text{}, "seo.twitter-card")
		}
		if !graph {
			continue
		}
		address := p.FinalURL
		for _, c := range p.Canonicals {
			if c.URL != "" && !c.InBody {
				address = c.URL
				break
			}
		}
		for _, m := range []page.Meta{
			{Name: "og:type", Content: cmp.Or(metaOf(p.OpenGraph, "og:type"), "website")},
			{Name: "og:title", Content: cmp.Or(metaOf(p.OpenGraph, "og:title"), h.title, plain(first(p.Titles)))},
			{Name: "og:description", Content: cmp.Or(metaOf(p.OpenGraph, "og:description"), h.description, plain(first(p.Descriptions)), sentences(p, func(string) bool { return true }))},
			{Name: "og:url", Content: cmp.Or(h.canonical, address)},
			{Name: "og:image", Content: image},
			{Name: "og:site_name", Content: cmp.Or(metaOf(p.OpenGraph, "og:site_name"), w.name())},
		} {
			if m.Content != "" && metaOf(p.OpenGraph, m.Name) != m.Content {
				h.graph = append(h.graph, m)
			}
		}
		if len(h.graph) == 0 {
			continue
		}
		note := text("Look at the picture: previews cut it to 1200 by 630 pixels.", "Vérifiez l'image : les aperçus la recadrent en 1200 sur 630 pixels.")
		if image == "" {
			note = text("The site names no picture for previews: add og:image, 1200 by 630 pixels, at an absolute address.",
				"Le site n'indique aucune image d'aperçu : ajoutez og:image, 1200 sur 630 pixels, à une adresse absolue.")
		}
		h.add(note, "seo.open-graph")
	}
}

// picture gives the picture for previews that the page or another page names and that is known to be none too small.
func (w *work) picture(p *page.Page) string {
	for _, q := range append([]*page.Page{p}, w.Facts.Pages...) {
		u, err := weburl.Parse(q.Preview())
		if err != nil || !u.Web() {
			continue
		}
		if a, looked := w.Facts.Assets[u.Href]; !looked || a.Status == 200 && (a.Width == 0 || a.Width >= previewWidth && a.Height >= previewHeight) {
			return u.Href
		}
	}
	return ""
}

// write gives the snippet.
func (h *head) write() []byte {
	var b strings.Builder
	line := func(format string, values ...string) {
		var escaped []any
		for _, v := range values {
			escaped = append(escaped, html.EscapeString(v))
		}
		fmt.Fprintf(&b, format+"\n", escaped...)
	}
	if h.doctype {
		line("<!doctype html>")
	}
	if h.lang != "" {
		line(`<html lang="%s">`, h.lang)
	}
	for _, element := range []struct{ format, value string }{
		{`<meta charset="%s">`, h.charset},
		{`<meta name="viewport" content="%s">`, h.viewport},
		{`<title>%s</title>`, h.title},
		{`<meta name="description" content="%s">`, h.description},
		{`<link rel="canonical" href="%s">`, h.canonical},
	} {
		if element.value != "" {
			line(element.format, element.value)
		}
	}
	for _, v := range h.versions {
		line(`<link rel="alternate" hreflang="%s" href="%s">`, v.Lang, v.URL)
	}
	for _, m := range h.graph {
		line(`<meta property="%s" content="%s">`, m.Name, m.Content)
	}
	if h.card != "" {
		line(`<meta name="twitter:card" content="%s">`, h.card)
	}
	return []byte(b.String())
}

// parsed reads HTML that this package wrote.
func parsed(url string, body []byte) *page.Page {
	p, err := page.ParseHTML(context.Background(), page.Document{URL: url, Body: body})
	if err != nil {
		panic(err) // only a context that ends makes one
	}
	return p
}

// place puts the snippet into the page, as a parser reads it.
func (h *head) place(p *page.Page, snippet []byte) {
	q := parsed(p.FinalURL, snippet)
	if h.doctype {
		p.Doctype = q.Doctype
	}
	if h.lang != "" {
		p.Lang = q.Lang
	}
	if h.charset != "" {
		p.Charset = page.Charset{Used: q.Charset.Used, Source: "meta", Meta: q.Charset.Meta, MetaByte: q.Charset.MetaByte, Valid: p.Charset.Valid}
	}
	if h.viewport != "" {
		p.Viewports = q.Viewports
	}
	if h.title != "" {
		p.Titles, p.TitleInHead = q.Titles, true
	}
	if h.description != "" {
		p.Descriptions = q.Descriptions
	}
	if h.canonical != "" {
		p.Canonicals = q.Canonicals
	}
	if len(h.versions) > 0 {
		p.Alternates = q.Alternates
	}
	for _, m := range q.OpenGraph {
		p.OpenGraph = append(slices.DeleteFunc(slices.Clone(p.OpenGraph), func(old page.Meta) bool { return old.Name == m.Name }), m)
	}
	if h.card != "" {
		p.Twitter = q.Twitter
	}
}
